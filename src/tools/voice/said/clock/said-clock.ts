import { numberOf } from '../../../../lib/dates-in-words/number-words.ts';
import { isMonthOnly } from '../../../../lib/dates-in-words/said-dates.ts';
import { DAY_MINUTES } from '../../../../lib/time/whole-day.ts';
import { clockForms } from './clock-forms.ts';
import type { SaidClock, WithoutClock } from './clock-reading.ts';
import { AFTER_HOUR, BEFORE_HOUR, UP_TO } from './clock-words.ts';
import { periodAlone, withoutPeriod } from './day-periods.ts';
import { openEnded } from './open-ends.ts';
import { PARTS_OF_DAY, type PartOfDay } from './parts-of-day.ts';

const NOON = 12 * 60;
/** Hours before it are at night, and not in the evening. */
const FIRST_EVENING_HOUR = 5;

/** Takes the time of the day off the end of a text, or off its beginning: `3 pm on Friday`. @param text normalized */
export function withoutClock(text: string, language: string): WithoutClock {
  const none = { text, clock: undefined, said: '', isBeforeDay: false };
  const { any, behindDay, beforeDay, onInGerman } = clockForms(language);
  const bound = withoutBound(text, language);
  if (bound?.text) return bound;
  const period = withoutPeriod(text, language);
  if (period || !any.test(text)) return period ?? none;
  for (const form of behindDay) {
    const match = form.exec(text);
    const clock = clockOf(match);
    if (!match || !clock) continue;
    const day = text.slice(0, match.index);
    // "March from 3 to 5" are days.
    const isSure = clock.lasting === undefined && match.groups?.loose === undefined;
    const isTime = isSure || !isMonthOnly(day, language);
    return isTime ? { text: day, clock, said: text.slice(match.index).replace(/^,? /, ''), isBeforeDay: false } : none;
  }
  const isOn = language === 'de' && onInGerman.test(text);
  const ahead = isOn ? text.replace(onInGerman, '$1 auf ') : text;
  for (const form of beforeDay) {
    const match = form.exec(ahead);
    const clock = clockOf(match);
    if (!match || !clock) continue;
    const rest = ahead.slice(match[0].length);
    const day = isOn ? rest.replace(/^auf /, '') : rest;
    // "At 3 March" and "from 3 to 5 March" are days, as is "4 di aprile".
    if (isMonthOnly(day.replace(/^di /, ''), language)) return none;
    // Before a date in place of the day, the number alone would be no hour.
    const said = match.groups?.on === undefined ? match[0].replace(/,? $/, '') : `at ${match.groups.hour}`;
    return { text: day, clock, said, isBeforeDay: true };
  }
  return none;
}

/**
 * Takes a time off a text that words such as "or later" make a bound: `Friday at 10 or later`. The text is empty if it has no day.
 * @param text normalized
 * @returns undefined for another text
 */
export function withoutBound(text: string, language: string): WithoutClock | undefined {
  const open = openEnded(text);
  if (!open) return undefined;
  const { before, words, behind, relation } = open;
  // A number before these words is an hour: "Friday, 10 or later".
  for (const ahead of [before, before.replace(/(\S+)$/, 'at $1')]) {
    const alone = readClockAlone(ahead, language);
    const taken = alone ? { text: '', clock: alone, said: ahead } : withoutClock(ahead, language);
    const { clock } = taken;
    if (!clock || (clock.relation !== 'at' && clock.relation !== relation) || (taken.text && behind)) continue;
    // "At 3 or earlier" includes this time.
    const minutes = relation === 'until' && clock.relation === 'at' ? inclusive(clock.minutes) : clock.minutes;
    const [day, isBeforeDay] = [taken.text || behind, behind !== ''];
    return { text: day, clock: { ...clock, minutes, relation }, said: `${taken.said}${words}`, isBeforeDay };
  }
  return undefined;
}

/**
 * Takes two hours that only a dash joins off the end of a text, or off its beginning: `Friday 2-4`. They may be a date as well.
 * @param text normalized
 * @returns undefined without them
 */
