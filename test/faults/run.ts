import { field, type TestClient, type ToolAnswer } from '../support/clients.ts';
import { FAULT_NAMES, type Fault, type FaultProxy, isWriteFault, seeded, startFaultProxy } from '../support/faults.ts';
import { openHour } from '../support/open-hours.ts';
import { type StartedPlatform, startPlatform } from '../support/platform.ts';
import { startHttp } from '../support/session.ts';

/** The reported outcomes of writes, compared with the database. */
export interface FaultReport {
  writes: number;
  faults: Map<Fault, number>;
  /** Number of writes by tool and reported outcome. */
  outcomes: Map<string, { done: number; notDone: number; unknown: number }>;
  /** A sentence for each write whose reported outcome is false, and for each duplicate. Expected to be empty. */
  falseReports: string[];
  /** Outcomes of the writes with an unknown outcome that were requested again in the end. */
  repeated: { done: number; notDone: number; unknown: number };
  seconds: number;
}

export interface FaultRun {
  writes: number;
  /** Fraction of requests with a fault, reads included. */
  rate: number;
  seed: number;
  callers?: number;
  /**
   * Whether the unknown creates are requested again only when they can no longer be in flight, a minute later, so that
   * each must end as one record. Otherwise those that were not carried out stay unknown.
   */
  waitsForGrace?: boolean;
  /** Called after each write. */
  progress?: (done: number) => void;
}

/** Late responses are planned a quarter as often as other faults, because waiting dominates the duration of a run. */
const PLANNED = FAULT_NAMES.flatMap((fault) => (fault.startsWith('late') ? [fault] : [fault, fault, fault, fault]));
const PLANNED_FOR_READS = PLANNED.filter((fault) => !isWriteFault(fault));
/** When the platform commits a request after its connection was reset, in milliseconds. */
const [MIN_COMMIT_MS, MAX_COMMIT_MS] = [600, 10_000];
/** After this time, a create that was not found is sent again. In milliseconds. */
const GRACE_MS = 61_000;

interface TrackedWrite {
  tool: string;
  args: Record<string, unknown>;
  /** Unique text in the record, or its id, to find it. */
  mark: string;
  outcome: 'done' | 'notDone' | 'unknown';
  id?: string | undefined;
  /** True for a record with the change. Absent for creates. */
  isApplied?: (record: Stored | undefined) => boolean;
}

type Stored = Record<string, unknown>;

function reportedOutcome(answer: ToolAnswer): TrackedWrite['outcome'] {
  if (!answer.isError) return 'done';
  return field(answer.data, 'error', 'changed') === 'no' ? 'notDone' : 'unknown';
}

function outcomeOf(answer: ToolAnswer): Pick<TrackedWrite, 'outcome' | 'id'> {
  const id = field(answer.data, 'booking', 'id') ?? field(answer.data, 'contact', 'id');
  return { outcome: reportedOutcome(answer), id: id as string | undefined };
}

