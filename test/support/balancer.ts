import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Port 1 is reserved (tcpmux): nothing listens there. */
const REFUSING = 'http://127.0.0.1:1';

/** A request that was forwarded to a target. */
export interface ForwardedRequest {
  /** Index of the target that received it last. */
  target: number;
  path: string;
  body: string;
  /** `broken`: the target closed the connection before the end of its response. */
  outcome: 'pending' | 'answered' | 'broken';
}

export interface Balancer {
  /** Base URL, without a path. */
  url: string;
  forwarded: ForwardedRequest[];
  /** Sets the listener, which is called for each request sent to a target. */
  onForward(listener: (request: ForwardedRequest) => void): void;
  /** Replaces a target. */
  replace(target: number, address: string): void;
  /** Refuses connections to a target that has ended, because another process may be given its port. */
  remove(target: number): void;
  close(): Promise<void>;
}

/**
 * A simple round-robin load balancer. It forwards to the next target if a connection is refused, and answers 502 if a
 * target closes the connection: it cannot know whether that target has processed the request.
 * @param addresses base URLs of the targets, without a path.
 * @param keepAlive reuses connections. A request on a connection that the target is closing fails, and it is unknown
 * whether it was read; so the default is one connection per request.
 * @param record false: `forwarded` stays empty, for long runs.
 */
export async function startBalancer(
  addresses: readonly string[],
  { record = true, keepAlive = false } = {},
): Promise<Balancer> {
  const targets = [...addresses];
  const agent = new Agent({ keepAlive, maxSockets: Number.POSITIVE_INFINITY });
  const forwarded: ForwardedRequest[] = [];
  let listener: (request: ForwardedRequest) => void = () => {};
  let nextTarget = 0;

  const server = createServer((incoming, outgoing) => {
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.on('end', () => {
      const body = Buffer.concat(parts);
      const entry: ForwardedRequest = {
        target: nextTarget++ % targets.length,
        path: incoming.url ?? '/',
        body: record ? body.toString() : '',
        outcome: 'pending',
      };
      if (record) forwarded.push(entry);
      forward(incoming, outgoing, body, entry, targets.length);
    });
  });

  function forward(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    body: Buffer,
    entry: ForwardedRequest,
    tries: number,
  ): void {
    const { method, headers, url: path } = incoming;
    const target = new URL(targets[entry.target] as string);
    const sent = request({ agent, hostname: target.hostname, port: target.port, method, path, headers });
    const broken = () => {
      if (entry.outcome !== 'pending') return;
      entry.outcome = 'broken';
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(502, { 'content-type': 'text/plain' }).end('The upstream server closed the connection.');
    };
    sent.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      outgoing.flushHeaders();
      answer.on('error', broken);
      answer.on('end', () => {
        if (answer.complete) entry.outcome = 'answered';
      });
      answer.on('close', broken);
      answer.pipe(outgoing);
    });
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' && tries > 1) {
        entry.target = (entry.target + 1) % targets.length;
        forward(incoming, outgoing, body, entry, tries - 1);
      } else broken();
    });
    // If the client disconnects from a stream, the upstream request must end, too.
    outgoing.on('close', () => {
      if (!outgoing.writableFinished) sent.destroy();
    });
    sent.end(body);
    listener(entry);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    forwarded,
    onForward(next) {
      listener = next;
    },
    remove(target) {
      targets[target] = REFUSING;
    },
    replace(target, address) {
      targets[target] = address;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
        agent.destroy();
      }),
  };
}
