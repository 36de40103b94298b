import { NO_SHOW } from '../../../contract/index.ts';
import { addressKey, nameKey, phoneKey } from '../../derived/keys.ts';
import { hasNoShow, shownStatusSql } from '../bookings/shown-status.ts';
import type { Db } from '../schema/schema.ts';
import type { Rows, Stream } from './stream.ts';
import { unindexedText } from './unindexed.ts';

/** Bookings always have a contact here. In the copy of another platform, those without one have this. */
export const NO_CONTACT = '';
/** The same for the staff member. */
export const NO_STAFF = '';

/** Filters of bookings. Times are epoch milliseconds, `to` exclusive. */
export interface BookingFilters {
  from?: number | undefined;
  to?: number | undefined;
  service_id?: string | undefined;
  staff_id?: string | undefined;
  status?: string | undefined;
  /**
   * One person. A booking with a contact is theirs if it has this contact; without one, or if no contact is given, by any of
   * the other values.
   */
  contact_id?: string | undefined;
  contact_phone?: string | undefined;
  contact_email?: string | undefined;
  contact_name?: string | undefined;
}

type BookingRows = Rows<'bookings'>;
type Condition = (rows: BookingRows) => BookingRows;
type Equal = Stream<'bookings'>['equal'];

/** Bookings that are narrowed at a time. */
const SLICE = 5_000;
/** Bookings that are narrowed for a total. */
const COUNTED = 20_000;

/**
 * Returns the bookings that match all filters but the times, by the index of the most selective one.
 * @param statuses those that match the filter by status; undefined without one.
 */
export async function bookingStreams(
  db: Db,
  teamId: string,
  filters: BookingFilters,
  statuses: readonly string[] | undefined,
): Promise<Stream<'bookings'>[]> {
  if (statuses?.length === 0) return [];
  const stream = (equal: Equal, conditions: readonly Condition[] = []): Stream<'bookings'> => ({
    db,
    table: 'bookings',
    equal: { team_id: teamId, ...equal },
    key: 'bookings.start_time',
    id: 'bookings.id',
    narrow: conditions.length > 0 ? (some) => conditions.reduce((narrowed, add) => add(narrowed), some) : undefined,
    sliceSize: SLICE,
    counted: COUNTED,
  });
  const { service_id: service, staff_id: staff } = filters;
  const isOf = (column: 'staff_id' | 'service_id', id: string | undefined): Condition[] =>
    id === undefined ? [] : [(rows) => rows.where(unindexedText(`bookings.${column}`), '=', id)];
  const withStatus: Condition[] = statuses === undefined ? [] : [(rows) => rows.where(shownStatusSql, 'in', statuses)];
  const person = await personStreams(filters);
  if (person) {
    const others = [...isOf('staff_id', staff), ...isOf('service_id', service), ...withStatus];
    return person.map(({ equal, conditions }) => stream(equal, [...conditions, ...others]));
  }
  if (staff !== undefined) return [stream({ staff_id: staff }, [...isOf('service_id', service), ...withStatus])];
  if (service !== undefined) return [stream({ service_id: service }, withStatus)];
  if (statuses === undefined) return [stream({})];
  return statusStreams(statuses, await hasNoShow(db, teamId)).map(({ equal, conditions }) => stream(equal, conditions));
}

/** Bookings that an index finds by some values, and their other conditions: no booking is among two of these. */
interface Part {
  equal: Equal;
  conditions: readonly Condition[];
}

/**
 * Bookings by the statuses that the API states. A no-show is stored with another status, and in the copy of another platform
 * with its own.
 */
function statusStreams(statuses: readonly string[], withNoShows: boolean): Part[] {
  if (!withNoShows) return statuses.map((status) => ({ equal: { status }, conditions: [] }));
  return statuses.flatMap((status): Part[] => {
    const isShown: Condition = (rows) => rows.where(shownStatusSql, '=', status);
    const stored = { equal: { status }, conditions: [isShown] };
    if (status !== NO_SHOW) return [stored];
    const isOther: Condition = (rows) => rows.where(unindexedText('bookings.status'), '<>', NO_SHOW);
    return [stored, { equal: { attendance: NO_SHOW }, conditions: [isShown, isOther] }];
  });
}

async function personStreams(filters: BookingFilters): Promise<Part[] | undefined> {
  const { contact_id: id, contact_phone: phone, contact_email: email, contact_name: name } = filters;
  const keys = [
    ['contact_phone_key', phone === undefined ? null : await phoneKey(phone)],
    ['contact_email_key', email === undefined ? null : addressKey(email)],
    ['contact_name_key', name === undefined ? null : nameKey(name)],
  ] as const;
  const given = keys.flatMap(([column, key]) => (key === null ? [] : [{ column, key }]));
  if (id === undefined && given.length === 0) return undefined;
  const isUnlinked: Condition[] =
    id === undefined ? [] : [(rows) => rows.where(unindexedText('bookings.contact_id'), '=', NO_CONTACT)];
  const byKeys = given.map(({ column, key }, index): Part => {
    const earlier = given.slice(0, index).map(
      (other): Condition =>
        (rows) =>
          rows.where((eb) =>
            eb.or([eb(`bookings.${other.column}`, 'is', null), eb(`bookings.${other.column}`, '<>', other.key)]),
          ),
    );
    return { equal: { [column]: key }, conditions: [...isUnlinked, ...earlier] };
  });
  if (id === undefined) return byKeys;
  return [{ equal: { contact_id: id }, conditions: [] }, ...byKeys];
}
