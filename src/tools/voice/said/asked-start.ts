import { calendarDay } from '../../../lib/time/working-hours.ts';
import type { Offered } from '../core/memory.ts';
import { lastOffer } from '../core/offered.ts';
import type { Office } from '../core/office.ts';
import { openQuestion } from '../core/open-question.ts';
import { meansOther, withoutFillerAhead } from './appointment-words.ts';
import { PARTS_OF_DAY, type PartOfDay } from './clock/parts-of-day.ts';
import { readClockAlone, withoutClock } from './clock/said-clock.ts';
import { askedDays } from './days/asked-days.ts';
import { partAlone, plainWeekday } from './days/said-days.ts';
import { normalizeSaid } from './normalize-said.ts';
import { numberAlone } from './open-days.ts';
import { whichStart } from './said-start.ts';

/**
 * Returns the one of the starts of the last question that is said by its day or its time alone: `Wednesday`, or `the other one`, behind "Do you mean tomorrow at
 * 10:00 or on Wednesday at 14:00?". Undefined if it can be none of them or several.
 * @throws WrongArgumentError with the question, if the time or "the other one" can be several
 */
export async function askedStart(text: string, office: Office): Promise<number | undefined> {
  const { items = [], isQuestion } = lastOffer('time', office) ?? {};
  if (!isQuestion) return undefined;
  // Behind another question, a time is on its day.
  const asked = openQuestion('new', office) ?? openQuestion('move', office);
  const isRepeated = asked?.said === normalizeSaid(text);
  if (meansOther(text)) return isRepeated ? asked.start : otherThan(asked?.start, items, text, office);
  const said = withoutFillerAhead(normalizeSaid(text));
  const { language } = office.speech;
  const part = partAlone(said, language) ?? partOfOne(said, language);
  if (part) return inPart(part, items, text, office);
  const number = numberAlone(said, office);
  const alone = readClockAlone(number === undefined ? said : `at ${number}`, language);
  const { text: day, clock } = alone ? { text: '', clock: alone } : withoutClock(said, language);
  if (clock && clock.relation !== 'at') return undefined;
  if (day === '' && asked && !isRepeated) return undefined;
  const isOnDay = day === '' ? () => true : await dayOf(day, office);
  const meant = items.flatMap(({ start = 0 }) => {
    const { date, minute } = office.local(start);
    const isMeant = isOnDay?.(date, minute) && (clock?.minutes.includes(minute) ?? true);
    // A number can be the day of the month.
    return isMeant || Number(date.slice(8)) === number ? [start] : [];
  });
  const dates = new Set(meant.map((start) => office.local(start).date));
  if (day === '' && dates.size > 1) throw whichStart(text, 'can be several of them', meant, office);
  return meant.length === 1 ? meant[0] : undefined;
}

/** "The one in the morning", in all languages. "El de mañana" is that of tomorrow. */
const ONE_IN =
  /^(?:the|that|de[nr]|die|das|el|la|[ao]|celui|celle|quell[oa])(?: one)? ((?:in the |am |d[aeou] |de la |d[ei]l? |della )?\S+(?: midi)?)$/;

/** Returns the part of the day by which one of several starts is said. @param said normalized */
function partOfOne(said: string, language: string): PartOfDay | undefined {
  const [, words = ''] = ONE_IN.exec(said) ?? [];
  return partAlone(words, language) ?? partAlone(words.replace(/^(?:in the|d[iu]|del?(?:la)?) /, ''), language);
}

/**
 * Returns the one of the starts in a part of the day; undefined if there is none.
 * @throws WrongArgumentError with the question, if there are several
 */
function inPart(part: PartOfDay, items: readonly Offered[], text: string, office: Office): number | undefined {
  const [from, to] = PARTS_OF_DAY[part];
  const meant = items.flatMap(({ start = 0 }) => {
    const { minute } = office.local(start);
    return from <= minute && minute < to ? [start] : [];
  });
  if (meant.length > 1) throw whichStart(text, 'can be several of them', meant, office);
  return meant[0];
}

/**
 * Returns the other one of two starts.
 * @throws WrongArgumentError with the question which one is meant, if the caller was asked about none of them
 */
function otherThan(
  start: number | undefined,
  items: readonly Offered[],
  text: string,
  office: Office,
): number | undefined {
  const starts = items.flatMap((one) => one.start ?? []);
  if (starts.length !== 2) return undefined;
  if (start === undefined || !starts.includes(start)) throw whichStart(text, 'can be any of them', starts, office);
  return starts.find((one) => one !== start);
}

/** Returns what is true for the times of a day, of which a weekday is that of any week. Undefined for a text that is no day. */
async function dayOf(text: string, office: Office): Promise<((date: string, minute: number) => boolean) | undefined> {
  const days = await askedDays(text, office);
  if ('spoken' in days || days.count > 1) return undefined;
  const [from, to] = days.part ? PARTS_OF_DAY[days.part] : [0, Number.POSITIVE_INFINITY];
  const weekday = plainWeekday(text, office.speech);
  const day = office.local(days.start).date;
  return (date, minute) =>
    (weekday === undefined ? date === day : calendarDay(date).dayOfWeek === weekday) && from <= minute && minute < to;
}
