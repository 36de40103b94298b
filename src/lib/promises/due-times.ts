import { memoize } from '../lazy.ts';
import { DAY_MINUTES } from '../time/whole-day.ts';
import { comparable } from './detect.ts';
import { LANGUAGES, type PromiseLanguage, type TimeWords } from './languages/index.ts';

/** A part of a day by which something is promised, in minutes after midnight. */
const PART_ENDS = { afternoon: 18 * 60, evening: 22 * 60, morning: 12 * 60, noon: 12 * 60 } as const;

/** What a sentence says about time. Days count from the day of the call. */
export interface SpokenTimes {
  /** Days that have names: 0 today, 1 tomorrow. */
  days: number[];
  /** Days that are counted: "within two days". */
  daysLater: number[];
  /** ISO numbers; `isBefore`: due before that day begins; `isNext`: that of the next week. */
  weekdays: { weekday: number; isBefore: boolean; isNext: boolean }[];
  dates: { month: number; day: number }[];
  /** The latest time of the day, in minutes after midnight. */
  minute: number | undefined;
  /** The same before noon, if the sentence does not say which half of the day it means. */
  early: number | undefined;
  /** True if `minute` is the end of an evening. */
  isEvening: boolean;
  /** True if the day lasts until the business closes: "before we close". `minute` is then undefined. */
  isClosing: boolean;
  /** Durations from the call. */
  minutes: number[];
  workingDays: number[];
  isThisWeek: boolean;
  isNextWeek: boolean;
  /** At once or soon. */
  isSoon: boolean;
}

interface TimeMatcher {
  days: readonly RegExp[];
  weekdays: readonly { on: RegExp; before: RegExp; next: RegExp | undefined }[];
  date: RegExp;
  parts: readonly [RegExp, number][];
  clock: RegExp;
  closing: RegExp;
  durations: Record<'minutes' | 'hours' | 'days' | 'workingDays' | 'weeks', RegExp>;
  withinHour: RegExp;
  endOfWeek: RegExp;
  nextWeek: RegExp;
  soon: RegExp;
}

const word = (alternatives: string, flags = '') => new RegExp(`\\b(?:${alternatives})\\b`, flags);

/** Compiled with the first sentence of each language. */
const matchers = new Map(LANGUAGES.map((language) => [language, memoize(() => compile(language.time))]));

function compile(words: TimeWords): TimeMatcher {
  const numbers = Object.keys(words.numbers).sort((a, b) => b.length - a.length);
  const number = `(\\d{1,3}|${numbers.join('|')})`;
  const months = words.months.join('|');
  const duration = (unit: string) =>
    new RegExp(`(?<!\\b(?:a|at|avant|vers) )\\b${number}(?: ?(?:${words.to}|-|–) ?${number})? (?:${unit})\\b`, 'g');
  return {
    days: words.days.map((day) => word(day)),
    weekdays: words.weekdays.map((day) => ({
      on: word(day),
      before: new RegExp(`\\b(?:${words.before})\\s*(?:${day})\\b`),
      next: words.next === undefined ? undefined : word(`(?:${words.next}) (?:${day})`),
    })),
    date: new RegExp(
      `\\b(\\d{1,2})(?:st|nd|rd|th|er|[.º°])? (?:of |de |d')?(${months})\\b|\\b(${months}) (\\d{1,2})(?:st|nd|rd|th)?\\b`,
      'g',
    ),
    parts: (['afternoon', 'evening', 'morning', 'noon'] as const).map((part) => [word(words[part]), PART_ENDS[part]]),
    clock: new RegExp(words.clock, 'g'),
    closing: word(words.closing),
    durations: {
      minutes: duration(words.minutes),
      hours: duration(words.hours),
      days: duration(words.dayUnits),
      workingDays: duration(words.workingDays),
      weeks: duration(words.weeks),
    },
    withinHour: word(words.withinHour),
    endOfWeek: word(words.endOfWeek),
    nextWeek: word(words.nextWeek),
    soon: word(words.soon),
  };
}

