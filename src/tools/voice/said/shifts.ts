import { numberOf } from '../../../lib/dates-in-words/number-words.ts';
import { addDays } from '../../../lib/time/add-days.ts';
import { formatClock } from '../../../lib/time/clock-text.ts';
import { MINUTE_MS } from '../../../lib/time/units.ts';
import type { LocalInstants, Office } from '../core/office.ts';
import { askedDays } from './days/asked-days.ts';
import { directionOf } from './moving-words.ts';
import { normalizeSaid } from './normalize-said.ts';
import { dayApart, readMeant } from './open-days.ts';
import { anyPhrase } from './phrases.ts';
import { TIME_WORDS } from './said-order.ts';
import { type InexactStart, readStart, whichStart } from './said-start.ts';
import { dayAtSameTime, withoutSameDay } from './same-words.ts';

/** Words of all languages, normalized. */
const LATER =
  'later|after|spater(?:en?)?|nachher|danach|da?rauf|nach hinten|plus tard|d?apres|suivante?|mas tarde|despues|siguiente|piu tardi|dopo|successiv[oa]|mais tarde|depois|seguinte';
const EARLIER =
  'earlier|sooner|before|fruher(?:en?)?|vorher|davor|nach vorne?|plus tot|avant|mas temprano|antes|piu presto|prima|mais cedo';
const HALF_HOUR = 'half an hour|(?:einer? )?halben? stunde|une demi heure|media hora|mezz ?ora|meia hora';
const QUARTER_HOUR =
  '(?:a )?quarter (?:of an )?hour|(?:einer? )?viertelstunde|un quart dheure|un cuarto de hora|un quarto dora|um quarto de hora';
const HOUR_AND_HALF =
  '(?:an|one) hour and a half|(?:einein|andert)halb stunden|eine?r? stunde und eine halbe|une heure et demie|una hora y media|unora e mezz[ao]|uma hora e meia';
const ONE = 'an?|the|am|die|einen?|l[ae]|une|el|al|il|una?|n[ao]|uma';
const COUNTED =
  '(?<count>\\S+) (?:(?<hours>hours?|stunden?|heures?|horas?|or[ae])|(?<days>days?|tage?|jours?|dias?|giorn[io])|(?<fortnights>fortnights?)|(?<weeks>weeks?|wochen?|semaines?|semanas?|settiman[ae])|(?:minutes?|minuten|minutos|minuti|min))|(?<one>unora)';
const SOME = anyPhrase(
  "a /little bit/little, something/anything/an, etwas, ein bisschen/wenig, einen, un peu/poco/po/po', um pouco, right/directly/straight/immediately/just, direkt/gleich/unmittelbar/kurz, juste, justo/inmediatamente, subito, logo",
);
const SHIFT = new RegExp(
  `^(?:um |by )?(?:(?<ninety>${HOUR_AND_HALF})|(?<half>${HALF_HOUR})|(?<quarter>${QUARTER_HOUR})|${COUNTED}|(?<some>${SOME}|)) ?(?:${LATER}|(?<earlier>${EARLIER}))(?: ${TIME_WORDS}| that day| that| it| him| her)?$`,
);
/** "D'une heure", "di un'ora", "de uma hora". */
const ELISION = /^(?:d(?=une?\b)|d[ie] )/;
const IS_ONE = new RegExp(`^(?:${ONE})$`);
/** "The following day" is the day after. */
const FOLLOWING = /^(?:the|am|den|die) (?:following|(?:darauf)?folgende[nr]?) (\S+)$/;
const DAY_AFTER = /^(?:(?:on )?(?:the )?next day|le lendemain|lindomani|am (?:nachsten|folge) ?tag)$/;
const DAY_BEFORE =
  /^(?:la veille|le jour davant|am vortag|(?:en )?la vispera|n?a vespera|(?:el|il|o|no) (?:dia|giorno) (?:anterior|precedente))$/;
const WEEK_DAYS = 7;
/** A caller means no time that is more exact. */
const STEP_MS = 15 * MINUTE_MS;

/** Minutes or days to a later time, negative to an earlier one. The minutes have no end where it is not said how many. */
export interface Shift {
  minutes: number;
  days: number;
  /** True if it can be to an earlier time as well: "move it forward". */
  isEither?: boolean;
}

