import { type BookingDay, indexer } from '../bookings/booking-days/columns.ts';
import type { BookingsRow } from './booking-sums.ts';
import type { Buckets, Piece } from './buckets.ts';
import { type Prices, priceAt } from './prices.ts';

/** Which bookings are counted, by their service and staff member; undefined: all. */
export interface DayFilters {
  service_id?: string | undefined;
  staff_id?: string | undefined;
}

/** Gets the start, the customer's number, and the indexes of service, staff member and status in the lists of the day. */
type VisitBooking = (start: number, customer: number, service: number, person: number, status: number) => void;

/** Calls `visit` for the bookings of a day that start in an interval, in the order of their start. */
export function visitBookings(
  { from: dayStart, starts, customers, values, services, staff, statuses }: BookingDay,
  { from, to }: Pick<Piece, 'from' | 'to'>,
  { service_id, staff_id }: DayFilters,
  visit: VisitBooking,
): void {
  const onlyService = service_id === undefined ? undefined : services.indexOf(service_id);
  const onlyPerson = staff_id === undefined ? undefined : staff.indexOf(staff_id);
  if (onlyService === -1 || onlyPerson === -1) return;
  const [people, states] = [staff.length, statuses.length];
  for (let index = 0; index < starts.length; index++) {
    const start = dayStart + (starts[index] as number);
    if (start < from) continue;
    if (start >= to) break;
    // In plain variables: a year of a large business has hundreds of thousands of bookings.
    const value = values[index] as number;
    const status = value % states;
    const pair = Math.floor(value / states);
    const person = pair % people;
    const service = Math.floor(pair / people);
    if (onlyService !== undefined && service !== onlyService) continue;
    if (onlyPerson !== undefined && person !== onlyPerson) continue;
    visit(start, customers[index] as number, service, person, status);
  }
}

/**
 * Counts the bookings of days that start in a piece of a window, as a statement on their rows does: by service and status, by
 * staff member if asked, and by bucket.
 */
export function sumDays(
  days: readonly BookingDay[],
  piece: Piece,
  {
    filters,
    prices,
    byStaff,
    buckets: { unitMs, cycle },
  }: { filters: DayFilters; prices: Prices; byStaff: boolean; buckets: Buckets },
): BookingsRow[] {
  const rows: BookingsRow[] = [];
  const [services, staff, statuses] = [indexer(), indexer(), indexer()];
  /** By bucket, service, staff member and status. */
  const groups: BookingsRow[][][][] = [];
  for (const day of days) {
    const [ofService, ofPerson, ofStatus] = [
      day.services.map(services),
      byStaff ? day.staff.map(staff) : day.staff.map(() => 0),
      day.statuses.map(statuses),
    ];
    visitBookings(day, piece, filters, (start, _customer, service, person, status) => {
      const unit = unitMs === 0 ? 0 : Math.floor((start - piece.monday) / unitMs);
      const bucket = cycle === 0 ? unit : unit % cycle;
      const byStatus = listAt(listAt(listAt(groups, bucket), ofService[service] as number), ofPerson[person] as number);
      const own = ofStatus[status] as number;
      let row = byStatus[own];
      if (!row) {
        const serviceId = day.services[service] as string;
        row = {
          service_id: serviceId,
          price: priceAt(prices, serviceId, piece.from),
          status: day.statuses[status] as string,
          ...(byStaff ? { staff_id: day.staff[person] as string } : {}),
          count: 0,
          last: start,
          bucket,
        };
        byStatus[own] = row;
        rows.push(row);
      }
      (row.count as number)++;
      row.last = start;
    });
  }
  return rows;
}

/** Returns the list at an index of a list, where one is added if there is none. */
function listAt<T>(lists: T[][], index: number): T[] {
  const known = lists[index];
  if (known) return known;
  const added: T[] = [];
  lists[index] = added;
  return added;
}
