import { memoize } from '../concurrency/lazy.ts';
import { normalizeText } from '../search/text-search.ts';
import { SPOKEN_LANGUAGES, WRITTEN_LANGUAGES } from './date-languages.ts';
import { mapHours } from './map-hours.ts';
import { OpeningHoursError } from './opening-hours.ts';
import { RANGE_WORDS } from './range-words.ts';
import { readTypedPeriods } from './typed-periods.ts';
import { WEEKDAYS, weekdayNumber } from './weekdays.ts';

/** A word, also a Portuguese one such as `terça-feira`; which of the days of a month; a time; or what stands between them. */
const TOKEN = /[\p{L}\p{M}]+(?:-feira)?\.?|\d(?:st|nd|rd|th)\b|\d+(?:\s?[ap]\.?\s?m\b\.?)?|[^\p{L}\p{M}\d]+/giu;
const ORDINAL = /^(?:last|\d(?:st|nd|rd|th))$/i;
/** Normalized words for which of the days of a month. Portuguese ones of women are days, too: `segunda` is Monday. */
const ORDINALS = [
  ['first erste ersten erster premier primer primero primo prima primeiro primeira', '1st'],
  ['second zweite zweiten zweiter deuxieme segundo secondo', '2nd'],
  ['third dritte dritten dritter troisieme tercer tercero terzo terceiro', '3rd'],
  ['fourth vierte vierten vierter quatrieme cuarto quarto', '4th'],
  ['fifth funfte funften funfter cinquieme quinto', '5th'],
  ['letzte letzten letzter dernier derniere ultimo ultima', 'last'],
] as const;
/** Words behind such days: `the first Saturday of the month`. */
const OF_THE_MONTH =
  /\s+(?:of (?:the|each|every) month|im Monat|des Monats|du mois|del mes|del mese|do m[eê]s)(?!\p{L})/giu;
/**
 * Normalized words for every two weeks, or every three: `every second Sat`, `alle zwei Wochen`, `un samedi sur deux`. Several numbers are
 * days of a month: `every 2nd and 4th Sat`. Portuguese `segunda` is Monday.
 */
const ALTERNATE_WEEKS = new RegExp(
  [
    String.raw`\b(?:every|each|jede[nrs]?|alle|a cada|cada|chaque|tous les|toutes les|todos los|todas as|ogni)\s+` +
      `(?:other|two|three|second[oai]?|third|zwei(?:te[nrs]?)?|drei|dritte[nrs]?|deux(?:iemes?)?|trois(?:iemes?)?|dos|tres|` +
      String.raw`segundos?|tercer|due|tre|terz[oa]|dois|duas|terceiro|[23](?:\.|nd|rd|e|o|a)?)` +
      String.raw`(?!\s*(?:[,&/+]|(?:and|und|u|et|y|e)\b))\s+[a-z]+`,
    String.raw`\bu(?:n[oa]?|ma?)\s+[a-z]+\s+(?:sur deux|si\s+(?:[ye]\s+)?(?:un[oa]?\s+|otr[oa]\s+)?no|sim)\b`,
    String.raw`\b(?:alternat(?:e|ing)|bi ?weekly|fortnightly|(?:14|vierzehn) ?tagig|zweiwochentlich|quincenal|quindicinale?|quinzenal)\b`,
  ].join('|'),
);

/** The numbers of such days in other languages than English: `1er`, `3e`, `1º`; with a full stop only where no time can end. */
const NUMBERED = /(?<!\d)([1-5])(?:er|re|[eè]me|e|[ºª°])(?![\p{L}\d])/giu;
const NUMBERED_BEFORE_DAYS = /(?<=(?:^|[;,])\s*)(?:[1-5]\.\s*(?:(?:und|u\.|[,&+/])\s*)?)+(?=\p{L})/giu;
/** Normalized words between and before days, and the sign that means the same. */
const JOINTS = [
  ['and und u sowie y et e', ','],
  ['to until through thru bis a au al ate', '-'],
  [
    'from on every each von am an jeden de du le les tous chaque el los todos cada dal da ogni i tutti o os todas as',
    ' ',
  ],
] as const;
/** Normalized words for other than one day, and what the platform has for them. */
const OTHERS = [
  ['closed geschlossen cerrado ferme chiuso fechado', 'closed'],
  ['daily everyday day taglich tag jours giorno giorni dias', 'daily'],
  ['weekdays', 'Mon-Fri'],
  ['weekends wochenende', 'Sat, Sun'],
] as const;
/** Normalized texts for hours without an end. */
const ALWAYS = ['24/7', 'always', 'around the clock', 'rund um die uhr', '24h/24', '24 horas', '24 ore'];
/** Monday to Friday in English and in Spanish. Other single letters can be several days. */
const LETTERS = /(?<!\p{L})(?:M\s?[-–]\s?F|L\s?[-–]\s?V)(?!\p{L})/giu;
/** Words before the times: `Mo-Fr von 9 bis 12`. */
const BEFORE_TIMES = new RegExp(`(?<=\\s)(?:${RANGE_WORDS.from}|${RANGE_WORDS.between})(?: ore)?\\s*$`, 'i');

