import { areEqualNames } from '../../../lib/search/equal-names.ts';
import { serviceNameMatcher } from '../../../lib/search/name-matcher.ts';
import type { Interval } from '../../../lib/time/intervals.ts';
import { ToolError } from '../../core/errors.ts';
import { titleOf } from '../../search/titles.ts';
import type { Office } from '../core/office.ts';
import { isFillerBesideName, isFillerOfAppointment, withoutFillerAhead, withoutQuestion } from './appointment-words.ts';
import type { SaidClock } from './clock/clock-reading.ts';
import { PARTS_OF_DAY, type PartOfDay } from './clock/parts-of-day.ts';
import { readClockAlone, withoutClock } from './clock/said-clock.ts';
import { englishDays } from './days/day-words.ts';
import { partOfMonth } from './days/parts-of-months.ts';
import { isWeekday, partAlone, readSaidDays } from './days/said-days.ts';
import { normalizeSaid } from './normalize-said.ts';
import { relativesIn } from './people/name-in-words.ts';
import { peopleMeantBy } from './people/people-meant.ts';

/** What an appointment is recognized by. */
interface Recognizable {
  id: string;
  /** Epoch milliseconds. */
  start: number;
  service: string | undefined;
  staff: string | undefined;
  contactName: string;
}

/** Days, and the time of each, in which an appointment is; undefined: any. */
interface SaidTime {
  days?: Interval | undefined;
  /** Sunday is 0: any of these days, if none is in `days`. */
  weekday?: number | undefined;
  part?: PartOfDay | undefined;
  clock?: SaidClock | undefined;
}

/** Longer texts are read only as far: each further word has to be compared with each one before it. */
const MAX_WORDS = 16;
/** A day and a time can be apart: `Friday's cleaning at 3`. */
const MAX_TIMES = 2;

/**
 * Returns the appointments that words mean, such as `the one on Friday`, `tomorrow at 3` or `my cleaning with Dana`: those at this time,
 * for this service and with or for this person. None if a word is left that is none of it, such as `not` or `after`: it can mean
 * another one.
 */
export async function appointmentsSaid<T extends Recognizable>(
  text: string,
  own: readonly T[],
  office: Office,
): Promise<readonly T[]> {
  const words = wordsOf(text);
  if (words.length > MAX_WORDS) return [];
  // "Sam" and "May" are names, and begin those of days. "In May" is the month.
  const isInMonth = words.some((_, at) => {
    const pair = words.slice(at, at + 2).join(' ');
    return partOfMonth(pair, office.speech.language, office.today) !== undefined;
  });
  const named = isInMonth ? [] : namedBy([words], own, own, office);
  if (named.length > 0) return named;
  let meant = own;
  let segments: readonly (readonly string[])[] = [words];
  for (let count = 0; count < MAX_TIMES; count++) {
    const found = await firstTime(segments, office);
    if (!found) break;
    segments = found.left;
    meant = atTime(found.time, meant, office);
  }
  return segments.length === 1 && segments[0] === words ? [] : namedBy(segments, meant, own, office);
}

/** True for words such as `my son's`. */
export const isOfRelative = (text: string): boolean => relativesIn(wordsOf(text)).size > 0;

