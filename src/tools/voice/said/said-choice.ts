import type { Office } from '../core/office.ts';
import { isClock, withoutClock } from './clock/said-clock.ts';
import { englishDays } from './days/day-words.ts';
import { isDayOfMonth, monthWord } from './days/said-dates.ts';
import { isWeekday, partAlone } from './days/said-days.ts';
import { normalizeSaid } from './normalize-said.ts';
import { numberAlternatives } from './number-words.ts';

/** Words between days, or times, of which the caller wants one, normalized. English ones are read in every language. */
const OR: Readonly<Record<string, string>> = { de: 'oder', es: 'o|u', fr: 'ou', it: 'o|oppure', pt: 'ou' };
/** Words between days of which the caller means each. */
const AND: Readonly<Record<string, string>> = { de: 'und', es: 'y|e', fr: 'et', it: 'ed?', pt: 'e' };
const EITHER = /^(?:either|entweder|soit) /;
const ENDS_WITH_NEXT_WEEK = / (?:(?:of )?next week|nachste[rn]? woche)$/;
const NEXT = /^(?:next|nachste[nr]?) (?=\S+$)/;

/**
 * Splits a choice of days, such as `Friday or Saturday`, into its days. What was said of one of them only and belongs to others, too, is
 * added to them: the month, the next week, the time behind the last one or before the first, and the day of several times.
 * @returns undefined if the text is no choice.
 */
export function splitChoice(text: string, office: Pick<Office, 'speech'>): string[] | undefined {
  const { language } = office.speech;
  const words = ['or', ...(OR[language] ? [OR[language]] : [])].join('|');
  const said = normalizeSaid(text).replace(EITHER, '');
  const pieces = withHours(said.split(new RegExp(`,? (?:${words}) `)), office);
  if (pieces.length < 2) return undefined;
  return shared(
    pieces.flatMap((piece) => splitAtCommas(piece, office)),
    office,
  );
}

/** Splits days of which each is meant, such as `Monday and Tuesday`, as `splitChoice` does. */
export function splitList(text: string, office: Pick<Office, 'speech'>): string[] | undefined {
  const { language } = office.speech;
  const words = ['and', ...(AND[language] ? [AND[language]] : [])].join('|');
  // "Les 24 et 25 décembre": each of them is "le 24".
  const said = normalizeSaid(text).replace(/^les (?=\d)/, 'le ');
  const pieces = said.split(new RegExp(`,? (?:${words}) `)).flatMap((piece) => splitAtCommas(piece, office));
  return pieces.length < 2 ? undefined : shared(pieces, office);
}

/** "11 or 12 on Friday" are hours: a number before a weekday is no day of the month. */
function withHours(pieces: readonly string[], { speech }: Pick<Office, 'speech'>): readonly string[] {
  if (pieces.length < 2) return pieces;
  const hour = `\\d{1,2}|${numberAlternatives(speech.language).hours}`;
  const [, last, day = ''] = new RegExp(`^(${hour}) (?:on|am) (.+)$`).exec(pieces.at(-1) ?? '') ?? [];
  const [first = '', ...others] = pieces.slice(0, -1);
  const isHour = new RegExp(`^(?:${hour})$`);
  if (last === undefined || !isWeekday(day, speech) || ![first, ...others].every((one) => isHour.test(one)))
    return pieces;
  return [`${day} at ${first}`, ...others, last];
}

/** "Monday, Tuesday or Friday" has days between commas, and "Friday, March 6" has not. */
function splitAtCommas(piece: string, { speech }: Pick<Office, 'speech'>): string[] {
  const parts = piece.split(/, ?/);
  return parts.every((part) => isWeekday(part, speech)) ? parts : [piece];
}

/** A day of a choice, with the time that is said with it: `friday`, `at 3 pm`. */
interface Piece {
  day: string;
  time: string;
  isBeforeDay: boolean;
}

function shared(pieces: readonly string[], { speech }: Pick<Office, 'speech'>): string[] {
  const all = completed(pieces, speech.language);
  const [first, last] = [all[0], all.at(-1)];
  const ofAll = [last, first?.isBeforeDay ? first : undefined].find(
    (one) => one && all.every(({ time }) => time === '' || time === one.time) && isPreferred(one, speech.language),
  );
  const month = all.flatMap(({ day }) => monthWord(day, speech.language) ?? [])[0];
  const isNextWeek = all.some(({ day }) => ENDS_WITH_NEXT_WEEK.test(day) || /^next week /.test(day));
  const isNext = NEXT.test(first?.day ?? '');
  return all.map(({ day, time }) => {
    const added =
      month !== undefined && isDayOfMonth(day, month, speech.language)
        ? `${day} ${month}`
        : isNextWeek && isWeekday(day, speech)
          ? `${day} next week`
          : isNext && isWeekday(day, speech)
            ? `next ${day}`
            : day;
    return `${added} ${ofAll?.time ?? time}`.trimEnd();
  });
}

/** Adds to a piece that is only a time, or a part of the day, the day of the one before it, or else the one behind it. */
function completed(pieces: readonly string[], language: string): Piece[] {
  const all: Piece[] = [];
  for (const piece of pieces) {
    const before = all.at(-1);
    const time = clockIn(piece, before, language);
    const sameDay = before && partAlone(piece, language) ? withoutPart(before.day, language) : undefined;
    if (time !== undefined) all.push({ day: before?.day ?? '', time, isBeforeDay: false });
    else if (sameDay !== undefined) all.push({ day: `${sameDay} ${piece}`, time: '', isBeforeDay: false });
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

/** What `englishDays` writes. */
const PART = / (?:morning|afternoon|evening|night)$/;
/** Returns a day without its part, in words that are read in every language; undefined if it has none. */
function withoutPart(day: string, language: string): string | undefined {
  const said = englishDays(day, language);
  return PART.test(said) ? said.replace(PART, '') : undefined;
}

/** A bound such as "after 3" would leave out times that may be meant. */
const isPreferred = ({ day, time }: Piece, language: string): boolean =>
  withoutClock(`${day} ${time}`, language).clock?.relation === 'at';
