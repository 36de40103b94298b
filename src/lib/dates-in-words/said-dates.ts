import { addDays } from '../time/add-days.ts';
import { calendarDay } from '../time/working-hours.ts';
import { readWrittenDate } from '../time/written-date.ts';
import { isDayNumber, withDaysInFigures } from './day-numbers.ts';
import { monthOf } from './month-words.ts';
import { withNearYear } from './near-years.ts';

/** What a date is read with. */
interface Reading {
  /** BCP 47 tag of the language that is spoken. */
  language: string;
  /** The date of the call, ISO 8601. */
  today: string;
  /** ISO 3166 code, which decides whether `3/12` is in March. */
  country: string | undefined;
  /** Returns the ISO number of a weekday in any of the languages. */
  weekdayOf(word: string): number | undefined;
}

const SMALL = new Set(
  'the of on for day am den der dem fur tag el la del de dia le du il lo l giorno o do no em para per pour'.split(' '),
);
/** Before the first of two days: "from December 20 to 23". */
const FROM = new Set(['from', 'vom', 'von']);
const DAY = /^(\d{1,2})(?:st|nd|rd|th|er|e|o|a|º|ª|°|\.)?$/;
const DAY_AND_MONTH = /^(\d{1,2})([./-])(\d{1,2})\.?$/;
/** Beside a weekday, these may be hours: `Friday 2-4`. With a zero, as in `04-02`, they are a date. */
const MAYBE_HOURS = /^(?:[1-9]|1[0-2])-(?:[1-9]|1[0-2])$/;
/** `5.12.26` */
const SHORT_YEAR = /^(\d{1,2}([./])\d{1,2}\2)(\d{2})$/;
const YEAR = /^\d{4}$/;
const WITH_SLASHES = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;
/** Ordinal numbers of two words are read as one. */
const TENS = /\b(twenty|thirty) (?=first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)/g;
/** In German and English as they are said, normalized; in the Romance languages only the first of a month has one (`withDaysInFigures`). */
const ORDINALS = new Map(
  [
    'erste zweite dritte vierte funfte sechste siebte achte neunte zehnte elfte zwolfte dreizehnte vierzehnte funfzehnte sechzehnte siebzehnte achtzehnte neunzehnte zwanzigste einundzwanzigste zweiundzwanzigste dreiundzwanzigste vierundzwanzigste funfundzwanzigste sechsundzwanzigste siebenundzwanzigste achtundzwanzigste neunundzwanzigste dreissigste einunddreissigste',
    'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twentyfirst twentysecond twentythird twentyfourth twentyfifth twentysixth twentyseventh twentyeighth twentyninth thirtieth thirtyfirst',
    'premie',
    'primero',
    'primo',
    'primeiro',
  ].flatMap((words) => words.split(' ').map((word, index): [string, number] => [word, index + 1])),
);
/** Years in which a date without one is looked for: there are up to eight from one 29 February to the next. */
const YEARS_AHEAD = 9;
/** Months in which a day without one is looked for. */
const MONTHS_AHEAD = 3;

/** A date, and the ISO number of the weekday that is said with it. */
interface WithWeekday {
  date: string;
  weekday: number | undefined;
}

/**
 * Reads a date as callers say it and models write it, such as `25 December`, `Dec. 14`, `the 3rd`, `Saturday the 5th`, `28/03/2027`, in
 * English and in the language that is spoken: the next such date, today included.
 * @param text normalized (`normalizeName`)
 * @returns ISO 8601; undefined for another text, for a date that does not exist, if the weekday is another one, and for hours
 * beside a weekday, which look like a date: `Friday 2-4`.
 */
export function readSaidDate(text: string, reading: Reading): string | undefined {
  const read = readWithWeekday(text, reading);
  // Another weekday is a contradiction: one that fits can be months ahead, which no caller means.
  return read && hasWeekday(read) ? read.date : undefined;
}

/**
 * Returns the two dates that a date with another weekday can mean, in order: `Tuesday 4 March` is Wednesday the 4th, or the nearest Tuesday.
 * @param text normalized
 * @returns undefined for a text without this contradiction, and if one of both is over
 */
export function contradictingDates(text: string, reading: Reading): readonly [string, string] | undefined {
  // "Friday 9-17" may have hours.
  const read = /\d-\d/.test(text) ? undefined : readWithWeekday(text, reading);
  if (!read || read.weekday === undefined || hasWeekday(read)) return undefined;
  const { date, weekday } = read;
  const ahead = (weekday - calendarDay(date).dayOfWeek + 7) % 7;
  const nearest = addDays(date, ahead > 3 ? ahead - 7 : ahead);
  const other = nearest < reading.today ? addDays(nearest, 7) : nearest;
  if (date < reading.today) return undefined;
  return other < date ? [other, date] : [date, other];
}

const hasWeekday = ({ date, weekday }: WithWeekday): boolean =>
  weekday === undefined || calendarDay(date).dayOfWeek === weekday;

