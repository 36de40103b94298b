import { addDays } from '../../../lib/time/add-days.ts';
import { mondayOf } from '../../../lib/time/working-hours.ts';
import type { Office } from '../core/office.ts';
import { weekdayFrom } from './days/day-ranges.ts';
import { plainWeekday } from './days/said-days.ts';

/** Words of all languages, normalized. */
const SAME_TIME =
  '(?:at )?(?:the )?same (?:day and )?time|(?:zur |um die |die )?(?:selben?|gleichen?) (?:uhr)?zeit|(?:a )?(?:la )?meme heure|(?:a )?(?:la )?misma hora|(?:alla )?stessa ora|(?:n?o )?mesmo horario|(?:a )?mesma hora';
const SAME_TIME_FIRST = new RegExp(`^(?:${SAME_TIME}),? (?:(?:but|aber|mais|pero|ma|mas) )?(?:on (?:the )?)?(?=\\S)`);
const SAME_TIME_LAST = new RegExp(`(?:^|,? )(?:${SAME_TIME})$`);
const THAT_DAY = '(?:on )?that day|an dem tag|ce jour la|ese dia|quel giorno|nesse dia';
/** It was said before; "the same day" can also be that of an appointment that is moved. */
const ONLY_SAID = new RegExp(`\\b(?:${THAT_DAY})\\b`);
const SAME_DAY = new RegExp(
  `\\b(?:(?:on )?(?:the |that )?same day|(?:am |an dem )?(?:selben|gleichen) tag|(?:l[ea] )?meme jour(?:nee)?|(?:el )?mismo dia|(?:lo )?stesso giorno|(?:n?o )?mesmo dia|${THAT_DAY})\\b(?:,? (?:but|aber|nur|mais|pero|solo|ma|mas)(?= ))?`,
);

const AHEAD = '(?:(?:on|in|the|am|an dem|den|le|el|il|[oa]|n[ao]) )*';
const FOLLOWING = new RegExp(
  `^${AHEAD}(?:(?:following|(?:darauf)?folgende[nrs]?) (\\S+)|(\\S+(?: feira)?) (?:(?:after|following)(?: that| it| this)?|danach|da?rauf|dapres|suivant|siguiente|despues|successiv[oa]|dopo|seguinte|depois))$`,
);
/** The week behind another one, in all languages. */
const WEEK_AFTER = [
  '(?:of |in )?the (?:following week|week (?:after|following)(?: that| it| this)?)',
  '(?:in |an )?(?:der|die) (?:(?:darauf)?folgenden? woche|woche (?:danach|da?rauf))',
  '(?:de |en |d)?la (?:semaine (?:dapres|suivante)|semana (?:siguiente|despues))',
  '(?:d?[ae]ll|n?ell)a settimana (?:successiva|seguente|dopo)|n?d?a semana (?:seguinte|depois)',
].join('|');
const OF_WEEK_AFTER = new RegExp(`^${AHEAD}(\\S+(?: feira)?),? (?:${WEEK_AFTER})$`);
const WEEK_AFTER_FIRST = new RegExp(`^(?:${WEEK_AFTER}),? ${AHEAD}(\\S+(?: feira)?)$`);

/** Returns the date of "the Friday after that", or "Monday of the following week". @param said normalized. @param date of what it follows, ISO 8601 */
export function weekdayAfter(said: string, date: string, { speech }: Office): string | undefined {
  const [, first, last = ''] = FOLLOWING.exec(said) ?? [];
  const weekday = plainWeekday(first ?? last, speech);
  if (weekday !== undefined) return weekdayFrom(addDays(date, 1), weekday);
  return weekdayOfWeekAfter(said, date, { speech });
}

/** Returns the date of "Monday of the following week", behind another date. */
export function weekdayOfWeekAfter(said: string, date: string, { speech }: Pick<Office, 'speech'>): string | undefined {
  const [, word = ''] = OF_WEEK_AFTER.exec(said) ?? WEEK_AFTER_FIRST.exec(said) ?? [];
  const weekday = plainWeekday(word, speech);
  return weekday === undefined ? undefined : addDays(mondayOf(date), 6 + weekday);
}

/** Returns the day of "same time on Friday"; empty without one. @param said normalized. @returns undefined for another text */
export function dayAtSameTime(said: string): string | undefined {
  const day = said.replace(SAME_TIME_FIRST, '').replace(SAME_TIME_LAST, '');
  return day === said ? undefined : day;
}

/** True for a text with "the same day". @param said normalized */
export const isOnSameDay = (said: string): boolean => SAME_DAY.test(said);

/** True for "that day". @param said normalized */
export const isOnThatDay = (said: string): boolean => ONLY_SAID.test(said);

/** Returns a text with the date instead of "the same day". @param said normalized */
export const onSameDay = (said: string, date: string): string => said.replace(SAME_DAY, date);

/** Returns a text without "the same day": "the same day next week" is in that week. @param said normalized */
export const withoutSameDay = (said: string): string =>
  said
    .replace(SAME_DAY, '')
    .trim()
    .replace(/^(?:of|de|,) /, '');
