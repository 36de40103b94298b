import { numberAlternatives, numberOf } from '../../../lib/dates-in-words/number-words.ts';
import { dayOfMonth, isDayOfMonth, monthWord } from '../../../lib/dates-in-words/said-dates.ts';
import { addDays } from '../../../lib/time/add-days.ts';
import { calendarDay } from '../../../lib/time/working-hours.ts';
import type { Office } from '../core/office.ts';
import { openEnded } from './clock/open-ends.ts';
import type { PartOfDay } from './clock/parts-of-day.ts';
import { isClock, minutesIn, withoutBound, withoutClock } from './clock/said-clock.ts';
import { type WithoutPart, withoutPart } from './days/part-beside-day.ts';
import { withoutRelativeMonth } from './days/relative-months.ts';
import { isWeekday, partAlone, plainWeekday } from './days/said-days.ts';
import { NEXT_WEEK, withoutWeek } from './days/week-of-weekday.ts';
import { normalizeSaid } from './normalize-said.ts';
import { withEnglish } from './with-english.ts';

/** Words between days, or times, of which the caller wants one, normalized. */
const orIn = withEnglish(
  {
    en: '(?:or(?: else| otherwise| failing that)?|otherwise|if not|failing that),?(?: then)?',
    de: '(?:oder(?: sonst| ansonsten)?|sonst|ansonsten|wenn nicht),?(?: dann)?',
    es: 'o(?: si no)?|u|si no',
    fr: 'ou(?: sinon| alors)?|sinon',
    it: 'o(?: altrimenti| se no)?|oppure|altrimenti|se no',
    pt: 'ou(?: senao| entao)?|senao',
  },
  (words) => [words],
);
/** Words between days of which the caller means each. */
const AND: Readonly<Record<string, string>> = { de: 'und', es: 'y|e', fr: 'et', it: 'ed?', pt: 'e' };
const EITHER = /^(?:either|entweder|soit) /;
/** `normalizeSaid` leaves it out. */
const ANY_TIME = /\b(?:any|some) ?time\b/i;
const NEXT = /^(?:next|nachste[nr]?) (?=\S+$)/;
/** For a day in words that is said without its month. */
const ANY_MONTH = 'april';

/**
 * Splits a choice of days, such as `Friday or Saturday`, into its days. What was said of one of them only and belongs to others, too, is
 * added to them: the month, the week, the time or part of the day behind the last one or before the first, and the day of several times.
 * @returns undefined if the text is no choice.
 */
export function splitChoice(text: string, office: Pick<Office, 'speech' | 'today'>): string[] | undefined {
  const { language } = office.speech;
  const said = normalizeSaid(text).replace(EITHER, '');
  const split = withCommas(said.split(new RegExp(`,? (?:${orIn(language).join('|')}),? `)), language);
  const pieces = withHours(withOpenEnds(split, language), office);
  if (pieces.length < 2) return undefined;
  return shared(
    pieces.flatMap((piece) => splitAtCommas(piece, office)),
    office,
    sharingIn(text),
  );
}

/** Splits days of which each is meant, such as `Monday and Tuesday`, as `splitChoice` does. */
export function splitList(text: string, office: Pick<Office, 'speech'>): string[] | undefined {
  const { language } = office.speech;
  const words = ['and', ...(AND[language] ? [AND[language]] : [])].join('|');
  // "Les 24 et 25 décembre": each of them is "le 24".
  const said = normalizeSaid(text).replace(/^les (?=\d)/, 'le ');
  const pieces = said.split(new RegExp(`,? (?:${words}) `)).flatMap((piece) => splitAtCommas(piece, office));
  return pieces.length < 2 ? undefined : shared(pieces, office, sharingIn(text));
}

