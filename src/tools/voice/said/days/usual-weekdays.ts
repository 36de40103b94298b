import { addDays } from '../../../../lib/time/add-days.ts';
import type { OpeningHours } from '../../../../lib/time/opening-hours.ts';
import { sayHours } from '../../business/day-hours.ts';
import type { Office } from '../../core/office.ts';
import { normalizeSaid } from '../normalize-said.ts';
import { splitList } from '../said-choice.ts';
import { weekdayFrom } from './day-ranges.ts';
import { englishDays } from './day-words.ts';
import { plainWeekday } from './said-days.ts';

/** Words of all languages, normalized, before one weekday that means each of them. */
const EACH =
  /^(?:every|each|jede[nrs]?|cada|chaque|ogni|(?:tous )?les|(?:todos )?los|(?:tutti )?i|(?:tod[oa]s )?[oa]s|[an]os|nas|todos?|toda) (?=\S)/;
/** Before the plural of one, they add nothing. */
const SMALL = /^(?:on|an|the|(?:tutte )?le) (?=\S)/;
/** "Tues" is an abbreviation. */
const MIN_LETTERS = 5;
const [SATURDAY, SUNDAY] = [6, 7];
/** A weekday with the same hours in so many weeks has them always: "first and third Saturday" has others. */
const WEEKS = 5;
const WEEK_DAYS = 7;

/**
 * Returns the ISO numbers of weekdays that are said in the plural, or with a word for each of them: `Saturdays`, `samstags`, `los
 * sábados y domingos`, `weekends`.
 */
export function usualWeekdays(text: string, { speech }: Pick<Office, 'speech'>): number[] | undefined {
  const all = (splitList(text, { speech }) ?? [normalizeSaid(text)]).map((piece) => weekdaysIn(piece, speech));
  return all.includes(undefined) ? undefined : [...new Set(all.flatMap((days) => days ?? []))];
}

function weekdaysIn(piece: string, speech: Office['speech']): number[] | undefined {
  const said = piece.replace(SMALL, '');
  const word = said.replace(EACH, '');
  const single = singular(word);
  const isPlural = single !== word && single.length >= MIN_LETTERS;
  for (const one of [...(isPlural ? [single] : []), ...(word === said ? [] : [word])]) {
    if (englishDays(one, speech.language) === 'weekend') return [SATURDAY, SUNDAY];
    const weekday = plainWeekday(one, speech);
    if (weekday !== undefined) return [weekday];
  }
  return undefined;
}

const singular = (word: string): string =>
  word
    .replace(/^fine?s de /, 'fin de ')
    .replace(/s feiras?$/, ' feira')
    .replace(/^sabati$/, 'sabato')
    .replace(/^domeniche$/, 'domenica')
    .replace(/(?:(?<=tag|woch)en|(?<=tag)e|(?<=ende)n|s)$/, '');

/** Says the hours of a weekday in weeks without anything special; undefined if they are not the same in each week. */
export async function sayUsualHours(weekday: number, hours: OpeningHours, office: Office): Promise<string | undefined> {
  const { today, speech } = office;
  const usual = withoutExceptions(office);
  const first = weekdayFrom(today, weekday);
  const said: string[][] = [];
  for (let week = 0; week < WEEKS; week++) said.push(await sayHours(addDays(first, week * WEEK_DAYS), hours, usual));
  const [periods = []] = said;
  if (said.some((one) => JSON.stringify(one) !== JSON.stringify(periods))) return undefined;
  const day = { ...speech.day(first, today), relation: 'weekly' as const };
  return periods.length > 0 ? speech.phrases.openOn(day, periods) : speech.phrases.closedOn(day, undefined);
}

/** Returns a business as it is on a day without closures, special hours and absences. */
function withoutExceptions(office: Office): Office {
  const { business } = office;
  if (!business) return office;
  const { fields } = business;
  const staff = fields.staff?.map((one) => ({ ...one, time_off: [] }));
  return { ...office, business: { ...business, fields: { ...fields, staff, closures: [], special_hours: [] } } };
}