/** Reads `an hour later`, `a bit earlier`, `push it back an hour`. @param said normalized. @returns undefined for another text */
export function shiftOf(said: string): Shift | undefined {
  return (
    shiftInOrder(
      said.replace(FOLLOWING, 'the $1 after').replace(DAY_AFTER, 'the day after').replace(DAY_BEFORE, 'the day before'),
    ) ?? movedBy(said)
  );
}

/** "A quarter of an hour" has so many words. */
const MAX_WORDS = 5;

/** Reads an amount of time between words for moving: `can you push my appointment back by an hour`. */
function movedBy(said: string): Shift | undefined {
  const words = said.split(' ');
  for (let count = Math.min(MAX_WORDS, words.length - 1); count > 0; count--)
    for (let at = 0; at + count <= words.length; at++) {
      const direction = directionOf([...words.slice(0, at), ...words.slice(at + count)]);
      const amount = words
        .slice(at, at + count)
        .join(' ')
        .replace(ELISION, '');
      const shift = direction && shiftInOrder(`${amount} ${direction === 'earlier' ? 'earlier' : 'later'}`);
      if (shift && Number.isFinite(shift.minutes)) return { ...shift, isEither: direction === 'either' };
    }
  return undefined;
}

function shiftInOrder(said: string): Shift | undefined {
  const groups = SHIFT.exec(said)?.groups ?? {};
  const { hours, days, weeks, fortnights, earlier, some } = groups;
  const number = (some === undefined ? countOf(groups) : Number.POSITIVE_INFINITY) * (earlier ? -1 : 1);
  if (!number) return undefined;
  if (fortnights) return { minutes: 0, days: 2 * WEEK_DAYS * number };
  if (days || weeks) return { minutes: 0, days: weeks ? number * WEEK_DAYS : number };
  return { minutes: hours ? number * 60 : number, days: 0 };
}

/** "In an hour", in all languages. */
const FROM_NOW = /^(?:in|dans|en|em|dentro de|de aqui a|tra|fra|daqui(?: a)?) (\S.*)$|^(\S.*) from now$/;

/** Returns the local time of `in an hour`, to the quarter hour; undefined for another text. */
export function startFromNow(text: string, { now, local }: Office): string | undefined {
  const [, ahead, amount = ahead] = FROM_NOW.exec(normalizeSaid(text)) ?? [];
  const { minutes = 0 } = (amount && shiftInOrder(`${amount} later`)) || {};
  if (minutes === 0 || !Number.isFinite(minutes)) return undefined;
  const { date, minute } = local(Math.round((now + minutes * MINUTE_MS) / STEP_MS) * STEP_MS);
  return `${date}T${formatClock(minute)}`;
}

/** The number that a shift says; minutes where it names no unit of its own. */
function countOf({ ninety, half, quarter, one, count }: Readonly<Record<string, string | undefined>>): number {
  if (ninety) return 90;
  if (half) return 30;
  if (quarter) return 15;
  if (one) return 60;
  if (count === undefined) return 0;
  return IS_ONE.test(count) ? 1 : numberOf(count);
}

/** A shift, and what is said of the time: `a week later at 11`, `an hour later, at 3`. */
export interface SaidShift extends Shift {
  /** Returns a text with a date instead of the words for the day. Undefined: the time stays. */
  on?: (date: string) => string;
}

/** Before a time behind a shift: "push it back a week, to 11". */
const TO_TIME: readonly (readonly [words: RegExp, at: string])[] = [
  [/,? to (?=(?:\d|[a-z]+$))/, ' at '],
  [/,? auf (?=\S+ uhr\b)/, ' um '],
];
const withTimeBehind = (said: string) => TO_TIME.reduce((text, [words, at]) => text.replace(words, at), said);

/** A day, with the minutes between a time that is known and the one that is wanted on it. */
interface ShiftOnDay {
  day: string;
  minutes: number;
}

const BUT = '(?:but|and|aber|nur|pero|ma|(?:mais|mas)(?! tarde| cedo| temprano))';
/** Between both, in all languages. */
const BESIDE = new RegExp(`^${BUT} |^(?:on|am) |,$|,? ${BUT}$`, 'g');

/** "Push it back an hour to 3" has a time, and no day of the month. */
const endsWithNumber = (day: string): boolean => numberOf(day.split(' ').at(-1) ?? '') > 0;

