import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { MAX_PIPELINED } from '../../src/lib/http/connection-limit.ts';
import { type ClientTimeouts, listen, type RunningServer } from '../../src/lib/http/serve.ts';

/** Longer than the timeout of a test: a test that waits for it fails. */
const NEVER_MS = 600_000;

async function open(): Promise<{ server: RunningServer; socket: Socket; ended: Promise<unknown> }> {
  const server = await listen({
    host: '127.0.0.1',
    port: 0,
    fetch: () => new Response('ok'),
    drainMs: NEVER_MS,
    onError: (error) => {
      throw error;
    },
  });
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  await once(socket, 'connect');
  return { server, socket, ended: once(socket.resume(), 'close') };
}

it('the server announces a keep-alive timeout that is longer than that of proxies', async () => {
  const { server, socket, ended } = await open();
  const answer = await fetch(server.url);
  expect(answer.headers.get('keep-alive')).toBe('timeout=75');
  expect(await answer.text()).toBe('ok');
  socket.destroy();
  await Promise.all([server.close(), ended]);
});

it('close does not wait for a connection without any request', async () => {
  const { server, ended } = await open();
  // The server has it as well: it answers one that came later.
  expect(await (await fetch(server.url)).text()).toBe('ok');
  await server.close();
  await ended;
});

it('close does not wait for an idle keep-alive connection', async () => {
  const { server, socket, ended } = await open();
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await once(socket, 'data');
  await server.close();
  await ended;
});

it('close waits for the answers to all requests that were sent before', async () => {
  const { server, socket } = await open();
  // The server has the connection: it answers one that came later.
  expect(await (await fetch(server.url)).text()).toBe('ok');
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const answer = once(socket, 'data');
  const closed = server.close();
  // Longer than the server looks away, so that it looks at the connection before it reads it.
  for (const until = performance.now() + 100; performance.now() < until; );
  expect(String((await answer)[0])).toMatch(/^HTTP\/1\.1 200/);
  await closed;
});

it('close answers requests on connections that are not accepted yet', async () => {
  const { server, socket } = await open();
  const late = connect(Number(new URL(server.url).port), '127.0.0.1');
  late.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const answer = once(late, 'data');
  // The system has connected it by then; the server has had no time to hear of it.
  await new Promise<void>((resolve) => process.nextTick(resolve));
  const closed = server.close();
  expect(String((await answer)[0])).toMatch(/^HTTP\/1\.1 200/);
  socket.destroy();
  await closed;
});

it('close waits for a request that is partly sent', async () => {
  const { server, socket, ended } = await open();
  socket.write('GET / HTTP/1.1\r\nHost: local');
  expect(await (await fetch(server.url)).text()).toBe('ok');
  const closed = server.close();
  const answer = once(socket, 'data');
  socket.write('host\r\n\r\n');
  expect(String((await answer)[0])).toMatch(/^HTTP\/1\.1 200/);
  await Promise.all([closed, ended]);
});

/** A server with short timeouts, and the outcome of its response: written completely or not. */
async function impatient(patience: Partial<ClientTimeouts>, answer: () => Response = () => new Response('ok')) {
  let ended = (_written: boolean) => {};
  const written = new Promise<boolean>((resolve) => {
    ended = resolve;
  });
  const server = await listen({
    host: '127.0.0.1',
    port: 0,
    timeouts: patience,
    fetch: (_request, { outgoing }) => {
      outgoing.once('close', () => ended(outgoing.writableFinished));
      return answer();
    },
    onError: () => {},
  });
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  await once(socket, 'connect');
  return { server, socket, written };
}

it.each([
  ['headers', { headersMs: 100, requestMs: 100 }, 'GET / HTTP/1.1\r\nHost: local'],
  ['a body', { headersMs: 100, requestMs: 100 }, 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nslow'],
])('a client that does not finish %s is cut off', async (_what, patience, sent) => {
  const { server, socket } = await impatient(patience, () => new Response(new ReadableStream()));
  let text = '';
  socket.on('data', (part) => {
    text += part;
  });
  const closed = once(socket, 'close');
  socket.write(sent);
  await closed;
  // An error cannot be written into a partly sent response, which remains incomplete.
  expect(text).toMatch(
    sent.startsWith('POST') ? /^(HTTP\/1\.1 200[\s\S]*\r\n\r\n)?$/ : /^HTTP\/1\.1 408 Request Timeout/,
  );
  await server.close();
});

it('a client that does not read its response is disconnected', async () => {
  const chunk = new Uint8Array(1024 * 1024);
  const endless = () => new Response(new ReadableStream({ pull: (stream) => stream.enqueue(chunk) }));
  const { server, socket, written } = await impatient({ sendMs: 200 }, endless);
  socket.on('error', () => {});
  socket.pause();
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  expect(await written).toBe(false);
  socket.destroy();
  await server.close();
});

it('a client that reads slowly is not disconnected', async () => {
  const chunk = new Uint8Array(64 * 1024);
  const parts = 200;
  let sent = 0;
  const stream = () =>
    new Response(
      new ReadableStream({
        pull(controller) {
          if (sent++ < parts) controller.enqueue(chunk);
          else controller.close();
        },
      }),
    );
  const { server, socket, written } = await impatient({ sendMs: 60_000 }, stream);
  let received = 0;
  socket.on('data', (part) => {
    received += part.length;
    socket.pause();
    setImmediate(() => socket.resume());
  });
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  expect(await written).toBe(true);
  expect(received).toBeGreaterThan(0);
  socket.destroy();
  await server.close();
});

it('a connection with more than 100 open requests is closed', async () => {
  let requests = 0;
  const server = await listen({
    host: '127.0.0.1',
    port: 0,
    fetch: () => {
      requests++;
      return new Promise(() => {});
    },
    drainMs: 100,
    onError: () => {},
  });
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  const ended = once(socket.resume(), 'close');
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(MAX_PIPELINED + 50));
  await ended;
  expect(requests).toBeLessThanOrEqual(MAX_PIPELINED + 1);
  await server.close();
});

