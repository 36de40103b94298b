import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { type Listening, listen } from '../../src/lib/serve.ts';

/** Longer than any test may take: what ends only then hangs. */
const NEVER_MS = 600_000;

async function open(): Promise<{ server: Listening; socket: Socket; ended: Promise<unknown> }> {
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

it('closing waits for no connection that a client opened ahead and never used', async () => {
  const { server, ended } = await open();
  // The server has it as well: it answers one that came later.
  expect(await (await fetch(server.url)).text()).toBe('ok');
  await server.close();
  await ended;
});

it('closing waits for no connection that is kept for a next request', async () => {
  const { server, socket, ended } = await open();
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await once(socket, 'data');
  await server.close();
  await ended;
});

it('closing lets a request end that is half sent', async () => {
  const { server, socket, ended } = await open();
  socket.write('GET / HTTP/1.1\r\nHost: local');
  expect(await (await fetch(server.url)).text()).toBe('ok');
  const closed = server.close();
  const answer = once(socket, 'data');
  socket.write('host\r\n\r\n');
  expect(String((await answer)[0])).toMatch(/^HTTP\/1\.1 200/);
  await Promise.all([closed, ended]);
});
