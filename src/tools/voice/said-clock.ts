import { DAY_MINUTES } from '../../lib/time/whole-day.ts';
import { HOUR_WORDS, numberOf } from './number-words.ts';
import { PARTS_OF_DAY, type PartOfDay } from './parts-of-day.ts';

/** A time of the day as callers say it. */
export interface SaidClock {
  /** Minutes after midnight, in order: two if the half of the day is not said, as in `at 3`. */
  minutes: readonly [number, ...number[]];
  /** `at 3`, `after 3` or `before 3`. */
  relation: 'at' | 'from' | 'until';
}

/** Prepositions of all languages, normalized, by what they mean before a time. */
const RELATIONS = {
  at: 'at|around|about|um|gegen|a|as|a las?|sobre las?|hacia las?|por volta das|vers|alle(?: ore)?|all|ore|verso le',
  from: 'after|from|ab|nach|a partir (?:de las?|de|das|dalle)|despues de las?|depois das|apres|dopo le|dalle',
  until: 'before|until|vor|bis|antes (?:de las?|das)|avant|prima delle',
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
const NOON_WORDS = 'noon|midday|mittags?|mediodia|midi|mezzogiorno|meio dia';
/** The half of the day behind a time. */
const HALVES = {
  am: 'in the morning|morgens|vormittags|fruh|de la manana|du matin|di mattina|del mattino|d[ae] manha',
  pm: 'in the (?:afternoon|evening)|at night|nachmittags|abends|de la (?:tarde|noche)|de lapres midi|du soir|del pomeriggio|di sera|da (?:tarde|noite)',
} as const;

const UNIT = 'uhr|h|heures?|horas?|o ?clock|(?<m>[ap])\\.? ?m\\.?';
const HOUR = `(?<hour>\\d{1,2}|${HOUR_WORDS})`;
const ADDED = Object.keys(AFTER_HOUR).join('|');
const HALF = ` (?:(?<am>${HALVES.am})|(?<pm>${HALVES.pm}))`;
const RELATION = `(?:(?<at>${RELATIONS.at})|(?<from>${RELATIONS.from})|(?<until>${RELATIONS.until}))`;
const PAST = `(?<before>${Object.keys(BEFORE_HOUR).join('|')}) `;
const MINUTES = '(?<minutes>\\d{2})';
/** Forms of a time at the end of a text. Without a preposition, only those that nothing else can be: `6.03` may be a date. */
const FORMS = [
  `${RELATION} (?:${PAST})?${HOUR}(?:[:.h ]${MINUTES})?(?: ?(?:${UNIT})(?: (?<more>\\d{2}))?)?(?: (?<added>${ADDED}))?(?:${HALF})?`,
  `${HOUR}(?:[:.]${MINUTES})? ?(?:${UNIT})(?: (?<more>\\d{2}))?(?: (?<added>${ADDED}))?(?:${HALF})?`,
  `${HOUR}[:h]${MINUTES}(?:${HALF})?`,
  `${PAST}${HOUR}(?:${HALF})?`,
  `(?:(?:${RELATION}|am|al|ao) )?(?<noon>${NOON_WORDS})`,
].map((form) => new RegExp(`(?<=\\S),? ${form}$`));

/** Takes the time of the day off the end of a text. @param text normalized */
export function withoutClock(text: string): { text: string; clock: SaidClock | undefined } {
  for (const form of FORMS) {
    const match = form.exec(text);
    const clock = match && readClock(match.groups ?? {});
    if (clock) return { text: text.slice(0, match.index), clock };
  }
  return { text, clock: undefined };
}

function readClock(said: Partial<Record<string, string>>): SaidClock | undefined {
  const relation = said.from ? 'from' : said.until ? 'until' : 'at';
  if (said.noon) return { minutes: [NOON], relation };
  const { hour = '', minutes, more = minutes ?? '0', before = '', added = '' } = said;
  const [hours, past] = [hour === '0' || hour === '00' ? 0 : numberOf(hour), Number(more)];
  if (hours > 23 || past > 59 || (hours === 0 && !/^0/.test(hour))) return undefined;
  const minute = hours * 60 + past + (BEFORE_HOUR[before] ?? 0) + (AFTER_HOUR[added] ?? 0);
  const half = said.m ?? (said.am ? 'a' : said.pm ? 'p' : undefined);
  if (half !== undefined && hours <= 12) {
    // The hour counts, so that half past twelve is not in the night: 12 a.m. is midnight.
    const shift = half === 'a' ? (hours === 12 ? -NOON : 0) : hours === 12 ? 0 : NOON;
    return { minutes: [(minute + shift + DAY_MINUTES) % DAY_MINUTES], relation };
  }
  // 24 hours: `09:00` and `15 h`. Who says twelve means noon.
  if (hour.startsWith('0') || hours >= 12) return { minutes: [minute], relation };
  return { minutes: [minute, minute + NOON], relation };
}

/** How far a time may be outside of a part of the day that is said with it: half past five is in the afternoon for many. */
const TOLERANCE = 60;

/** Returns those of the minutes that are in a part of the day, or about. */
export function minutesIn(part: PartOfDay | undefined, minutes: readonly number[]): number[] {
  if (part === undefined) return [...minutes];
  const [from, to] = PARTS_OF_DAY[part];
  return minutes.filter((minute) => from - TOLERANCE < minute && minute < to + TOLERANCE);
}
