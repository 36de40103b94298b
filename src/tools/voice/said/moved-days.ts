import { addDays } from '../../../lib/time/add-days.ts';
import { formatClock } from '../../../lib/time/clock-text.ts';
import { calendarDay, mondayOf } from '../../../lib/time/working-hours.ts';
import { keepDays } from '../core/offered.ts';
import type { LocalInstants, Office } from '../core/office.ts';
import type { SaidClock } from './clock/clock-reading.ts';
import { readClockAlone } from './clock/said-clock.ts';
import { withoutCorrections } from './corrections.ts';
import { askedDays } from './days/asked-days.ts';
import { weekdayFrom } from './days/day-ranges.ts';
import { plainWeekday } from './days/said-days.ts';
import { NEXT_WEEK, withoutWeek } from './days/week-of-weekday.ts';
import { normalizeSaid } from './normalize-said.ts';
import { dayApart, oneOf, openDates } from './open-days.ts';
import { type InexactStart, whichStart } from './said-start.ts';
import { unwantedApart } from './unwanted-appointment.ts';

/** The appointment that is to be moved. */
interface Own {
  id: string;
  start: number;
}

/** What `englishDays` writes for a weekday, or for the next week. */
const WEEKDAY = /^(?:(next|coming) )?(\S+(?: feira)?)$/;
/** In the Romance languages, "next Friday" is the coming one, and can be the one of the next week. */
const PROCHAIN = /prossim|pro[cx][hi]|qu[ei] v/;
const weekdayOf = (date: string) => calendarDay(date).dayOfWeek;

/**
 * Returns the other date that words for a weekday, or for the next week, can mean in a move: the one that counts from the week of the
 * appointment, where that is a later one, or the one after an appointment on the same date.
 * @param date what they mean from now on
 */
function otherDate(text: string, date: string, own: Own, office: Office): string | undefined {
  const { day } = dayApart(text, office);
  const { day: name = day, week } = withoutWeek(day) ?? {};
  const [, which = week, word = ''] = WEEKDAY.exec(name) ?? [];
  const ownDate = office.local(own.start).date;
  const weekday = word === 'week' && which ? weekdayOf(ownDate) : plainWeekday(word, office.speech);
  if (weekday === undefined || (week !== undefined && week !== NEXT_WEEK)) return undefined;
  if (which === 'coming' && !PROCHAIN.test(normalizeSaid(text))) return undefined;
  const inWeek = addDays(mondayOf(ownDate), weekday - 1 + (which ? 7 : 0));
  const other = which === 'coming' ? weekdayFrom(addDays(ownDate, 1), weekday) : inWeek;
  const weeks = openDates({ kind: 'move', own }, office).map(mondayOf);
  // Where only the week of one of both was said in this call, it is clear, unless it is the day of the appointment.
  const isSaid = weeks.includes(mondayOf(date)) && !weeks.includes(mondayOf(other));
  const isDoubted = ownDate === date || (mondayOf(ownDate) > mondayOf(office.today) && !isSaid);
  return isDoubted && other > office.today && other !== date ? other : undefined;
}

/**
 * Returns what was read for a new start, whose words mean one date alone.
 * @throws WrongArgumentError with the question which one is meant, if they can mean another date as well
 */
export async function onOneDate<R extends LocalInstants | InexactStart>(
  text: string,
  read: R,
  own: Own,
  office: Office,
): Promise<R> {
  const [days, ...others] = 'days' in read ? read.days : [undefined];
  const start = 'starts' in read ? read.starts[0] : days?.count === 1 && others.length === 0 ? days.start : undefined;
  if (start === undefined) return read;
  const { date, minute } = office.local(start);
  const other = otherDate(withoutCorrections(text, office), date, own, office);
  if (other === undefined) return read;
  if ('starts' in read) {
    const then = (await office.instants(`${other}T${formatClock(minute)}`)).starts[0];
    throw whichStart(text, 'can be in two weeks', [start, then], office);
  }
  const dates = [date, other].sort();
  keepDays(dates, office);
  oneOf(dates, String, text, office);
  return read;
}

/** Words of all languages, normalized, before the old day and before the new one: "move it from Friday to Thursday". */
const FROM_OLD = /^(?:[^\d ]+ ){0,5}?(?:from|vo[nm]|d[aeo]l?|du) (?=\S)/;
const TO_NEW = / (?:to|auf|au?|al|para) (?:(?:den|die|[ao]) )?(?=\S)/g;

/** Returns the new time on the day of the appointment: 3 of `from 2 to 3`, if the appointment is at 2. Undefined for other words. */
function timeInstead(old: string, start: string, own: Own | undefined, { local, speech }: Office): string | undefined {
  const [from, to] = [old, start].map((one) => readClockAlone(`at ${one}`, speech.language)) as [
    SaidClock?,
    SaidClock?,
  ];
  if (from?.relation !== 'at' || to?.relation !== 'at') return undefined;
  if (!own) return start;
  const { date, minute } = local(own.start);
  return from.minutes.includes(minute) ? `${date} at ${start}` : undefined;
}

/**
 * Returns the words for the new start behind those for the old day. All words, if the appointment is not on that day: they can be days of
 * which one is wanted. Undefined for another text.
 */
export async function newStartIn(text: string, own: Own | undefined, office: Office): Promise<string | undefined> {
  const { local, speech } = office;
  const said = normalizeSaid(text);
  const rest = said.replace(FROM_OLD, '');
  const pairs = [...(rest === said ? [] : rest.matchAll(TO_NEW))].map(
    ({ 0: to, index }): [old: string, start: string] => [rest.slice(0, index), rest.slice(index + to.length)],
  );
  // "Not Friday, Monday", of an appointment on Friday.
  const { unwanted = '', wanted } = unwantedApart(said, speech.language) ?? {};
  if (wanted !== undefined) pairs.push([unwanted, wanted]);
  for (const [old, start] of pairs) {
    const time = timeInstead(old, start, own, office);
    if (time !== undefined) return time;
    const [from, until] = [await askedDays(old, office), await askedDays(start, office)];
    if ('spoken' in from || 'spoken' in until || from.count !== 1 || /^\d+$/.test(old)) continue;
    const { date } = local((own ?? from).start);
    // A weekday can be that of any week.
    const isOld = date === local(from.start).date || weekdayOf(date) === plainWeekday(old, speech);
    return isOld ? start : text;
  }
  return undefined;
}
