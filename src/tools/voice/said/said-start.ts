import { numberAlternatives } from '../../../lib/dates-in-words/number-words.ts';
import { addDays } from '../../../lib/time/add-days.ts';
import { formatClock } from '../../../lib/time/clock-text.ts';
import { DAY_MINUTES } from '../../../lib/time/whole-day.ts';
import { openPeriodsOn } from '../business/closed-days.ts';
import { offerChoice } from '../core/offered.ts';
import type { LocalInstants, Office } from '../core/office.ts';
import { WrongArgumentError } from '../core/wrong-argument.ts';
import { spokenSentences } from '../speech/speech.ts';
import { isClock } from './clock/said-clock.ts';
import { fittingMinute, wantedTime } from './clock/wanted-time.ts';
import { type AskedDays, askedDays } from './days/asked-days.ts';
import { isAroundHolidays } from './days/open-ranges.ts';
import { isWeekday, partAlone } from './days/said-days.ts';
import { normalizeSaid } from './normalize-said.ts';
import { splitChoice, splitList } from './said-choice.ts';
import { askedDaysOrSoonest } from './soonest.ts';

/** Days of which no exact time is said: `Friday after 3`, `next week`. */
export interface InexactStart {
  /** A choice of them; one that is undefined: from now on. */
  days: readonly (AskedDays | undefined)[];
  given: string;
}

/**
 * Returns the instants of a start, in the form of the tools or as a caller says it: `Friday at 3 pm`. A half of the day that is not said
 * is the one in which the business is open. Without an exact time, returns the days.
 * @throws WrongArgumentError, with the question if no day is said, or if the text contradicts itself or can be in both halves.
 */
export async function readStart(text: string, office: Office): Promise<LocalInstants | InexactStart> {
  try {
    return await office.instants(text);
  } catch (error) {
    if (!(error instanceof WrongArgumentError)) throw error;
    const said = (await saidStart(text, office)) ?? (await hourBehindWeekday(text, office));
    if (said !== undefined) return { ...(await office.instants(said)), given: text };
    const choice = await choiceOfStarts(text, office);
    if (choice) throw choice;
    const days = await askedDaysOrSoonest(text, office);
    if (!('spoken' in days)) return { days, given: text };
    if (days.reason !== undefined) throw new WrongArgumentError(text, days.reason, days.spoken);
    const over = await dayThatIsOver(text, office);
    if (over) throw over;
    throw isAroundHolidays(normalizeSaid(text)) || isTimeAlone(text, office)
      ? new WrongArgumentError(text, 'has no day', days.spoken)
      : error;
  }
}

/** Returns the refusal of one day that is over, such as `yesterday`. */
async function dayThatIsOver(text: string, office: Office): Promise<WrongArgumentError | undefined> {
  const days = await askedDays(text, office);
  if ('spoken' in days || days.count > 1 || days.end > office.now) return undefined;
  const { phrases, day } = office.speech;
  const said = phrases.on(day(office.local(days.start).date, office.today));
  return new WrongArgumentError(text, 'is in the past', spokenSentences(phrases.timeOver(said)));
}

/** True for a time, a part of the day, or a choice of them: `3 pm`, `in the morning`, `at 3 or 4`. */
export function isTimeAlone(text: string, office: Office): boolean {
  const { language } = office.speech;
  const pieces = splitChoice(text, office) ?? [normalizeSaid(text)];
  return pieces
    .map((piece) => piece.trim())
    .every((piece) => isClock(piece, language) || partAlone(piece, language) !== undefined);
}

/** Where a number behind a weekday is rather an hour. In the Romance languages it is the day of the month. */
export const HOUR_BEHIND_WEEKDAY = ['en', 'de'];

/**
 * Returns the local time of an hour without a preposition behind a weekday that is not that of this day of the month: `Wednesday 10`.
 * Undefined if the business is closed then: the number may be the day after all.
 */
async function hourBehindWeekday(text: string, office: Office): Promise<string | undefined> {
  const { speech } = office;
  const { hours } = numberAlternatives(speech.language);
  const [, day = '', hour] = new RegExp(`^(\\S+) (\\d{1,2}|${hours})$`).exec(normalizeSaid(text)) ?? [];
  if (hour === undefined || !HOUR_BEHIND_WEEKDAY.includes(speech.language) || !isWeekday(day, speech)) return undefined;
  const days = await askedDays(`${day} at ${hour}`, office);
  if ('spoken' in days || days.clock === undefined) return undefined;
  const { date } = office.local(days.start);
  const periods = await openPeriodsOn(date, office);
  const open = days.clock.minutes.filter((minute) => periods.some(({ from, to }) => from <= minute && minute < to));
  return open.length > 0 ? saidStart(`${day} at ${hour}`, office) : undefined;
}

/** Returns the question for which one of several starts is meant, such as `Friday at 3 or 4`; undefined if the text is no choice of starts. */
async function choiceOfStarts(text: string, office: Office): Promise<WrongArgumentError | undefined> {
  const starts = new Set<number>();
  // Of two that are both wanted, one is booked after the other.
  for (const piece of splitChoice(text, office) ?? splitList(text, office) ?? []) {
    const said = await saidStart(piece, office);
    if (said === undefined) return undefined;
    starts.add((await office.instants(said)).starts[0]);
  }
  return starts.size < 2 ? undefined : whichStart(text, 'has several times', [...starts], office);
}

/**
 * Returns the question for which of several starts is meant, and offers them: "the second one" is one of these.
 * @param words how they are said, in order
 */
export function whichStart(
  text: string,
  reason: string,
  starts: readonly number[],
  office: Office,
  words?: readonly string[],
): WrongArgumentError {
  const { moment, at, local, speech } = office;
  const inOrder = [...starts].sort((a, b) => a - b);
  offerChoice(inOrder, office);
  const isOneDay = new Set(inOrder.map((start) => local(start).date)).size === 1;
  return new WrongArgumentError(text, reason, speech.phrases.whichTime(words ?? inOrder.map(isOneDay ? at : moment)));
}

/** Returns the local time; undefined if no day or no time is said. */
async function saidStart(text: string, office: Office): Promise<string | undefined> {
  const days = await askedDays(text, office);
  if ('spoken' in days || days.count !== 1 || days.clock?.relation !== 'at') return undefined;
  const { date } = office.local(days.start);
  return localTime(date, await minuteOf(text, date, days, office));
}

/** Returns the local time of a minute of a day, of which the last one is the beginning of the next day. */
const localTime = (date: string, minute: number): string =>
  minute < DAY_MINUTES ? `${date}T${formatClock(minute)}` : `${addDays(date, 1)}T${formatClock(minute - DAY_MINUTES)}`;

async function minuteOf(text: string, date: string, days: AskedDays, office: Office): Promise<number> {
  const wanted = wantedTime(undefined, days, office);
  if ('spoken' in wanted) throw new WrongArgumentError(text, 'has a part of the day and another time', wanted.spoken);
  const { minutes = [0] as const } = wanted.clock ?? {};
  if (minutes.length === 1) return minutes[0];
  const minute = fittingMinute({ minutes, relation: 'at' }, await openPeriodsOn(date, office));
  if (minute !== undefined) return minute;
  const both = await Promise.all(minutes.map((one) => office.instants(localTime(date, one))));
  const starts = both.map(({ starts: [start] }) => start);
  const { phrases, time } = office.speech;
  const words = minutes.map((one) => phrases.at(time(one)));
  throw whichStart(text, 'can be in both halves of the day', starts, office, words);
}