/** "At 10 or later" and "Friday or later" are no choice. */
function withOpenEnds(pieces: readonly string[], language: string): string[] {
  const all: string[] = [];
  for (const piece of pieces) {
    const both = `${all.at(-1)} or ${piece}`;
    const open = all.length > 0 ? openEnded(`x or ${piece}`) : undefined;
    if (withoutBound(both, language) || open?.behind === '') all[all.length - 1] = both;
    else all.push(piece);
  }
  return all;
}

/**
 * "11 or 12 on Friday" are hours: a number before a weekday is no day of the month. Behind it, "Friday 3 or 4", it is none unless
 * this Friday, or one of the next weeks, is the third.
 */
function withHours(pieces: readonly string[], { speech, today }: Pick<Office, 'speech' | 'today'>): readonly string[] {
  if (pieces.length < 2) return pieces;
  const { language } = speech;
  const hour = `\\d{1,2}|${numberAlternatives(language).hours}`;
  const [, weekday = '', number = ''] = new RegExp(`^(\\S+(?: feira)?),? (${hour})$`).exec(pieces[0] ?? '') ?? [];
  const dayNumber = plainWeekday(weekday, speech);
  const isHours = pieces.slice(1).every((piece) => isClock(piece, language) || isClock(`at ${piece}`, language));
  if (dayNumber !== undefined && isHours && !isDateOf(dayNumber, numberOf(number), today))
    return [`${weekday} at ${number}`, ...pieces.slice(1)];
  const [, last, day = ''] = new RegExp(`^(${hour}) (?:on|am) (.+)$`).exec(pieces.at(-1) ?? '') ?? [];
  const [first = '', ...others] = pieces.slice(0, -1);
  const isHour = new RegExp(`^(?:${hour})$`);
  if (last === undefined || !isWeekday(day, speech) || ![first, ...others].every((one) => isHour.test(one)))
    return pieces;
  return [`${day} at ${first}`, ...others, last];
}

/** Who says a date that is farther away says its month. */
const WEEKS_OF_DATES = 4;

/** True if a weekday, given as its ISO number, is a day of the month in the next weeks. */
function isDateOf(weekday: number, dayOfMonth: number, today: string): boolean {
  const ahead = (weekday - calendarDay(today).dayOfWeek + 7) % 7;
  const dates = Array.from({ length: WEEKS_OF_DATES }, (_, week) => addDays(today, ahead + 7 * week));
  return dates.some((date) => Number(date.slice(8)) === dayOfMonth);
}

/** "Monday, Tuesday or Friday" and "the 5th, 6th or 7th" have days between commas, and "Friday, March 6" has not. */
function splitAtCommas(piece: string, { speech }: Pick<Office, 'speech'>): string[] {
  const parts = piece.split(/, ?/);
  const isDay = (part: string) => isWeekday(part, speech) || dayNumber(part, speech.language) !== undefined;
  return parts.every(isDay) ? parts : [piece];
}

/** Returns the number of a day that is said without its month. */
const dayNumber = (text: string, language: string) =>
  /^\d{1,2}$/.test(text) ? undefined : dayOfMonth(text, ANY_MONTH, language);

/** "Am ersten zweiten oder dritten" has no comma where it is heard: "am ersten Zweiten" is no day of such a list. */
function withCommas(pieces: readonly string[], language: string): readonly string[] {
  const [first = '', last = '', ...others] = pieces;
  const words = first.split(' ');
  const numbers = [words.slice(0, -1).join(' '), words.at(-1) ?? '', last].map((one) => dayNumber(one, language));
  const isList = others.length === 0 && numbers.every((one, at) => one !== undefined && one === (numbers[0] ?? 0) + at);
  return isList ? [words.slice(0, -1).join(' '), words.at(-1) ?? '', last] : pieces;
}

/** A day of a choice, with the time that is said with it: `friday`, `at 3 pm`. */
interface Piece {
  day: string;
  time: string;
  isBeforeDay: boolean;
}

