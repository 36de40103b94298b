import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { listen } from '../../../src/lib/http/serve.ts';

/** More than the event loop of Node 20 accepts in one turn, which is one. */
const CONNECTIONS = 50;

/** Sends a request on each of many new connections, and reports how many are open, and then each end. */
const CLIENT = `
  const { parentPort, workerData: { port, count, gate } } = require('node:worker_threads');
  const { connect } = require('node:net');
  let open = 0;
  for (let number = 0; number < count; number++) {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write('GET / HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n');
      if (++open < count) return;
      Atomics.store(gate, 0, 1);
      Atomics.notify(gate, 0);
    });
    let answer = '';
    socket.on('data', (part) => (answer += part));
    socket.on('error', (error) => (answer = error.code));
    socket.on('close', () => parentPort.postMessage(answer.split('\\r\\n')[0]));
  }
`;

describe('a server that is closed', () => {
  it('answers the requests of all connections that the system has accepted before', async () => {
    const server = await listen({
      host: '127.0.0.1',
      port: 0,
      fetch: () => new Response('answered'),
      onError: (error) => {
        throw error;
      },
    });
    const gate = new Int32Array(new SharedArrayBuffer(4));
    const workerData = { port: Number(new URL(server.url).port), count: CONNECTIONS, gate };
    const client = new Worker(CLIENT, { eval: true, workerData });
    const ends: string[] = [];
    client.on('message', (end: string) => ends.push(end));
    await once(client, 'online');
    // The event loop accepts none of them meanwhile.
    Atomics.wait(gate, 0, 0, 30_000);
    await server.close();
    await once(client, 'exit');
    expect(ends).toEqual(Array(CONNECTIONS).fill('HTTP/1.1 200 OK'));
  });
});
