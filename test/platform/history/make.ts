/**
 * A process of a history: `make.ts DATABASE PROCESS OPERATIONS DAYS SEED CLOSES`. Prints `ready`, waits for a line, and prints a
 * line for each request and each answer.
 */
import { once } from 'node:events';
import { systemClock } from '../../../src/lib/time/clock.ts';
import { openPlatform } from '../../../src/platform/index.ts';
import { seeded } from '../../support/faults.ts';
import { processClient } from '../support/client.ts';
import { business, CUSTOMERS, dateOf, NOW, RULES, SERVICES, startOf } from './business.ts';
import type { Entry, Operation } from './history.ts';

const [database = '', name = '', count = '', dayCount = '', seed = '', closes = ''] = process.argv.slice(2);
const CALLERS = 8;
const clock = { ...systemClock, now: () => Date.parse(NOW) };
// The clock of the events is not that of the database: after a minute they would be deleted for their age.
const deliveries = { retentionMs: Number.MAX_SAFE_INTEGER };
const platform = await openPlatform({ database, clock, business, deliveries });
const key = platform.issueProcessKey().reveal();
const send = processClient(platform.fetch);
const random = seeded(Number(seed));
const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
const now = () => performance.timeOrigin + performance.now();
const write = (entry: Entry) => process.stdout.write(`${JSON.stringify(entry)}\n`);

const booked: string[] = [];
let serial = 0;
const identify = () => `${name}-${++serial}`;
const randomStart = () => startOf(Math.floor(random() * Number(dayCount)), Math.floor(random() * 16));

function randomOperation(): Operation {
  const base = { id: identify(), sent: now() };
  const [which, booking] = [random(), pick(booked)];
  if (which > 0.85 && booking) return { ...base, kind: 'cancel', booking };
  if (which > 0.65 && booking) return { ...base, kind: 'move', booking, start: randomStart() };
  const service = pick(Object.keys(SERVICES));
  const person = random() < 0.3 ? pick(SERVICES[service]?.people ?? []) : undefined;
  const isNew = random() < 0.2;
  const customer = isNew ? `${base.id}@example.com` : `customer.${Math.floor(random() * CUSTOMERS)}@example.com`;
  return { ...base, kind: 'book', service, person, start: randomStart(), customer };
}

function requestOf({ kind, id, service, person, start, customer, booking }: Operation) {
  const start_time = new Date(start ?? 0).toISOString();
  const path = `/v1/bookings/${booking}`;
  if (kind === 'cancel') return { method: 'POST', path: `${path}/cancel`, body: {} };
  if (kind === 'move') return { method: 'PUT', path, body: { start_time, notes: id } };
  const body = {
    service_id: service,
    start_time,
    staff_id: person,
    contact: { name: 'N', email: customer },
    notes: id,
  };
  return { method: 'POST', path: '/v1/bookings', body };
}

async function run(operation: Operation, request = requestOf(operation)) {
  write({ sent: operation });
  const { status, body } = await send(request.method, request.path, { key, body: request.body });
  const affected = (body.data as { affected_bookings?: { booking_id: string }[] } | undefined)?.affected_bookings;
  write({
    answered: operation.id,
    at: now(),
    status,
    error: body.error,
    booking: body.data?.id as string,
    ...(affected ? { affected: affected.map(({ booking_id }) => booking_id) } : {}),
  });
  if (operation.kind === 'book' && status === 200) booked.push(body.data.id as string);
}

let remaining = Number(count);
async function caller() {
  while (remaining-- > 0) await run(randomOperation());
}

/** Closes every fifth day, one after the other while the others book. */
async function closeDays() {
  const closures: { from: string; to: string }[] = [];
  const total = remaining;
  for (let day = 0; day < Number(dayCount); day += 5) {
    const due = total * (1 - (day + 1) / Number(dayCount));
    while (remaining > due) await new Promise((resolve) => setTimeout(resolve, 5));
    closures.push({ from: dateOf(day), to: dateOf(day) });
    const request = { method: 'POST', path: '/v1/business/apply', body: { business: { closures } } };
    await run({ id: identify(), kind: 'close', sent: now(), day }, request as never);
  }
}

if (closes === 'true') {
  const applied = await send('POST', '/v1/business/apply', { key, body: { business: { rules: RULES } } });
  if (applied.status !== 200) throw new Error(JSON.stringify(applied.body));
}
console.log('ready');
await once(process.stdin, 'data');
await Promise.all([...Array.from({ length: CALLERS }, caller), ...(closes === 'true' ? [closeDays()] : [])]);
console.log('done');
await platform.close();
process.stdin.destroy();
