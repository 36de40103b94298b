import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import {
  hostHeaderValidationResponse,
  type JSONRPCMessage,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
  type RequestId,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { listen } from '../../src/lib/http/serve.ts';
import { type ConnectionOptions, serveConnection } from '../../src/transport/stdio/connection.ts';
import { lineSource } from '../../src/transport/stdio/line-source.ts';
import { PROGRAM } from '../support/program.ts';

/** The streams of a stdio server. */
export interface Stdio {
  input: Writable;
  output: Readable;
  close(): Promise<void>;
}

/** The product's own stdio transport, in this process. */
export function stdioOf(options: Omit<ConnectionOptions, 'lines' | 'output'>): Stdio {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const connection = serveConnection({ ...options, lines: lineSource(input), output });
  return {
    input,
    output,
    async close() {
      input.end();
      await connection.closed;
    },
  };
}

/** The built program, as a client starts it. */
export function stdioOfProgram(args: readonly string[]): Stdio {
  const child = spawn(process.execPath, [PROGRAM, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  return {
    input: child.stdin,
    output: child.stdout,
    async close() {
      const ended = child.exitCode === null ? once(child, 'close') : undefined;
      child.stdin.end();
      await ended;
    },
  };
}

/**
 * Tests the stdio transport with the suite, which supports HTTP only: each HTTP session is relayed to a stdio connection
 * of its own, message by message.
 */
export async function serveSessions(start: () => Stdio) {
  const open = new Map<string, WebStandardStreamableHTTPServerTransport>();
  const ends = new Set<() => Promise<void>>();

  const openSession = async () => {
    const http = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void open.set(id, http),
      onsessionclosed: (id) => void open.delete(id),
    });
    const stdio = start();
    ends.add(stdio.close);
    relayMessages(http, stdio);
    await http.start();
    return http;
  };

  const server = await listen({
    host: '127.0.0.1',
    port: 0,
    onError: (error) => process.stderr.write(`${error.message}\n`),
    async fetch(request) {
      const refused =
        hostHeaderValidationResponse(request, localhostAllowedHostnames()) ??
        originValidationResponse(request, localhostAllowedOrigins());
      if (refused) return refused;
      const id = request.headers.get('mcp-session-id');
      const session = id === null ? await openSession() : open.get(id);
      return session?.handleRequest(request) ?? Response.json({ error: 'no such session' }, { status: 404 });
    },
  });
  return {
    url: `${server.url}/mcp`,
    async close() {
      await Promise.all([...open.values()].map((session) => session.close()));
      await Promise.all([...ends].map((end) => end()));
      await server.close();
    },
  };
}

/** Relays messages in both directions. Messages that the server initiates are sent on the stream of an open request, if any. */
function relayMessages(http: WebStandardStreamableHTTPServerTransport, { input, output, close }: Stdio): void {
  const openRequests = new Set<RequestId>();
  http.onmessage = (message) => {
    if ('method' in message && 'id' in message) openRequests.add(message.id);
    input.write(`${JSON.stringify(message)}\n`);
  };
  http.onclose = () => void close();
  createInterface({ input: output }).on('line', (line) => {
    const message: JSONRPCMessage = JSON.parse(line);
    const related = [...openRequests].at(-1);
    const isResponse = !('method' in message) && message.id !== undefined;
    if (isResponse) openRequests.delete(message.id as RequestId);
    void http.send(message, isResponse || related === undefined ? {} : { relatedRequestId: related });
  });
}