export function withoutDashedHours(text: string, language: string): (WithoutClock & { clock: SaidClock }) | undefined {
  const [behindDay, beforeDay] = clockForms(language).dashed;
  const [behind, before] = [behindDay.exec(text), beforeDay.exec(text)];
  const match = behind ?? before;
  const [first, last] = [Number(match?.groups?.hour), Number(match?.groups?.hour2)];
  const clock = first === last || (first > 12 && last < first) ? undefined : clockOf(match);
  if (!match || !clock) return undefined;
  const said = match[0].replace(/^,? |,? $/g, '');
  return { text: text.replace(match[0], ''), clock, said, isBeforeDay: match !== behind };
}

/**
 * Takes minutes before an hour off the end of a text, which may be a day of the month: `viernes diez para las tres`.
 * @param text normalized
 * @returns undefined without them; `minutes` is that number, and `hour` the time without it
 */
export function withoutMinutesBefore(
  text: string,
  language: string,
): (WithoutClock & { clock: SaidClock; minutes: number; hour: SaidClock | undefined }) | undefined {
  const match = clockForms(language).maybeDay.exec(text);
  const clock = clockOf(match);
  if (!match || !clock) return undefined;
  const said = match[0].replace(/^,? /, '');
  const minutes = numberOf(match.groups?.few ?? '');
  const hour = readClock({ ...match.groups, few: undefined });
  return { text: text.slice(0, match.index), clock, said, isBeforeDay: false, minutes, hour };
}

/** Returns the time of a text that has no day, such as `at 3` or `4 pm`; undefined for another text. @param text normalized */
export function readClockAlone(text: string, language: string): SaidClock | undefined {
  const { any, alone } = clockForms(language);
  const bound = withoutBound(text, language);
  if (bound?.text === '') return bound.clock;
  const period = periodAlone(text, language);
  if (period || !any.test(text)) return period;
  for (const form of alone) {
    const clock = clockOf(form.exec(text));
    if (clock) return clock;
  }
  return undefined;
}

/** True for a time of the day without a day. @param text normalized */
export const isClock = (text: string, language: string): boolean => readClockAlone(text, language) !== undefined;

type Said = Partial<Record<string, string>>;

const clockOf = (match: RegExpExecArray | null): SaidClock | undefined =>
  match ? readClock(match.groups ?? {}) : undefined;

function readClock(said: Said): SaidClock | undefined {
  const relation = said.from ? 'from' : said.until ? 'until' : 'at';
  const minutes = readMinutes(said, '');
  if (minutes === undefined) return undefined;
  if (said.until === UP_TO) return { minutes: inclusive(minutes), relation };
  const isRange = (said.hour2 ?? said.noon2 ?? said.midnight2) !== undefined;
  return isRange ? between(minutes, readMinutes(said, '2') ?? []) : { minutes, relation };
}

/** Returns the ends of times, up to and including these minutes. */
const inclusive = ([first, ...others]: SaidClock['minutes']): SaidClock['minutes'] => [
  first + 1,
  ...others.map((minute) => minute + 1),
];

/** "Friday at midnight" can be the beginning of this day, or its end. @param added minutes */
const aroundMidnight = (added: number): SaidClock['minutes'] =>
  added === 0 ? [0, DAY_MINUTES] : [(added + DAY_MINUTES) % DAY_MINUTES];

/** The times between two others: `from 2 to 4` is at night or in the afternoon, and `from 10 to 2` over noon. */
function between(starts: readonly number[], laterTimes: readonly number[]): SaidClock | undefined {
  // Midnight ends a range as the end of the day.
  const ends = laterTimes.filter((end) => end > 0);
  const pairs = starts.flatMap((start) => {
    // The half of the day that is said of one of both is the one of the other, too.
    const end = ends.find((one) => one > start);
    const isNearest =
      starts.length === ends.length || !starts.some((one) => one > start && end !== undefined && one < end);
    return end !== undefined && isNearest ? [{ start, end }] : [];
  });
  const [first, ...others] = pairs;
  if (!first) return undefined;
  return {
    minutes: [first.start, ...others.map(({ start }) => start)],
    relation: 'between',
    lasting: first.end - first.start,
  };
}

