import { memoize } from '../concurrency/lazy.ts';
import { DAY_MINUTES } from '../time/whole-day.ts';
import { comparable } from './detect.ts';
import { LANGUAGES, type PromiseLanguage, type TimeWords } from './languages/index.ts';

/** A part of a day by which something is promised, in minutes after midnight. */
const PART_ENDS = { afternoon: 18 * 60, evening: 22 * 60, morning: 12 * 60, noon: 12 * 60 } as const;
export const NOON = PART_ENDS.noon;
/** Before it, a time of which the half of the day is not said is one of the afternoon; the evening has no earlier one. */
const FIRST_HOUR = 7 * 60;
const FIRST_EVENING_HOUR = 5 * 60;

/** What a sentence says about time. Days count from the day of the call. */
export interface SpokenTimes {
  /** Days that have names: 0 today, 1 tomorrow. */
  days: number[];
  /** Days that are counted: "within two days". */
  daysLater: number[];
  /** ISO numbers; `isBefore`: due before that day begins; `isNext`: that of the next week. */
  weekdays: { weekday: number; isBefore: boolean; isNext: boolean }[];
  /** Without a month, the next such day: "by the 25th". */
  dates: { month?: number; day: number }[];
  /** The latest time of the day, in minutes after midnight. */
  minute: number | undefined;
  /** The same in the other half of the day, if the sentence does not say which one it means. */
  other: number | undefined;
  /** True if `minute` is the end of an evening. */
  isEvening: boolean;
  /** True if the day lasts until the business closes: "before we close". `minute` is then undefined. */
  isClosing: boolean;
  /** Durations from the call. */
  minutes: number[];
  workingDays: number[];
  /** Months that are counted: "in six months". */
  monthsLater: number[];
  isThisWeek: boolean;
  isNextWeek: boolean;
  isWeekAfterNext: boolean;
  isThisMonth: boolean;
  isNextMonth: boolean;
  /** At once or soon. */
  isSoon: boolean;
}

interface TimeMatcher {
  days: readonly RegExp[];
  weekdays: readonly { on: RegExp; before: RegExp; next: RegExp | undefined }[];
  date: RegExp;
  dayNumbers: readonly RegExp[];
  dayOfMonth: RegExp | undefined;
  parts: readonly [RegExp, number][];
  /** The half of the day directly before or after a time: "tonight at eight", "at eight in the evening". */
  halves: readonly { half: Half; before: RegExp; after: RegExp }[];
  clock: RegExp;
  closing: RegExp;
  durations: Record<'minutes' | 'hours' | 'days' | 'workingDays' | 'weeks' | 'months', RegExp>;
  withinHour: RegExp;
  endOfWeek: RegExp;
  nextWeek: RegExp;
  weekAfterNext: RegExp;
  fortnight: RegExp;
  endOfMonth: RegExp;
  nextMonth: RegExp;
  soon: RegExp;
}

type Half = 'afternoon' | 'evening' | 'morning';
const HALVES: readonly Half[] = ['afternoon', 'evening', 'morning'];

/** Directly before a number with a unit: a time of the day, or what something costs or lasts, such as "for two hours". */
const NO_DURATION = 'a|at|avant|vers|for|fur|pour|per|para|por';

/** "We may first call you" is not on the first of May. */
const NO_DATE = '(?!may (?:first|second)\\b)';

/** A pattern that no text has. */
const NEVER = '(?!)';

const word = (alternatives: string, flags = '') => new RegExp(`\\b(?:${alternatives})\\b`, flags);

/** Compiled with the first sentence of each language. */
const matchers = new Map(LANGUAGES.map((language) => [language, memoize(() => compile(language.time))]));

