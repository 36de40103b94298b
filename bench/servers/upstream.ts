/** A platform without processing time: every request returns the same booking. Exits when its standard input ends. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const booking = {
  id: 'bk_1',
  service_id: 'svc_cleaning',
  status: 'confirmed',
  start_time: '2194-01-06T15:00:00Z',
  end_time: '2194-01-06T15:30:00Z',
  contact: { name: 'Ada Lovelace', email: 'ada@example.com', phone: '+12125550123' },
};
const body = Buffer.from(JSON.stringify({ data: booking }));
const headers = { 'content-type': 'application/json', 'content-length': body.length };

const server = createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(200, headers).end(body));
});
server.keepAliveTimeout = 120_000;
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
process.stdin.on('end', () => process.exit(0)).resume();
