import { field, type TestClient, type ToolAnswer } from '../support/clients.ts';
import { FAULT_NAMES, type Fault, type FaultProxy, seeded, startFaultProxy } from '../support/faults.ts';
import { type StartedPlatform, startPlatform } from '../support/platform.ts';
import { startHttp } from '../support/session.ts';

/** What callers were told of their writes, and how it compares with what the database holds. */
export interface FaultReport {
  writes: number;
  faults: Map<Fault, number>;
  /** By tool: told done, told not done, told unknown. */
  told: Map<string, { done: number; notDone: number; unknown: number }>;
  /** Each should be empty: a sentence for each write that was told wrongly. */
  lies: string[];
  seconds: number;
}

export interface FaultRun {
  writes: number;
  /** Share of requests that meet a fault, reads included. */
  rate: number;
  seed: number;
  callers?: number;
  /** Told after each write. */
  progress?: (done: number) => void;
}

/** Waiting takes the time of such a run: what comes late is planned a quarter as often as the rest. */
const PLANNED = FAULT_NAMES.flatMap((fault) => (fault.startsWith('late') ? [fault] : [fault, fault, fault, fault]));

interface Wish {
  tool: string;
  /** Whom or what it is about: unique, so that it can be found again. */
  mark: string;
  told: 'done' | 'notDone' | 'unknown';
  id?: string | undefined;
  /** What the record must have when it was done, and must not have when it was not. */
  holds?: (record: Stored | undefined) => boolean;
}

type Stored = Record<string, unknown>;

function verdict(answer: ToolAnswer): Wish['told'] {
  if (!answer.isError) return 'done';
  return field(answer.data, 'error', 'changed') === 'no' ? 'notDone' : 'unknown';
}

/** Many writes through a connection that fails often, from several callers at once. The same seed plans the same faults. */
export async function runFaults({ writes, rate, seed, callers = 8, progress }: FaultRun): Promise<FaultReport> {
  const begin = Date.now();
  const random = seeded(seed);
  const platform = await startPlatform({ demo: true });
  const proxy = await startFaultProxy({
    target: platform.url,
    lateMs: 2_400,
    plan: () => (random() < rate ? PLANNED[Math.floor(random() * PLANNED.length)] : undefined),
  });
  const key = await platform.key();
  const session = await startHttp({
    RCPT_BASE_URL: proxy.url,
    RCPT_API_KEY: key,
    RCPT_TIMEOUT: '2',
    RCPT_DEFAULT_COUNTRY: 'US',
  });
  const wishes: Wish[] = [];
  let begun = 0;
  const caller = async () => {
    while (begun < writes) {
      const made = await story(session.client, begun, () => begun < writes && ++begun > 0);
      wishes.push(...made);
      progress?.(wishes.length);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  // What was sent late arrives late.
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  const lies = await compare(platform, key, wishes);
  await session.close();
  await close(proxy, platform);
  return {
    writes: wishes.length,
    faults: proxy.count,
    told: count(wishes),
    lies,
    seconds: (Date.now() - begin) / 1_000,
  };
}

async function close(proxy: FaultProxy, platform: StartedPlatform) {
  await proxy.close();
  await platform.close();
}

/** A few writes that belong together, as a caller would make them. `next` counts one more, unless there are enough. */
async function story(client: TestClient, serial: number, next: () => boolean): Promise<Wish[]> {
  const wishes: Wish[] = [];
  const mark = `w${serial}-${wishes.length}-${Math.random().toString(36).slice(2, 8)}`;
  const write = async (tool: string, args: Record<string, unknown>, holds?: Wish['holds'], about = mark) => {
    if (!next()) return undefined;
    const answer = await client.call(tool, args);
    const id =
      field(answer.data, 'booking', 'id') ?? field(answer.data, 'contact', 'id') ?? field(answer.data, 'webhook', 'id');
    wishes.push({
      tool,
      mark: about,
      told: verdict(answer),
      id: id as string | undefined,
      ...(holds ? { holds } : {}),
    });
    return answer;
  };
  const start = new Date(Date.UTC(2200, 0, 1) + serial * 3_600_000).toISOString();
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
  return wishes;
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

async function compare(platform: StartedPlatform, key: string, wishes: Wish[]): Promise<string[]> {
  const bookings = await all(platform, key, 'bookings');
  const contacts = await all(platform, key, 'contacts');
  const byId = new Map(bookings.map((booking) => [booking.id, booking]));
  const lies: string[] = [];
  for (const { tool, mark, told, id, holds } of wishes) {
    if (holds) {
      const has = holds(byId.get(mark));
      if (told === 'done' && !has) lies.push(`${tool} ${mark}: told done, and it is not`);
      if (told === 'notDone' && has) lies.push(`${tool} ${mark}: told not done, and it is`);
      continue;
    }
    const there =
      tool === 'create_contact'
        ? contacts.filter((contact) => contact.email === `${mark}-c@example.com`)
        : bookings.filter((booking) => field(booking, 'contact', 'email') === `${mark}@example.com`);
    if (there.length > 1) lies.push(`${tool} ${mark}: ${there.length} of them`);
    if (told === 'done' && there[0]?.id !== id) lies.push(`${tool} ${mark}: told done, and it is not there`);
    if (told === 'notDone' && there.length > 0) lies.push(`${tool} ${mark}: told not done, and it is there`);
  }
  return lies;
}

function count(wishes: Wish[]): FaultReport['told'] {
  const told: FaultReport['told'] = new Map();
  for (const wish of wishes) {
    const row = told.get(wish.tool) ?? { done: 0, notDone: 0, unknown: 0 };
    row[wish.told]++;
    told.set(wish.tool, row);
  }
  return told;
}
