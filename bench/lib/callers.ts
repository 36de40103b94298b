import { createInterface } from 'node:readline';
import { type Dispatcher, Pool } from 'undici';
import type { Child } from './process.ts';

/** The protocol of minimal clients, whose own cost is negligible compared with the server's. */
export type Era = '2025-11-25' | '2026-07-28';
export const ERAS: readonly Era[] = ['2025-11-25', '2026-07-28'];

export interface BenchClient {
  /** Calls a tool and returns its result; rejects if that is an error. */
  call(name: string, args: Record<string, unknown>): Promise<unknown>;
  list(): Promise<unknown>;
  close(): Promise<void>;
}

const INFO = { name: 'bench', version: '1.0.0' };
const HANDSHAKE = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: INFO };
const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': INFO,
  'io.modelcontextprotocol/clientCapabilities': {},
};

interface Message {
  id?: number;
  result?: { isError?: boolean; content?: unknown };
  error?: { message: string };
}

type Params = Record<string, unknown>;
type Request = (method: string, params: Params) => Promise<Message>;

const withEnvelope = (era: Era, params: Params): Params =>
  era === '2026-07-28' ? { ...params, _meta: ENVELOPE } : params;

function client(request: Request, close: () => Promise<void>): BenchClient {
  const checked = async (method: string, params: Params) => {
    const { result, error } = await request(method, params);
    if (error || !result || result.isError) throw new Error(`${method}: ${JSON.stringify(error ?? result)}`);
    return result;
  };
  return {
    call: (name, args) => checked('tools/call', { name, arguments: args }),
    list: () => checked('tools/list', {}),
    close,
  };
}

export async function stdioClient(child: Child, era: Era): Promise<BenchClient> {
  const waiting = new Map<number, (message: Message) => void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line) as Message;
    if (message.id === undefined) return;
    waiting.get(message.id)?.(message);
    waiting.delete(message.id);
  });
  let lastId = 0;
  const request: Request = (method, params) =>
    new Promise((resolve) => {
      const id = ++lastId;
      waiting.set(id, resolve);
      const message = { jsonrpc: '2.0', id, method, params: withEnvelope(era, params) };
      child.stdin.write(`${JSON.stringify(message)}\n`);
    });
  if (era === '2025-11-25') {
    await request('initialize', HANDSHAKE);
    child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  } else {
    await request('server/discover', {});
  }
  return client(request, async () => void child.stdin.end());
}

export function httpClient(url: string, era: Era, connections: number): BenchClient {
  const { origin, pathname: path } = new URL(url);
  const pool = new Pool(origin, { connections });
  let lastId = 0;
  const request: Request = async (method, params) => {
    const headers: Record<string, string> = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': era,
    };
    if (era === '2026-07-28') {
      headers['mcp-method'] = method;
      if (typeof params.name === 'string') headers['mcp-name'] = params.name;
    }
    const body = JSON.stringify({ jsonrpc: '2.0', id: ++lastId, method, params: withEnvelope(era, params) });
    const text = await send(pool, { method: 'POST', path, headers, body });
    return JSON.parse(text.startsWith('{') ? text : (/^data: (.*)$/m.exec(text)?.[1] ?? 'null')) as Message;
  };
  return client(request, () => pool.close());
}

/**
 * Sends a request and returns the text of its response. The handlers of undici cost less than half of `request`, which makes
 * a stream of each body: a client that takes most of the time cannot show which server is faster.
 */
function send(pool: Pool, request: Dispatcher.DispatchOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    pool.dispatch(request, {
      onRequestStart() {},
      onResponseStart() {},
      onResponseData: (_controller, chunk) => void chunks.push(chunk),
      onResponseEnd: () => resolve(Buffer.concat(chunks).toString()),
      onResponseError: (_controller, error) => reject(error),
    });
  });
}
