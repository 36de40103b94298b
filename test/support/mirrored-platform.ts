import { isObject, type JsonObject } from '../../src/lib/json.ts';
import { json, type Received, startUpstream, type Upstream } from './upstream.ts';

export type ListName = 'services' | 'contacts' | 'bookings' | 'calls';

/** Behaviour of all requests until the next change; null: the request is answered as usual. */
type Refusal = (request: Received) => { status: number; headers?: Record<string, string> } | null;

export interface MirroredPlatform extends Upstream {
  /** The records of each list by id, the newest last. Tests add, change and delete them directly. */
  lists: Record<ListName, Map<string, JsonObject>>;
  /** Lists that the key may not read. */
  forbidden: Set<ListName>;
  /** Answers requests with errors. */
  refuse(refusal: Refusal | undefined): void;
  /** Lets the writes that are received from now on take effect only when the returned function is called. */
  holdWrites(): () => void;
  /** Requests in flight at the same time, at most, since the start. */
  maxConcurrent(): number;
  /** Number of requests since a call of `received.length`, by method and path without query. */
  count(pattern: RegExp, since?: number): number;
}

export interface MirroredOptions {
  /** Time that each answer takes, in milliseconds. Default: 0. */
  delayMs?: number | ((request: Received) => number);
  /** Fields of a call that only `GET /v1/calls/{id}` has. Default: `transcript`. */
  detailFields?: readonly string[];
}

/** A platform of another vendor with all lists of the specification, newest first, and no extension. */
export async function startMirroredPlatform(options: MirroredOptions = {}): Promise<MirroredPlatform> {
  const { delayMs = 0, detailFields = ['transcript'] } = options;
  const lists = {
    services: new Map(),
    contacts: new Map(),
    bookings: new Map(),
    calls: new Map(),
  } as MirroredPlatform['lists'];
  const forbidden = new Set<ListName>();
  let refusal: Refusal | undefined;
  let held = Promise.resolve();
  let [concurrent, maxConcurrent] = [0, 0];

  const listForm = (name: ListName, row: JsonObject) =>
    name === 'calls' ? Object.fromEntries(Object.entries(row).filter(([field]) => !detailFields.includes(field))) : row;

  const answer = (request: Received): [status: number, body: unknown, headers?: Record<string, string>] => {
    const refused = refusal?.(request);
    if (refused) return [refused.status, { error: 'refused', message: 'Refused' }, refused.headers ?? {}];
    const { pathname, searchParams } = new URL(request.path, 'http://x');
    const [name = '', id, action] = pathname.replace('/api/v1/', '').split('/').map(decodeURIComponent);
    const rows = lists[name as ListName];
    if (!rows) return [404, { error: 'not_found', message: 'Not found' }];
    if (forbidden.has(name as ListName)) return [403, { error: 'forbidden', message: 'Forbidden' }];
    if (request.method !== 'GET') return write(rows, name as ListName, id, action, request);
    if (id !== undefined) {
      const row = rows.get(id);
      return row ? [200, { data: row }] : [404, { error: 'not_found', message: 'Not found' }];
    }
    const page = Number(searchParams.get('page') ?? 1);
    const per_page = Number(searchParams.get('per_page') ?? 25);
    const all = [...rows.values()].reverse();
    const data = all.slice((page - 1) * per_page, page * per_page).map((row) => listForm(name as ListName, row));
    return [200, { data, meta: { total: all.length, page, per_page, has_more: page * per_page < all.length } }];
  };

  const upstream = await startUpstream((request, response) => {
    maxConcurrent = Math.max(maxConcurrent, ++concurrent);
    setTimeout(
      async () => {
        if (request.method !== 'GET') await held;
        concurrent--;
        const [status, body, headers] = answer(request);
        json(status, body, headers)(request, response);
      },
      typeof delayMs === 'number' ? delayMs : delayMs(request),
    );
  });
  return {
    ...upstream,
    lists,
    forbidden,
    refuse: (next) => {
      refusal = next;
    },
    holdWrites() {
      let release = () => {};
      held = new Promise((resolve) => {
        release = resolve;
      });
      return release;
    },
    maxConcurrent: () => maxConcurrent,
    count: (pattern, since = 0) =>
      upstream.received.slice(since).filter(({ method, path }) => pattern.test(`${method} ${path.split('?')[0]}`))
        .length,
  };
}

