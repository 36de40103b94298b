import { RANGE_WORDS } from '../../lib/time/range-words.ts';
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
/** What is before the first of two times, and between both. */
const [FIRST, SECOND] = [`${RANGE_WORDS.between}|${RANGE_WORDS.from}`, `${RANGE_WORDS.and}|${RANGE_WORDS.to}`];
/** What words before an hour add to it, in minutes: `half past three`. */
const BEFORE_HOUR: Readonly<Record<string, number>> = {
  ...{ 'half past': 30, half: 30, 'quarter past': 15, 'quarter after': 15 },
  ...{ 'quarter to': -15, 'quarter till': -15, 'quarter of': -15 },
  ...{ 'five of': -5, 'ten of': -10, 'twenty of': -20, 'twenty five of': -25 },
  ...{ halb: -30, 'viertel nach': 15, 'viertel vor': -15, dreiviertel: -15 },
};
/** Minutes as words before and behind an hour, the longest first. */
const MINUTES: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries({
    25: 'twenty five,funfundzwanzig,vingt cinq,veinticinco,venticinque,vinte e cinco',
    20: 'twenty,zwanzig,vingt,veinte,venti,vinte',
    15: 'fifteen,quinze',
    10: 'ten,zehn,dix,diez,dieci,dez',
    5: 'five,funf,cinq,cinco,cinque',
  }).flatMap(([minutes, words]) => words.split(',').map((word) => [word, Number(minutes)])),
);
/** Behind minutes that are said before an hour: `ten to three`. */
const SIDES = { to: 'to|till?|before|vor|para (?:l?as?|o)', past: 'past|after|nach' } as const;
/** Behind the hour: `las tres y diez`. In French and German, minutes follow the word for the hour without another. */
const joined = (word: string, sign: 1 | -1) =>
  Object.fromEntries(Object.entries(MINUTES).map(([minutes, count]) => [`${word} ${minutes}`, sign * count]));
const AFTER_HOUR: Readonly<Record<string, number>> = {
  ...{ thirty: 30, 'forty five': 45 },
  ...{ funfzehn: 15, dreissig: 30, funfundvierzig: 45 },
  ...{ 'et demie': 30, 'et demi': 30, 'et quart': 15, 'moins le quart': -15, trente: 30 },
  ...{ 'y media': 30, 'y cuarto': 15, 'menos cuarto': -15 },
  ...{ 'e mezza': 30, 'e mezzo': 30, 'e un quarto': 15, 'meno un quarto': -15, 'e meia': 30 },
  ...joined('y', 1),
  ...joined('e', 1),
  ...joined('menos', -1),
  ...joined('meno', -1),
  ...joined('moins', -1),
  ...MINUTES,
};
const NOON = 12 * 60;
const NOON_WORDS = 'noon|midday|mittags?|mediodia|(?<!apres )midi|mezzogiorno|meio dia';
const MIDNIGHT_WORDS = 'midnight|mitternacht|medianoche|minuit|mezzanotte|meia noite';
/** The half of the day behind a time. */
const HALVES = {
  am: 'in the morning|(?:am )?fruh|am vormittag|vormittags|am morgen|morgens|de la manana|du matin|di mattina|del mattino|d[ae] manha',
  pm: 'in the (?:afternoon|evening)|at night|am nachmittag|nachmittags|am abend|abends|de la (?:tarde|noche)|de lapres midi|du soir|del pomeriggio|di sera|da (?:tarde|noite)',
} as const;

/** A time with names of groups that end in `n`, because a pattern can have two. */
const UNIT = 'uhr|h|heures?|horas?|o ?clock';
const unitOf = (n: string) => `${UNIT}|(?<m${n}>[ap])\\.? ?m\\.?`;
const ADDED = Object.keys(AFTER_HOUR).join('|');
const halfOf = (n: string) => ` (?:(?<am${n}>${HALVES.am})|(?<pm${n}>${HALVES.pm}))`;
const hourOf = (n: string) => `(?<hour${n}>\\d{1,2}|${HOUR_WORDS})`;
const WORDS_BEFORE = Object.keys(BEFORE_HOUR).join('|');
/** Minutes before an hour. Figures need a preposition or the word for minutes: "10 to 3" may be from ten to three. */
const FEW = `${Object.keys(MINUTES).join('|')}|(?:5|10|15|20|25)(?= min)`;
const FEW_IN_FIGURES = `${FEW}|5|10|15|20|25`;
const fewOf = (n: string, few: string) =>
  `(?<few${n}>${few})(?: min(?:utes?|uten)?)? (?:(?<to${n}>${SIDES.to})|${SIDES.past}) `;
