import { numberAlternatives, numberOf } from '../../../lib/dates-in-words/number-words.ts';
import { isDayOfMonth } from '../../../lib/dates-in-words/said-dates.ts';
import { addDays } from '../../../lib/time/add-days.ts';
import { DAY_MS } from '../../../lib/time/units.ts';
import { calendarDay, mondayOf } from '../../../lib/time/working-hours.ts';
import { openPeriodsOn } from '../business/closed-days.ts';
import { isOfferHeard, lastOffer, offeredDay } from '../core/offered.ts';
import type { LocalInstants, Office } from '../core/office.ts';
import { openQuestion } from '../core/open-question.ts';
import { WrongArgumentError } from '../core/wrong-argument.ts';
import { spokenSentences } from '../speech/speech.ts';
import { withoutClock } from './clock/said-clock.ts';
import { askedDays } from './days/asked-days.ts';
import { englishDays } from './days/day-words.ts';
import { plainWeekday } from './days/said-days.ts';
import { weeksLater } from './days/weeks-later.ts';
import { normalizeSaid } from './normalize-said.ts';
import { splitChoice } from './said-choice.ts';
import { readOrder } from './said-order.ts';
import { HOUR_BEHIND_WEEKDAY, type InexactStart, readStart } from './said-start.ts';
import { isOnSameDay, isOnThatDay, onSameDay, weekdayAfter, weekdayOfWeekAfter } from './same-words.ts';

/** What a start is for. */
export interface StartOf {
  kind: 'move' | 'new';
  /** The appointment that is to be moved, once it is known which one. */
  own?: { id: string; start: number };
}

/** Returns the day that a time alone is of: that of the question or of the times that were said last. Null if these are of several days. */
export function openDay(of: StartOf, office: Office): string | null | undefined {
  return askedDate(of, office) ?? offeredDay(office);
}

function askedDate({ kind, own }: StartOf, office: Office): string | undefined {
  const question = openQuestion(kind, office);
  return question && (own === undefined || question.bookingId === own.id)
    ? office.local(question.start).date
    : undefined;
}

export function openDates(of: StartOf, office: Office): string[] {
  const asked = askedDate(of, office);
  return [...new Set([...(lastOffer('time', office)?.dates ?? []), ...(asked === undefined ? [] : [asked])])].sort();
}

/** Reads a text with the day that it means, and keeps what was given: the argument is found by it. */
export const readMeant = (meant: string, text: string, office: Office): Promise<LocalInstants | InexactStart> =>
  asGiven(text, () => readStart(meant, office));

/** Returns what is read, or throws its error, with the text that was given. */
export async function asGiven(
  text: string,
  read: () => Promise<LocalInstants | InexactStart>,
): Promise<LocalInstants | InexactStart> {
  try {
    return { ...(await read()), given: text };
  } catch (error) {
    throw error instanceof WrongArgumentError ? new WrongArgumentError(text, error.reason, error.spoken) : error;
  }
}

/** Returns the hour that a text is: only a number, in figures or in words. */
export function numberAlone(text: string, { speech }: Office): number | undefined {
  const said = normalizeSaid(text);
  const { hours } = numberAlternatives(speech.language);
  const number = new RegExp(`^(?:\\d{1,2}|${hours})$`).test(said) ? numberOf(said) : 0;
  return number > 0 && number < 24 ? number : undefined;
}

/**
 * Returns a number alone as the hour of a day of which times were said: `10` behind "Which exact time would you like?". Undefined if
 * no such hour is offered, and the business is closed then: the number may be a day.
 * @throws WrongArgumentError with the question, if it is also that of the day
 */
export async function hourOn(date: string, text: string, office: Office): Promise<string | undefined> {
  const number = numberAlone(text, office);
  const minute = number === undefined ? undefined : await openMinute(number, date, office);
  if (minute === undefined) return undefined;
  if (Number(date.slice(8)) !== number) return `${date} at ${number}`;
  const { phrases, time, day } = office.speech;
  const choices = [phrases.at(time(minute)), phrases.on(day(date, office.today))];
  throw new WrongArgumentError(text, 'can be a time or a day of the month', phrases.whichTime(choices));
}

/** Returns the minute of an hour of a day, in either half of it, in which a time is offered or the business is open. */
async function openMinute(hour: number, date: string, office: Office): Promise<number | undefined> {
  const minutes = hour < 12 ? [hour * 60, (hour + 12) * 60] : [hour * 60];
  const periods = await openPeriodsOn(date, office);
  const offered = (lastOffer('time', office)?.items ?? []).flatMap(({ start }) => {
    const local = start === undefined ? undefined : office.local(start);
    return local?.date === date ? [local.minute] : [];
  });
  return minutes.find((one) => offered.includes(one) || periods.some(({ from, to }) => from <= one && one < to));
}