/** Creates, changes or cancels a record, as the specification says. */
function write(
  rows: Map<string, JsonObject>,
  name: ListName,
  id: string | undefined,
  action: string | undefined,
  { body }: Received,
): [number, unknown] {
  const sent: unknown = JSON.parse(body || '{}');
  const fields = isObject(sent) ? sent : {};
  const before = id === undefined ? undefined : rows.get(id);
  if (id !== undefined && !before) return [404, { error: 'not_found', message: 'Not found' }];
  const newId = id ?? `${name}_new_${rows.size + 1}`;
  const isCancelled = action === 'cancel';
  const after = isCancelled
    ? { ...before, status: 'cancelled' }
    : { status: 'confirmed', contact_id: null, ...before, ...fields, id: newId };
  rows.set(newId, after);
  return [id === undefined ? 201 : 200, { data: after }];
}

/** Arguments of `create_booking`: the only booking of its day. */
export const NEW_BOOKING = {
  service_id: 'svc_1',
  start_time: '2199-07-01T10:00:00Z',
  contact_name: 'New Customer',
  contact_phone: '+14155550999',
  outside_hours: true,
};

const PADDED = (number: number) => String(number).padStart(5, '0');

/** A business: bookings an hour apart from 2199 on, each with its contact, and calls with transcripts. */
export function fillLists(
  { lists }: Pick<MirroredPlatform, 'lists'>,
  { bookings = 0, contacts = 0, calls = 0 }: { bookings?: number; contacts?: number; calls?: number },
): void {
  lists.services.set('svc_1', { id: 'svc_1', name: 'Check-up', duration_minutes: 30 });
  lists.services.set('svc_2', { id: 'svc_2', name: 'Repair', duration_minutes: 60 });
  for (let number = 1; number <= contacts; number++) lists.contacts.set(`ct_${number}`, contact(number));
  for (let number = 1; number <= bookings; number++) lists.bookings.set(`bk_${number}`, booking(number, contacts));
  for (let number = 1; number <= calls; number++) lists.calls.set(`call_${number}`, call(number, contacts));
}

/** Half of the numbers are as people in their country write them. */
const phoneOf = (number: number) => {
  const line = String(number).padStart(4, '0');
  return number % 2 === 0 ? `+1415555${line}` : `(415) 555-${line}`;
};

const contact = (number: number): JsonObject => ({
  id: `ct_${number}`,
  name: `Customer ${PADDED(number)}`,
  phone: phoneOf(number),
  email: `customer${number}@example.com`,
  loyalty: number % 2 === 0 ? 'gold' : 'none',
});

const START = Date.parse('2199-01-01T08:00:00Z');
const hours = (count: number) => new Date(START + count * 3_600_000).toISOString();

export const booking = (number: number, contacts: number): JsonObject => ({
  id: `bk_${number}`,
  service_id: number % 2 === 0 ? 'svc_1' : 'svc_2',
  start_time: hours(number),
  contact_id: `ct_${(number % Math.max(1, contacts)) + 1}`,
  contact: { name: `Customer ${PADDED((number % Math.max(1, contacts)) + 1)}`, phone: null, email: null },
  status: number % 5 === 0 ? 'no_show' : number % 7 === 0 ? 'cancelled' : 'confirmed',
  notes: `Note ${number}`,
  created_at: hours(number - 72),
  room: `Room ${number % 3}`,
});

export const call = (number: number, contacts: number): JsonObject => ({
  id: `call_${number}`,
  direction: number % 2 === 0 ? 'inbound' : 'outbound',
  status: 'completed',
  outcome: number % 3 === 0 ? 'booked' : 'question',
  phone: phoneOf((number % Math.max(1, contacts)) + 1),
  contact_id: number % 8 === 0 ? null : `ct_${(number % Math.max(1, contacts)) + 1}`,
  started_at: hours(number),
  duration_seconds: 30 + number,
  language: 'en',
  summary: `Summary of call ${number}`,
  transcript: [
    { speaker: 'caller', text: `Good morning, this is about matter ${number}`, offset_seconds: 0 },
    { speaker: 'receptionist', text: 'How can I help?', offset_seconds: 3 },
    ...(number % 10 === 0
      ? [{ speaker: 'receptionist', text: 'We will call you back tomorrow at 10 am.', offset_seconds: 60 }]
      : []),
  ],
});