/** A day of a choice, taken apart. */
interface SaidDay extends Piece {
  /** The day without a part of it, without its week and without this month or the next one. */
  name: string;
  /** ISO number of a weekday. */
  weekday: number | undefined;
  week: string | undefined;
  /** "Next" before the weekday. */
  isNext: boolean;
  /** The number of a day without its month, or with this month or the next one. */
  dayOfMonth: number | undefined;
  month: string | undefined;
  part: WithoutPart | undefined;
}

/** What is said of one day or time may be all that is said of it: "after 3 today or any time tomorrow". */
interface Sharing {
  /** True if what is said before the first day is meant for the others. */
  isFront: boolean;
  /** True if a part of the day behind the last day is meant for the others. */
  isBack: boolean;
}

/** "Any time after 3" before the days is still a time of each of them. */
function sharingIn(text: string): Sharing {
  const anyTime = text.trim().search(ANY_TIME);
  return { isFront: anyTime <= 0, isBack: anyTime < 0 };
}

/** Returns texts for times, of which each has what was said of another one and belongs to it, too. */
export function shared(
  pieces: readonly string[],
  { speech }: Pick<Office, 'speech'>,
  { isFront, isBack }: Sharing = { isFront: true, isBack: false },
): string[] {
  const { language } = speech;
  const all = completed(pieces, language).map((piece) => takenApart(piece, speech));
  const [first, last] = [all[0], all.at(-1)];
  const time = [last, first?.isBeforeDay ? first : undefined].find(
    (one) =>
      one?.time &&
      all.every((other) => other.time === '' || other.time === one.time) &&
      (isPreferred(one, language) || (one === first && one.isBeforeDay && isFront)),
  );
  const part = first?.part?.isBeforeDay && isFront ? first.part.part : isBack ? partBehind(all) : undefined;
  return all.map((one, index) => {
    const isWhole = one.part === undefined && one.time === '';
    const ofDay = one.part?.part ?? (isWhole ? part : undefined);
    const given = one.time === '' && time && fits(time, ofDay, language) ? time.time : one.time;
    const day = dayOf(one, index, all, language);
    // A day to which nothing is added stays in the words of the caller.
    const isAsSaid = day === undefined && (ofDay === undefined || (one.part && !one.part.isBeforeDay));
    return `${isAsSaid ? one.day : `${day ?? one.part?.day ?? one.day} ${ofDay ?? ''}`.trimEnd()} ${given}`.trimEnd();
  });
}

function takenApart(piece: Piece, speech: Office['speech']): SaidDay {
  const { language } = speech;
  // "Jeudi après-midi de la semaine prochaine", and "de la semaine prochaine l'après-midi".
  const outer = withoutWeek(piece.day);
  const part = withoutPart(outer?.day ?? piece.day, language);
  const inner = part?.day ?? outer?.day ?? piece.day;
  const { day: named, week } = outer ?? withoutWeek(inner) ?? { day: inner, week: undefined };
  const name = outer ? inner : named;
  const weekday = plainWeekday(name.replace(NEXT, ''), speech);
  const monthly = withoutRelativeMonth(name, language);
  const number = dayOfMonth(monthly?.day ?? name, ANY_MONTH, language);
  return {
    ...piece,
    name: number === undefined ? name : (monthly?.day ?? name),
    weekday,
    week: weekday === undefined ? undefined : week,
    isNext: weekday !== undefined && NEXT.test(name),
    dayOfMonth: number,
    month: number === undefined ? undefined : monthly?.month,
    // Without a weekday, the week is not said again.
    part: outer && weekday === undefined ? undefined : part,
  };
}

