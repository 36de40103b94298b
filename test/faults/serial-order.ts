import { setTimeout as delay } from 'node:timers/promises';
import { field, type TestClient, type ToolAnswer } from '../support/clients.ts';
import { seeded } from '../support/faults.ts';
import { openHour } from '../support/open-hours.ts';
import { startCluster } from './cluster.ts';
import { type Change, type Observation, orderFaults } from './order-faults.ts';

export interface SerialOrderRun {
  /** The value for `--database`. */
  database: string;
  /** Number of changes to make. */
  changes: number;
  seed: number;
  callers?: number;
  /** Called after each change. */
  progress?: (done: number) => void;
}

export interface SerialOrderReport {
  /** Number of changes by kind and reported outcome. */
  outcomes: Map<string, Record<Change['outcome'], number>>;
  kills: number;
  pauses: number;
  /** A sentence for each observation that no serial order of the reported changes explains. Expected to be empty. */
  faults: string[];
  seconds: number;
}

const SERVERS = 3;
const BOOKINGS = 5;
const CONTACTS = 3;
/** Number of changes between two disturbances. */
const CHANGES_PER_DISTURBANCE = 40;
const CALL_TIMEOUT_MS = 45_000;

/** One way to change a record: the arguments for a value, and the field of the record that has it afterwards. */
interface Kind {
  tool: string;
  field: string;
  weight: number;
  args(serial: number): { value: string; args: Record<string, unknown> };
}

const at = (serial: number) => openHour(serial).replace('.000Z', 'Z');
const argument = (name: string, valueFor: (serial: number) => string) => (serial: number) => ({
  value: valueFor(serial),
  args: { [name]: valueFor(serial) },
});

const KINDS: Record<Target['kind'], readonly Kind[]> = {
  booking: [
    { tool: 'update_booking', field: 'start_time', weight: 4, args: argument('start_time', at) },
    { tool: 'update_booking', field: 'notes', weight: 4, args: argument('notes', (serial) => `Note ${serial}`) },
    {
      tool: 'update_booking',
      field: 'contact_name',
      weight: 2,
      args: argument('contact_name', (serial) => `Name ${serial}`),
    },
    { tool: 'cancel_booking', field: 'status', weight: 0.2, args: () => ({ value: 'cancelled', args: {} }) },
  ],
  contact: [
    { tool: 'update_contact', field: 'phone', weight: 1, args: argument('phone', (serial) => `+1555${1e6 + serial}`) },
    {
      tool: 'update_contact',
      field: 'email',
      weight: 1,
      args: argument('email', (serial) => `c${serial}@example.com`),
    },
    {
      tool: 'update_contact',
      field: 'reference',
      weight: 1,
      args: (serial) => ({ value: `r${serial}`, args: { additional_fields: { reference: `r${serial}` } } }),
    },
  ],
};

interface Target {
  kind: 'booking' | 'contact';
  id: string;
}

/**
 * Changes a few records at the same time through three servers on one database, which are killed and paused meanwhile. Then
 * all that was reported and read must have a serial order in which no acknowledged change is undone.
 */
export async function runSerialOrder(run: SerialOrderRun): Promise<SerialOrderReport> {
  const { database, changes, seed, callers = 9, progress } = run;
  const startedAt = performance.now();
  const random = seeded(seed);
  const cluster = await startCluster(SERVERS, database, random);
  const made: Change[] = [];
  const seen: Observation[] = [];
  /** The records that are changed. A booking that is cancelled is replaced. */
  const targets: Target[] = [];
  const everyTarget: Target[] = [];
  let serial = 0;

  /** Calls a tool that reads or changes one record, and keeps what its answer shows. */
  const call = async (client: TestClient, tool: string, args: Record<string, unknown>) => {
    const from = performance.now();
    const answer = await client.call(tool, args, { timeout: CALL_TIMEOUT_MS });
    if (!answer.isError) seen.push({ ...shown(answer), from, until: performance.now() });
    return answer;
  };
  const create = async (kind: Target['kind'], place = targets.length) => {
    const own = serial++;
    const email = `${kind}.${own}@example.com`;
    const args =
      kind === 'contact'
        ? { name: `Name ${own}`, email }
        : { service_id: 'svc_cleaning', start_time: at(own), contact_name: `Name ${own}`, contact_email: email };
    const answer = await call(cluster.anyClient(), `create_${kind}`, args);
    if (answer.isError) throw new Error(answer.text);
    const target = { kind, id: shown(answer).record };
    targets[place] = target;
    everyTarget.push(target);
  };
  const change = async () => {
    const place = Math.floor(random() * targets.length);
    const { kind, id } = targets[place] as Target;
    const { tool, field: name, args: argsFor } = pick(KINDS[kind], random());
    // Other callers may still be changing it.
    if (tool === 'cancel_booking') await create('booking', place);
    const { value, args } = argsFor(serial++);
    const own: Change = {
      kind: `${tool} ${name}`,
      record: id,
      field: name,
      value,
      from: performance.now(),
      until: Number.POSITIVE_INFINITY,
      outcome: 'unknown',
    };
    made.push(own);
    const answer = await call(cluster.anyClient(), tool, { [`${kind}_id`]: id, ...args });
    own.outcome = outcomeOf(answer);
    if (own.outcome !== 'unknown') own.until = performance.now();
  };

  try {
    for (let count = 0; count < BOOKINGS; count++) await create('booking');
    for (let count = 0; count < CONTACTS; count++) await create('contact');
    let started = 0;
    let finished = 0;
    const caller = async () => {
      while (started++ < changes) {
        // The server was killed during the call: the outcome of the change stays unknown.
        await change().catch(() => delay(20));
        progress?.(made.length);
        if (++finished % CHANGES_PER_DISTURBANCE !== 0) continue;
        // On a slow machine, the server that replaces a killed one may still be starting. The other callers go on meanwhile.
        await cluster.settled();
        cluster.disturb();
      }
    };
    await Promise.all(Array.from({ length: callers }, caller));
    await cluster.settled();
    for (const client of cluster.clients())
      for (const { kind, id } of everyTarget) await call(client, `get_${kind}`, { [`${kind}_id`]: id });
  } finally {
    await cluster.close();
  }
  const { kills, pauses } = cluster;
  const seconds = (performance.now() - startedAt) / 1_000;
  return { outcomes: count(made), kills, pauses, faults: orderFaults(made, seen), seconds };
}

/** Chooses by weight. */
function pick(kinds: readonly Kind[], random: number): Kind {
  let rest = random * kinds.reduce((sum, { weight }) => sum + weight, 0);
  for (const kind of kinds) {
    rest -= kind.weight;
    if (rest < 0) return kind;
  }
  return kinds[0] as Kind;
}

/** The record in an answer. */
function shown({ data }: ToolAnswer): Pick<Observation, 'record' | 'values'> {
  const record = (field(data, 'booking') ?? field(data, 'contact')) as Record<string, string>;
  return { record: record.id ?? '', values: { ...record, ...(data.other_fields as Record<string, string>) } };
}

function outcomeOf({ isError, data }: ToolAnswer): Change['outcome'] {
  if (!isError) return 'done';
  return field(data, 'error', 'changed') === 'no' ? 'notDone' : 'unknown';
}

function count(made: readonly Change[]): SerialOrderReport['outcomes'] {
  const outcomes: SerialOrderReport['outcomes'] = new Map();
  for (const { kind, outcome } of made) {
    const row = outcomes.get(kind) ?? { done: 0, notDone: 0, unknown: 0 };
    row[outcome]++;
    outcomes.set(kind, row);
  }
  return outcomes;
}
