import type { BookingDay } from '../bookings/booking-days/columns.ts';
import type { Piece } from './buckets.ts';
import { type DayFilters, visitBookings } from './sum-days.ts';

/** Returns what a booking of a piece adds to the measure of its customer. */
export type Measure = (booking: { service_id: string; status: string }, piece: Pick<Piece, 'from'>) => number;

/** The bookings of a customer that has no number yet. */
export interface Unnumbered {
  count: number;
  measure: number;
}

/** Which bookings are counted, and how. */
interface CountedBookings {
  filters: DayFilters;
  isCounted(status: string): boolean;
  measureOf: Measure;
}

/** The bookings of customers, by their numbers: 12 bytes for each customer. */
export interface CustomerCounts {
  addDays(days: readonly BookingDay[], piece: Piece): void;
  add(customer: number, count: number, measure: number): void;
  /** The numbers of customers with bookings. */
  numbers(): number[];
  /** The sum of what the bookings of a customer add. */
  measureAt(customer: number): number;
  has(customer: number): boolean;
}

/** Starts with no customer. */
export function createCustomerCounts({ filters, isCounted, measureOf }: CountedBookings): CustomerCounts {
  let counts = new Uint32Array(1_024);
  let measures = new Float64Array(1_024);
  const reserve = (customer: number) => {
    if (customer < counts.length) return;
    const size = 2 ** Math.ceil(Math.log2(customer + 1));
    const [before, measuresBefore] = [counts, measures];
    counts = new Uint32Array(size);
    measures = new Float64Array(size);
    counts.set(before);
    measures.set(measuresBefore);
  };
  return {
    addDays(days, piece) {
      for (const day of days) {
        reserve(day.customers.reduce((most, customer) => Math.max(most, customer), 0));
        const isIn = day.statuses.map(isCounted);
        const measured = day.services.map((service_id) =>
          day.statuses.map((status) => measureOf({ service_id, status }, piece)),
        );
        visitBookings(day, piece, filters, (_start, customer, service, _person, status) => {
          if (!isIn[status]) return;
          counts[customer] = (counts[customer] as number) + 1;
          measures[customer] = (measures[customer] as number) + (measured[service]?.[status] as number);
        });
      }
    },
    add(customer, count, measure) {
      reserve(customer);
      counts[customer] = (counts[customer] as number) + count;
      measures[customer] = (measures[customer] as number) + measure;
    },
    numbers() {
      const found: number[] = [];
      counts.forEach((count, number) => {
        if (count > 0) found.push(number);
      });
      return found;
    },
    measureAt: (customer) => measures[customer] ?? 0,
    has: (customer) => (counts[customer] ?? 0) > 0,
  };
}
