import type { BusinessRecord } from '../../contract/index.ts';
import { listed, quoted, type Sentence, say } from '../../lib/text/sentence.ts';
import { datesOf } from '../../lib/time/dates-of.ts';
import { type OpenPeriod, periodsOn } from '../../lib/time/opening-hours.ts';
import { calendarDay, intersectPeriods, readOpeningHours } from '../../lib/time/working-hours.ts';
import type { Period } from './periods.ts';

/** Days that are looked at: a longer period has every day of a year. */
const MAX_DAYS = 366;
const MAX_NAMED = 10;

/**
 * Names the people whom special hours of everybody do not bring in, or only within hours of their own, if the special hours add
 * time at which these people do not work.
 */
export function addedHoursNote(
  days: Period,
  hours: string,
  { opening_hours, staff }: BusinessRecord,
): Sentence | undefined {
  const special = readOpeningHours(`daily ${hours}`)?.weekly[0];
  const usual = readOpeningHours((opening_hours ?? []).join('; '));
  // Without opening hours, there is no time that the business adds.
  if (!special || !usual) return undefined;
  const dates = datesOf(days, MAX_DAYS).map(calendarDay);
  const people = staff.filter(({ active, opening_hours: lines }) => active && lines !== null);
  const [without, within]: [string[], string[]] = [[], []];
  for (const { name, opening_hours: lines } of people) {
    const own = readOpeningHours((lines ?? []).join('; '));
    if (!own) continue;
    let [all, theirs] = [0, 0];
    for (const date of dates) {
      const added = (periods: readonly OpenPeriod[]) =>
        minutes(periods) - minutes(intersectPeriods(periods, periodsOn(usual, date)));
      all += added(special);
      theirs += added(intersectPeriods(special, periodsOn(own, date)));
    }
    if (theirs < all) (theirs === 0 ? without : within).push(name);
  }
  if (without.length + within.length === 0) return undefined;
  const not = without.length > 0 ? say`, not for ${namesOf(without)}` : say``;
  const part = within.length > 0 ? say`, and for ${namesOf(within)} only within their own hours` : say``;
  return say`The added time is for people without hours of their own${not}${part}. To add all of it for others, give staff with everybody who is to work: it replaces their own hours of these days.`;
}

const namesOf = (names: readonly string[]) =>
  listed(
    names.map((name) => quoted(name)),
    MAX_NAMED,
  );

const minutes = (periods: readonly OpenPeriod[]) => periods.reduce((sum, { from, to }) => sum + to - from, 0);