const GET = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

/** A server that answers `/held` when `answer` is called, `/last` as the last request of its connection, all others at once. */
async function holding() {
  const handled: string[] = [];
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const server = await listen({
    host: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const path = new URL(request.url).pathname;
      handled.push(`${path} ${(await request.text()).length}`);
      if (path === '/held') await answered;
      return new Response(`answer to ${path}\n`, { headers: path === '/last' ? { connection: 'close' } : {} });
    },
    drainMs: 100,
    onError: () => {},
  });
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  await once(socket, 'connect');
  let text = '';
  const ended = once(
    socket
      .on('error', () => {})
      .on('data', (part) => {
        text += part;
      }),
    'close',
  );
  return { server, socket, handled, answer, ended, answers: () => text.match(/answer to .*/g) };
}

it('each pipelined request is handled after the response to the one before', async () => {
  const { server, socket, handled, answer, ended, answers } = await holding();
  const body = 'x'.repeat(200_000);
  const post = `POST /second HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  socket.write(GET('/held') + post + GET('/third') + GET('/last'));
  await expect.poll(() => handled).toEqual(['/held 0']);
  // The server has had the time to read what it does not handle yet.
  for (let times = 0; times < 3; times++) await (await fetch(server.url)).text();
  expect(handled.filter((path) => path !== '/ 0')).toEqual(['/held 0']);
  answer();
  await ended;
  expect(handled.filter((path) => path !== '/ 0')).toEqual(['/held 0', '/second 200000', '/third 0', '/last 0']);
  expect(answers()).toEqual(['/held', '/second', '/third', '/last'].map((path) => `answer to ${path}`));
  await server.close();
});

it('a request that was pipelined behind the last one of its connection is not handled', async () => {
  const { server, socket, handled, ended, answers } = await holding();
  socket.write(GET('/first') + GET('/last') + GET('/never'));
  await ended;
  expect(answers()).toEqual(['answer to /first', 'answer to /last']);
  expect(handled).toEqual(['/first 0', '/last 0']);
  await server.close();
});

it('a request that was pipelined on a connection that has ended is not handled', async () => {
  const { server, socket, handled, answer, ended } = await holding();
  socket.write(GET('/held') + GET('/never'));
  await expect.poll(() => handled).toEqual(['/held 0']);
  socket.resetAndDestroy();
  await ended;
  expect(await (await fetch(server.url)).text()).toBe('answer to /\n');
  answer();
  expect(await (await fetch(server.url)).text()).toBe('answer to /\n');
  expect(handled).toEqual(['/held 0', '/ 0', '/ 0']);
  await server.close();
});

it('a connection ends if it pipelines a request behind one that Node itself refuses', async () => {
  const { server, socket, handled, ended } = await holding();
  socket.write(`GET / HTTP/1.1\r\nHost: localhost\r\nExpect: nothing\r\n\r\n${GET('/never')}`);
  await ended;
  expect(handled).toEqual([]);
  await server.close();
});

it('a new connection beyond the limit closes the one that has been idle for longest', async () => {
  const server = await listen({
    host: '127.0.0.1',
    port: 0,
    fetch: (request) =>
      request.url.endsWith('/slow') ? new Promise<Response>(() => {}) : Response.json({ answered: true }),
    maxConnections: 3,
    drainMs: 100,
    onError: () => {},
  });
  const open = async (text: string) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.on('error', () => {}).write(text);
    return socket.resume();
  };
  const busy = await open('GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const oldest = await open('GET / HTTP/1.1\r\nHost: local');
  const newer = await open('GET / HTTP/1.1\r\nHost: local');
  const closed = once(oldest, 'close');
  // The server has read the first request by then.
  const answer = await fetch(server.url);
  expect(await answer.json()).toEqual({ answered: true });
  await closed;
  expect([busy.closed, newer.closed]).toEqual([false, false]);
  for (const socket of [busy, newer]) socket.destroy();
  await server.close();
});