/**
 * Returns opening hours (`opening-hours.ts`) that a person types as the platform reads them: `Tue-Fri 09:00-12:00` of
 * `Di bis Fr 9-12`. Days may be named in English, in `language`, or in a language that the receptionist speaks. Other words
 * stay as they are.
 * @throws OpeningHoursError for hours that may be in the morning or in the afternoon, and for those of alternate weeks
 */
export function readTypedHours(text: string, language: string): string {
  if (ALWAYS.includes(plain(text))) return 'Mon-Sun 00:00-24:00';
  text.split(';').forEach(refuseAlternateWeeks);
  const own = memoize(() => namesOf(language));
  const inOrder = numberDays(text.replace(LETTERS, 'Mon-Fri'))
    .split(';')
    .map((part) => daysFirst(part, own))
    .join(';');
  return mapHours(separateDays(inOrder, own), (days, times) => {
    const before = BEFORE_TIMES.exec(days)?.[0] ?? '';
    const named = days.slice(0, days.length - before.length);
    return `${readDays(named, own)}${readTypedPeriods(`${before}${times}`)}`;
  })
    .join('; ')
    .trim();
}

/** Opening hours are those of each week, or of numbered days of a month. @throws OpeningHoursError */
function refuseAlternateWeeks(part: string): void {
  if (part.replace(OF_THE_MONTH, '') !== part) return;
  const [found] = ALTERNATE_WEEKS.exec(normalizeText(part)) ?? [];
  if (found === undefined) return;
  throw new OpeningHoursError(
    `"${found}" may mean alternate weeks, which opening hours cannot have: write "2nd Sat" for the second one of each month, or "2nd,4th Sat", and open on other days with special hours.`,
  );
}

/** Writes the numbers of days in English: `1st und 3rd Samstag` of `1. und 3. Samstag`. */
const numberDays = (text: string): string =>
  text
    .replace(OF_THE_MONTH, '')
    .replace(NUMBERED_BEFORE_DAYS, (numbers) => numbers.replace(/(\d)\./g, (_, digit) => `${nth(digit)} `))
    .replace(NUMBERED, (_, digit) => nth(digit));

const nth = (digit: string) => ORDINALS[Number(digit) - 1]?.[1] ?? digit;

/**
 * Writes days that are behind their times before them: `Mon-Fri 9-5` of `9-5 Mon-Fri`. A text stays as it is if it does not begin with
 * times, or if it has days behind some times and before others.
 */
function daysFirst(text: string, own: () => Names): string {
  const parts: string[] = [];
  let [times, days, gap, sign] = ['', '', '', ''];
  for (const [token] of text.matchAll(TOKEN)) {
    const { kind, text: meaning } = readToken(token, own);
    if (kind === 'gap') {
      gap += token;
      sign += meaning;
      continue;
    }
    if (kind === 'day' || kind === 'ordinal') days += `${gap}${token}`;
    else if (kind === 'time' && days !== '' && /[,/+&]/.test(sign)) {
      parts.push(`${days} ${times}`);
      [times, days] = [token, ''];
    } else if (kind !== 'closed' && days === '' && (kind === 'time' || times !== '')) times += `${gap}${token}`;
    else return text;
    if (times === '') return text;
    [gap, sign] = ['', ''];
  }
  return days === '' ? text : [...parts, `${days} ${times}`].join('; ');
}

/** Writes a semicolon before days that follow the times of others: `Mo-Fr 8-12; Sa 9-13` of `Mo-Fr 8-12, Sa 9-13`. */
function separateDays(text: string, own: () => Names): string {
  let [read, gap, hasDays, isComplete] = ['', '', false, false];
  for (const [token] of text.matchAll(TOKEN)) {
    const { kind } = readToken(token, own);
    const isNext = isComplete && (kind === 'day' || kind === 'ordinal' || kind === 'closed');
    if (isNext || token.includes(';')) [hasDays, isComplete] = [false, false];
    if (kind === 'gap') {
      gap += token;
      continue;
    }
    read += `${isNext ? '; ' : gap}${token}`;
    gap = '';
    hasDays ||= kind === 'day';
    isComplete ||= hasDays && (kind === 'time' || kind === 'closed');
  }
  return read + gap;
}

