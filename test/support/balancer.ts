import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that was passed on. */
export interface ForwardedRequest {
  /** Which of the targets had it last. */
  target: number;
  path: string;
  body: string;
  /** `broken`: the target ended the connection before its answer was whole. */
  outcome: 'under way' | 'answered' | 'broken';
}

export interface Balancer {
  /** Without a path. */
  url: string;
  forwarded: ForwardedRequest[];
  /** Told of each request when it is sent to a target. */
  onForward(listener: (passed: ForwardedRequest) => void): void;
  /** Puts another target in the place of one. */
  replace(target: number, address: string): void;
  close(): Promise<void>;
}

/**
 * A plain round-robin proxy, as operators put before replicas. It asks the next one where nobody takes the connection,
 * and answers 502 where a target breaks off: whether that one did its work it cannot know.
 * @param addresses base addresses, without a path.
 * @param keepAlive whether connections are used again. What is sent on one that is just being closed fails, and nobody
 * knows whether it was read: where none may fail, each request has one of its own.
 * @param remember false: `passed` stays empty, for long runs.
 */
export async function startBalancer(
  addresses: readonly string[],
  { remember = true, keepAlive = false } = {},
): Promise<Balancer> {
  const targets = [...addresses];
  const agent = new Agent({ keepAlive, maxSockets: Number.POSITIVE_INFINITY });
  const passed: ForwardedRequest[] = [];
  let listener: (passed: ForwardedRequest) => void = () => {};
  let turn = 0;

  const server = createServer((incoming, outgoing) => {
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.on('end', () => {
      const body = Buffer.concat(parts);
      const entry: ForwardedRequest = {
        target: turn++ % targets.length,
        path: incoming.url ?? '/',
        body: remember ? body.toString() : '',
        outcome: 'under way',
      };
      if (remember) passed.push(entry);
      pass(incoming, outgoing, body, entry, targets.length);
    });
  });

  function pass(
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
      if (entry.outcome !== 'under way') return;
      entry.outcome = 'broken';
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(502, { 'content-type': 'text/plain' }).end('The server behind this proxy broke off.');
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
        pass(incoming, outgoing, body, entry, tries - 1);
      } else broken();
    });
    // Whoever listens and goes away must not be listened for any longer.
    outgoing.on('close', () => {
      if (!outgoing.writableFinished) sent.destroy();
    });
    sent.end(body);
    listener(entry);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    forwarded: passed,
    onForward(next) {
      listener = next;
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
