import { addDays } from '../../../../lib/time/add-days.ts';
import type { Interval } from '../../../../lib/time/intervals.ts';
import { DAY_MS } from '../../../../lib/time/units.ts';
import { ToolError } from '../../../core/errors.ts';
import { hasClosedForToday, openPeriodsOn } from '../../business/closed-days.ts';
import { nowForAgent, type Office } from '../../core/office.ts';
import { spokenSentences } from '../../speech/speech.ts';
import { PARTS_OF_DAY, type PartOfDay } from '../clock/parts-of-day.ts';
import { withoutClock } from '../clock/said-clock.ts';
import type { WantedTime } from '../clock/wanted-time.ts';
import { splitChoice } from '../said-choice.ts';
import { weekdayAfter } from '../same-words.ts';
import { readSaidDays, type SaidDays } from './said-days.ts';

/** Days that a caller asks about: one, or those of a weekend, week or month, with the time of each day if one was said with it: `tonight`. */
export interface AskedDays extends Interval, WantedTime {
  count: number;
  /** ISO numbers of those of the days that are wanted; undefined: all. */
  weekdays?: readonly number[];
  /** A part of weekdays that is not wanted. */
  unwanted?: { weekdays: readonly number[]; part: PartOfDay } | undefined;
}

/** The question for the days that are meant, and what helps the agent to write them. */
export interface NotUnderstood {
  spoken: string;
  hint: string;
  /** What is wrong with the text, in words of the program; undefined if it means no days. */
  reason?: string;
  /** True if the text means days that are over. */
  isPast?: boolean;
}

export const dayNotUnderstood = (office: Office): NotUnderstood => ({
  spoken: office.speech.phrases.dayNotUnderstood,
  hint: `Not to be said: ${nowForAgent(office)} If you know which day is meant, call again with its date, such as ${office.today}.`,
});

/** Asks which of two days is meant. */
function whichDay(dates: readonly string[], office: Office): NotUnderstood {
  const { phrases, day } = office.speech;
  const spoken = spokenSentences(phrases.whichTime(dates.map((date) => phrases.on(day(date, office.today)))));
  return { ...dayNotUnderstood(office), spoken, reason: 'can be one of two days' };
}

/**
 * Reads a date, weekday, weekend, week or month. One that has begun begins now, so that the days before are not counted. Returns the
 * sentence that names what can be said if the text means no days.
 */
export async function askedDays(text: string, office: Office): Promise<AskedDays | NotUnderstood> {
  const { daysOf, local, now } = office;
  const { first, last, part, clock, either } = await daysAhead(text, office);
  if (either) return whichDay(either, office);
  try {
    const days = { start: (await daysOf(first)).start, end: (await daysOf(last)).end };
    const start = days.end > now ? Math.max(days.start, now) : days.start;
    const ends = [start, days.end - 1].map((instant) => Date.parse(local(instant).date)) as [number, number];
    return { start, end: days.end, count: Math.round((ends[1] - ends[0]) / DAY_MS) + 1, part, clock };
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return dayNotUnderstood(office);
  }
}

/**
 * Reads days as a caller means them: a weekday that is today means the one in a week when the business has closed, or when the time
 * that was said with it is over. A caller who means today names it, or its date.
 */
async function daysAhead(text: string, office: Office): Promise<SaidDays> {
  const said = readSaidDays(text, office);
  if (said.first !== office.today || said.last !== office.today) return said;
  const later = readSaidDays(text, { ...office, today: addDays(office.today, 1) });
  const isWeekday = later.first === addDays(office.today, WEEK_DAYS);
  return isWeekday && ((await isOver(said, office)) || (await hasClosedForToday(office))) ? later : said;
}

/** True if the time, or the part of the day, that was said with today is over, or only its other half is ahead, in which no one works. */
async function isOver({ part, clock }: SaidDays, office: Office): Promise<boolean> {
  const { minute } = office.local(office.now);
  if (part && PARTS_OF_DAY[part][1] <= minute) return true;
  if (clock?.relation !== 'at' || clock.minutes[0] > minute) return false;
  const open = await openPeriodsOn(office.today, office);
  const isOpenAt = (one: number) => open.length === 0 || open.some(({ from, to }) => from <= one && one < to);
  return !clock.minutes.some((one) => one > minute && isOpenAt(one));
}

/** Of as many days a caller can choose one. The times of more are not said in an answer. */
const MAX_CHOICES = 3;
const WEEK_DAYS = 7;
const MAX_DAYS_AGO = 14;
/** A weekend in a choice is two days of it. */
const WEEKEND_DAYS = 2;

/**
 * Reads days ahead, or a choice of them: `Friday or Saturday`. Those of a choice are in order, each once with the same time, and a
 * weekend is its days.
 */
export async function askedChoice(text: string, office: Office): Promise<[AskedDays, ...AskedDays[]] | NotUnderstood> {
  const asked = await readChoice(text, office);
  // The past has other hours and no free times, and both would be taken for those to come.
  if ('spoken' in asked || asked.every(({ end }) => end > office.now)) return asked;
  const notUnderstood = dayNotUnderstood(office);
  // Farther away, it is rather a wrong year or month of the agent than what the caller has said.
  const isNear = asked.every(({ start, count }) => count === 1 && office.now - start < MAX_DAYS_AGO * DAY_MS);
  return isNear ? { ...notUnderstood, spoken: office.speech.phrases.dayOver, isPast: true } : notUnderstood;
}

async function readChoice(text: string, office: Office): Promise<[AskedDays, ...AskedDays[]] | NotUnderstood> {
  const said = splitChoice(text, office);
  if (!said) {
    const days = await askedDays(text, office);
    return 'spoken' in days ? days : [days];
  }
  const byTime = new Map<string, AskedDays>();
  let before: AskedDays | undefined;
  for (const piece of said) {
    const days = await askedDays(before ? withDayAfter(piece, before, office) : piece, office);
    if ('spoken' in days || isNumber(piece)) return dayNotUnderstood(office);
    before = days;
    for (const one of await eachDay(days, office)) {
      const key = JSON.stringify([one.start, one.part, one.clock]);
      byTime.set(key, byTime.get(key) ?? one);
    }
  }
  const [first, ...others] = [...byTime.values()].sort((a, b) => a.start - b.start);
  return first && others.length < MAX_CHOICES ? [first, ...others] : dayNotUnderstood(office);
}

/** Returns a text with the date of a day that follows the one before it: "Friday or the Monday after". */
function withDayAfter(text: string, { end }: AskedDays, office: Office): string {
  const { text: day, said: time } = withoutClock(text, office.speech.language);
  const date = weekdayAfter(day, office.local(end - 1).date, office);
  return date === undefined ? text : `${date} ${time}`.trimEnd();
}

/** It may be a time as well. */
const isNumber = (text: string): boolean => /^\d{1,2}$/.test(text);

async function eachDay(days: AskedDays, { daysOf, local }: Office): Promise<AskedDays[]> {
  if (days.count !== WEEKEND_DAYS) return [days];
  const { start } = await daysOf(local(days.end - 1).date);
  return [
    { ...days, end: start, count: 1 },
    { ...days, start, count: 1 },
  ];
}