function readWithWeekday(text: string, { language, today, country, weekdayOf }: Reading): WithWeekday | undefined {
  const written =
    readWrittenDate(
      text.replace(SHORT_YEAR, (_, front: string, __, year: string) => `${front}20${year}`),
      country,
    ) ?? readInEitherOrder(text, country);
  if (written !== undefined) return { date: written, weekday: undefined };
  let [weekday, day, month, year]: (number | undefined)[] = [];
  // "Segunda-feira" is one word.
  let [isDayBefore, isMaybeHours] = [false, false];
  for (const part of text
    .replace(/ feira\b/, '-feira')
    .replace(TENS, '$1')
    .replaceAll(',', ' , ')
    .split(' ')) {
    const word = part.replace('-feira', ' feira');
    if (word === ',') isDayBefore = false;
    if (word === '' || word === ',' || SMALL.has(word)) continue;
    const ordinal = ordinalOf(word);
    // "The second Friday" is not Friday the second.
    if (isDayBefore && weekdayOf(word) !== undefined) return undefined;
    const isMonthBehind = isDayBefore;
    isDayBefore = ordinal !== undefined || DAY.test(word);
    const number = ordinal ?? DAY.exec(word)?.[1];
    const [, one, separator, two] = DAY_AND_MONTH.exec(word) ?? [];
    // "Am fünften Dritten".
    if (language.startsWith('de') && isMonthBehind && ordinal !== undefined && month === undefined) month = ordinal;
    else if (number !== undefined && day === undefined) day = Number(number);
    else if (one !== undefined && two !== undefined && day === undefined && month === undefined) {
      const date = readInEitherOrder([one, two, today.slice(0, 4)].join(separator), country) ?? '';
      [month, day] = [Number(date.slice(5, 7)), Number(date.slice(8, 10))];
      isMaybeHours = MAYBE_HOURS.test(word);
    } else if (YEAR.test(word) && year === undefined) year = Number(word);
    else {
      const [namedMonth, namedWeekday] = [monthOf(word, language), weekdayOf(word)];
      if (namedMonth !== undefined && month === undefined) month = namedMonth;
      else if (namedWeekday !== undefined && weekday === undefined) weekday = namedWeekday;
      else return undefined;
    }
  }
  if (!day || (year !== undefined && !month)) return undefined;
  if (isMaybeHours && weekday !== undefined && year === undefined) return undefined;
  const [thisYear, thisMonth] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))];
  const inMonths: (readonly [year: number, month: number])[] = month
    ? (year === undefined ? Array.from({ length: YEARS_AHEAD }, (_, ahead) => thisYear + ahead) : [year]).map((one) => [
        one,
        month,
      ])
    : Array.from({ length: MONTHS_AHEAD }, (_, ahead) => [thisYear, thisMonth + ahead]);
  const dates = inMonths.flatMap(([inYear, inMonth]) => dateOf(inYear, inMonth, day) ?? []);
  const ahead = year === undefined ? dates.filter((date) => date >= today) : dates;
  const [date] = ahead;
  return date === undefined ? undefined : { date, weekday };
}

/** Reads a date in figures. With slashes, it is also read in the other order if only that one is a date: `15/12/2026`. */
function readInEitherOrder(text: string, country: string | undefined): string | undefined {
  return readWrittenDate(text, country) ?? readWrittenDate(text.replace(WITH_SLASHES, '$2/$1/$3'), country);
}

/**
 * Returns the number of a day without its month, such as `the third`, `3.` or `trois`; undefined for another text.
 * @param text normalized
 * @param month a word for the month that is meant
 */
export function dayOfMonth(text: string, month: string, language: string): number | undefined {
  const [word = '', ...others] = withDaysInFigures(`${text} ${month}`, language)
    .replace(/ \S+$/, '')
    .replace(TENS, '$1')
    .split(' ')
    .filter((part) => !SMALL.has(part));
  const number = ordinalOf(word) ?? DAY.exec(word)?.[1];
  return others.length > 0 || number === undefined ? undefined : Number(number);
}

/** True for a day without its month. @param text normalized. @param month a word for the month that is meant */
export const isDayOfMonth = (text: string, month: string, language: string): boolean =>
  dayOfMonth(text, month, language) !== undefined;

/** True for the name of a month, also with a year, and without a day: `of March 2027`. @param text normalized */
export function isMonthOnly(text: string, language: string): boolean {
  const words = wordsOfMonth(text, language).filter((word) => !YEAR.test(word) && !FROM.has(word));
  return words.length > 0 && words.every((word) => monthOf(word, language) !== undefined);
}

/** Returns the month of a text that has no day, and its year if it has one: `march 2027`. @param text normalized */
export function readMonth(text: string, language: string): { month: number; year: number | undefined } | undefined {
  const [word = '', year = '', ...others] = wordsOfMonth(text, language);
  const month = monthOf(word, language);
  if (month === undefined || others.length > 0 || (year !== '' && !YEAR.test(year))) return undefined;
  return { month, year: year === '' ? undefined : Number(year) };
}

/** "Sept" and "nove" are numbers, and begin the names of months. */
const wordsOfMonth = (text: string, language: string) =>
  withDaysInFigures(withNearYear(text), language)
    .split(/[ ,]+/)
    .filter((word) => word !== '' && !SMALL.has(word));

/** Returns the word for a month in a text. @param text normalized */
export const monthWord = (text: string, language: string): string | undefined =>
  isDayNumber(text, language)
    ? undefined
    : withDaysInFigures(text, language)
        .split(/[ ,]+/)
        .find((word) => monthOf(word, language) !== undefined);

/** Adds the month of another day to a day that is said without one: "the 23rd" of "the 23rd to the 27th of December". @param text normalized */
export function withMonthOf(text: string, other: string, language: string): string {
  const month = monthWord(other, language);
  return month !== undefined && isDayOfMonth(text, month, language) ? `${text} ${month}` : text;
}

/** In German, it is declined: `dritter`, `dritten`. */
const ordinalOf = (word: string): number | undefined => ORDINALS.get(word) ?? ORDINALS.get(word.replace(/[nr]$/, ''));

/** @param month from 1; above 12 in the next year */
function dateOf(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCDate() === day ? date.toISOString().slice(0, 10) : undefined;
}