/** Returns the minutes that words before and behind an hour add to it. */
function addedMinutes(said: Said, n: string): number {
  const [few = '', before = '', added = ''] = [said[`few${n}`], said[`before${n}`], said[`added${n}`]];
  const [minutes, count] = [numberOf(few), numberOf(said[`count${n}`] ?? '')];
  return (
    (said[`to${n}`] ? -minutes : minutes) +
    (BEFORE_HOUR[before] ?? 0) +
    (AFTER_HOUR[added] ?? 0) +
    (said[`minus${n}`] ? -count : count)
  );
}

/** @param n ends the names of the groups of the time */
function readMinutes(said: Said, n: string): SaidClock['minutes'] | undefined {
  if (said[`noon${n}`]) return [NOON + addedMinutes(said, n)];
  if (said[`midnight${n}`]) return aroundMidnight(addedMinutes(said, n));
  const [hour, minutes] = [said[`hour${n}`], said[`minutes${n}`]];
  if (hour === undefined) return undefined;
  const more = said[`more${n}`] ?? minutes ?? '0';
  const [hours, past] = [numberOf(hour), Number(more)];
  if (past > 59 || isNoHour(said, n, hour, hours)) return undefined;
  const minute = hours * 60 + past + addedMinutes(said, n);
  if (minute < 0 || minute > DAY_MINUTES) return undefined;
  if (hours === 12 && said[`night${n}`]) return aroundMidnight(minute - NOON);
  const half = halfOfDay(said, n);
  if (half !== undefined && hours <= 12) {
    // The hour counts, so that half past twelve is not in the night: 12 a.m. is midnight.
    const isNoon = half === 'p' || said[`am${n}`]?.includes('vormittag');
    const shift = hours === 12 ? (isNoon ? 0 : -NOON) : half === 'p' ? NOON : 0;
    return [(minute + shift + DAY_MINUTES) % DAY_MINUTES];
  }
  // 24 hours: `09:00`, `15 h` and "oh nine hundred". Who says twelve means noon.
  const isExact = hours >= 12 || hours === 0 || /^0/.test(hour) || said[`oh${n}`] || said[`hundred${n}`];
  return isExact ? [minute] : [minute, minute + NOON];
}

const halfOfDay = (said: Said, n: string) =>
  said[`m${n}`] ?? said[`half${n}`] ?? (said[`am${n}`] ? 'a' : said[`pm${n}`] || said[`night${n}`] ? 'p' : undefined);

/** True if words that can be an hour are none, or can be another time as well. @param hour in words or figures */
function isNoHour(said: Said, n: string, hour: string, hours: number): boolean {
  const [oh, hundred, unit, m] = [said[`oh${n}`], said[`hundred${n}`], said[`unit${n}`], said[`m${n}`]];
  const count = numberOf(said[`count${n}`] ?? '');
  const isInWords = !/^\d/.test(hour);
  // "Oh, nine", and "nine hundred" of anything else.
  if (oh && (hours > 9 || !(hundred || said[`minutes${n}`] || said[`added${n}`] || count))) return true;
  if (hundred && hours < 10 && !oh && !hundred.endsWith('hours')) return true;
  // "18 in the morning". "March twenty two pm" may be the twentieth.
  const half = halfOfDay(said, n);
  if (hours > 12 && (half === 'a' || (m && isInWords))) return true;
  if (hours === 0 && half === 'p') return true;
  // "Two at night" is after midnight, of this day or of the next one.
  if (hours < FIRST_EVENING_HOUR && said[`night${n}`]) return true;
  // "24 heures" without a preposition are a whole day.
  const isBound = said.at ?? said.from ?? said.until ?? said.hour2;
  if (hours === 24 && unit?.startsWith('h') && !isBound) return true;
  if (!isInWords || unit || hundred || oh) return false;
  // "At zero" is rarely a time, and "twenty five" is one number.
  return hours === 0 || (hours === 20 && count === 5 && !said[`minus${n}`]);
}

/** How far a time may be outside of a part of the day that is said with it: half past five is in the afternoon for many. */
const TOLERANCE = 60;

/** Returns those of the minutes that are in a part of the day, or about. */
export function minutesIn(part: PartOfDay | undefined, minutes: readonly number[]): number[] {
  if (part === undefined) return [...minutes];
  const [from, to] = PARTS_OF_DAY[part];
  return minutes.filter((minute) => from - TOLERANCE < minute && minute < to + TOLERANCE);
}
