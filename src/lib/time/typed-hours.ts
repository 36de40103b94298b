import { memoize } from '../lazy.ts';
import { normalizeText } from '../search/text-search.ts';
import { SPOKEN_LANGUAGES, WRITTEN_LANGUAGES } from './date-languages.ts';
import { mapHours } from './map-hours.ts';
import { RANGE_WORDS } from './range-words.ts';
import { readTypedPeriods } from './typed-periods.ts';
import { WEEKDAYS, weekdayNumber } from './weekdays.ts';

/** A name of a day, also of Portuguese ones such as `terça-feira`. */
const NAME = /(?<![\d\p{L}\p{M}])[\p{L}\p{M}]+(?:-feira)?\.?/gu;
const CLOSED = /^(?:geschlossen|cerrado|ferme|chiuso|fechado)$/;

/** Words before days, and between the first and the last one: `du lundi au vendredi`. */
const BEFORE_DAYS = /^\s*(?:from|on|von|am|de|du|le|dal|da|el|los)\s+(?=\p{L})/iu;
const TO_DAY = /(?<=[\p{L}\p{M}.])\s+(?:to|until|through|bis|a|à|au|al|até)\s+(?=\p{L})/giu;
const AND_DAY = /(?<=[\p{L}\p{M}.])\s+(?:and|und|y|et|e)\s+(?=[\p{L}\d])/giu;
/** Words before the times: `Mo-Fr von 9 bis 12`. */
const BEFORE_TIMES = new RegExp(`(?<=\\s)(?:${RANGE_WORDS.from}|${RANGE_WORDS.between})(?: ore)?\\s*$`, 'i');

/**
 * Returns opening hours (`opening-hours.ts`) that a person types as the platform reads them: `Tue-Fri 09:00-12:00` of
 * `Di bis Fr 9-12`. Days may be named in English, in `language`, or in a language that the receptionist speaks. Other words
 * stay as they are.
 * @throws OpeningHoursError for hours that may be in the morning or in the afternoon
 */
export function readTypedHours(text: string, language: string): string {
  const own = memoize(() => namesOf(language));
  return mapHours(text, (days, times) => {
    const before = BEFORE_TIMES.exec(days)?.[0] ?? '';
    const named = days.slice(0, days.length - before.length);
    return `${readDays(named, own)}${readTypedPeriods(`${before}${times}`)}`;
  }).join(';');
}

function readDays(days: string, own: () => Names): string {
  const end = days.search(/[\s,:]*$/);
  const listed = days
    .slice(0, end)
    .replace(BEFORE_DAYS, '')
    .replace(TO_DAY, '-')
    .replace(AND_DAY, ', ')
    .replace(/\s*:\s*/g, ' ');
  return `${listed.replace(NAME, (name) => englishName(name, own))}${end < days.length ? ' ' : ''}`;
}

function englishName(name: string, own: () => Names): string {
  const word = plain(name);
  if (CLOSED.test(word)) return 'closed';
  const day = weekdayNumber(word) ?? ownDay(word, own()) ?? otherDay(word);
  return day === undefined ? name : (WEEKDAYS[day - 1] as string).slice(0, 3);
}

const plain = (name: string) => normalizeText(name).replace(/\.$/, '').trim();

/** The normalized names of the days of a language, Monday first. */
interface Names {
  short: readonly string[];
  long: readonly string[];
}

/** A day in the language of the reader: by its short name, or by so many letters that only one begins with them. */
function ownDay(word: string, { short, long }: Names): number | undefined {
  const found = long.flatMap((name, index) => (word.length > 1 && name.startsWith(word) ? [index + 1] : []));
  return indexIn(short, word) ?? (found.length === 1 ? found[0] : undefined);
}

/** A day in another language: by its short name, or by its first three letters or more. */
function otherDay(word: string): number | undefined {
  for (const { short, long } of others()) {
    const begins = word.length > 2 ? long.findIndex((name) => name.startsWith(word)) + 1 : 0;
    const day = indexIn(short, word) ?? (begins || undefined);
    if (day !== undefined) return day;
  }
  return undefined;
}

/** The ISO numbers of the days that a word of two or more letters can begin in any language: `Di` is Dienstag and dimanche. */
export function daysNamed(word: string): number[] {
  const start = plain(word);
  return written().flatMap(({ long }) =>
    long.flatMap((name, index) => (start.length > 1 && name.startsWith(start) ? [index + 1] : [])),
  );
}

const namesOf = (language: string): Names => ({
  short: weekdayNames(language, 'short').map(plain),
  long: weekdayNames(language, 'long').map(plain),
});

/** English is read before these. */
const others = memoize(() => SPOKEN_LANGUAGES.filter((language) => language !== 'en').map(namesOf));
const written = memoize(() => WRITTEN_LANGUAGES.map(namesOf));

function weekdayNames(language: string, length: 'short' | 'long'): string[] {
  const format = new Intl.DateTimeFormat(language, { timeZone: 'UTC', weekday: length });
  // The first of January 2024 is a Monday.
  return [1, 2, 3, 4, 5, 6, 7].map((day) => format.format(new Date(Date.UTC(2024, 0, day, 12))));
}

const indexIn = (names: readonly string[], word: string) => names.indexOf(word) + 1 || undefined;
