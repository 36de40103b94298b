import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

/** The result of an MCP client in a web page. The page runs in a browser and reports it to the test. */
export interface Report {
  /** The status of a request without a token, and its WWW-Authenticate header if the page can read it. */
  refused: [number, string | null];
  /** By protocol version: the number of tools, and the id of the booking that was read. */
  served: Record<string, { tools: number; booking: unknown }>;
}

async function visit(url: string, token: string): Promise<Report> {
  const anonymous = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' });
  const report: Report = { refused: [anonymous.status, anonymous.headers.get('www-authenticate')], served: {} };
  for (const mode of ['auto', 'legacy'] as const) {
    const client = new Client({ name: 'page', version: '1' }, { versionNegotiation: { mode } });
    const requestInit = { headers: { authorization: `Bearer ${token}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
    const { tools } = await client.listTools();
    const { structuredContent } = await client.callTool({ name: 'get_booking', arguments: { booking_id: 'bk_1' } });
    const { booking } = structuredContent as { booking: { id: string } };
    report.served[client.getNegotiatedProtocolVersion() ?? ''] = { tools: tools.length, booking: booking.id };
    await client.close();
  }
  return report;
}

// The project is compiled for Node, whose types have no location. The test defines `report`.
const { location, report } = globalThis as unknown as {
  location: { search: string };
  report(result: Report | { error: string }): Promise<void>;
};
const query = new URLSearchParams(location.search);
visit(query.get('url') ?? '', query.get('token') ?? '').then(report, (error: unknown) =>
  report({ error: String(error) }),
);
