import type { BusinessRecord } from '../../contract/index.ts';
import { joined, say } from '../../lib/text/sentence.ts';
import { compareText } from '../../lib/text/text-order.ts';
import { byPrecedence } from '../../lib/time/special-hours-order.ts';
import type { ToolContext } from '../core/context.ts';
import { ToolError } from '../core/errors.ts';
import { readDayHours } from './hours.ts';
import { parseDays } from './parse-days.ts';
import { staffIdsOf } from './people.ts';
import { describePeriod, distinctPeriods, type Period, touches, within, withoutDays } from './periods.ts';
import type { BusinessEdit } from './plan.ts';

export interface SpecialHoursInput {
  from: string;
  to?: string | undefined;
  hours?: string | undefined;
  reason?: string | undefined;
  staff?: string[] | undefined;
}

/** Sets the hours of certain days, or removes them. @throws ToolError if they do not fit the business. */
export async function editSpecialHours(
  { hours: typed, reason, staff = [], ...input }: SpecialHoursInput,
  business: BusinessRecord,
  context: ToolContext,
): Promise<BusinessEdit> {
  if (typed?.trim().toLowerCase() === 'closed') throw new ToolError(NOT_CLOSED);
  const { closures, time_zone: timeZone } = business;
  const special = business.special_hours.toSorted(byPrecedence);
  // Without hours, a time of day could mean that the special hours begin or end then.
  const days = await parseDays(input, timeZone, context, { times: typed === undefined ? 'whole_days' : 'day' });
  const about = describePeriod(days);
  const named = staffIdsOf(staff, business);
  const people = named === 'all' ? [] : named;
  const hours = typed === undefined ? undefined : readDayHours('hours', typed);
  const onDays = special.filter((entry) => touches(entry, days));
  const ofEverybody = onDays.filter((entry) => entry.staff.length === 0);
  const others = lastOfEach(
    people.length > 0 ? special.flatMap(withoutPeople(people, days)) : withoutDays(special, days),
  );
  if (hours === undefined) {
    const replaced = onDays.filter((entry) => people.length === 0 || people.some((id) => entry.staff.includes(id)));
    if (replaced.length === 0 && ofEverybody.length > 0) throw new ToolError(OF_EVERYBODY);
    if (replaced.length === 0)
      throw new ToolError(
        say`There are no special hours ${people.length > 0 ? say`of ${joined(people, ', ')} ` : say``}on ${about}.`,
      );
    return { file: { special_hours: others }, prune: ['special_hours'], about };
  }
  const { addedHoursNote } = await import('./added-hours.ts');
  const note = people.length > 0 ? undefined : addedHoursNote(days, hours, business);
  const noted = note ? { about, note } : { about };
  const entry = { ...days, hours, ...(reason ? { reason } : {}), staff: people };
  const entries = [...others, ...(people.length > 0 ? ahead(entry, ofEverybody) : [entry])];
  if (!closures.some((closure) => touches(closure, days)))
    return { file: { special_hours: entries }, prune: ['special_hours'], ...noted };
  if (people.length > 0) throw new ToolError(CLOSED);
  // A closure would hide the hours.
  return {
    file: { closures: distinctPeriods(withoutDays(closures, days)), special_hours: entries },
    prune: ['closures', 'special_hours'],
    ...noted,
  };
}

const NOT_CLOSED =
  'hours: special hours are times such as 09:00-12:00. close_days closes the business on these days, set_time_off records who is away.';
const OF_EVERYBODY =
  'These special hours are those of everybody: leave out staff to remove them, or give these people other hours on these days.';
const CLOSED =
  'The business is closed on these days, and a closure ends for everybody: leave out staff, or first reopen the days (close_days) and record time off of the others (set_time_off).';

type Entry = BusinessRecord['special_hours'][number];

/** Returns a function that takes people out of an entry, on some days of it. */
const withoutPeople =
  (people: readonly string[], days: Period) =>
  (entry: Entry): Entry[] => {
    const rest = entry.staff.filter((id) => !people.includes(id));
    if (rest.length === entry.staff.length || !touches(entry, days)) return [entry];
    const shared = rest.length > 0 ? [{ ...within(entry, days), staff: rest }] : [];
    return [...withoutDays([entry], days), ...shared];
  };

/**
 * Returns an entry of certain people, cut where special hours of everybody begin and end: on the same days, the hours of certain
 * people apply before those of everybody (`byPrecedence`).
 */
const ahead = <E extends Period>(entry: E, ofEverybody: readonly Period[]): E[] =>
  ofEverybody.reduce<E[]>(
    (parts, days) =>
      parts.flatMap((part) =>
        touches(part, days)
          ? [...withoutDays([part], days), within(part, days)].sort((a, b) => compareText(a.from, b.from))
          : [part],
      ),
    [entry],
  );

/** Returns the entries that apply: the last one of those with the same days and people. */
const lastOfEach = (entries: readonly Entry[]): Entry[] => [
  ...new Map(entries.map((entry) => [`${entry.from}/${entry.to} ${entry.staff.toSorted().join()}`, entry])).values(),
];