/** Returns a day with its week or month, also that of another day; undefined if it stays as it is, with its part. */
function dayOf(one: SaidDay, index: number, all: readonly SaidDay[], language: string): string | undefined {
  if (one.weekday !== undefined) {
    const week = one.week ?? (one.isNext ? undefined : weekOf(one.weekday, index, all));
    return week === undefined ? nextOf(one, all) : `${one.name} ${week}`;
  }
  const named = all.flatMap(({ day }) => monthWord(day, language) ?? [])[0];
  if (named !== undefined) return isDayOfMonth(one.name, named, language) ? `${one.name} ${named}` : undefined;
  const number = one.dayOfMonth;
  // "The 30th or the 1st of next month": a later day that is said before is of this month.
  const other = all.find(({ month }, at) => month !== undefined && at > index);
  if (number === undefined || one.month !== undefined || other?.dayOfMonth === undefined) return undefined;
  return number <= other.dayOfMonth ? `${one.name} ${other.month}` : undefined;
}

/** Returns the week of another day that is meant for a weekday, too. */
function weekOf(weekday: number, index: number, all: readonly SaidDay[]): string | undefined {
  const at = all.findIndex(({ week }) => week !== undefined);
  const other = all[at];
  if (other?.weekday === undefined) return undefined;
  // "Friday or Monday next week": a later day that is said before is of this week.
  if (index < at) return weekday <= other.weekday ? other.week : undefined;
  return other.week === NEXT_WEEK ? other.week : undefined;
}

const nextOf = (one: SaidDay, [first]: readonly SaidDay[]): string | undefined =>
  first?.isNext && !one.isNext ? `next ${one.name}` : undefined;

/** Returns the part of the day behind the last of several weekdays: "Tuesday or Thursday in the afternoon". */
function partBehind(all: readonly SaidDay[]): PartOfDay | undefined {
  const part = all.at(-1)?.part;
  const isOfAll = all.every((one, index) => one.weekday !== undefined && (!one.part || index === all.length - 1));
  return part && !part.isInDay && !part.isBeforeDay && isOfAll ? part.part : undefined;
}

/** True unless a time contradicts the part of another day: "3 pm on Tuesday or Thursday morning". */
function fits({ day, time }: Piece, part: PartOfDay | undefined, language: string): boolean {
  const { clock } = withoutClock(`${day} ${time}`, language);
  return !clock || minutesIn(part, clock.minutes).length > 0;
}

/** Adds to a piece that is only a time, or a part of the day, the day of the one before it, or else the one behind it. */
function completed(pieces: readonly string[], language: string): Piece[] {
  const all: Piece[] = [];
  for (const piece of pieces) {
    const before = all.at(-1);
    const time = clockIn(piece, before, language);
    // "Friday morning or 3 pm": the time is not one in the morning.
    const sameDay = before?.time === '' ? withoutPart(before.day, language)?.day : undefined;
    if (time !== undefined) all.push({ day: sameDay ?? before?.day ?? '', time, isBeforeDay: false });
    else if (sameDay !== undefined && partAlone(piece, language))
      all.push({ day: `${sameDay} ${piece}`, time: '', isBeforeDay: false });
    else all.push(dayWithTime(piece, before, language));
  }
  const day = all.find((one) => one.day !== '')?.day ?? '';
  return all.map((one) => (one.day === '' ? { ...one, day } : one));
}

/** Returns the time that a piece is: also a number behind another time, as in `at 3 or 4`. */
function clockIn(piece: string, before: Piece | undefined, language: string): string | undefined {
  if (isClock(piece, language)) return piece;
  return before?.time && isClock(`at ${piece}`, language) ? `at ${piece}` : undefined;
}

function dayWithTime(piece: string, before: Piece | undefined, language: string): Piece {
  const { text: day, said: time, isBeforeDay } = withoutClock(piece, language);
  // "At 3 or 4 on Friday": the number is a time behind a time without a day.
  if (time === '' && before?.day === '') {
    const behind = withoutClock(`at ${piece}`, language);
    if (behind.isBeforeDay) return { day: behind.text, time: behind.said, isBeforeDay: false };
  }
  return { day, time, isBeforeDay };
}

/** A bound such as "after 3" behind the last day would leave out times that may be meant. */
const isPreferred = ({ day, time }: Piece, language: string): boolean =>
  withoutClock(`${day} ${time}`, language).clock?.relation === 'at';