/** A day of a text, apart from the part of the day and the time. */
interface DayApart {
  /** As said, normalized. */
  said: string;
  /** In the words of `englishDays`. */
  day: string;
  /** ISO number. */
  weekday: number | undefined;
  /** What is said of the day without its weekday; empty if nothing. */
  rest: string;
  /** Returns the text with a date instead of the day. */
  on(date: string): string;
}

const WITH_PART = /^(.+) (morning|afternoon|evening|night)$/;

export function dayApart(text: string, { speech }: Office): DayApart {
  const taken = withoutClock(normalizeSaid(text), speech.language);
  const english = englishDays(taken.text, speech.language).replace(/^(?:on|for) (?=\S)/, '');
  const [, day = english, part = ''] = WITH_PART.exec(english) ?? [];
  const on = (date: string) =>
    (taken.isBeforeDay ? [taken.said, date, part] : [date, part, taken.said]).filter((one) => one !== '').join(' ');
  const alone = plainWeekday(day, speech);
  const said = taken.text;
  if (alone !== undefined) return { said, day, weekday: alone, rest: '', on };
  const [, first = '', rest = ''] = /^(\S+(?: feira)?),? (\S.*)$/.exec(day) ?? [];
  const weekday = plainWeekday(first, speech);
  return { said, day, weekday, rest: weekday === undefined ? day : rest, on };
}

/** A month in which each day is read. Its name is read in every language. */
const ANY_MONTH = 'march';

const isNumber = (day: string, { speech }: Office): boolean => isDayOfMonth(day, ANY_MONTH, speech.language);

/** True for a start with a day of the month, and without its month and a weekday: `the 16th at 10`. */
export function isDayNumberAlone(text: string, office: Office): boolean {
  const { weekday, rest } = dayApart(text, office);
  return weekday === undefined && isNumber(rest, office);
}

/**
 * Returns a start with the date that its day means after what was said last: a weekday, or a day of the month, is one of the days of
 * the offer or of the question. Without one of them, a day of the month is in the month of the appointment that is to be moved.
 * Undefined if it is none of both.
 * @throws WrongArgumentError with the question, if several of the days can be meant
 */
export async function withOpenDay(text: string, of: StartOf, office: Office): Promise<string | undefined> {
  const placed = withSameDay(text, of, office) ?? withPlacedDay(text, office);
  if (placed !== undefined) return placed;
  // "Venerdì a otto" counts from today, and ends like a time.
  if (weeksLater(normalizeSaid(text))) return undefined;
  const dates = openDates(of, office);
  if (dates.length === 0 && of.own === undefined) return undefined;
  const { weekday, rest, on } = dayApart(text, office);
  const ofWeekday = weekday === undefined ? dates : dates.filter((one) => calendarDay(one).dayOfWeek === weekday);
  if (weekday !== undefined && rest === '')
    return oneOf(ofWeekday.length > 0 ? ofWeekday : inLaterWeeks(weekday, dates, office), on, text, office);
  const number = isNumber(rest, office) ? await dayOfMonth(rest, office) : undefined;
  if (number === undefined) return undefined;
  const date = oneOf(
    ofWeekday.filter((one) => Number(one.slice(8)) === number),
    on,
    text,
    office,
  );
  if (date !== undefined) return date;
  if (weekday !== undefined) return hourOfWeekday(rest, ofWeekday, text, office);
  const inMonth = of.own && dayInMonthOf(of.own, number, dates, office);
  return inMonth === undefined ? undefined : on(inMonth);
}

/**
 * Returns the dates of a weekday in the weeks of the days that the caller has heard, if all of these are after the current week: behind
 * free times of Monday and Tuesday next week, "Wednesday" is the one of that week. The day that was booked last is no such day.
 */
function inLaterWeeks(weekday: number, dates: readonly string[], office: Office): string[] {
  const { booked } = lastOffer('time', office) ?? {};
  const bookedDate = booked && office.local(booked.start).date;
  const heard = isOfferHeard(office) ? dates.filter((date) => date !== bookedDate) : [];
  const mondays = [...new Set(heard.map(mondayOf))];
  const isLater = mondays.every((monday) => monday > mondayOf(office.today));
  return isLater ? mondays.map((monday) => addDays(monday, weekday - 1)) : [];
}

/**
 * Returns a start with the date of a weekday that follows another day: `the Friday after that at 10`, `Monday of the following week`. Undefined
 * for another text. Behind no other day, the following week is the next one.
 * @throws WrongArgumentError with the question, if it can follow several days
 */
export function withFollowingDay(
  text: string,
  days: readonly (string | null | undefined)[],
  office: Office,
): string | undefined {
  const { said, on } = dayApart(text, office);
  const known = days.flatMap((date) => date ?? []);
  if (known.length === 0) {
    const inNextWeek = weekdayOfWeekAfter(said, office.today, office);
    return inNextWeek && on(inNextWeek);
  }
  const dates = known.flatMap((date) => weekdayAfter(said, date, office) ?? []);
  return oneOf([...new Set(dates)].sort(), on, text, office);
}

