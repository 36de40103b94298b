import { Temporal } from 'temporal-polyfill';
import type { Sentence } from '../../lib/sentence.ts';
import type { Interval } from '../../lib/time/intervals.ts';
import { mergeIntervals } from '../../lib/time/merge-intervals.ts';
import { intervalsOf, openIntervals } from '../../lib/time/open-intervals.ts';
import { type OpenPeriod, parseOpeningHours } from '../../lib/time/opening-hours.ts';
import { absencesOn, hoursOn, readOpeningHours } from '../../lib/time/working-hours.ts';
import { describePerson } from './known-staff.ts';
import type { KnownBusiness, OpenTimes } from './open-times.ts';

/** When a business is open and its people work during some days, as far as it is known. In order. */
export interface KnownWork {
  /** Hours of the business, and of everybody who works by hours of their own; undefined: unknown. */
  open: readonly Interval[] | undefined;
  /** Those who could take an appointment; undefined: unknown. */
  people: readonly PersonWork[] | undefined;
}

export interface PersonWork {
  name: Sentence;
  /** Absences included. */
  works: readonly Interval[];
  away: readonly Interval[];
}

const WHOLE_DAY: readonly OpenPeriod[] = [{ from: 0, to: 1440 }];

/** @param dates of the business, in order and without gaps. */
export function knownWork(
  { known: { business, shown, staffIds }, staff, closuresZone: zone }: OpenTimes,
  dates: readonly string[],
): KnownWork {
  const place = (periodsOn: (date: string) => readonly OpenPeriod[]) =>
    mergeIntervals(dates.flatMap((date) => intervalsOf(periodsOn(date), Temporal.PlainDate.from(date), zone)));
  const all = place(() => WHOLE_DAY);
  const [from, to] = [all[0]?.start ?? 0, (all.at(-1)?.end ?? 1) - 1];
  const limit = shown.hours === undefined ? all : openIntervals(parseOpeningHours(shown.hours), shown.zone, from, to);
  if (!business) return { open: shown.hours === undefined ? undefined : limit, people: undefined };

  // Hours in a form that this version cannot read are unknown; a business without hours has no limits.
  const stated = business.opening_hours && readOpeningHours(business.opening_hours.join('; '));
  const regular =
    stated === undefined && business.opening_hours
      ? undefined
      : common(
          place((date) => hoursOn(date, business, stated ?? undefined) ?? WHOLE_DAY),
          limit,
        );
  const workOf = ({ id, opening_hours: own, time_off: absences }: TeamMember): PersonWork | undefined => {
    const weekly = own ? readOpeningHours(own.join('; ')) : (stated ?? undefined);
    if (!weekly && (own || business.opening_hours)) return undefined;
    return {
      name: describePerson(id, staff),
      works: common(
        place((date) => hoursOn(date, business, weekly, { id, hasOwnHours: !!own }) ?? WHOLE_DAY),
        limit,
      ),
      away: place((date) => absencesOn(date, absences ?? [])),
    };
  };
  const team = new Map(teamOf(business).map((one) => [one.id, workOf(one)]));
  return {
    open: regular && unionOf(regular, [...team.values()]),
    people: allKnown(staffIds?.map((id) => team.get(id))),
  };
}

type StatedPerson = NonNullable<KnownBusiness['staff']>[number];
type TeamMember = Pick<StatedPerson, 'id'> & Partial<StatedPerson>;

/** Without a list of people, those are known who have special hours. */
function teamOf({ staff, special_hours: special }: KnownBusiness): TeamMember[] {
  return staff?.filter(({ active }) => active) ?? (special ?? []).flatMap((one) => one.staff.map((id) => ({ id })));
}

/** Returns when a business is open, or anybody is at work; undefined if the hours of one of the people are unknown. */
function unionOf(regular: readonly Interval[], team: readonly (PersonWork | undefined)[]): Interval[] | undefined {
  const people = allKnown(team);
  return people && mergeIntervals([...regular, ...people.flatMap(atWork)]);
}

const allKnown = <T>(values: readonly (T | undefined)[] | undefined): readonly T[] | undefined =>
  values?.every((one) => one !== undefined) ? values : undefined;

export const atWork = ({ works, away }: PersonWork): Interval[] => without(works, away);

/** Returns a date in a zone. */
export function wholeDay(date: string, zone: string): Interval {
  const day = Temporal.PlainDate.from(date);
  const [start, end] = [day, day.add({ days: 1 })].map((one) => one.toZonedDateTime(zone).epochMilliseconds);
  return { start: start as number, end: end as number };
}

/** Returns what an interval has of others. */
export const within = (intervals: readonly Interval[], one: Interval): Interval[] => common(intervals, [one]);

/** Returns the parts of intervals that lie in others. */
function common(intervals: readonly Interval[], others: readonly Interval[]): Interval[] {
  return intervals.flatMap((one) =>
    others.flatMap((other) => {
      const [start, end] = [Math.max(one.start, other.start), Math.min(one.end, other.end)];
      return start < end ? [{ start, end }] : [];
    }),
  );
}

/** Returns intervals without what others take of them. */
export function without(intervals: readonly Interval[], removed: readonly Interval[]): Interval[] {
  return removed.reduce<Interval[]>(
    (rest, gap) =>
      rest.flatMap(({ start, end }) =>
        [
          { start, end: Math.min(end, gap.start) },
          { start: Math.max(start, gap.end), end },
        ].filter((part) => part.start < part.end),
      ),
    [...intervals],
  );
}
