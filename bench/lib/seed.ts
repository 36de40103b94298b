import { ALL_SCOPES } from '../../src/contract/index.ts';
import type { Clock } from '../../src/lib/time/clock.ts';
import { openPlatform } from '../../src/platform/index.ts';
import { incrementTotal, readTotal } from '../../src/platform/store/paging.ts';
import type {
  BookingRow,
  CallRow,
  ContactRow,
  Db,
  NumberedKind,
  Schema,
} from '../../src/platform/store/schema/schema.ts';
import { openStore } from '../../src/platform/store/store.ts';

const HOUR = 3_600_000;
/** The time of the first booking: a Monday. Benchmarks set the clock before it, so that all bookings are in the future. */
export const FIRST = Date.UTC(2030, 0, 7);
export const clock: Clock = { now: () => FIRST - 24 * HOUR, monotonic: () => performance.now() };
const TEAM = 'team_bench';
export const STAFF = 20;
const ROWS_PER_STATEMENT = 1_000;
const ROWS_PER_TRANSACTION = 20_000;

export const bookingId = (position: number) => `bk_${position}`;

const staff = Array.from({ length: STAFF }, (_, index) => ({ id: `stf_${index}`, name: `Staff ${index}`, title: '' }));
const services = staff.map(({ id }, index) => ({
  id: `svc_${index}`,
  name: `Service ${index}`,
  description: null,
  duration_minutes: 30,
  price_cents: 5_000,
  currency: 'USD',
  // Three members of staff perform each service, so that booking has a choice.
  staff_ids: [id, `stf_${(index + 1) % STAFF}`, `stf_${(index + 2) % STAFF}`].sort(),
}));

/** Creates a booking. All members of staff are booked in the first half of each hour, until no booking is left. */
function booking(position: number): BookingRow {
  const start = FIRST + Math.floor((position - 1) / STAFF) * HOUR;
  const contact = Math.ceil(position / 10);
  return {
    id: bookingId(position),
    team_id: TEAM,
    position,
    service_id: `svc_${position % STAFF}`,
    staff_id: `stf_${position % STAFF}`,
    contact_id: `ct_${contact}`,
    contact_name: `Customer ${contact}`,
    contact_email: `customer.${contact}@example.com`,
    contact_phone: phone(contact),
    start_time: start,
    end_time: start + HOUR / 2,
    busy_start: start,
    busy_end: start + HOUR / 2,
    overrides_json: '[]',
    call_reference: null,
    sequence: 0,
    contact_name_key: `customer ${contact}`,
    contact_email_key: `customer.${contact}@example.com`,
    contact_phone_key: phone(contact),
    derived_version: 0,
    status: 'confirmed',
    attendance: null,
    notes: `Reference ${position}, first visit`,
    created_at: FIRST - 1_000 * HOUR + position,
    updated_at: FIRST - 1_000 * HOUR + position,
    cancelled_at: null,
  };
}

const phone = (index: number) => `+1212${String(index).padStart(7, '0')}`;

function contact(position: number): ContactRow {
  const email = `customer.${position}@example.com`;
  const at = FIRST - 2_000 * HOUR + position;
  const key = { id: `ct_${position}`, team_id: TEAM, position, name: `Customer ${position}` };
  return {
    ...key,
    email,
    email_key: email,
    phone: phone(position),
    name_key: `customer ${position}`,
    phone_key: phone(position),
    additional_json: '{}',
    created_at: at,
    updated_at: at,
    derived_version: 0,
  };
}

function call(position: number): CallRow {
  const at = FIRST - 1_000 * HOUR + position * 1_000;
  const turn = { speaker: 'caller', text: `I would like to come on Monday, number ${position}.`, offset_seconds: 1 };
  return {
    id: `call_${position}`,
    team_id: TEAM,
    position,
    direction: 'inbound',
    status: 'completed',
    phone: phone(position),
    phone_key: phone(position),
    contact_id: `ct_${position}`,
    started_at: at,
    ended_at: at + 60_000,
    duration_seconds: 60,
    outcome: 'booked',
    language: 'en',
    booking_id: bookingId(position),
    summary: 'Booked.',
    source_id: null,
    call_reference: null,
    business_phone: null,
    recording_url: null,
    fields_json: null,
    tools_json: null,
    further_text: null,
    erased_at: null,
    derived_version: 0,
    transcript_json: JSON.stringify(Array.from({ length: 10 }, () => turn)),
  };
}

/**
 * Fills a database with this number of bookings, and a contact and a call for every ten of them, unless it has them
 * already. Returns a new API key.
 */
export async function seed(database: string, bookings: number): Promise<string> {
  const empty = { contacts: [], bookings: [], calls: [] };
  const team = { id: TEAM, name: 'Bench', time_zone: 'UTC', default_country: 'US' };
  const users = [{ id: 'usr_bench', email: 'bench@example.com', name: 'Bench', role: 'owner' as const }];
  const platform = await openPlatform({ database, clock, business: { team, users, staff, services, ...empty } });
  const { key } = await platform.keys.create({ name: 'bench', scopes: ALL_SCOPES });
  await platform.close();
  const store = await openStore(database, clock.now());
  const fill = async <K extends NumberedKind>(kind: K, count: number, make: (position: number) => Schema[K]) => {
    let done = await store.read((db) => readTotal(db, TEAM, kind));
    while (done < count) {
      const size = Math.min(ROWS_PER_TRANSACTION, count - done);
      await store.write(async (tx) => {
        await incrementTotal(tx, TEAM, kind, size);
        for (let from = 0; from < size; from += ROWS_PER_STATEMENT) {
          const rows = Array.from({ length: Math.min(ROWS_PER_STATEMENT, size - from) }, (_, index) =>
            make(done + from + index + 1),
          );
          await insert(tx, kind, rows);
        }
      }, 'all');
      done += size;
      if (count > 200_000 && done % 100_000 === 0) console.error(`${kind}: ${done} of ${count}`);
    }
  };
  await fill('contacts', Math.ceil(bookings / 10), contact);
  await fill('bookings', bookings, booking);
  await fill('calls', Math.ceil(bookings / 10), call);
  await store.close();
  return key.reveal();
}

// Kysely cannot infer the row type of a table that is a type parameter.
const insert = async (tx: Db, kind: NumberedKind, rows: object[]) =>
  void (await tx
    .insertInto<keyof Schema>(kind)
    .values(rows as never)
    .execute());
