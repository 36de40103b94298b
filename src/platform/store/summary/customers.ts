import type { Summary } from '../../../contract/index.ts';
import { customerFields } from '../../../lib/activity/people.ts';
import type { Group } from '../../../lib/activity/tally.ts';
import { shownStatusSql } from '../bookings/shown-status.ts';
import type { BookingRow, Db } from '../schema/schema.ts';
import { type BookingSums, statusVerdict } from './booking-sums.ts';
import { contactNames } from './contact-names.ts';
import type { Read, SummaryQuestion } from './question.ts';

type Keys = Partial<Summary['groups'][number]>;
type LastBooking = Pick<
  BookingRow,
  'contact_id' | 'service_id' | 'staff_id' | 'start_time' | 'contact_name' | 'contact_email' | 'contact_phone'
> & { status: string };

/** Times of which the bookings are read at a time. */
const CHUNK = 50;

/**
 * Returns the keys of groups with their customers: as the last booking of each group has them, and the present name of the
 * contact.
 */
export async function withCustomers(
  read: Read,
  { teamId, groupBy, filters, withNames }: SummaryQuestion,
  groups: readonly Group<BookingSums>[],
  keys: readonly Keys[],
): Promise<Keys[]> {
  if (!groupBy.includes('customer')) return [...keys];
  const times = [...new Set(groups.map(({ sums }) => sums.last))];
  const byTime = new Map<number, LastBooking[]>();
  for (let start = 0; start < times.length; start += CHUNK) {
    const rows = await read((db) => bookingsAt(db, teamId, times.slice(start, start + CHUNK)));
    for (const row of rows) byTime.set(row.start_time, [...(byTime.get(row.start_time) ?? []), row]);
  }
  const names = withNames ? await contactNames(read, teamId, keys) : new Map<string, string>();
  const isCounted = statusVerdict(filters.status);
  return keys.map((fields, index) => {
    const isOfGroup = (row: LastBooking) =>
      row.contact_id === fields.contact_id &&
      isCounted(row.status) &&
      row.service_id === (fields.service_id ?? filters.service_id ?? row.service_id) &&
      row.staff_id === (fields.staff_id ?? filters.staff_id ?? row.staff_id) &&
      row.status === (fields.status ?? row.status);
    const found = (byTime.get(groups[index]?.sums.last ?? 0) ?? []).filter(isOfGroup).map(shown);
    // Of bookings at one time the one is shown that a scan would show.
    const last = found.sort((a, b) => (a.text < b.text ? 1 : -1))[0];
    const contact_name = names.get(fields.contact_id ?? '');
    return {
      ...fields,
      ...(last ? { contact: last.contact } : {}),
      ...(contact_name === undefined ? {} : { contact_name }),
    };
  });
}

function shown({ contact_id, contact_name: name, contact_email: email, contact_phone: phone }: LastBooking) {
  const contact = { name, email, phone };
  return { contact, text: JSON.stringify(customerFields({ contact_id, ...contact })) };
}

const bookingsAt = (db: Db, teamId: string, times: readonly number[]): Promise<LastBooking[]> =>
  db
    .selectFrom('bookings')
    .select([
      'contact_id',
      'service_id',
      'staff_id',
      shownStatusSql.as('status'),
      'start_time',
      'contact_name',
      'contact_email',
      'contact_phone',
    ])
    .where('team_id', '=', teamId)
    .where('start_time', 'in', times)
    .execute();