const pastOf = (n: string, few: string) => `(?:an? )?(?:${fewOf(n, few)})?(?:(?<before${n}>${WORDS_BEFORE}) )?`;
/** That one of both parts of `pastOf` follows. */
const IS_PAST = `(?=(?:an? )?(?:(?:${FEW})(?: min(?:utes?|uten)?)? (?:${SIDES.to}|${SIDES.past})|${WORDS_BEFORE}) )`;
const moreOf = (n: string) => `(?: (?<more${n}>\\d{2}))?`;
const endOf = (n: string) => `(?: (?<added${n}>${ADDED}))?(?:${halfOf(n)})?`;
const tailOf = (n: string) =>
  `${hourOf(n)}(?:[:.h ](?<minutes${n}>\\d{2}))?(?: ?(?:${unitOf(n)})${moreOf(n)})?${endOf(n)}`;
const timeOf = (n: string) => `${pastOf(n, FEW_IN_FIGURES)}${tailOf(n)}`;
const RELATION = `(?:(?<at>${RELATIONS.at})|(?<from>${RELATIONS.from})|(?<until>${RELATIONS.until}))`;
/** Behind a dash, only a time that cannot be a day: `2-4 pm`, `14:00-16:00`. */
const IS_MARKED = `(?=\\d{1,2}(?:[:.]\\d{2})?(?:(?<=:\\d{2})| ?(?:${UNIT}|[ap]\\.? ?m)\\b))`;
/** Forms of a time. Without a preposition, only those that nothing else can be: `6.03` may be a date. */
const FORMS = [
  `(?:${FIRST}) ${timeOf('')} (?:${SECOND}) ${timeOf('2')}`,
  `(?:(?:${FIRST}) )?${timeOf('')}(?: ?[-\u2013] ?| bis )${IS_MARKED}${timeOf('2')}`,
  `(?:${RELATION} )?${IS_PAST}${pastOf('', FEW)}${tailOf('')}`,
  `${RELATION} ${timeOf('')}`,
  `${hourOf('')}(?:[:.](?<minutes>\\d{2}))? ?(?:${unitOf('')})${moreOf('')}${endOf('')}`,
  `${hourOf('')}[:h](?<minutes>\\d{2})(?:${halfOf('')})?`,
  `(?:(?:${RELATION}|am|al|ao) )?${pastOf('', FEW)}(?:(?<noon>${NOON_WORDS})|(?<midnight>${MIDNIGHT_WORDS}))(?: (?<added>${ADDED}))?`,
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
  if (said.noon) return { minutes: [NOON + addedMinutes(said, '')], relation };
  if (said.midnight) {
    const added = addedMinutes(said, '');
    // "Friday at midnight" can be the beginning of this day, or its end.
    return { minutes: added === 0 ? [0, DAY_MINUTES] : [(added + DAY_MINUTES) % DAY_MINUTES], relation };
  }
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

/** Returns the minutes that words before and behind an hour add to it. */
function addedMinutes(said: Said, n: string): number {
  const [few = '', before = '', added = ''] = [said[`few${n}`], said[`before${n}`], said[`added${n}`]];
  const minutes = MINUTES[few] ?? Number(few);
  return (said[`to${n}`] ? -minutes : minutes) + (BEFORE_HOUR[before] ?? 0) + (AFTER_HOUR[added] ?? 0);
}

/** @param n ends the names of the groups of the time */
function readMinutes(said: Said, n: string): SaidClock['minutes'] | undefined {
  const [hour = '', minutes] = [said[`hour${n}`], said[`minutes${n}`]];
  const more = said[`more${n}`] ?? minutes ?? '0';
  const [hours, past] = [hour === '0' || hour === '00' ? 0 : numberOf(hour), Number(more)];
  if (hours > 23 || past > 59 || (hours === 0 && !/^0/.test(hour))) return undefined;
  const minute = hours * 60 + past + addedMinutes(said, n);
  const half = said[`m${n}`] ?? (said[`am${n}`] ? 'a' : said[`pm${n}`] ? 'p' : undefined);
  if (half !== undefined && hours <= 12) {
    // The hour counts, so that half past twelve is not in the night: 12 a.m. is midnight.
    const isNoon = half === 'p' || said[`am${n}`]?.includes('vormittag');
    const shift = hours === 12 ? (isNoon ? 0 : -NOON) : half === 'p' ? NOON : 0;
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
