import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FEW_REQUESTS, networkSender } from '../../src/api/network/network-sender.ts';
import type { NetworkSender } from '../../src/api/network/options.ts';
import { SendError, type WireRequest } from '../../src/api/sender.ts';
import { Deadline } from '../../src/lib/concurrency/deadline.ts';
import { SENDERS } from '../support/senders.ts';
import { json, startUpstream, type Upstream } from '../support/upstream.ts';

describe.each(SENDERS)('the network sender with %s', (_name, createSender) => {
  let upstream: Upstream;
  let network: NetworkSender;

  beforeAll(async () => {
    upstream = await startUpstream();
  });
  afterAll(() => upstream.close());
  beforeEach(() => {
    network = createSender();
  });
  afterEach(() => network.close());

  const request = (more: Partial<WireRequest> = {}): WireRequest => ({
    method: 'GET',
    url: new URL('/path?query=1', upstream.url),
    headers: {},
    body: null,
    deadline: new Deadline(5_000),
    maxBytes: 1_000_000,
    ...more,
  });

  it('reads status, headers in lower case and a body of many parts, and joins repeated headers', async () => {
    const text = '“é漢字😀”'.repeat(50_000);
    upstream.behave((_request, response) => {
      response.setHeader('X-Repeated', ['a', 'b']).writeHead(418);
      const bytes = Buffer.from(text);
      for (let at = 0; at < bytes.length; at += 9_973) response.write(bytes.subarray(at, at + 9_973));
      response.end();
    });
    const { status, headers, body } = await network.send(request({ maxBytes: 10_000_000 }));
    expect({ status, repeated: headers['x-repeated']?.replace(' ', '') }).toEqual({ status: 418, repeated: 'a,b' });
    expect(body).toBe(text);
  });

  it('sends a body with its length, and a write without one with the length 0', async () => {
    upstream.behave(json(200, {}));
    await network.send(request({ method: 'POST', body: '{"name":"Zoë"}' }));
    await network.send(request({ method: 'PATCH' }));
    await network.send(request());
    expect(
      upstream.received.slice(-3).map(({ method, body, headers }) => [method, body, headers['content-length']]),
    ).toEqual([
      ['POST', '{"name":"Zoë"}', '15'],
      ['PATCH', '', '0'],
      ['GET', '', undefined],
    ]);
  });

  it('uses an idle connection again, and not one that the platform has closed', async () => {
    const sockets: Socket[] = [];
    const server = createServer((_request, response) => response.end('{}'));
    server.on('connection', (socket) => sockets.push(socket));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    await network.send(request({ url }));
    await setImmediate();
    await network.send(request({ url }));
    expect(sockets).toHaveLength(1);
    // Closed when the other side has closed it, too.
    await Promise.all([once(sockets[0] as Socket, 'close'), sockets[0]?.end()]);
    expect((await network.send(request({ url }))).status).toBe(200);
    expect(sockets).toHaveLength(2);
    server.close();
    server.closeAllConnections();
  });

  it('states that a request on an idle connection may have been sent when the connection breaks', async () => {
    upstream.behave(json(200, {}));
    await network.send(request());
    upstream.behave((_request, response) => response.destroy());
    const failed = network.send(request({ method: 'POST', body: '{}' }));
    await expect(failed).rejects.toMatchObject({ failure: 'connection_lost', sent: true });
  });

  it('states that the connection was lost if the platform changes the protocol', async () => {
    const server = createTcpServer((socket) => {
      socket.once('data', () =>
        socket.end('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
      );
      socket.on('error', () => {});
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    await expect(network.send(request({ url }))).rejects.toMatchObject({ sent: true });
    server.close();
  });

  it('sends nothing after the deadline', async () => {
    const before = upstream.received.length;
    const deadline = new Deadline(0);
    await expect.poll(() => deadline.over).toBe(true);
    await expect(network.send(request({ deadline }))).rejects.toMatchObject({ failure: 'timeout', sent: false });
    expect(upstream.received).toHaveLength(before);
  });

  it('sends no request whose header has a line break', async () => {
    const before = upstream.received.length;
    const failed = network.send(request({ headers: { 'x-note': 'a\r\nx-evil: b' } }));
    await expect(failed).rejects.toBeInstanceOf(SendError);
    expect(upstream.received).toHaveLength(before);
  });

  it('closes after the answers of open requests', async () => {
    let answer = () => {};
    upstream.behave((received, response) => {
      answer = () => json(200, {})(received, response);
    });
    const closed = createSender();
    const open = closed.send(request());
    const before = upstream.received.length;
    await expect.poll(() => upstream.received.length).toBeGreaterThan(before);
    let isClosed = false;
    const closing = closed.close().then(() => {
      isClosed = true;
    });
    expect(isClosed).toBe(false);
    answer();
    expect((await open).status).toBe(200);
    await closing;
    expect(isClosed).toBe(true);
  });
});

it('networkSender answers all requests of a process that sends few at first and then many, and closes all connections', async () => {
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => response.end(request.url));
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { send, close } = networkSender();
  const request = { method: 'GET', headers: {}, body: null, maxBytes: 100 };
  const sendAll = (paths: readonly string[]) =>
    Promise.all(
      paths.map(async (path) => {
        const deadline = new Deadline(10_000);
        const { body } = await send({ ...request, url: new URL(path, url), deadline });
        deadline.end();
        return body;
      }),
    );
  const paths = Array.from({ length: FEW_REQUESTS + 10 }, (_, at) => `/${at}`);
  // The first time it changes to undici, which sends all of the second time.
  for (let time = 0; time < 2; time++) expect(await sendAll(paths)).toEqual(paths);
  expect(sockets.size).toBeGreaterThan(1);
  await close();
  await expect.poll(() => sockets.size).toBe(0);
  server.close();
});
