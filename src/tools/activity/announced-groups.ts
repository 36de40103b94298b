import type { Booking, Call, Read, Summary } from '../../contract/index.ts';
import { addPrice, type Price } from '../../lib/activity/money.ts';
import { isPeriod, type Period, periodOf } from '../../lib/activity/periods.ts';
import type { Group, GroupKey } from '../../lib/activity/tally.ts';
import { twoDigits } from '../../lib/time/clock-text.ts';
import { weekdayName } from '../../lib/time/weekdays.ts';
import type { KeyOf } from './groupings.ts';
import { type BookingSums, type CallSums, emptyBookingSums, emptyCallSums } from './sums.ts';

type AnnouncedGroup = Summary['groups'][number];
type Sums = Omit<AnnouncedGroup, 'day'>;

/** Returns the sums of bookings that a platform has counted, with their value. */
export function bookingSumsOf(
  {
    count,
    cancelled = 0,
    no_shows: noShows = 0,
    services = [],
  }: Pick<Sums, 'count' | 'cancelled' | 'no_shows' | 'services'>,
  priceOf: (serviceId: string) => Price | undefined,
): BookingSums {
  const sums = { ...emptyBookingSums(), count, cancelled, noShows };
  for (const { service_id, price_cents, count: booked } of services) {
    const price = priceOf(service_id);
    if (price) addPrice(sums.amounts, { ...price, cents: (price_cents ?? price.cents) * booked }, booked);
    else sums.unpriced += booked;
  }
  return sums;
}

/** Returns the sums of calls that a platform has counted. */
export const callSumsOf = ({
  count,
  with_contact: withContact = 0,
  timed = 0,
  seconds = 0,
}: Pick<Sums, 'count' | 'with_contact' | 'timed' | 'seconds'>): CallSums => ({
  ...emptyCallSums(),
  count,
  withContact,
  timed,
  milliseconds: Math.round(seconds * 1_000),
});

/**
 * Returns the groups that a platform has counted, with the keys that counting the records would give.
 * @param keyOf the key of a record in each grouping.
 */
export function announcedGroups<R extends typeof Booking | typeof Call, S>(
  groups: readonly AnnouncedGroup[],
  group_by: readonly string[],
  keyOf: (grouping: string) => KeyOf<Read<R>>,
  sumsOf: (group: AnnouncedGroup) => S,
): Group<S>[] {
  const keys = group_by.map((grouping) => (isPeriod(grouping) ? periodKeyOf(grouping) : recordKeyOf(keyOf(grouping))));
  return groups.map((group) => ({ keys: keys.map((key) => key(group)), sums: sumsOf(group) }));
}

/** A group has the fields of its records that their grouping reads. */
const recordKeyOf =
  <R extends typeof Booking | typeof Call>(keyOf: KeyOf<Read<R>>) =>
  (group: AnnouncedGroup): GroupKey =>
    keyOf({ fields: group, missing: [], other: {} } as unknown as Read<R>);

/** Any day, for periods that every day has. */
const SOME_DAY = '2000-01-01';

const periodKeyOf =
  (period: Period) =>
  ({ day, week_start, month, weekday, hour }: AnnouncedGroup): GroupKey => {
    const [date, at] = {
      day: [day, day],
      week: [week_start, week_start],
      month: [month, `${month}-01`],
      weekday: [weekday, SOME_DAY],
      hour: [hour, `${SOME_DAY}T${twoDigits(hour ?? 0)}`],
    }[period];
    const unknown = { key: '', fields: { [period]: null } };
    if (date === undefined) return unknown;
    const ofDay = weekdayName(new Date(`${String(at).slice(0, 10)}T00:00:00Z`).getUTCDay() || 7);
    return periodOf(period, { local: String(at), weekday: period === 'weekday' ? String(weekday) : ofDay }) ?? unknown;
  };