/** Runs writes of concurrent callers through a faulty connection. The same seed plans the same faults. */
export async function runFaults({
  writes,
  rate,
  seed,
  callers = 24,
  waitsForGrace = false,
  progress,
}: FaultRun): Promise<FaultReport> {
  const startedAt = Date.now();
  const random = seeded(seed);
  const nextForRead = drawFrom(PLANNED_FOR_READS, random);
  const nextForWrite = drawFrom(PLANNED, random);
  let isEnding = false;
  const platform = await startPlatform({ demo: true });
  const proxy = await startFaultProxy({
    target: platform.url,
    lateMs: 2_400,
    commitAfterMs: () => MIN_COMMIT_MS + random() * (MAX_COMMIT_MS - MIN_COMMIT_MS),
    plan: ({ method }) =>
      !isEnding && random() < rate ? (method === 'GET' ? nextForRead : nextForWrite)() : undefined,
  });
  const key = await platform.key();
  const session = await startHttp({
    RCPT_BASE_URL: proxy.url,
    RCPT_API_KEY: key,
    RCPT_TIMEOUT: '2',
    RCPT_DEFAULT_COUNTRY: 'US',
  });
  const tracked: TrackedWrite[] = [];
  let started = 0;
  const caller = async () => {
    while (started < writes) {
      const written = await scenario(session.client, started, () => started < writes && ++started > 0);
      tracked.push(...written);
      progress?.(tracked.length);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  // Delayed requests arrive in this time.
  await pause(waitsForGrace ? GRACE_MS : MAX_COMMIT_MS + 1_000);
  isEnding = true;
  const falseReports = await compare(platform, key, tracked);
  const outcomes = count(tracked);
  const unknown = tracked.filter(({ tool, outcome }) => outcome === 'unknown' && tool !== 'update_booking');
  for (const write of unknown) Object.assign(write, outcomeOf(await session.client.call(write.tool, write.args)));
  falseReports.push(...(await compare(platform, key, unknown)));
  await session.close();
  await close(proxy, platform);
  return {
    writes: tracked.length,
    faults: proxy.count,
    outcomes,
    repeated: sum([...count(unknown).values()]),
    falseReports,
    seconds: (Date.now() - startedAt) / 1_000,
  };
}

/** Returns a function that draws the faults in a random order, all of them before one is drawn again: so that each occurs. */
function drawFrom(faults: readonly Fault[], random: () => number): () => Fault | undefined {
  let rest: Fault[] = [];
  return () => {
    if (rest.length === 0) rest = [...faults];
    return rest.splice(Math.floor(random() * rest.length), 1)[0];
  };
}

async function close(proxy: FaultProxy, platform: StartedPlatform) {
  await proxy.close();
  await platform.close();
}

/** Runs a few related writes of one caller. `next` counts another write, and returns false if there are enough. */
async function scenario(client: TestClient, serial: number, next: () => boolean): Promise<TrackedWrite[]> {
  const tracked: TrackedWrite[] = [];
  const mark = `w${serial}-${tracked.length}-${Math.random().toString(36).slice(2, 8)}`;
  const write = async (
    tool: string,
    args: Record<string, unknown>,
    isApplied?: TrackedWrite['isApplied'],
    about = mark,
  ) => {
    if (!next()) return undefined;
    let answer = await client.call(tool, args);
    // A caller who does not know the outcome asks again at once.
    if (reportedOutcome(answer) === 'unknown' && !isApplied) answer = await client.call(tool, args);
    tracked.push({ tool, args, mark: about, ...outcomeOf(answer), ...(isApplied ? { isApplied } : {}) });
    return answer;
  };
  const start = openHour(serial);
  const booked = await write('create_booking', {
    service_id: 'svc_cleaning',
    start_time: start,
    contact_name: mark,
    contact_email: `${mark}@example.com`,
  });
  const id = booked && !booked.isError ? (field(booked.data, 'booking', 'id') as string) : undefined;
  if (id && serial % 3 === 0) {
    await write(
      'update_booking',
      { booking_id: id, notes: `changed ${mark}` },
      (record) => record?.notes === `changed ${mark}`,
      id,
    );
  }
  if (id && serial % 4 === 0)
    await write('cancel_booking', { booking_id: id }, (record) => record?.status === 'cancelled', id);
  if (serial % 5 === 0) await write('create_contact', { name: mark, email: `${mark}-c@example.com` });
  return tracked;
}

async function all(platform: StartedPlatform, key: string, path: string): Promise<Stored[]> {
  const records: Stored[] = [];
  for (let page = 1; ; page++) {
    const answer = await fetch(`${platform.url}/api/v1/${path}?per_page=100&page=${page}`, {
      headers: { 'x-api-key': key },
    });
    const { data, meta } = (await answer.json()) as { data: Stored[]; meta: { has_more: boolean } };
    records.push(...data);
    if (!meta.has_more) return records;
  }
}

async function compare(platform: StartedPlatform, key: string, tracked: readonly TrackedWrite[]): Promise<string[]> {
  const bookings = await all(platform, key, 'bookings');
  const contacts = await all(platform, key, 'contacts');
  const byId = new Map(bookings.map((booking) => [booking.id, booking]));
  const falseReports: string[] = [];
  for (const { tool, mark, outcome, id, isApplied } of tracked) {
    if (isApplied) {
      const has = isApplied(byId.get(mark));
      if (outcome === 'done' && !has) falseReports.push(`${tool} ${mark}: reported as done, but is not`);
      if (outcome === 'notDone' && has) falseReports.push(`${tool} ${mark}: reported as not done, but is`);
      continue;
    }
    const found =
      tool === 'create_contact'
        ? contacts.filter((contact) => contact.email === `${mark}-c@example.com`)
        : bookings.filter((booking) => field(booking, 'contact', 'email') === `${mark}@example.com`);
    if (found.length > 1) falseReports.push(`${tool} ${mark}: ${found.length} records`);
    if (outcome === 'done' && found[0]?.id !== id)
      falseReports.push(`${tool} ${mark}: reported as done, but does not exist`);
    if (outcome === 'notDone' && found.length > 0)
      falseReports.push(`${tool} ${mark}: reported as not done, but exists`);
  }
  return falseReports;
}

function sum(rows: FaultReport['repeated'][]): FaultReport['repeated'] {
  const total = { done: 0, notDone: 0, unknown: 0 };
  for (const row of rows) for (const name of ['done', 'notDone', 'unknown'] as const) total[name] += row[name];
  return total;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function count(tracked: readonly TrackedWrite[]): FaultReport['outcomes'] {
  const outcomes: FaultReport['outcomes'] = new Map();
  for (const write of tracked) {
    const row = outcomes.get(write.tool) ?? { done: 0, notDone: 0, unknown: 0 };
    row[write.outcome]++;
    outcomes.set(write.tool, row);
  }
  return outcomes;
}
