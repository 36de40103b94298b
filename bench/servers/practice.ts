/**
 * A platform of another vendor with the records of a large business, and no extension: precomputed pages, newest first, and
 * calls with their transcripts, sent after a delay. `GET /received` tells what was requested since the last such question.
 * Arguments: bookings, delay of each answer in milliseconds. Exits when its standard input ends.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLargeBusiness, type Invented } from '../lib/large/business.ts';

const [bookings = 20_000, latency = 0] = process.argv.slice(2).map(Number);
const PER_PAGE = 100;
const business = createLargeBusiness(bookings);

const time = (ms: number) => new Date(ms).toISOString();

function contact({ id, name, email, phone, created_at }: Invented['contacts']) {
  return { id, name, email, phone, created_at: time(created_at) };
}

function booking(row: Invented['bookings']) {
  const { id, service_id, staff_id, contact_id, status, notes } = row;
  return {
    ...{ id, service_id, staff_id, contact_id, status, notes },
    contact: { name: row.contact_name, email: row.contact_email, phone: row.contact_phone },
    ...{ start_time: time(row.start_time), end_time: time(row.end_time) },
    ...{ created_at: time(row.created_at), updated_at: time(row.updated_at) },
    cancelled_at: row.cancelled_at === null ? null : time(row.cancelled_at),
  };
}

function call(row: Invented['calls']) {
  const { id, direction, status, phone, contact_id, duration_seconds, outcome, language, booking_id } = row;
  return {
    ...{ id, direction, status, phone, contact_id, duration_seconds, outcome, language, booking_id },
    ...{ started_at: time(row.started_at), ended_at: time(row.ended_at) },
  };
}

const newestFirst = <T>(count: number, make: (position: number) => T) =>
  Array.from({ length: count }, (_, index) => make(count - index));
const { sizes } = business;
const calls = newestFirst(sizes.calls, business.call);
const lists: Record<string, object[]> = {
  services: business.base.services.map(({ staff_ids: _, ...service }) => service),
  contacts: newestFirst(sizes.contacts, (position) => contact(business.contact(position))),
  bookings: newestFirst(sizes.bookings, (position) => booking(business.booking(position))),
  calls: calls.map(call),
};

/** Serialized responses by path: pages of lists, and calls with their transcripts. */
const responses = new Map<string, Buffer>();
/** Those of single contacts and bookings. */
const singles = new Map<string, object>();
for (const name of ['contacts', 'bookings']) {
  for (const record of lists[name] as { id: string }[]) singles.set(`${name}/${record.id}`, { data: record });
}
for (const [name, records] of Object.entries(lists)) {
  for (let page = 1; page === 1 || (page - 1) * PER_PAGE < records.length; page++) {
    const data = records.slice((page - 1) * PER_PAGE, page * PER_PAGE);
    const meta = { total: records.length, page, per_page: PER_PAGE, has_more: page * PER_PAGE < records.length };
    responses.set(`${name}?page=${page}`, Buffer.from(JSON.stringify({ data, meta })));
  }
}
for (const row of calls) {
  const data = { ...call(row), summary: row.summary, transcript: JSON.parse(row.transcript_json) };
  responses.set(`calls/${row.id}`, Buffer.from(JSON.stringify({ data })));
}

let requests = 0;
/** When the first request was received and the last response was sent. */
let [firstAt, lastAt] = [0, 0];
const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const send = (status: number, body: Buffer) =>
    response.writeHead(status, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
  if (pathname === '/received') {
    const bytes = [...responses.values()].reduce((sum, body) => sum + body.length, 0);
    send(200, Buffer.from(JSON.stringify({ requests, ms: lastAt - firstAt, bytes, paths: [...responses.keys()] })));
    [requests, firstAt, lastAt] = [0, 0, 0];
    return;
  }
  const name = pathname.replace('/api/v1/', '');
  if (name !== 'capabilities') {
    firstAt ||= performance.now();
    requests++;
  }
  if (latency > 0) await sleep(latency);
  lastAt = performance.now();
  const single = singles.get(name);
  const body = single
    ? Buffer.from(JSON.stringify(single))
    : responses.get(name in lists ? `${name}?page=${searchParams.get('page') ?? 1}` : name);
  if (body) send(200, body);
  else send(404, Buffer.from('{"error":"not_found","message":"Not found"}'));
});
server.keepAliveTimeout = 120_000;
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
process.stdin.on('end', () => process.exit(0)).resume();
