/** An MCP 2025 session over HTTP at the level of single requests, which client libraries hide. */
export interface RawSession {
  id: string;
  /** Sends a request or notification with the session id. `headers` replace those of `beginSession`. */
  send(method: string, params?: object, headers?: Record<string, string>): Promise<Response>;
  /** Answers a request of the server. */
  reply(id: unknown, result: object): Promise<Response>;
  /** Opens the SSE stream of server-initiated messages (GET). */
  stream(headers?: Record<string, string>): Promise<Response>;
  /** Terminates the session (DELETE). */
  end(headers?: Record<string, string>): Promise<Response>;
}

const COMMON = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2025-11-25',
};
const INITIALIZE = {
  protocolVersion: '2025-11-25',
  capabilities: { elicitation: {} },
  clientInfo: { name: 'raw', version: '1' },
};

export function initialize(url: string, headers: Record<string, string> = {}): Promise<Response> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params: INITIALIZE });
  return fetch(url, { method: 'POST', headers: { ...COMMON, ...headers }, body });
}

/** Initializes a session. `defaultHeaders` are sent with each request that does not pass its own. */
export async function beginSession(url: string, defaultHeaders: Record<string, string> = {}): Promise<RawSession> {
  const answer = await initialize(url, defaultHeaders);
  const id = answer.headers.get('mcp-session-id');
  if (!answer.ok || id === null) throw new Error(`no session: ${answer.status} ${await answer.text()}`);
  await answer.text();
  const all = (headers = defaultHeaders) => ({ ...COMMON, ...headers, 'mcp-session-id': id });
  const send = (method: string, params: object = {}, headers = defaultHeaders) => {
    const request = method.startsWith('notifications/') ? {} : { id: crypto.randomUUID() };
    const body = JSON.stringify({ jsonrpc: '2.0', ...request, method, params });
    return fetch(url, { method: 'POST', headers: all(headers), body });
  };
  await send('notifications/initialized');
  return {
    id,
    send,
    reply: (request, result) =>
      fetch(url, { method: 'POST', headers: all(), body: JSON.stringify({ jsonrpc: '2.0', id: request, result }) }),
    stream: (headers) => fetch(url, { headers: { ...all(headers), accept: 'text/event-stream' } }),
    end: (headers) => fetch(url, { method: 'DELETE', headers: all(headers) }),
  };
}

/** Returns the JSON-RPC response of an HTTP response, which is JSON or an SSE stream with one event. */
export async function responseIn(answer: Response): Promise<Record<string, unknown>> {
  const text = await answer.text();
  return JSON.parse(text.replace(/^[^{]*/, '')) as Record<string, unknown>;
}
