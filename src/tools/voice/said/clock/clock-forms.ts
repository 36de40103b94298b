import { numberAlternatives, smallNumbers } from '../../../../lib/dates-in-words/number-words.ts';
import { RANGE_WORDS } from '../../../../lib/time/range-words.ts';
import {
  AFTER_HOUR,
  BEFORE_HOUR,
  BEHIND_HOUR,
  BETWEEN_BOUNDS,
  HALVES,
  HALVES_OF_HOURS,
  JOINTS,
  MIDNIGHT_WORDS,
  NOON_WORDS,
  RELATIONS,
  SIDES,
} from './clock-words.ts';

/** What is before the first of two times, and between both. */
const FIRST = `${RANGE_WORDS.between}|${RANGE_WORDS.from}`;
/** "Al mediodía" and "ao meio-dia" are no days of a range. */
const SECOND = `${RANGE_WORDS.and}|${RANGE_WORDS.to}|a[lo](?= m)`;
const keysOf = (words: object) => Object.keys(words).join('|');

/** A time with names of groups that end in `n`, because a pattern can have two. */
const UNIT = 'uhr|h|heures?|horas?|o ?clock';
const unitOf = (n: string) => `(?<unit${n}>${UNIT})|(?<m${n}>[ap])\\.? ?m\\.?`;
const halfOf = (n: string) => ` (?:(?<am${n}>${HALVES.am})|(?<pm${n}>${HALVES.pm})|(?<night${n}>${HALVES.night}))`;
/** Noon and midnight as one end of a range, with an article where that is usual. */
const NOON_WITH_ARTICLE = '(?:(?:the|el|la|il|l|[ao]|zum) )?';
const noonOf = (n: string) => `${NOON_WITH_ARTICLE}(?:(?<noon${n}>${NOON_WORDS})|(?<midnight${n}>${MIDNIGHT_WORDS}))`;
const MIN = '(?: min(?:utes?|uten)?)?';
const moreOf = (n: string) => `(?: (?<more${n}>\\d{2}))?`;
const hundredOf = (n: string) => ` (?<hundred${n}>hundred(?: hours)?)`;
const RELATION = `(?:(?<at>${RELATIONS.at})|(?<from>${RELATIONS.from})|(?<until>${RELATIONS.until}))`;
const DASH = ' ?[-\u2013] ?';
/** Behind a number and before a day, they make the number an hour: `4 on Friday`, `las 4 del viernes`. A word before it would be that of a date. */
const ON = '(?:on|auf|le|el|del|di|da|de|n[ao]) (?!mese?\\b)';
/** Without a leading zero. "5-6" may be five to six, before six. */
const BARE_HOUR = '[1-9]|1\\d|2[0-4]';
const DASHED = `(?!(?:5|15|20|25) ?[-\u2013] ?(?:\\d|1[0-2])\\b)(?<hour>${BARE_HOUR})${DASH}(?<hour2>${BARE_HOUR})(?:${halfOf('2')})?`;
/** In Portuguese, "e vinte e duas" is no "e vinte" before another number. */
const TWENTY_AND = 'vinte e (?:uma?|duas|dois|tres|quatro)\\b';

/** English hours, also before minutes without another word. "Twenty three thirty" is another time. */
const ENGLISH_HOURS = `(?<!twenty )(?<hour>${smallNumbers('en')
  .slice(1, 13)
  .map((same) => same.replace(/\/.*/, ''))
  .join('|')})`;

/** Regular expressions for times in a text, in the order in which they are tried. */
export interface ClockForms {
  behindDay: readonly RegExp[];
  beforeDay: readonly RegExp[];
  alone: readonly RegExp[];
  /** Hours that nothing but a dash marks as hours: `Friday 2-4`. Behind a day and before it. */
  dashed: readonly [behindDay: RegExp, beforeDay: RegExp];
  /** Minutes before an hour that may be a day: "viernes diez para las tres". */
  maybeDay: RegExp;
  /** In German "3 am Freitag" is on Friday, and not before noon. */
  onInGerman: RegExp;
  /** Matches each text with a time, and others. The other expressions are large, and most texts have no time. */
  any: RegExp;
}

/** By language. */
const known = new Map<string, ClockForms>();