function readDays(days: string, own: () => Names): string {
  let [read, gap, before, end] = ['', '', '', ''];
  for (const [token] of days.matchAll(TOKEN)) {
    const { kind, text } = readToken(token, own);
    if (kind === 'gap') {
      gap += text;
      continue;
    }
    // Closed on the days that follow: `fermé le lundi`.
    if (kind === 'closed' && read === '') end = ' closed';
    else read += `${read === '' ? '' : signOf(gap, before === 'day' && kind === 'day')}${text}`;
    before = kind;
    gap = '';
  }
  return `${read}${end}${read !== '' && gap !== '' ? ' ' : ''}`;
}

/** Returns what stands between two words of a list of days. */
function signOf(gap: string, isBetweenDays: boolean): string {
  if (/^(?:[-–]|, ?)$/.test(gap)) return gap;
  if (/[-‐‑‒–—−]/.test(gap)) return '-';
  return isBetweenDays || /[,/+&|]/.test(gap) ? ', ' : ' ';
}

interface Token {
  /** `ordinal`: which of the days of a month; `gap`: what stands between two words. */
  kind: 'day' | 'ordinal' | 'closed' | 'time' | 'gap' | 'other';
  /** As the platform reads it. */
  text: string;
}

function readToken(token: string, own: () => Names): Token {
  if (ORDINAL.test(token)) return { kind: 'ordinal', text: token };
  if (/^\d/.test(token)) return { kind: 'time', text: token };
  const word = plain(token);
  const ordinal = find(ORDINALS, word);
  if (ordinal) return { kind: 'ordinal', text: ordinal };
  if (!/\p{L}/u.test(word)) return { kind: 'gap', text: token };
  // A joint can be a day in the language of the page: `to` is the beginning of Thursday in Danish.
  const sign = ownDay(word, own()) ? undefined : find(JOINTS, word);
  if (sign) return { kind: 'gap', text: sign };
  const other = find(OTHERS, word);
  if (other) return { kind: other === 'closed' ? other : 'day', text: other };
  // With the s of every week: `Mondays`, `montags`.
  const day = dayOf(word, own) ?? (word.length > 5 ? dayOf(word.replace(/s$/, ''), own) : undefined);
  return day === undefined
    ? { kind: 'other', text: token }
    : { kind: 'day', text: (WEEKDAYS[day - 1] as string).slice(0, 3) };
}

const dayOf = (word: string, own: () => Names) => weekdayNumber(word) ?? ownDay(word, own()) ?? otherDay(word);

const find = <T extends string>(table: readonly (readonly [words: string, meaning: T])[], word: string) =>
  table.find(([words]) => words.split(' ').includes(word))?.[1];

const plain = (name: string) => normalizeText(name).replace(/\.$/, '').trim();

/** The normalized names of the days of a language, Monday first. */
interface Names {
  short: readonly string[];
  long: readonly string[];
}

/** A day in the language of the reader: by its short name, or by so many letters that only one begins with them. */
function ownDay(word: string, { short, long }: Names): number | undefined {
  const found = long.flatMap((name, index) => (word.length > 1 && name.startsWith(word) ? [index + 1] : []));
  return indexIn(short, word) ?? (found.length === 1 ? found[0] : undefined);
}

/** A day in another language: by its short name, or by its first three letters or more. */
function otherDay(word: string): number | undefined {
  for (const { short, long } of others()) {
    const begins = word.length > 2 ? long.findIndex((name) => name.startsWith(word)) + 1 : 0;
    const day = indexIn(short, word) ?? (begins || undefined);
    if (day !== undefined) return day;
  }
  return undefined;
}

/** The ISO numbers of the days that a word of two or more letters can begin in any language: `Di` is Dienstag and dimanche. */
export function daysNamed(word: string): number[] {
  const start = plain(word);
  return written().flatMap(({ long }) =>
    long.flatMap((name, index) => (start.length > 1 && name.startsWith(start) ? [index + 1] : [])),
  );
}

const namesOf = (language: string): Names => ({
  short: weekdayNames(language, 'short').map(plain),
  long: weekdayNames(language, 'long').map(plain),
});

/** English is read before these. */
const others = memoize(() => SPOKEN_LANGUAGES.filter((language) => language !== 'en').map(namesOf));
const written = memoize(() => WRITTEN_LANGUAGES.map(namesOf));

function weekdayNames(language: string, length: 'short' | 'long'): string[] {
  const format = new Intl.DateTimeFormat(language, { timeZone: 'UTC', weekday: length });
  // The first of January 2024 is a Monday.
  return [1, 2, 3, 4, 5, 6, 7].map((day) => format.format(new Date(Date.UTC(2024, 0, day, 12))));
}

const indexIn = (names: readonly string[], word: string) => names.indexOf(word) + 1 || undefined;
