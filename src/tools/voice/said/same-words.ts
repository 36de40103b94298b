import { addDays } from '../../../lib/time/add-days.ts';
import type { Office } from '../core/office.ts';
import { weekdayFrom } from './days/day-ranges.ts';
import { plainWeekday } from './days/said-days.ts';

/** Words of all languages, normalized. */
const SAME_TIME =
  '(?:at )?(?:the )?same time|(?:zur |um die |die )?(?:selben?|gleichen?) (?:uhr)?zeit|(?:a )?(?:la )?meme heure|(?:a )?(?:la )?misma hora|(?:alla )?stessa ora|(?:n?o )?mesmo horario|(?:a )?mesma hora';
const SAME_TIME_FIRST = new RegExp(`^(?:${SAME_TIME}),? (?:on )?(?=\\S)`);
const SAME_TIME_LAST = new RegExp(`(?:^|,? )(?:${SAME_TIME})$`);
const SAME_DAY =
  /\b(?:(?:on )?(?:the|that) same day|(?:on )?that day|(?:am |an dem )?(?:selben|gleichen) tag|an dem tag|(?:l[ea] )?meme jour(?:nee)?|ce jour la|(?:el )?mismo dia|ese dia|(?:lo )?stesso giorno|quel giorno|(?:n?o )?mesmo dia|nesse dia)\b/;

const FOLLOWING =
  /^(?:(?:on|the|am|an dem|den|le|el|il|[oa]|n[ao]) )*(?:(?:following|(?:darauf)?folgende[nrs]?) (\S+)|(\S+(?: feira)?) (?:(?:after|following)(?: that| it| this)?|danach|darauf|dapres|suivant|siguiente|despues|successiv[oa]|dopo|seguinte|depois))$/;

/** Returns the date of "the Friday after that". @param said normalized. @param date of what it follows, ISO 8601 */
export function weekdayAfter(said: string, date: string, { speech }: Office): string | undefined {
  const [, first, last = ''] = FOLLOWING.exec(said) ?? [];
  const weekday = plainWeekday(first ?? last, speech);
  return weekday === undefined ? undefined : weekdayFrom(addDays(date, 1), weekday);
}

/** Returns the day of "same time on Friday"; empty without one. @param said normalized. @returns undefined for another text */
export function dayAtSameTime(said: string): string | undefined {
  const day = said.replace(SAME_TIME_FIRST, '').replace(SAME_TIME_LAST, '');
  return day === said ? undefined : day;
}

/** Returns a text with the date instead of "the same day". @param said normalized. @returns undefined for another text */
export const onSameDay = (said: string, date: string): string | undefined =>
  SAME_DAY.test(said) ? said.replace(SAME_DAY, date) : undefined;