function compile(words: TimeWords): TimeMatcher {
  const numbers = Object.keys(words.numbers).sort((a, b) => b.length - a.length);
  const number = `(\\d{1,3}|${numbers.join('|')})`;
  const months = words.months.join('|');
  const days = words.dayNumbers.join('|');
  const duration = (unit: string, before = `(?<!\\b(?:${NO_DURATION}) )`) =>
    new RegExp(
      `${before}\\b${number}(?: ?(?:${words.to}|-|–) ?${number})? ?(?:${unit})\\b(?: (?:${words.to}) ${number}\\b)?( (?:${words.andHalf ?? NEVER})\\b)?`,
      'g',
    );
  return {
    days: words.days.map((day) => word(day)),
    weekdays: words.weekdays.map((day) => ({
      on: word(day),
      before: new RegExp(`\\b(?:${words.before})\\s*(?:${day})\\b`),
      next: words.next === undefined ? undefined : word(`(?:${words.next}) (?:${day})`),
    })),
    date: new RegExp(
      `\\b(\\d{1,2}|${days})(?:st|nd|rd|th|er|[.º°])? (?:of |de |d')?(${months})\\b|\\b${NO_DATE}(${months}) (?:the )?(\\d{1,2}${words.isMonthFirst ? `|${days}` : ''})(?:st|nd|rd|th)?\\b`,
      'g',
    ),
    dayNumbers: words.dayNumbers.map((day) => new RegExp(`^(?:${day})$`)),
    dayOfMonth:
      words.dayOfMonth === undefined
        ? undefined
        : new RegExp(`\\b(?:${words.dayOfMonth})(?! ?(?:\\d|(?:of |de )?(?:${months})\\b))`, 'g'),
    parts: (['afternoon', 'evening', 'morning', 'noon'] as const).map((part) => [word(words[part]), PART_ENDS[part]]),
    halves: HALVES.map((half) => ({
      half,
      before: new RegExp(`\\b(?:${words[half]})[\\s,]*$`),
      after: new RegExp(`^(?:[\\s,']+[\\w-]+){0,2}?[\\s,']+(?:${words[half]})(?=\\s*(?:[.,;!?]|$))`),
    })),
    clock: new RegExp(words.clock, 'g'),
    closing: word(words.closing),
    durations: {
      minutes: duration(words.minutes),
      hours: duration(words.hours),
      days: duration(words.dayUnits),
      workingDays: duration(words.workingDays),
      weeks: duration(words.weeks),
      months: duration(words.monthUnits, `(?<=\\b(?:${words.ahead}) )`),
    },
    withinHour: word(words.withinHour),
    endOfWeek: word(words.endOfWeek),
    nextWeek: word(words.nextWeek),
    weekAfterNext: word(words.weekAfterNext ?? NEVER),
    fortnight: word(words.fortnight ?? NEVER),
    endOfMonth: word(words.endOfMonth),
    nextMonth: word(words.nextMonth),
    soon: word(words.soon),
  };
}

/** Returns the times that a sentence names. */
export function spokenTimes(sentence: string, language: PromiseLanguage): SpokenTimes {
  const text = comparable(sentence);
  const matcher = (matchers.get(language) as () => TimeMatcher)();
  const { durations } = matcher;
  // "A las 15 horas" is no duration.
  const withoutClock = text.replace(matcher.clock, ' ');
  const counts = (pattern: RegExp) =>
    Array.from(withoutClock.matchAll(pattern), ([, one, to, other, half]) => {
      const numbers = [one, to, other].map((number) => (number === undefined ? 0 : numberOf(number, language.time)));
      return Math.max(...numbers) + (half === undefined ? 0 : 0.5);
    });
  const wholeCounts = (pattern: RegExp, days = 1) => counts(pattern).map((count) => Math.ceil(count * days));
  const { minute: clock, other } = clockTime(text, matcher, language.time) ?? {};
  const isClosing = clock === undefined && matcher.closing.test(text);
  const part = clock === undefined && !isClosing ? matcher.parts.find(([named]) => named.test(text))?.[1] : undefined;
  const minute = clock ?? part;
  const isNextWeek = matcher.nextWeek.test(text);
  return {
    days: matcher.days.flatMap((pattern, days) => (pattern.test(text) ? [days] : [])),
    daysLater: [
      ...wholeCounts(durations.days),
      ...wholeCounts(durations.weeks, 7),
      ...(matcher.fortnight.test(text) ? [14] : []),
    ],
    weekdays: matcher.weekdays.flatMap(({ on, before, next }, index) => {
      if (!on.test(text)) return [];
      // "Before Friday at three" is on Friday.
      const isBefore = minute === undefined && before.test(text);
      return [{ weekday: index + 1, isBefore, isNext: isNextWeek || next?.test(text) === true }];
    }),
    dates: [
      ...Array.from(text.matchAll(matcher.date), ([, day, month, monthFirst, dayLast]) => ({
        month: language.time.months.indexOf(month ?? monthFirst ?? '') + 1,
        day: dayNumber(day ?? dayLast ?? '', matcher),
      })),
      ...Array.from(matcher.dayOfMonth ? text.matchAll(matcher.dayOfMonth) : [], ([, day]) => ({ day: Number(day) })),
    ].filter(({ day }) => day >= 1 && day <= 31),
    minute,
    other,
    isEvening: part === PART_ENDS.evening,
    isClosing,
    minutes: [
      ...counts(durations.minutes),
      ...counts(durations.hours).map((hours) => hours * 60),
      ...(matcher.withinHour.test(text) ? [60] : []),
    ],
    workingDays: wholeCounts(durations.workingDays),
    monthsLater: wholeCounts(durations.months).filter((months) => months <= MAX_MONTHS),
    isThisWeek: matcher.endOfWeek.test(text),
    isNextWeek,
    isWeekAfterNext: matcher.weekAfterNext.test(text),
    isThisMonth: matcher.endOfMonth.test(text),
    isNextMonth: matcher.nextMonth.test(text),
    isSoon: matcher.soon.test(text),
  };
}