/** Returns the expressions for the times that are read in a language. */
export function clockForms(language: string): ClockForms {
  const found = known.get(language);
  if (found) return found;
  const { alone: forms, maybeDay } = formsIn(language);
  const { hours, sureHours } = numberAlternatives(language);
  const beforeOn = `(?:(?:las?|le) (?=\\S+ d(?:el|i) ))?(?<on>)(?<hour>\\d{1,2}|${sureHours}) (?=${ON})`;
  const created: ClockForms = {
    behindDay: forms.map((form) => new RegExp(`(?<=\\S),? ${form}$`)),
    beforeDay: [...forms.map((form) => `${form},? (?=\\S)`), beforeOn].map((form) => new RegExp(`^${form}`)),
    alone: forms.map((form) => new RegExp(`^${form}$`)),
    dashed: [new RegExp(`(?<=\\S),? ${DASHED}$`), new RegExp(`^${DASHED},? (?=\\S)`)],
    maybeDay: new RegExp(`(?<=\\S),? ${maybeDay}$`),
    onInGerman: new RegExp(`^(.*?(?:\\d|\\b(?:${hours}))) am (?=\\S)`),
    any: new RegExp(`\\d|\\b(?:${hours}|${NOON_WORDS}|${MIDNIGHT_WORDS})`),
  };
  known.set(language, created);
  return created;
}

