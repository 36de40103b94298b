import { DAY_MINUTES } from '../../lib/time/whole-day.ts';
import { HOUR_WORDS, numberOf } from './number-words.ts';
import { PARTS_OF_DAY, type PartOfDay } from './parts-of-day.ts';
import { isMonthOnly } from './said-dates.ts';

/** A time of the day as callers say it. */
export interface SaidClock {
  /** Minutes after midnight, in order: two if the half of the day is not said, as in `at 3`. */
  minutes: readonly [number, ...number[]];
  /** `at 3`, `after 3`, `before 3` or `between 3 and 4`. */
  relation: 'at' | 'from' | 'until' | 'between';
  /** Minutes from the time to the one that ends it: `between 3 and 4`. */
  lasting?: number;
}

/** Prepositions of all languages, normalized, by what they mean before a time. */
const RELATIONS = {
  at: 'at|around|about|um|gegen|a|as|a las?|sobre las?|hacia las?|por volta das|vers|alle(?: ore)?|all|ore|verso le',
  from: 'after|from|ab|nach|a partir (?:de las?|de|das|dalle)|desde las?|despues de las?|depois das|apres|des|dopo le|dalle',
  until:
    'before|until|by|vor|bis|spatestens(?: um)?|antes (?:de las?|das)|hasta las?|avant|jusqua|prima delle|entro le|fino alle|ate as',
} as const;
/** What is before the first of two times, and between both: `between 2 and 4`, `von 14 bis 16 Uhr`. */
const RANGES = {
  first: 'between|zwischen|entre(?: l?as)?|(?:tra|fra)(?: le)?|from|von|de(?: las?)?|dalle|das',
  second: 'and|to|until|und|bis|[ya](?: las?)?|et|a|e(?: l?as| le)?|alle|as',
} as const;
/** What words before an hour add to it, in minutes: `half past three`. */
const BEFORE_HOUR: Readonly<Record<string, number>> = {
  ...{ 'half past': 30, 'quarter past': 15, 'quarter after': 15, 'quarter to': -15 },
  ...{ halb: -30, 'viertel nach': 15, 'viertel vor': -15, dreiviertel: -15 },
};
/** The same behind the hour: `las tres y media`. */
const AFTER_HOUR: Readonly<Record<string, number>> = {
  ...{ fifteen: 15, thirty: 30, 'forty five': 45 },
  ...{ funfzehn: 15, dreissig: 30, funfundvierzig: 45 },
  ...{ 'et demie': 30, 'et quart': 15, 'moins le quart': -15, quinze: 15, trente: 30 },
  ...{ 'y media': 30, 'y cuarto': 15, 'menos cuarto': -15 },
  ...{ 'e mezza': 30, 'e mezzo': 30, 'e un quarto': 15, 'meno un quarto': -15, 'e meia': 30 },
};
const NOON = 12 * 60;
const NOON_WORDS = 'noon|midday|mittags?|mediodia|(?<!apres )midi|mezzogiorno|meio dia';
/** The half of the day behind a time. */
const HALVES = {
  am: 'in the morning|morgens|vormittags|fruh|de la manana|du matin|di mattina|del mattino|d[ae] manha',
  pm: 'in the (?:afternoon|evening)|at night|nachmittags|abends|de la (?:tarde|noche)|de lapres midi|du soir|del pomeriggio|di sera|da (?:tarde|noite)',
} as const;

/** A time with names of groups that end in `n`, because a pattern can have two. */
const unitOf = (n: string) => `uhr|h|heures?|horas?|o ?clock|(?<m${n}>[ap])\\.? ?m\\.?`;
const ADDED = Object.keys(AFTER_HOUR).join('|');
const halfOf = (n: string) => ` (?:(?<am${n}>${HALVES.am})|(?<pm${n}>${HALVES.pm}))`;
const hourOf = (n: string) => `(?<hour${n}>\\d{1,2}|${HOUR_WORDS})`;
const pastOf = (n: string) => `(?<before${n}>${Object.keys(BEFORE_HOUR).join('|')}) `;
const moreOf = (n: string) => `(?: (?<more${n}>\\d{2}))?`;
const endOf = (n: string) => `(?: (?<added${n}>${ADDED}))?(?:${halfOf(n)})?`;
const timeOf = (n: string) =>
  `(?:${pastOf(n)})?${hourOf(n)}(?:[:.h ](?<minutes${n}>\\d{2}))?(?: ?(?:${unitOf(n)})${moreOf(n)})?${endOf(n)}`;