/** "Friday's" is Friday, "Mia's" is of Mia in each language, and "10-Uhr-Termin" and "Freitagstermin" are two words. */
const wordsOf = (text: string): string[] =>
  withoutFillerAhead(
    withoutQuestion(
      normalizeSaid(
        text
          .replace(/(?<!\p{L})mia['’]s(?!\p{L})/giu, 'of Mia')
          .replace(/['’]s?(?!\p{L})/gu, '')
          .replace(/(?<!\p{L})(l|d|dell|all)['’](?=\p{L}{4})/giu, '$1 ')
          .replace(/(?<=\d)-(?=\p{L})/gu, ' ')
          .replace(/(?<=\p{L})s?(termin)(?!\p{L})/giu, ' $1'),
      ),
    ),
  )
    .split(/[\s,.!?]+(?![\d])|\s+/)
    .filter((word) => word !== '');

const GENITIVE = /[^s]s$/;

type Reader = (text: string, office: Office) => Promise<SaidTime | undefined>;

/**
 * Returns the longest words of a time, and those around them. Of as many words, those of an hour come first: in "the 10 o'clock", "the
 * 10" is no day.
 */
async function firstTime(
  segments: readonly (readonly string[])[],
  office: Office,
): Promise<{ time: SaidTime; left: string[][] } | undefined> {
  const longest = Math.max(0, ...segments.map(({ length }) => length));
  for (let length = longest; length > 0; length--)
    for (const read of [readHour, readDay])
      for (const [index, words] of segments.entries()) {
        const found = await timeIn(words, length, read, office);
        if (!found) continue;
        const left = segments.flatMap((one, at) => (at === index ? found.left : [[...one]]));
        return { time: found.time, left: left.filter((one) => one.length > 0) };
      }
  return undefined;
}

async function timeIn(
  words: readonly string[],
  length: number,
  read: Reader,
  office: Office,
): Promise<{ time: SaidTime; left: string[][] } | undefined> {
  for (let from = 0; from + length <= words.length; from++) {
    const said = words.slice(from, from + length);
    // "Mon" is French for "my".
    const time = said.every(isFillerOfAppointment) ? undefined : await read(said.join(' '), office);
    if (time) return { time, left: [words.slice(0, from), words.slice(from + length)] };
  }
  return undefined;
}

/** Before an hour that is said of an appointment: "la de las 10", "quello delle 10". */
const OF_HOUR = /^(?:de las?|das|delle|dell|des|d[aeiou]|del|von|vom|zum) /;

/** It can be an hour, a day, or the length of a service. */
const NUMBER = /^\d+$/;

const readHour: Reader = async (text, { speech: { language } }) => {
  if (NUMBER.test(text)) return undefined;
  const part = partAlone(text, language);
  if (part) return { part };
  const bare = text.replace(OF_HOUR, '');
  const clock = readClockAlone(text, language) ?? (bare === text ? undefined : readClockAlone(`at ${bare}`, language));
  return clock && { clock };
};

const readDay: Reader = async (text, office) => {
  const bare = text.replace(OF_HOUR, '');
  return (await dayOf(text, office)) ?? (bare === text ? undefined : dayOf(bare, office));
};

async function dayOf(text: string, office: Office): Promise<SaidTime | undefined> {
  const { first, last, part, clock } = readSaidDays(text, office);
  if (NUMBER.test(text) || NUMBER.test(first)) return undefined;
  try {
    const days = { start: (await office.daysOf(first)).start, end: (await office.daysOf(last)).end };
    const day = englishDays(withoutClock(text, office.speech.language).text, office.speech.language);
    const name = day.replace(/^the | (?:morning|afternoon|evening|night)$/g, '');
    const isAnyWeek = isWeekday(name, office.speech);
    return { days, part, clock, weekday: isAnyWeek ? weekdayOf(days.start, office) : undefined };
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return undefined;
  }
}

const weekdayOf = (instant: number, { local }: Office): number => new Date(local(instant).date).getUTCDay();

/** A weekday without a date is the next one, or else that of any week. */
function atTime<T extends Recognizable>(
  { days, weekday, part, clock }: SaidTime,
  own: readonly T[],
  office: Office,
): readonly T[] {
  const [from, to] = part ? PARTS_OF_DAY[part] : [0, Number.POSITIVE_INFINITY];
  const inTime = own.filter(({ start }) => {
    const { minute } = office.local(start);
    return from <= minute && minute < to && (!clock || isAtClock(minute, clock));
  });
  if (!days) return inTime;
  const then = inTime.filter(({ start }) => days.start <= start && start < days.end);
  return then.length > 0 || weekday === undefined
    ? then
    : inTime.filter(({ start }) => weekdayOf(start, office) === weekday);
}

function isAtClock(minute: number, { minutes, relation, lasting = 0 }: SaidClock): boolean {
  return minutes.some((one) => {
    if (relation === 'at') return minute === one;
    if (relation === 'from') return minute >= one;
    if (relation === 'until') return minute <= one;
    return one <= minute && minute <= one + lasting;
  });
}

/**
 * Returns the appointments of which all words are a part of a name, but those that every appointment can be called by. Where a number is
 * shared, "my son" can be any of those who share it.
 */
function namedBy<T extends Recognizable>(
  segments: readonly (readonly string[])[],
  inTime: readonly T[],
  own: readonly T[],
  { speech: { language } }: Office,
): readonly T[] {
  let meant = inTime;
  // "My son" of whom there is only one name can be another person, unless he is named.
  const isKnown =
    new Set(own.map(({ contactName }) => contactName)).size > 1 ||
    segments.flat().some((word) => peopleMeantBy(word, own, (one) => one.contactName, language).length > 0);
  for (const segment of segments) {
    const relatives = relativesIn(segment);
    // "Frau" alone is a title.
    const words = segment.filter(
      (word, at) =>
        relatives.has(word) ||
        ((isMia(segment, at, relatives) || !isFillerBesideName(word, language)) && !titleOf(word, language)),
    );
    for (const word of words) {
      const isOfService = serviceNameMatcher(word);
      const people = new Set(peopleOf(word, meant, language));
      const named = meant.filter((one) => people.has(one) || isOfService(one.service ?? '') || isName(word, one));
      if (named.length > 0 || !isKnown || !relatives.has(word)) meant = named;
    }
  }
  return meant;
}

/** Returns the appointments with or of a person. "Mias Termin" has no apostrophe in German, and none where English is heard. */
function peopleOf<T extends Recognizable>(word: string, own: readonly T[], language: string): readonly T[] {
  const found = [
    ...peopleMeantBy(word, own, ({ staff }) => staff, language),
    ...peopleMeantBy(word, own, ({ contactName }) => contactName, language),
  ];
  const isGenitive = found.length === 0 && GENITIVE.test(word) && ['de', 'en'].includes(language);
  return isGenitive ? peopleOf(word.slice(0, -1), own, language) : found;
}

/** In Italian and Spanish, "di Mia" and "de Mía" have a name, and "di mia figlia" and "la mía" have not. */
const isMia = (words: readonly string[], at: number, relatives: ReadonlySet<string>): boolean =>
  words[at] === 'mia' &&
  /^(?:d[aei]|con|per|para|of|for|with)$/.test(words[at - 1] ?? '') &&
  !relatives.has(words[at + 1] ?? '');

const isName = (word: string, { staff = '', contactName }: Recognizable): boolean =>
  [staff, contactName].some((name) => areEqualNames(name, word));