/** Forms of a time. Without a preposition, only those that nothing else can be: `6.03` may be a date. */
function formsIn(language: string): { alone: string[]; maybeDay: string } {
  const { hours, sureHours, lateHours, zero, minutes } = numberAlternatives(language);
  const hourOf = (n: string, words: string) => `(?<hour${n}>\\d{1,2}|${words})`;
  /** Minutes before an hour. Figures need a preposition or the word for minutes: "10 to 3" may be from ten to three. */
  const fewWords = minutes(5, 25);
  const few = `${fewWords}|(?:5|10|15|20|25)(?= min)`;
  const fewInFigures = `${fewWords}|5|10|15|20|25`;
  const fewOf = (n: string, which: string) => `(?<few${n}>${which})${MIN} (?:(?<to${n}>${SIDES.to})|${SIDES.past}) `;
  const pastOf = (n: string, which: string) =>
    `(?:an? |u[nm] )?(?:${fewOf(n, which)})?(?:(?<before${n}>${keysOf(BEFORE_HOUR)}) )?`;
  /** That one of both parts of `pastOf` follows. */
  const isPast = `(?=(?:an? |u[nm] )?(?:(?:${few})${MIN} (?:${SIDES.to}|${SIDES.past})|${keysOf(BEFORE_HOUR)}) )`;
  const countOf = (n: string) =>
    `(?<count${n}>${minutes(5, 55)}|(?<=\\b(?:${JOINTS.plus}|${JOINTS.minus}) )(?:5|[1-5][05]))`;
  const minusOf = (n: string) => `(?<minus${n}>${JOINTS.minus})`;
  const addedOf = (n: string) =>
    ` (?:(?<added${n}>${keysOf(AFTER_HOUR)})|(?:(?:${JOINTS.plus}|${minusOf(n)}) )?(?!${TWENTY_AND})${countOf(n)})`;
  /** "Three thirty pm". In German, "am" is on a day. */
  const behindAdded = (n: string) => (language === 'de' ? '' : `(?: ?(?<half${n}>[ap])\\.? ?m\\b\\.?)?`);
  const endOf = (n: string) => `(?:${addedOf(n)}${behindAdded(n)})?(?:${halfOf(n)})?`;
  /** A zero before an hour below ten: "oh nine hundred". */
  const ohOf = (n: string) => `(?:(?<oh${n}>oh|${zero}) )?`;
  const tailOf = (n: string, words = hours, colon = '[:.h ]') =>
    `${ohOf(n)}${hourOf(n, words)}(?:${hundredOf(n)}|(?:${colon}(?<minutes${n}>\\d{2}))?(?: ?(?:${unitOf(n)})${moreOf(n)})?${endOf(n)})`;
  const timeOf = (n: string) => `${pastOf(n, fewInFigures)}${tailOf(n)}`;
  /** One of two times. */
  const endOfRange = (n: string) => `(?:${timeOf(n)}|${noonOf(n)})`;
  /** The first of two times without a preposition. In "Friday 6 10 to 3", the first number is a day. */
  const bare = `(?:${pastOf('', fewInFigures)}${tailOf('', sureHours, '[:.h]')}|${noonOf('')})`;
  /** Only a time that cannot be a day: `2-4 pm`, `14:00-16:00`. */
  const isMarked = `(?=(?:\\d{1,2}|${sureHours})(?:[:.]\\d{2})?(?:(?<=:\\d{2})| ?(?:${UNIT}|[ap]\\.? ?m)\\b))`;
  const late = `(?:1[3-9]|2[0-4]|${lateHours})\\b`;
  /** "Ten to fourteen" may be before fourteen or a range. "Viernes diez para las tres" may be the tenth at three. */
  const isClear = `(?!(?:${fewWords}) to ${late}|(?<= )(?:${fewWords}) para )`;
  /** "Five to six" and "5 to 6" may be before six. That "10 to 3" is, without a preposition, is unlikely. */
  const isRange = `(?!(?:${fewWords}) to |(?:5|15|20|25) to (?!${late}))`;
  /** "Entre dez e vinte e duas" is between 10:20 and two, or between ten and twenty-two. */
  const isOneRange = `(?!entre (?:as )?(?!${late})(?:\\d{1,2}|${hours}) e ${TWENTY_AND})`;
  const isBut = `,? (?:(?:${BETWEEN_BOUNDS}),? )?`;
  const [after, before] = [`(?:${RELATIONS.from})`, `(?:${RELATIONS.until})`];
  const alone = [
    `${after} ${endOfRange('')}${isBut}${before} ${endOfRange('2')}`,
    `${before} ${endOfRange('2')}${isBut}${after} ${endOfRange('')}`,
    `${isOneRange}(?:${FIRST}) ${endOfRange('')} (?:${SECOND}) ${endOfRange('2')}`,
    `(?:${FIRST}) ${timeOf('')}${DASH}${timeOf('2')}`,
    `${bare}(?:${DASH}${isMarked}| bis )${endOfRange('2')}`,
    `${isMarked}${bare} (?:${RANGE_WORDS.to}|a[lo](?= m)) ${endOfRange('2')}`,
    `(?:${RELATION} |${isClear})${isPast}${pastOf('', few)}${tailOf('')}`,
    `${RELATION} ${timeOf('')}`,
    `${isRange}${bare} to ${endOfRange('2')}`,
    // What is taken off a number, or a half, makes it an hour: "las cuatro menos veinte".
    `(?:las? )?${hourOf('', sureHours)} (?:(?<added>${keysOf(BEHIND_HOUR)})|${minusOf('')} ${countOf('')})(?:${halfOf('')})?`,
    `${hourOf('', sureHours)}(?:[:.](?<minutes>\\d{2}))? ?(?:${unitOf('')})${moreOf('')}${endOf('')}`,
    // With a point, only minutes that are no month: `6.03` may be a date.
    `${hourOf('', sureHours)}(?:[:h]|\\.(?=00|1[3-9]|[2-5]\\d))(?<minutes>\\d{2})(?:${halfOf('')})?`,
    `${ohOf('')}${hourOf('', sureHours)}${hundredOf('')}`,
    // "Viernes tres de la tarde" has no day of the month.
    `(?:l[ae]s? )?(?<loose>)${hourOf('', sureHours)}(?= (?:${HALVES_OF_HOURS})\\b)${halfOf('')}`,
    // "Achtzehn dreißig". Smaller numbers may be hours, too: "fourteen fifteen" may be from 14 to 15. "Twenty thirty" may be a year.
    `(?!(?:${minutes(20, 20)}) )(?<hour>${lateHours}) (?<count>${minutes(25, 55)})`,
    // "Three thirty", "at 1530" and "330". Behind a month, they are no time.
    `${ENGLISH_HOURS} (?<loose>)(?<count>${minutes(15, 55)})(?: ?(?<m>[ap])\\.? ?m\\.?)?(?:${halfOf('')})?`,
    `(?<hour>\\d{1,2}) (?<minutes>[0-5]\\d) ?(?<m>[ap])\\.? ?m\\.?`,
    `(?:${RELATIONS.at}) (?<hour>1\\d|2[0-3])(?<minutes>[0-5]\\d)`,
    `(?:(?:${RELATIONS.at}) )?(?<loose>)(?<hour>[1-9])(?<minutes>[0-5]\\d)`,
    `(?:(?:${RELATION}|am|al|ao|zu) )?${pastOf('', few)}(?:(?<noon>${NOON_WORDS})|(?<midnight>${MIDNIGHT_WORDS}))(?:${addedOf('')})?`,
  ];
  return { alone, maybeDay: `(?=(?:${fewInFigures}) para )${timeOf('')}` };
}