/** Reads `Friday an hour later`. @returns undefined for another text, and for a shift without a number: "the Friday after" */
export async function shiftOnDay(text: string, office: Office): Promise<ShiftOnDay | undefined> {
  for (const [day, by] of splitInTwo(text)) {
    const { minutes = 0, isEither } = shiftOf(by) ?? {};
    if (minutes === 0 || isEither || !Number.isFinite(minutes) || endsWithNumber(day)) continue;
    const days = await askedDays(day, office);
    if (!('spoken' in days) && !days.clock && !days.part) return { day, minutes };
  }
  return undefined;
}

/** Returns the two parts of a text, divided between any two words, each in both orders. */
function splitInTwo(text: string): [day: string, by: string][] {
  const words = normalizeSaid(text).split(' ');
  return words.slice(1).flatMap((_, index): [string, string][] => {
    const [ahead = '', behind = ''] = [words.slice(0, index + 1), words.slice(index + 1)].map((some) =>
      some.join(' ').replace(BESIDE, ''),
    );
    return [
      [ahead, behind],
      [behind, ahead],
    ];
  });
}

/** A later or earlier time of which only the day is said, in all languages: "later on Friday". */
const VAGUE = new RegExp(
  `^(?:${SOME} )?(?:(?:later|spater|nachher|plus tard|mas tarde|piu tardi|mais tarde)|(earlier|fruher|plus tot|mas temprano|piu presto|mais cedo))$`,
);

/** Reads `Friday, a bit later`. Undefined for another text. */
export async function vagueShiftOnDay(text: string, office: Office): Promise<ShiftOnDay | undefined> {
  for (const [day, by] of splitInTwo(text)) {
    const [whole, earlier] = VAGUE.exec(by) ?? [];
    if (whole === undefined || endsWithNumber(day)) continue;
    const days = await askedDays(day, office);
    if ('spoken' in days || days.clock || days.count > 1) continue;
    return { day, minutes: earlier === undefined ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY };
  }
  return undefined;
}

/** Returns the times of a day that are later or earlier than another start on it, or all of another day. */
export async function vaguelyShifted(
  { day, minutes }: ShiftOnDay,
  from: number,
  text: string,
  office: Office,
): Promise<LocalInstants | InexactStart> {
  const days = await askedDays(day, office);
  const isSameDay = !('spoken' in days) && office.local(days.start).date === office.local(from).date;
  return isSameDay ? startShifted(from, { minutes, days: 0 }, text, office) : readMeant(day, text, office);
}

/** Reads a shift, also one with a time. Undefined for another text. */
export function shiftIn(text: string, office: Office): SaidShift | undefined {
  const said = normalizeSaid(text);
  const rest = withTimeBehind(withoutSameDay(said));
  const whole = shiftOf(dayAtSameTime(said) ?? said) ?? shiftOf(rest);
  if (whole) return whole;
  const { said: words, day, on } = dayApart(rest, office);
  const shift = shiftOf(words) ?? shiftOf(day);
  return shift && Number.isFinite(shift.minutes) ? { ...shift, on } : undefined;
}

/**
 * Returns the start that is shifted from another one, or the times of its day before or after it.
 * @throws WrongArgumentError with the question, if the time that is said with it is another one
 */
export async function startShifted(
  from: number,
  { minutes, days, on, isEither }: SaidShift,
  text: string,
  office: Office,
): Promise<LocalInstants | InexactStart> {
  const { date, minute } = office.local(from);
  if (isEither && !on) {
    const both = [-1, 1].map((way) => startShifted(from, { minutes: way * minutes, days: way * days }, text, office));
    const starts = (await Promise.all(both)).flatMap((one) => ('starts' in one ? [one.starts[0]] : []));
    const ahead = starts.filter((start) => start > office.now);
    if (ahead.length > 1) throw whichStart(text, 'can be earlier or later', ahead, office);
  }
  if (minutes && on) {
    const said = await readMeant(on(date), text, office);
    const start = from + minutes * MINUTE_MS;
    if ('days' in said || said.starts.includes(start)) return said;
    throw whichStart(text, 'has two times', [start, said.starts[0]], office);
  }
  if (days && on) return readMeant(on(addDays(date, days)), text, office);
  // Days later it is the same time, also after a clock change.
  if (days) return office.instants(`${addDays(date, days)}T${formatClock(minute)}`);
  if (Number.isFinite(minutes)) return { starts: [from + minutes * MINUTE_MS], isSkipped: false, given: text };
  return readStart(
    `${date} ${minutes < 0 ? `before ${formatClock(minute)}` : `after ${formatClock(minute + 1)}`}`,
    office,
  );
}
