import { normalizeText } from '../../lib/search/text-search.ts';
import { WEEKDAYS, weekdayNumber } from '../../lib/time/weekdays.ts';
import { localizeDays, mapHours } from './hours.ts';
import { pageLocale, weekdayNames } from './time.ts';

/** The languages that the receptionist speaks, besides English. */
const LANGUAGES = ['de', 'es', 'fr', 'it', 'pt'];
/** A name of a day, also of Portuguese ones such as `terça-feira`. */
const NAME = /(?<![\d\p{L}\p{M}])[\p{L}\p{M}]+(?:-feira)?\.?/gu;
const CLOSED = /^(?:geschlossen|cerrado|ferme|chiuso|fechado)$/;
/** A time of day: `9`, `9:30`, `9.30`, `9h30`, `9 Uhr`. English hours with `am` are left to the platform, which refuses them. */
const TIME = /(?<![\d:.h])(\d{1,2})(?:\s?[:.h]\s?([0-5]\d))?(?:\s*uhr\b|\s?h\b)?(?![\d:]|\s*[ap]\.?m)/gi;

/**
 * Returns opening hours (`src/lib/time/opening-hours.ts`) as the platform reads them: `Tue-Fri 9:00-12:00` of `Di-Fr 9-12`. Days may
 * be named in English, in the language of the page, or in one that the receptionist speaks. Other words stay as they are.
 */
export const englishHours = (text: string): string =>
  mapHours(text, (days, times) => `${days.replace(NAME, englishName)}${englishTimes(times)}`).join(';');

/** Returns periods such as `9-12` with minutes: `9:00-12:00`. */
export const englishTimes = (times: string): string =>
  times.replace(TIME, (_, hour: string, minutes = '00') => `${hour}:${minutes}`);

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
