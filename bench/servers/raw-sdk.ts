/**
 * The baseline: a server as in the SDK's documentation, with one tool that reads one booking, over stdio or with the
 * argument `http` over HTTP. With `BENCH_RESULT` it returns that instead of the booking.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type NodeIncomingMessageLike, toNodeHandler } from '@modelcontextprotocol/node';
import { type CallToolResult, createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { Pool } from 'undici';
import * as z from 'zod';

const pool = new Pool(process.env.RCPT_BASE_URL ?? '', { connections: 32 });
const inputSchema = z.object({ booking_id: z.string().describe("The booking's id") });
const fixedResult = process.env.BENCH_RESULT;
const result = fixedResult === undefined ? undefined : (JSON.parse(fixedResult) as CallToolResult);
const outputSchema = z.looseObject({ id: z.string(), status: z.string(), start_time: z.string() });
const anyOutput = z.looseObject({});

function build(): McpServer {
  const server = new McpServer({ name: 'raw-sdk', version: '1.0.0' });
  const description = 'Read one appointment by its id.';
  const config = { description, inputSchema, outputSchema: result ? anyOutput : outputSchema };
  server.registerTool('get_booking', config, async ({ booking_id: id }) => {
    const answer = await pool.request({ method: 'GET', path: `/api/v1/bookings/${id}` });
    const { data } = (await answer.body.json()) as { data: z.infer<typeof outputSchema> };
    if (result) return result;
    return { content: [{ type: 'text', text: JSON.stringify(data) }], structuredContent: data };
  });
  return server;
}

if (process.argv[2] === 'http') {
  const answer = toNodeHandler(createMcpHandler(build));
  const server = createServer((request, response) => void answer(request as NodeIncomingMessageLike, response));
  // Longer than any pause of a benchmark, so that a proxy never sends to a connection that is being closed.
  server.keepAliveTimeout = 120_000;
  server.listen(0, '127.0.0.1', () => {
    console.log(`MCP is served at http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
  });
} else {
  serveStdio(build);
}
