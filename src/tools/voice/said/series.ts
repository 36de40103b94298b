import { numberOf } from '../../../lib/dates-in-words/number-words.ts';
import type { Office } from '../core/office.ts';
import { usualWeekdays } from './days/usual-weekdays.ts';
import { isEachDay } from './days/wanted-weekdays.ts';
import { normalizeSaid } from './normalize-said.ts';
import { dayApart } from './open-days.ts';

/** What is said of appointments that repeat, in all languages, normalized: how often, and how many. */
const REPEATED = new RegExp(
  `,? ?\\b(?:${[
    'for (?:the next )?\\S+ (?:weeks|months|times)|\\S+ (?:weeks|times) in a row',
    '(?:fur )?(?:die nachsten )?\\S+ wochen lang|fur (?:die nachsten )?\\S+ wochen|\\S+ ?mal hintereinander',
    '(?:pendant|durante|por|per) \\S+ (?:semaines|semanas|settimane)',
    'weekly|every week|once a week|every \\S+ weeks?',
    'wochentlich|jede woche|einmal (?:pro|die|in der) woche|alle \\S+ wochen',
    'chaque semaine|toutes les semaines|cada semana|todas las semanas|ogni settimana|tutte le settimane|toda semana|todas as semanas',
  ].join('|')})\\b,? ?`,
);
/** "The next four Tuesdays". */
const NEXT =
  /^(?:(?:the|die|les|los|las|i|le|os|as) )?(?:next|nachsten|prochain[es]*|proxim[oa]s|prossim[ie]) (\S+) (\S+(?: feiras?)?)$/;
const EACH = /^(?:every|each|jede[nrs]?|cada|chaque|ogni|todos?|tous les|todas?) /;
/** Several starts in the form of the tools, or one with words behind it. */
const STARTS = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})(?::\d{2})?(.+)$/i;
const DATE = /\d{4}-\d{2}-\d{2}/;

/** Returns a text without what says that appointments repeat; as it is, if nothing says so. */
export function withoutRepetition(text: string): string {
  const said = normalizeSaid(text).trim();
  const rest = said.replace(REPEATED, ' ').trim();
  return rest === said ? text : rest;
}

/**
 * Returns the words for the first appointment of a series: Tuesday at 10 of `every Tuesday at 10 for four weeks`. Of `every day at 10`, it
 * can be on any day.
 * @returns undefined for a text that is no series
 */
export function firstOfSeries(text: string, office: Office): string | undefined {
  const rest = withoutRepetition(text);
  const [, first, behind = ''] = STARTS.exec(text.trim()) ?? [];
  if (first !== undefined) return rest !== text || DATE.test(behind) ? first : undefined;
  const { said: day, on } = dayApart(rest, office);
  const [, count = '', name] = NEXT.exec(day) ?? [];
  const isCounted = name !== undefined && numberOf(count) > 1;
  if (isEachDay(day, office)) return rest;
  if (rest === text && !isCounted && !EACH.test(day)) return undefined;
  const [weekday, ...others] = usualWeekdays(isCounted ? name : day, office) ?? [];
  if (weekday === undefined || others.length > 0) return rest === text ? undefined : rest;
  return on(office.speech.weekday(weekday));
}