/** Does the same for each day of a choice: `Tuesday or Wednesday at 10`. Undefined for another text. */
export async function withOpenDays(text: string, of: StartOf, office: Office): Promise<string | undefined> {
  const pieces = splitChoice(text, office) ?? [];
  const meant = await Promise.all(pieces.map((piece) => withOpenDay(piece, of, office)));
  if (meant.every((piece) => piece === undefined)) return undefined;
  return pieces.map((piece, index) => meant[index] ?? piece).join(' or ');
}

/** Returns days that are asked about with the dates that they mean after what was said last; undefined if they stay as they are. */
export async function withOfferedDays(text: string, office: Office): Promise<string | undefined> {
  const of: StartOf = { kind: openQuestion('move', office) ? 'move' : 'new' };
  // What was asked for in the same turn is not known to the caller yet.
  if (!isOfferHeard(office)) return withSameDay(text, of, office) ?? withPlacedDay(text, office);
  const following = withFollowingDay(text, [openDay(of, office)], office);
  if (following !== undefined) return following;
  // "Quinta cinco para as três" can be the fifth: the date would hide it.
  const days = await askedDays(text, office);
  if (!('spoken' in days) && days.clock?.other) return undefined;
  return (await withOpenDay(text, of, office)) ?? (await withOpenDays(text, of, office));
}

/**
 * Returns a text with the date that "the same day" means: that of the question, or else that of the times that were offered. In a move, it
 * can be that of the appointment as well. Undefined for another text, and if no day was said before.
 * @throws WrongArgumentError with the question, if several days can be meant
 */
function withSameDay(text: string, of: StartOf, office: Office): string | undefined {
  const said = normalizeSaid(text);
  if (!isOnSameDay(said)) return undefined;
  const last = openDay(of, office);
  const dates = new Set(last ? [last] : openDates(of, office));
  if (of.own && (dates.size === 0 || !isOnThatDay(said))) dates.add(office.local(of.own.start).date);
  return oneOf([...dates].sort(), (date) => onSameDay(said, date), text, office);
}

/**
 * Returns a text with the date of a day that is a place among several that were offered: `the second one at 10`. Undefined for another text.
 * @throws WrongArgumentError with the question, if the place is the day of the month of another one
 */
function withPlacedDay(text: string, office: Office): string | undefined {
  const { dates = [], isCut } = lastOffer('time', office) ?? {};
  if (dates.length < 2 || isCut) return undefined;
  const { said, on } = dayApart(text, office);
  const { place, isBare } = readOrder(said.replace(/^(?:on|am) /, ''), office.speech.language) ?? {};
  const index = place === 'last' ? dates.length - 1 : place;
  if (typeof index !== 'number' || index >= dates.length) return undefined;
  const isMeant = (one: string, at: number) => at === index || (isBare && Number(one.slice(8)) === Number(place) + 1);
  return oneOf([...dates].sort().filter(isMeant), on, text, office);
}

/** @throws WrongArgumentError with the question which one is meant of several */
export function oneOf(
  dates: readonly string[],
  on: (date: string) => string,
  text: string,
  { speech, today }: Office,
): string | undefined {
  const [date, ...others] = dates;
  if (date === undefined) return undefined;
  if (others.length === 0) return on(date);
  const question = speech.phrases.whichTime(dates.map((one) => speech.phrases.on(speech.day(one, today))));
  throw new WrongArgumentError(text, 'has a day that is several of those that were offered', spokenSentences(question));
}

async function dayOfMonth(said: string, office: Office): Promise<number | undefined> {
  const days = await askedDays(said, office);
  return 'spoken' in days || days.count !== 1 ? undefined : Number(office.local(days.start).date.slice(8));
}

/** "Wednesday 10" is an hour where the 10th is no such day. */
async function hourOfWeekday(
  rest: string,
  dates: readonly string[],
  text: string,
  office: Office,
): Promise<string | undefined> {
  const number = numberAlone(rest, office);
  if (number === undefined || !HOUR_BEHIND_WEEKDAY.includes(office.speech.language)) return undefined;
  const open: string[] = [];
  for (const date of dates) if ((await openMinute(number, date, office)) !== undefined) open.push(date);
  return oneOf(open, (date) => `${date} at ${number}`, text, office);
}

/** Returns the day of the month in that of an appointment, if it is ahead. After times of other months, it may be in one of them. */
function dayInMonthOf(
  { start }: { start: number },
  day: number,
  open: readonly string[],
  { local, today }: Office,
): string | undefined {
  const month = local(start).date.slice(0, 8);
  if (open.length > 0 && !open.some((one) => one.startsWith(month))) return undefined;
  const ms = Date.parse(`${month}01`) + (day - 1) * DAY_MS;
  const date = new Date(ms).toISOString().slice(0, 10);
  return date.startsWith(month) && date >= today ? date : undefined;
}
