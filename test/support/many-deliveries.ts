import type { ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import type { Notification } from '../../src/contract/index.ts';
import { startChild } from '../platform/support/child.ts';
import { processClient } from '../platform/support/client.ts';
import { smallBusiness } from '../platform/support/fixture.ts';
import { QUICK } from '../platform/support/quick.ts';
import { seeded } from './faults.ts';
import { openHour } from './open-hours.ts';
import { type StartedPlatform, startPlatform } from './platform.ts';
import { json, type Received, startUpstream, type Upstream } from './upstream.ts';

export interface DeliveryRun {
  events: number;
  subscribers?: number;
  /** Share of requests that a subscriber fails, 0 to 1. */
  rate?: number;
  seed: number;
  /** Database to use. Default: a new one of the engine under test. */
  database?: string;
  /** Called regularly with the number of deliveries that have arrived and the total. */
  progress?: (arrived: number, total: number) => void;
}

/** Statistics of one subscriber. */
export interface Arrivals {
  requests: number;
  /** Distinct events that it accepted. */
  events: number;
  /** Requests that it failed. */
  failures: number;
  /** Requests with an event that it had already accepted. */
  repeated: number;
}

export interface DeliveryReport {
  events: number;
  subscribers: Arrivals[];
  /** Descriptions of violated guarantees. Expected to be empty. */
  faults: string[];
  /** Latency from event to arrival in milliseconds, without other load or failures. */
  quiet: { median: number; slowest: number };
  seconds: number;
}

type Failure = (response: ServerResponse) => void;
/** Failures of subscribers. With the last one the subscriber has accepted the event, but its response is lost. */
const FAILURES: readonly Failure[] = [
  (response) => response.writeHead(500).end(),
  (response) => response.writeHead(503).end('busy'),
  (response) => response.writeHead(429).end(),
  (response) => response.writeHead(302, { location: '/elsewhere' }).end(),
  (response) => response.socket?.end('what?\r\n\r\n'),
  (response) => response.destroy(),
];
const silence: Failure = () => {};
/** One in this many failures is silence, which costs a full timeout. */
const FAILURES_PER_SILENCE = 50;
/** Milliseconds without an arrival after which the run is abandoned. */
const STALL_TIMEOUT_MS = 60_000;

/** Delivers many events from two processes to subscribers that often fail. The same seed plans the same failures. */
export async function runDeliveries(run: DeliveryRun): Promise<DeliveryReport> {
  const { events, subscribers = 5, rate = 0.2, seed, database, progress } = run;
  const startedAt = Date.now();
  const existing = database === undefined ? {} : { database };
  const platform = await startPlatform({ business: smallBusiness(), deliveries: QUICK, ...existing });
  const second = startChild('deliver.ts', [platform.database, '0', 'worker']);
  await second.line();
  const random = seeded(seed);
  const targets = await Promise.all(Array.from({ length: subscribers }, () => startSubscriber(random, rate)));
  const key = platform.platform.issueProcessKey().reveal();
  const send = processClient(platform.platform.fetch);
  for (const target of targets) {
    const body = {
      url: `${target.upstream.url}/in`,
      events: ['booking.created', 'booking.updated', 'booking.cancelled', 'call.completed'],
    };
    target.secret = String((await send('POST', '/v1/webhooks', { key, body })).body.data.secret);
  }
  const waits = await measureQuietLatency(platform, targets);
  const writing = writeEvents(platform, events - QUIET_EVENTS);
  await waitForArrivals(targets, events, progress);
  await writing;
  const written = await allEvents(platform);
  const faults = targets.flatMap((target, index) =>
    target.check(written).map((fault) => `subscriber ${index + 1}: ${fault}`),
  );
  if (written.length !== events) faults.push(`${written.length} events were written instead of ${events}`);
  second.end();
  await second.ended;
  await platform.close();
  await Promise.all(targets.map((target) => target.upstream.close()));
  return {
    events: written.length,
    subscribers: targets.map((target) => target.arrivals()),
    faults,
    quiet: { median: waits[Math.floor(waits.length / 2)] ?? 0, slowest: waits.at(-1) ?? 0 },
    seconds: (Date.now() - startedAt) / 1_000,
  };
}

interface Subscriber {
  upstream: Upstream;
  secret: string;
  /** Accepted events with the record of each, in order of first arrival. */
  accepted: Map<string, string>;
  /** True if it fails a share of the requests. */
  fails: boolean;
  arrivals(): Arrivals;
  check(written: readonly Notification[]): string[];
}

async function startSubscriber(random: () => number, rate: number): Promise<Subscriber> {
  const accepted = new Map<string, string>();
  const violations: string[] = [];
  let [requests, failures, repeated] = [0, 0, 0];
  const upstream = await startUpstream((request, response) => {
    // Cleared, because the bodies of a whole run would need much memory.
    upstream.received.length = 0;
    requests += 1;
    const { id, data } = verified(request);
    if (!id) violations.push('a signature is invalid');
    if (accepted.has(id)) repeated += 1;
    const fails = subscriber.fails && random() < rate;
    const failure = FAILURES[Math.floor(random() * FAILURES.length)] ?? silence;
    const isSilent = random() * FAILURES_PER_SILENCE < 1;
    // An event that is accepted without a response counts as accepted: its redelivery is a repetition.
    if (!accepted.has(id) && (!fails || (failure === FAILURES.at(-1) && !isSilent))) accepted.set(id, String(data.id));
    if (!fails) return json(200, { received: true })(request, response);
    failures += 1;
    return isSilent ? silence(response) : failure(response);
  });
  const subscriber: Subscriber = {
    upstream,
    secret: '',
    accepted,
    fails: false,
    arrivals: () => ({ requests, events: accepted.size, failures, repeated }),
    check(written) {
      const lost = written.filter(({ id }) => !accepted.has(id)).map(({ id }) => `${id} did not arrive`);
      const invented = [...accepted.keys()].filter((id) => !written.some((event) => event.id === id));
      return [
        ...violations,
        ...lost,
        ...invented.map((id) => `${id} never happened`),
        ...findReordered(written, accepted),
      ];
    },
  };
  const verified = ({ body, headers }: Received): Pick<Notification, 'id' | 'data'> => {
    try {
      const delivered = new Webhook(subscriber.secret).verify(body, headers as Record<string, string>) as Notification;
      return delivered.id === headers['webhook-id'] ? delivered : { id: '', data: {} };
    } catch {
      return { id: '', data: {} };
    }
  };
  return subscriber;
}

/** Returns a description of each record whose events first arrived in another order than they happened. */
function findReordered(written: readonly Notification[], accepted: ReadonlyMap<string, string>): string[] {
  const happened = new Map<string, string[]>();
  for (const { id, data } of written) happened.set(String(data.id), [...(happened.get(String(data.id)) ?? []), id]);
  const arrived = new Map<string, string[]>();
  for (const [id, record] of accepted) arrived.set(record, [...(arrived.get(record) ?? []), id]);
  return [...happened].flatMap(([record, ids]) =>
    arrived.get(record)?.join() === ids.join() ? [] : [`the events of ${record} arrived in another order`],
  );
}

/** Number of events for the latency measurement, sent one at a time before the others. */
const QUIET_EVENTS = 20;

/** Measures the latency until all subscribers have each event, sorted. Then enables the failures of subscribers. */
async function measureQuietLatency({ platform }: StartedPlatform, targets: readonly Subscriber[]): Promise<number[]> {
  const waits: number[] = [];
  for (let n = 1; n <= QUIET_EVENTS; n++) {
    await platform.calls.simulate();
    const written = performance.now();
    while (targets.some(({ accepted }) => accepted.size < n)) await new Promise((resolve) => setTimeout(resolve, 1));
    waits.push(Math.round(performance.now() - written));
  }
  for (const target of targets) target.fails = true;
  return waits.toSorted((a, b) => a - b);
}

const CALLERS = 4;

/** Writes sequences of five events: a booking that is created, changed twice and cancelled, and a call. */
async function writeEvents({ platform }: StartedPlatform, events: number): Promise<void> {
  const key = platform.issueProcessKey().reveal();
  const send = processClient(platform.fetch);
  let started = 0;
  const takeQuota = () => started < events && ++started > 0;
  const steps = async (slot: number) => {
    const start_time = openHour(slot);
    const contact = { name: 'Ann', phone: '+15550100101' };
    const created = await send('POST', '/v1/bookings', { key, body: { service_id: 'sv_cut_a', start_time, contact } });
    const path = `/v1/bookings/${created.body.data.id}`;
    if (takeQuota()) await send('PUT', path, { key, body: { notes: 'Fringe only' } });
    if (takeQuota()) await send('PUT', path, { key, body: { notes: 'Fringe only, and dry' } });
    if (takeQuota()) await send('POST', `${path}/cancel`, { key, body: {} });
    if (takeQuota()) await platform.calls.simulate();
  };
  let slot = 0;
  const caller = async () => {
    while (takeQuota()) await steps(slot++);
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
}

async function allEvents({ platform }: StartedPlatform): Promise<Notification[]> {
  const all: Notification[] = [];
  for (let sequence = 0; ; ) {
    const read = await platform.events.since(sequence, 1_000);
    if (read.events.length === 0) return all;
    all.push(...read.events);
    sequence = read.sequence;
  }
}

/** Waits until every subscriber has all events, or until deliveries stall. */
async function waitForArrivals(
  targets: readonly Subscriber[],
  events: number,
  progress: DeliveryRun['progress'],
): Promise<void> {
  const total = events * targets.length;
  const count = () => targets.reduce((sum, target) => sum + target.accepted.size, 0);
  let [arrived, since] = [0, Date.now()];
  while (arrived < total && Date.now() - since < STALL_TIMEOUT_MS) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    const now = count();
    if (now > arrived) since = Date.now();
    arrived = now;
    progress?.(arrived, total);
  }
}
