import { forEachInSlices, mapInSlices } from '../../lib/concurrency/slices.ts';
import type { Sentence } from '../../lib/text/sentence.ts';
import type { Interval } from '../../lib/time/intervals.ts';
import { mergeIntervals } from '../../lib/time/merge-intervals.ts';
import { openIntervals } from '../../lib/time/open-intervals.ts';
import { parseOpeningHours } from '../../lib/time/opening-hours.ts';
import type { ZoneDays } from '../../lib/time/zone-days.ts';
import { describePerson } from './known-staff.ts';
import type { KnownBusiness, OpenTimes } from './open-times.ts';
import { PlacedWork, type TeamMember, type WorkTimes } from './placed-work.ts';

/** When a business is open and its people work during some days, as far as it is known. In order. */
export interface KnownWork {
  /** Hours of the business, and of everybody who works by hours of their own; undefined: unknown. */
  open: readonly Interval[] | undefined;
  /** Those who could take an appointment; undefined: unknown. */
  people: readonly PersonWork[] | undefined;
  /** Different hours of those people without absences, or else those of the business; undefined: unknown. */
  hours: readonly (readonly Interval[])[] | undefined;
}

export interface PersonWork extends WorkTimes {
  name: Sentence;
}

/** @param dates of the business, in order and without gaps. */
export async function knownWork(
  { known: { business, shown, staffIds }, staff }: OpenTimes,
  dates: readonly string[],
  days: ZoneDays,
): Promise<KnownWork> {
  const [first = '', last = ''] = [dates[0], dates.at(-1)];
  const all = { start: days.whole(first).start, end: days.whole(last).end };
  const limit =
    shown.hours === undefined
      ? [all]
      : openIntervals(parseOpeningHours(shown.hours), shown.zone, all.start, all.end - 1);
  if (!business) {
    const open = shown.hours === undefined ? undefined : limit;
    return { open, people: undefined, hours: open && [open] };
  }
  const placed = new PlacedWork(business, { dates, days, limit });
  // There can be thousands of people.
  const works = await mapInSlices(teamOf(business), (one) => [one.id, placed.of(one)] as const);
  const team = new Map(works);
  const open = await unionOf(placed.regular(), [...team.values()]);
  const people = allKnown(
    staffIds?.map((id): PersonWork | undefined => {
      const known = team.get(id);
      return known && { ...known, name: describePerson(id, staff) };
    }),
  );
  const hours = people ? [...new Set(people.map(({ present }) => present))] : open && [open];
  return { open, people, hours };
}

/** Without a list of people, those are known who have special hours. */
function teamOf({ staff, special_hours: special }: KnownBusiness): TeamMember[] {
  return staff?.filter(({ active }) => active) ?? (special ?? []).flatMap((one) => one.staff.map((id) => ({ id })));
}

/** Returns when a business is open, or anybody is at work; undefined if the hours of one of them are unknown. */
async function unionOf(
  regular: readonly Interval[] | undefined,
  team: readonly (WorkTimes | undefined)[],
): Promise<Interval[] | undefined> {
  const people = allKnown(team);
  if (!regular || !people) return undefined;
  let open = mergeIntervals(regular);
  await forEachInSlices(new Set(people.map(({ present }) => present)), (present) => {
    open = mergeIntervals([...open, ...present]);
  });
  return open;
}

const allKnown = <T>(values: readonly (T | undefined)[] | undefined): readonly T[] | undefined =>
  values?.every((one) => one !== undefined) ? values : undefined;
