import { type Guarded, startGuarded } from '../../support/guarded.ts';
import { KNOWN_BUSINESS } from '../../support/program.ts';
import { json, startUpstream, type Upstream } from '../../support/upstream.ts';

/** The built program over HTTP, in front of an upstream platform that records all requests. */
export interface Front extends Guarded {
  platform: Upstream;
  /** Runs an attempt and returns its result with the upstream requests that it caused, as `METHOD path`. */
  recordRequests<T>(attempt: () => Promise<T>): Promise<{ result: T; requests: string[] }>;
  /** Returns the log lines of the program as objects. Throws if a line is not JSON. */
  log(): Record<string, unknown>[];
}

export async function startFront(mode: string, args: string[] = [], env: Record<string, string> = {}): Promise<Front> {
  const platform = await startUpstream(json(200, { data: { id: 'bk_1' } }));
  const key = mode === 'platform-key' ? {} : { RCPT_API_KEY: 'sk_live_operator' };
  const server = await startGuarded(mode, args, { ...KNOWN_BUSINESS, RCPT_BASE_URL: platform.url, ...key, ...env });
  return {
    ...server,
    platform,
    async recordRequests(attempt) {
      const before = platform.received.length;
      const result = await attempt();
      return { result, requests: platform.received.slice(before).map(({ method, path }) => `${method} ${path}`) };
    },
    log: () =>
      server.program.output.stderr
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    async close() {
      await server.close();
      await platform.close();
    },
  };
}

const PREFIX = 'io.modelcontextprotocol/';

/** A tool call of revision 2026-07-28: headers and body. Arguments as text are inserted unchanged. */
export function modernCall(
  name: string,
  args: unknown,
  more: { info?: string; capabilities?: string; meta?: string } = {},
) {
  const info = more.info ?? '{"name":"attacker","version":"1"}';
  const meta = `{"${PREFIX}protocolVersion":"2026-07-28","${PREFIX}clientInfo":${info},"${PREFIX}clientCapabilities":${more.capabilities ?? '{}'}${more.meta ?? ''}}`;
  return {
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': name,
    },
    body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":${typeof args === 'string' ? args : JSON.stringify(args)},"_meta":${meta}}}`,
  };
}

/** A tool call of the 2025 revisions. */
export function legacyCall(name: string, args: unknown, meta = '') {
  return {
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":${typeof args === 'string' ? args : JSON.stringify(args)}${meta}}}`,
  };
}
