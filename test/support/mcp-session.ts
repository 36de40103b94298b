/** A session of MCP 2025 over HTTP, request by request: what a client's library would hide. */
export interface RawSession {
  id: string;
  /** A request with the session's id, and whatever else is given. */
  send(method: string, params?: object, headers?: Record<string, string>): Promise<Response>;
  /** Answers what the server asked. */
  reply(id: unknown, result: object): Promise<Response>;
  /** The stream of what the server says by itself. */
  stream(headers?: Record<string, string>): Promise<Response>;
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

/** Begins a session. The headers given are sent with each of its requests that does not say others. */
export async function beginSession(url: string, usual: Record<string, string> = {}): Promise<RawSession> {
  const answer = await initialize(url, usual);
  const id = answer.headers.get('mcp-session-id');
  if (!answer.ok || id === null) throw new Error(`no session: ${answer.status} ${await answer.text()}`);
  await answer.text();
  const all = (headers = usual) => ({ ...COMMON, ...headers, 'mcp-session-id': id });
  const send = (method: string, params: object = {}, headers = usual) => {
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

/** The response that an answer has, as JSON or as the last event of a stream. */
export async function responseIn(answer: Response): Promise<Record<string, unknown>> {
  const text = await answer.text();
  return JSON.parse(text.replace(/^[^{]*/, '')) as Record<string, unknown>;
}
