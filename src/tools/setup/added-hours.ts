import type { BusinessRecord } from '../../contract/index.ts';
import { listed, quoted, type Sentence, say } from '../../lib/sentence.ts';
import { type OpenPeriod, periodsOn } from '../../lib/time/opening-hours.ts';
import { calendarDay, intersectPeriods, readOpeningHours } from '../../lib/time/working-hours.ts';
import { datesOf, type Period } from './periods.ts';

/** Days that are looked at: a longer period has every day of a year. */
const MAX_DAYS = 366;
const MAX_NAMED = 10;

/**
 * Names the people whom special hours of everybody do not bring in: those with hours of their own, if the special hours add
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
  const missing = people.filter(({ opening_hours: lines }) => {
    const own = readOpeningHours((lines ?? []).join('; '));
    return dates.some((date) => {
      const added = (within: readonly OpenPeriod[]) =>
        minutes(within) - minutes(intersectPeriods(within, periodsOn(usual, date)));
      return own && added(intersectPeriods(special, periodsOn(own, date))) < added(special);
    });
  });
  if (missing.length === 0) return undefined;
  const names = listed(
    missing.map(({ name }) => quoted(name)),
    MAX_NAMED,
  );
  return say`The added time is only for people without hours of their own, not for ${names}: to add it for others, give staff with everybody who is to work.`;
}

const minutes = (periods: readonly OpenPeriod[]) => periods.reduce((sum, { from, to }) => sum + to - from, 0);
