/**
 * A platform with long lists and no processing time: precomputed pages, sent after a delay. Used to measure its client.
 * Arguments: records per list, delay of each answer in milliseconds. Exits when its standard input ends.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const [records = 10_000, latency = 0] = process.argv.slice(2).map(Number);
const PER_PAGE = 100;
const START = Date.UTC(2026, 0, 5, 9);
const NOTES = ['first visit', 'prefers mornings', 'asked for Dr. Kim', 'allergic to latex', 'brings a wheelchair'];

const time = (ms: number) => new Date(ms).toISOString();
const phone = (index: number) => `+1212555${String(index % 10_000).padStart(4, '0')}`;

function booking(index: number): object {
  // Not sorted by time: 7919 is coprime to every list length in use, so that each time occurs once.
  const start = START + ((index * 7_919) % records) * 1_800_000;
  const cancelled = index % 9 === 0;
  return {
    id: `bk_${String(index).padStart(8, '0')}`,
    service_id: `svc_${index % 7}`,
    start_time: time(start),
    end_time: time(start + 1_800_000),
    status: cancelled ? 'cancelled' : 'confirmed',
    staff_id: `stf_${index % 5}`,
    contact_id: `ct_${index % 4_000}`,
    contact: { name: `Customer ${index}`, email: `customer.${index}@example.com`, phone: phone(index) },
    notes: `${NOTES[index % NOTES.length]}, reference ${index}`,
    created_at: time(START - index * 60_000),
    updated_at: time(START - index * 60_000),
    cancelled_at: cancelled ? time(START) : null,
  };
}

function call(index: number): object {
  return {
    id: `call_${String(index).padStart(8, '0')}`,
    direction: 'inbound',
    status: index % 11 === 0 ? 'missed' : 'completed',
    phone: phone(index),
    contact_id: `ct_${index % 4_000}`,
    started_at: time(START - index * 600_000),
    duration_seconds: 30 + (index % 300),
    outcome: index % 3 === 0 ? 'booked' : 'question_answered',
  };
}

/** Serialized pages, created by the first request for each. */
const pages = new Map<string, Buffer>();

function page(list: string, number: number): Buffer {
  const known = pages.get(`${list} ${number}`);
  if (known) return known;
  const make = list === 'calls' ? call : booking;
  const from = (number - 1) * PER_PAGE;
  const data = Array.from({ length: Math.max(0, Math.min(PER_PAGE, records - from)) }, (_, index) =>
    make(from + index),
  );
  const meta = { total: records, page: number, per_page: PER_PAGE, has_more: number * PER_PAGE < records };
  const body = Buffer.from(JSON.stringify({ data, meta }));
  pages.set(`${list} ${number}`, body);
  return body;
}

const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  if (latency > 0) await sleep(latency);
  const body = page(pathname.split('/').at(-1) ?? '', Number(searchParams.get('page') ?? 1));
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
});
server.keepAliveTimeout = 120_000;
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
process.stdin.on('end', () => process.exit(0)).resume();
