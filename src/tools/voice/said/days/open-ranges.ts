import { addDays } from '../../../../lib/time/add-days.ts';
import { calendarDay } from '../../../../lib/time/working-hours.ts';
import type { DayRange } from './day-ranges.ts';

/** Words of all languages, normalized. */
const ARTICLE = '(?:(?:the|de[rnm]|die|l[ae]|el|il|[ao]|dia) )*';
const WEEK = '(?:week|woche|semaine|semana|settimana)';
const BEHIND_FROM = '(?: (?:on|onwards?|an|in poi|em diante|en adelante))?';
const BOUND = new RegExp(
  `^(?:${[
    '(?<before>before|vor|avant|antes d[aeo]l?|prima d(?:i|el))',
    '(?<until>until|till|by|no later than|spatestens(?: am)?|bis(?: zum)?|jusquau?|hasta|entro|fino al?|ate)',
    '(?<after>after|nach|apres|despues del?|dopo|depois d[aeo])',
    '(?:from|starting|not before|nicht vor|fruhestens(?: am)?|pas avant|no antes del?|non prima d(?:i|el)|nao antes d[aeo]|ab|a partir d(?:el?|u|al?|a|o)|des|desde|dal?)',
  ].join('|')}) ${ARTICLE}(?<day>\\S.*?)${BEHIND_FROM}$`,
);
const REST = new RegExp(
  `^(?:${ARTICLE}(?:rest|reste|resto) (?:of|de[rl]?|della|d[ao])(?: (?:the|this|la|cette|esta))? ${WEEK}|later this week)$`,
);
const WEEK_OF = new RegExp(`^(?:(?:in|en|na|nella) )?${ARTICLE}${WEEK} (?:of|vom|du|del?|do) ${ARTICLE}(.+)$`);
/** Between two bounds: `after Tuesday but before Friday`. */
const BUT = /,? (?:but|and|aber|und|mais|et|pero|y|ma|ed?|mas),? /;
/** Of days without an end, so many are searched for free times. */
const DAYS_AHEAD = 20;

/**
 * Reads days between two bounds, `after Tuesday but before Friday`, or one: `before Friday`, `from the 15th on`, `the rest of the week`, and `the week of the 16th`.
 * @param text normalized
 * @param dateOf returns the date of a text that is one day
 */
export function openRange(
  text: string,
  today: string,
  dateOf: (text: string) => string | undefined,
): DayRange | undefined {
  const [one, other, ...more] = text.split(BUT).map((bound) => (BOUND.test(bound) ? bound : undefined));
  if (one && other && more.length === 0) {
    const [from, to] = [openRange(one, today, dateOf), openRange(other, today, dateOf)];
    if (!from || !to) return undefined;
    const [, first = ''] = [from.first, to.first].sort();
    const [last = ''] = [from.last, to.last].sort();
    return first <= last ? { first, last } : undefined;
  }
  const sundayOf = (date: string) => addDays(date, 7 - calendarDay(date).dayOfWeek);
  if (REST.test(text)) return { first: today, last: sundayOf(today) };
  // A number behind these words is a day.
  const read = (day: string) => dateOf(/^\d+$/.test(day) ? `the ${day}` : day);
  const [, ofWeek] = WEEK_OF.exec(text) ?? [];
  const inWeek = ofWeek && read(ofWeek);
  if (inWeek) return { first: addDays(sundayOf(inWeek), -6), last: sundayOf(inWeek) };
  const { before, until, after, day = '' } = BOUND.exec(text)?.groups ?? {};
  const date = day && read(day);
  if (!date) return undefined;
  const first = addDays(date, after ? 1 : 0);
  if (!before && !until) return { first, last: addDays(first, DAYS_AHEAD) };
  const last = addDays(date, before ? -1 : 0);
  return last < today ? undefined : { first: today, last };
}