const RELATION = `(?:(?<at>${RELATIONS.at})|(?<from>${RELATIONS.from})|(?<until>${RELATIONS.until}))`;
/** Forms of a time. Without a preposition, only those that nothing else can be: `6.03` may be a date. */
const FORMS = [
  `(?:${RANGES.first}) ${timeOf('')} (?:${RANGES.second}) ${timeOf('2')}`,
  `${RELATION} ${timeOf('')}`,
  `${hourOf('')}(?:[:.](?<minutes>\\d{2}))? ?(?:${unitOf('')})${moreOf('')}${endOf('')}`,
  `${hourOf('')}[:h](?<minutes>\\d{2})(?:${halfOf('')})?`,
  `${pastOf('')}${hourOf('')}(?:${halfOf('')})?`,
  `(?:(?:${RELATION}|am|al|ao) )?(?<noon>${NOON_WORDS})`,
];
const BEHIND_DAY = FORMS.map((form) => new RegExp(`(?<=\\S),? ${form}$`));
const BEFORE_DAY = FORMS.map((form) => new RegExp(`^${form},? (?=\\S)`));
const ALONE = FORMS.map((form) => new RegExp(`^${form}$`));
/** In German "3 am Freitag" is on Friday, and not before noon. */
const ON_IN_GERMAN = new RegExp(`^(.*?(?:\\d|\\b(?:${HOUR_WORDS}))) am (?=\\S)`);

/** A text without its time of the day. */
export interface WithoutClock {
  text: string;
  clock: SaidClock | undefined;
  /** The words of the time. */
  said: string;
  isBeforeDay: boolean;
}

/** Takes the time of the day off the end of a text, or off its beginning: `3 pm on Friday`. @param text normalized */
export function withoutClock(text: string, language: string): WithoutClock {
  const none = { text, clock: undefined, said: '', isBeforeDay: false };
  for (const form of BEHIND_DAY) {
    const match = form.exec(text);
    const clock = clockOf(match);
    if (!match || !clock) continue;
    const day = text.slice(0, match.index);
    // "March from 3 to 5" are days.
    const isTime = clock.lasting === undefined || !isMonthOnly(day, language);
    return isTime ? { text: day, clock, said: text.slice(match.index).replace(/^,? /, ''), isBeforeDay: false } : none;
  }
  const isOn = language === 'de' && ON_IN_GERMAN.test(text);
  const ahead = isOn ? text.replace(ON_IN_GERMAN, '$1 auf ') : text;
  for (const form of BEFORE_DAY) {
    const match = form.exec(ahead);
    const clock = clockOf(match);
    if (!match || !clock) continue;
    const rest = ahead.slice(match[0].length);
    const day = isOn ? rest.replace(/^auf /, '') : rest;
    // "At 3 March" and "from 3 to 5 March" are days.
    return isMonthOnly(day, language)
      ? none
      : { text: day, clock, said: match[0].replace(/,? $/, ''), isBeforeDay: true };
  }
  return none;
}

/** True for a time of the day without a day, such as `at 3` or `4 pm`. @param text normalized */
export const isClock = (text: string): boolean => ALONE.some((form) => clockOf(form.exec(text)) !== undefined);

type Said = Partial<Record<string, string>>;

const clockOf = (match: RegExpExecArray | null): SaidClock | undefined =>
  match ? readClock(match.groups ?? {}) : undefined;

function readClock(said: Said): SaidClock | undefined {
  const relation = said.from ? 'from' : said.until ? 'until' : 'at';
  if (said.noon) return { minutes: [NOON], relation };
  const minutes = readMinutes(said, '');
  if (minutes === undefined) return undefined;
  return said.hour2 === undefined ? { minutes, relation } : between(minutes, readMinutes(said, '2') ?? []);
}

/** The times between two others: `from 2 to 4` is at night or in the afternoon, and `from 10 to 2` over noon. */
function between(starts: readonly number[], ends: readonly number[]): SaidClock | undefined {
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

/** @param n ends the names of the groups of the time */
function readMinutes(said: Said, n: string): SaidClock['minutes'] | undefined {
  const [hour = '', minutes] = [said[`hour${n}`], said[`minutes${n}`]];
  const [more = minutes ?? '0', before = '', added = ''] = [said[`more${n}`], said[`before${n}`], said[`added${n}`]];
  const [hours, past] = [hour === '0' || hour === '00' ? 0 : numberOf(hour), Number(more)];
  if (hours > 23 || past > 59 || (hours === 0 && !/^0/.test(hour))) return undefined;
  const minute = hours * 60 + past + (BEFORE_HOUR[before] ?? 0) + (AFTER_HOUR[added] ?? 0);
  const half = said[`m${n}`] ?? (said[`am${n}`] ? 'a' : said[`pm${n}`] ? 'p' : undefined);
  if (half !== undefined && hours <= 12) {
    // The hour counts, so that half past twelve is not in the night: 12 a.m. is midnight.
    const shift = half === 'a' ? (hours === 12 ? -NOON : 0) : hours === 12 ? 0 : NOON;
    return [(minute + shift + DAY_MINUTES) % DAY_MINUTES];
  }
  // 24 hours: `09:00` and `15 h`. Who says twelve means noon.
  return hour.startsWith('0') || hours >= 12 ? [minute] : [minute, minute + NOON];
}

/** How far a time may be outside of a part of the day that is said with it: half past five is in the afternoon for many. */
const TOLERANCE = 60;

/** Returns those of the minutes that are in a part of the day, or about. */
export function minutesIn(part: PartOfDay | undefined, minutes: readonly number[]): number[] {
  if (part === undefined) return [...minutes];
  const [from, to] = PARTS_OF_DAY[part];
  return minutes.filter((minute) => from - TOLERANCE < minute && minute < to + TOLERANCE);
}