/** Returns the times that a sentence names. */
export function spokenTimes(sentence: string, language: PromiseLanguage): SpokenTimes {
  const text = comparable(sentence);
  const matcher = (matchers.get(language) as () => TimeMatcher)();
  const { durations } = matcher;
  const counts = (pattern: RegExp) =>
    Array.from(text.matchAll(pattern), ([, one = '', other]) => numberOf(other ?? one, language.time));
  const clock = clockTime(text, matcher, language.time);
  const isClosing = clock === undefined && matcher.closing.test(text);
  const part = clock === undefined && !isClosing ? matcher.parts.find(([named]) => named.test(text))?.[1] : undefined;
  const minute = clock ?? part;
  const isNextWeek = matcher.nextWeek.test(text);
  return {
    days: matcher.days.flatMap((pattern, days) => (pattern.test(text) ? [days] : [])),
    daysLater: [...counts(durations.days), ...counts(durations.weeks).map((weeks) => weeks * 7)],
    weekdays: matcher.weekdays.flatMap(({ on, before, next }, index) => {
      if (!on.test(text)) return [];
      // "Before Friday at three" is on Friday.
      const isBefore = minute === undefined && before.test(text);
      return [{ weekday: index + 1, isBefore, isNext: isNextWeek || next?.test(text) === true }];
    }),
    dates: Array.from(text.matchAll(matcher.date), ([, day, month, monthFirst, dayLast]) => ({
      month: language.time.months.indexOf(month ?? monthFirst ?? '') + 1,
      day: Number(day ?? dayLast),
    })).filter(({ day }) => day >= 1 && day <= 31),
    minute,
    early: isHalfKnown(text, matcher) ? undefined : earlyOf(clock),
    isEvening: part === PART_ENDS.evening,
    isClosing,
    minutes: [
      ...counts(durations.minutes),
      ...counts(durations.hours).map((hours) => hours * 60),
      ...(matcher.withinHour.test(text) ? [60] : []),
    ],
    workingDays: counts(durations.workingDays),
    isThisWeek: matcher.endOfWeek.test(text),
    isNextWeek,
    isSoon: matcher.soon.test(text),
  };
}

/** Longest promise, in days. */
export const MAX_DAYS = 100;

/** True if the times may name an instant after the call. */
export const mayBeTimed = (times: SpokenTimes): boolean =>
  namesDay(times) || namesTimeOfDay(times) || times.minutes.length > 0;

/** True if they name one in every zone and with all opening hours. */
export function isAlwaysTimed(times: SpokenTimes): boolean {
  if (times.minutes.some((minutes) => minutes > 0)) return true;
  // A time of a day may be over on the day of the call.
  return namesDay(times) !== namesTimeOfDay(times);
}

const namesTimeOfDay = ({ minute, isClosing }: SpokenTimes): boolean => minute !== undefined || isClosing;

/** True if the times name a day: the day of the call, or a later one. */
const namesDay = ({ days, daysLater, weekdays, dates, workingDays, isThisWeek, isNextWeek }: SpokenTimes): boolean =>
  [...days, ...daysLater, ...workingDays].some((count) => count <= MAX_DAYS) ||
  weekdays.length + dates.length > 0 ||
  isThisWeek ||
  isNextWeek;

const numberOf = (text: string, words: TimeWords): number =>
  /^\d/.test(text) ? Number(text) : ((Object.hasOwn(words.numbers, text) ? words.numbers[text] : undefined) ?? 1);

/** Returns the latest time of the day in a text, in minutes after midnight. */
function clockTime(text: string, { clock }: TimeMatcher, words: TimeWords): number | undefined {
  const times = Array.from(text.matchAll(clock), ([, hourText = '', minutes = '0', half = '']) => {
    return hourOfDay(numberOf(hourText, words), half) * 60 + Number(minutes);
  }).filter((minute) => minute < DAY_MINUTES);
  return times.length > 0 ? Math.max(...times) : undefined;
}

/** @param half of the day, as said: `12 a.m.` and `12 de la noche` are midnight. */
function hourOfDay(hour: number, half: string): number {
  if (hour === 12 && /^a|noche|noite|sera/.test(half)) return 0;
  const isSecondHalf = half === '' ? hour < 7 : /p|tarde|noche|noite|sera/.test(half);
  return isSecondHalf && hour < 12 ? hour + 12 : hour;
}

/** True if a text says of a time whether it is before or after noon, or names none. */
const isHalfKnown = (text: string, { clock }: TimeMatcher): boolean =>
  Array.from(text.matchAll(clock)).every(([, , , half = '']) => half !== '');

/** The other reading of a time that `clockTime` may have read as one of the afternoon. */
const earlyOf = (minute: number | undefined): number | undefined =>
  minute !== undefined && minute >= 13 * 60 && minute < 19 * 60 ? minute - 12 * 60 : undefined;
