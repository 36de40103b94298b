import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { readAddress } from '../../../src/lib/postgres/address.ts';
import { isLost } from '../../../src/lib/postgres/errors.ts';
import { openPools } from '../../../src/lib/postgres/pool.ts';

/** A message of a PostgreSQL server: type, length and content (protocol 3.0, "Message Formats"). */
function message(type: string, content: Buffer): Buffer {
  const header = Buffer.alloc(5);
  header.write(type);
  header.writeInt32BE(content.length + 4, 1);
  return Buffer.concat([header, content]);
}

const FATAL = ['SFATAL', 'VFATAL', 'C57P01', 'Mterminating connection due to administrator command', '', ''].join('\0');

it('a connection that the server ends right after it is opened rejects its query, and does not end the process', async () => {
  // Ready and ended in one packet: the pool hands the connection over between its two listeners.
  const opened = [message('R', Buffer.alloc(4)), message('Z', Buffer.from('I')), message('E', Buffer.from(FATAL))];
  const server = createServer((socket) => {
    socket.on('error', () => {}).once('data', () => socket.end(Buffer.concat(opened)));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const pools = await openPools(readAddress(`postgres://me:secret@127.0.0.1:${port}/team?sslmode=disable`));
  onTestFinished(() => pools.close());
  const connection = await pools.reader.connect();
  const error = await connection.query('select 1', []).catch((reason: unknown) => reason);
  connection.release();
  // Transactions that fail so are repeated.
  expect(isLost(error)).toBe(true);
});

it('after a connection that was not opened in time, another one is not tried for some seconds', async () => {
  let tried = 0;
  const silent = createServer((socket) => {
    tried++;
    socket.on('error', () => {});
  });
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void silent.close());
  const { port } = silent.address() as AddressInfo;
  const url = `postgres://me:secret@127.0.0.1:${port}/team?sslmode=disable&connect_timeout=1`;
  const pools = await openPools(readAddress(url));
  onTestFinished(() => pools.close());
  const first = await pools.reader.connect().catch((reason: unknown) => reason);
  expect(String(first)).toContain('timeout');
  expect(await pools.writer.connect().catch((reason: unknown) => reason)).toBe(first);
  expect(tried).toBe(1);
});
