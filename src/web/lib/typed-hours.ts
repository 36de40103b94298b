import { normalizeText } from '../../lib/search/text-search.ts';
import { WEEKDAYS, weekdayNumber } from '../../lib/time/weekdays.ts';
import { localizeDays, mapHours } from './hours.ts';
import { pageLocale, weekdayNames } from './time.ts';

/** The languages that the receptionist speaks, besides English. */
const LANGUAGES = ['de', 'es', 'fr', 'it', 'pt'];
/** A name of a day, also of Portuguese ones such as `terça-feira`. */
const NAME = /(?<![\d\p{L}\p{M}])[\p{L}\p{M}]+(?:-feira)?\.?/gu;
const CLOSED = /^(?:geschlossen|cerrado|ferme|chiuso|fechado)$/;
/** Words between days, or between times, in English and those languages. */
const RANGE = String.raw`\s+(?:to|through|thru|until|till|bis|au|à|a|al|as|às|alle|até)\s+`;
const AND = String.raw`\s+(?:and|und|et|y|e)\s+`;
/** Words before the first day, or the first time. */
const FROM = '(?:from|von|de|du|des|desde|dal|dalle|das)';
const [BEFORE_DAYS, BEFORE_TIMES] = [new RegExp(`^\\s*${FROM}\\s+`, 'i'), new RegExp(`(?:\\s+${FROM}|:)\\s*$`, 'i')];
const [RANGES, ENUMERATIONS] = [new RegExp(RANGE, 'giu'), new RegExp(`${AND}(?:${FROM}\\s+)?`, 'giu')];
/** A time of the twelve-hour clock, with the time before it that has none of both words: `1-5 pm` begins in the afternoon. */
const HALF_DAY =
  /(?:(?<![\d:.])(\d{1,2})((?:[:.][0-5]\d)?\s*[-–]\s*))?(?<![\d:.])(1[0-2]|0?[1-9])(?:[:.]([0-5]\d))?\s*([ap])\.?m\b\.?/gi;
/** A time of day: `9`, `9:30`, `9.30`, `9h30`, `9 Uhr`. */
const TIME = /(?<![\d:.h])(\d{1,2})(?:\s?[:.h]\s?([0-5]\d))?(?:\s*uhr\b|\s?h\b)?(?![\d:]|\s*[ap]\.?m)/gi;

/**
 * Returns opening hours (`src/lib/time/opening-hours.ts`) as the platform reads them: `Tue-Fri 9:00-12:00` of `Di-Fr 9-12`, or of
 * `Dienstag bis Freitag von 9 bis 12 Uhr`. Days may be named in English, in the language of the page, or in one that the receptionist
 * speaks. Other words stay as they are.
 */
export const englishHours = (text: string): string =>
  mapHours(text, (days, times) => `${englishDays(days)}${englishTimes(times)}`).join(';');

/** Returns periods such as `9-12` and `1pm to 5pm` with minutes: `9:00-12:00`, `13:00-17:00`. */
export const englishTimes = (times: string): string =>
  times
    .replace(ENUMERATIONS, ', ')
    .replace(RANGES, '-')
    .replace(HALF_DAY, in24Hours)
    .replace(TIME, (_, hour: string, minutes = '00') => `${hour}:${minutes}`);

const englishDays = (days: string) =>
  days
    .replace(BEFORE_DAYS, '')
    .replace(BEFORE_TIMES, ' ')
    .replace(ENUMERATIONS, ', ')
    .replace(RANGES, '-')
    .replace(NAME, englishName);

function in24Hours(
  _: string,
  first: string | undefined,
  rest = '',
  last: string,
  minutes = '00',
  half: string,
): string {
  const isLate = half.toLowerCase() === 'p';
  const hour = Number(last) % 12;
  const end = `${hour + (isLate ? 12 : 0)}:${minutes}`;
  if (first === undefined) return end;
  const start = Number(first);
  // Of two times of one half of the day, the first is earlier.
  const isFirstLate = start % 12 < hour ? isLate : !isLate;
  return `${start > 12 ? start : (start % 12) + (isFirstLate ? 12 : 0)}${rest}${end}`;
}

/** Returns opening hours as they stand in a field: with the days in the language of the page, if the same is read of that. */
export function hoursInField(hours: string): string {
  const localized = mapHours(hours, (days, times) => `${localizeDays(days)}${times}`).join(';');
  return englishHours(localized) === englishHours(hours) ? localized : hours;
}

function englishName(name: string): string {
  const word = plain(name);
  if (CLOSED.test(word)) return 'closed';
  const day = weekdayNumber(word) ?? ownDay(word) ?? otherDay(word);
  return day === undefined ? name : (WEEKDAYS[day - 1] as string).slice(0, 3);
}

const plain = (name: string) => normalizeText(name).replace(/\.$/, '').trim();

/** A day in the language of the page: by its short name, or by so many letters that only one begins with them. */
function ownDay(word: string): number | undefined {
  const [short, long] = namesOf(pageLocale());
  const found = long.flatMap((name, index) => (word.length > 1 && name.startsWith(word) ? [index + 1] : []));
  return indexIn(short, word) ?? (found.length === 1 ? found[0] : undefined);
}

/** A day in another language: by its short name, or by its first three letters or more. */
function otherDay(word: string): number | undefined {
  for (const language of LANGUAGES) {
    const [short, long] = namesOf(language);
    const begins = word.length > 2 ? long.findIndex((name) => name.startsWith(word)) + 1 : 0;
    const day = indexIn(short, word) ?? (begins || undefined);
    if (day !== undefined) return day;
  }
  return undefined;
}

const namesOf = (language: string) =>
  (['short', 'long'] as const).map((length) => weekdayNames(language, length).map(plain)) as [string[], string[]];

const indexIn = (names: readonly string[], word: string) => names.indexOf(word) + 1 || undefined;
