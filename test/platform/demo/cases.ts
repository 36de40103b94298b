import { Temporal } from 'temporal-polyfill';
import { demoBusiness } from '../../../src/platform/demo/index.ts';

const local = (text: string) => Temporal.PlainDateTime.from(text).toZonedDateTime('America/New_York').epochMilliseconds;

/** Moments that are edge cases for a demo relative to the current time. */
export const MOMENTS: ReadonlyArray<readonly [name: string, now: number]> = [
  ['Monday before opening', local('2026-11-16T05:00:00')],
  ['Tuesday morning', local('2026-11-17T10:12:13')],
  ['Wednesday noon', local('2026-11-18T12:00:00')],
  ['Thursday, in the cleaning', local('2026-11-19T10:20:00')],
  ['Friday evening', local('2026-11-20T23:59:59')],
  ['Saturday morning', local('2026-11-21T10:30:00')],
  ['Sunday, first minute', local('2026-11-22T00:01:00')],
  ['the day clocks go forward', local('2026-03-08T03:30:00')],
  ['the day before clocks go forward', local('2027-03-13T22:00:00')],
  ['ten days after clocks went forward', local('2026-03-18T16:45:00')],
  ['the day clocks go back', local('2026-11-01T01:30:00')],
  ['the day before clocks go back', local('2027-11-06T09:00:00')],
  ['last day of a year', local('2026-12-31T18:00:00')],
  ['first day of a year', local('2027-01-01T00:30:00')],
  ['first of March', local('2027-03-01T09:15:00')],
  ['last of a long month', local('2027-05-31T14:00:00')],
  ['leap day', local('2028-02-29T11:11:11')],
];

export const BUSINESSES = MOMENTS.map(([name, now]) => ({ name, now, business: demoBusiness(now) }));

/** Converts a timestamp of the API to the time zone of the business. */
export function inZone(time: string): Temporal.ZonedDateTime {
  return Temporal.Instant.from(time).toZonedDateTimeISO('America/New_York');
}

export const ms = (time: string): number => Date.parse(time);

/** All strings nested in a value. */
export function strings(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(strings);
}

/** What only the database adds to the records of the demo: it follows from other records, or from a source of calls. */
export const DERIVED = {
  booking: { service_name: 'S', staff_name: 'P', overrides: [], call_reference: null },
  call: {
    booking_ids: [],
    source_name: null,
    call_reference: null,
    business_phone: null,
    recording_url: null,
    fields: null,
    tools: null,
  },
};