/** Longest promise, in days. */
export const MAX_DAYS = 100;
const MAX_MONTHS = 24;

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
const namesDay = ({ days, daysLater, weekdays, dates, workingDays, ...times }: SpokenTimes): boolean =>
  [...days, ...daysLater, ...workingDays].some((count) => count <= MAX_DAYS) ||
  weekdays.length + dates.length + times.monthsLater.length > 0 ||
  times.isThisWeek ||
  times.isNextWeek ||
  times.isWeekAfterNext ||
  times.isThisMonth ||
  times.isNextMonth;

const dayNumber = (text: string, { dayNumbers }: TimeMatcher): number =>
  /^\d/.test(text) ? Number(text) : dayNumbers.findIndex((day) => day.test(text)) + 1;

const numberOf = (text: string, words: TimeWords): number =>
  /^\d/.test(text) ? Number(text) : ((Object.hasOwn(words.numbers, text) ? words.numbers[text] : undefined) ?? 1);

/** A time of the day, in minutes after midnight. */
type ClockTime = Pick<SpokenTimes, 'other'> & { minute: number };

/** Returns the latest time of the day in a text. */
function clockTime(text: string, matcher: TimeMatcher, words: TimeWords): ClockTime | undefined {
  return Array.from(text.matchAll(matcher.clock), (match) => readClock(match, matcher, words))
    .filter(({ minute }) => minute < DAY_MINUTES)
    .sort((a, b) => b.minute - a.minute)[0];
}

function readClock({ 0: said, index, input, groups = {} }: RegExpExecArray, { halves }: TimeMatcher, words: TimeWords) {
  const { hour = '', minutes = '0', half, before = '', after = '' } = groups;
  const added = (words.beforeHour?.[before] ?? 0) + (words.afterHour?.[after] ?? Number(after));
  const minute = numberOf(hour, words) * 60 + Number(minutes) + added;
  if (half !== undefined) return { minute: inSaidHalf(minute, half), other: undefined };
  // 24 hours: `06:30` and `15 h`.
  if (hour.startsWith('0') || minute >= NOON + 60) return { minute, other: undefined };
  const [start, end] = [input.slice(0, index), input.slice(index + said.length)];
  const part = halves.find((one) => one.before.test(start) || one.after.test(end))?.half;
  if (part === 'morning') return { minute, other: undefined };
  if (part === 'evening' && minute >= FIRST_EVENING_HOUR)
    return { minute: (minute + NOON) % DAY_MINUTES, other: undefined };
  if (part === 'afternoon') return { minute: minute < NOON ? minute + NOON : minute, other: undefined };
  if (minute < FIRST_HOUR) return { minute: minute + NOON, other: minute };
  return { minute, other: minute < NOON ? minute + NOON : undefined };
}

/** @param half of the day, as said: `12 a.m.` and `12 de la noche` are midnight. */
function inSaidHalf(minute: number, half: string): number {
  if (minute >= NOON && /^a|noche|noite|sera/.test(half)) return minute - NOON;
  return minute < NOON && /p|tarde|noche|noite|sera/.test(half) ? minute + NOON : minute;
}
