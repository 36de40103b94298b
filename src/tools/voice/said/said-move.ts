import { addDays } from '../../../lib/time/add-days.ts';
import { formatClock } from '../../../lib/time/clock-text.ts';
import { datesFrom } from '../../../lib/time/dates-of.ts';
import { DAY_MINUTES } from '../../../lib/time/whole-day.ts';
import { calendarDay } from '../../../lib/time/working-hours.ts';
import { lastOffer } from '../core/offered.ts';
import type { LocalInstants, Office } from '../core/office.ts';
import { openQuestion, startBefore } from '../core/open-question.ts';
import { WrongArgumentError } from '../core/wrong-argument.ts';
import { isClock } from './clock/said-clock.ts';
import { withoutCorrections } from './corrections.ts';
import { askedDays } from './days/asked-days.ts';
import { plainWeekday } from './days/said-days.ts';
import { atMinutes, minutesAlone } from './minutes-alone.ts';
import { newStartIn, onOneDate } from './moved-days.ts';
import { movedTo } from './moving-words.ts';
import { normalizeSaid } from './normalize-said.ts';
import { chosenStart, readOfferedStart } from './offered-start.ts';
import {
  asGiven,
  dayApart,
  hourOn,
  isDayNumberAlone,
  numberAlone,
  oneOf,
  openDates,
  openDay,
  readMeant,
  withFollowingDay,
  withOpenDay,
} from './open-days.ts';
import { type InexactStart, isTimeAlone, whichStart } from './said-start.ts';
import { dayAtSameTime, isOnSameDay, weekdayAfter, withoutSameDay } from './same-words.ts';
import { type SaidShift, shiftIn, shiftOnDay, startShifted, vaguelyShifted, vagueShiftOnDay } from './shifts.ts';
import { dayAtThisTime, startAtThisTime } from './this-time.ts';

const WEEK_DAYS = 7;

/**
 * True for a new start that depends on the appointment, and is not said with a day and a time: `3 pm` on its day, `an hour later`,
 * `a week later at 11`, `Friday an hour later`, `same time on Friday`, `the same day at 3 pm`, `the 16th` of its month.
 */
export async function isSaidFromOld(given: string, office: Office): Promise<boolean> {
  const text = withoutCorrections(given, office);
  const said = normalizeSaid(text);
  if (
    shiftIn(text, office) ||
    (await shiftOnDay(text, office)) ||
    (await vagueShiftOnDay(text, office)) ||
    dayAtSameTime(said) !== undefined ||
    dayAtThisTime(said) !== undefined ||
    isOnSameDay(said) ||
    weekdayAfter(dayApart(text, office).said, office.today, office) !== undefined ||
    minutesAlone(said) !== undefined
  )
    return true;
  if (isTimeAlone(text, office)) return true;
  if (await newStartIn(text, undefined, office)) return true;
  return isNumberFromOld(text, office) && (await chosenStart(text, office)) === undefined;
}

/**
 * Returns the words for the new start without those for moving: Monday of `move it to Monday`. An appointment is pushed to a weekday that
 * follows it. Words that mean a start stay as they are.
 */
export async function withoutMovingWords(text: string, office: Office): Promise<string> {
  const { start, isLater } = movedTo(normalizeSaid(text), (words) => isClock(words, office.speech.language)) ?? {};
  if (start === undefined || (await isSaidFromOld(text, office))) return text;
  // "Pasado mañana a las 10" begins like such words.
  if (!('spoken' in (await askedDays(withoutCorrections(text, office), office)))) return text;
  const { said, on } = dayApart(start, office);
  return isLater && plainWeekday(said, office.speech) !== undefined
    ? on(`following ${said.replace(/^(?:el|le|la|o|a) | feira$/g, '')}`)
    : start;
}

const isNumberFromOld = (text: string, office: Office) =>
  isDayNumberAlone(text, office) || numberAlone(text, office) !== undefined;

/** Returns the start that such a text means for an appointment. */
export async function startFromOld(
  text: string,
  own: { id: string; start: number },
  office: Office,
): Promise<LocalInstants | InexactStart> {
  const corrected = withoutCorrections(text, office);
  if (corrected !== text) return asGiven(text, () => startFromOld(corrected, own, office));
  const said = normalizeSaid(text);
  const asked = openQuestion('move', office);
  // A confirmation repeats the words, some time later.
  if (asked?.bookingId === own.id && asked.said === said && dayAtThisTime(said) !== undefined)
    return { starts: [asked.start], isSkipped: false, given: text };
  const atThisTime = await startAtThisTime(text, [startBefore(said, own, office)], office);
  if (atThisTime) return atThisTime;
  const shift = shiftIn(text, office);
  if (shift) return { ...(await shifted(shift, text, own, office)), given: text };
  const minutes = minutesAlone(said);
  const { date, minute: ownMinute } = office.local(own.start);
  if (minutes !== undefined) return atMinutes(minutes, startBefore(said, own, office), text, office);
  const vague = await vagueShiftOnDay(text, office);
  if (vague) return vaguelyShifted(vague, startBefore(said, own, office), text, office);
  const onDay = await shiftOnDay(text, office);
  const minute = onDay ? minuteShifted(onDay.minutes, text, own, office) : ownMinute;
  const { day: saidDay, on } = sameInOther(onDay ? `same time ${onDay.day}` : said, minute, office);
  // "From Thursday to Friday, same time".
  const newDay = saidDay && ((await newStartIn(saidDay, own, office)) ?? saidDay);
  const following = followingDay(newDay ?? text, said, own, office);
  const day = newDay && (following ?? newDay);
  if (day === undefined && following !== undefined) return readMeant(following, text, office);
  if (day === undefined) {
    const words = await newStartIn(text, own, office);
    if (words === undefined) return timeOrNumber(text, own, office);
    return asGiven(text, async () =>
      onOneDate(words, await readOfferedStart(words, { kind: 'move', own }, office), own, office),
    );
  }
  if (day === '') {
    const open = openDay({ kind: 'move', own }, office) ?? date;
    return asGiven(text, () => office.instants(`${open}T${formatClock(minute)}`));
  }
  const days = await askedDays((await withOpenDay(day, { kind: 'move', own }, office)) ?? day, office);
  if ('spoken' in days) throw new WrongArgumentError(text, days.reason ?? 'has no day', days.spoken);
  if (days.part || days.clock) throw new WrongArgumentError(text, 'has two times');
  const dates = datesOf(days, office);
  // "Next week" is the same weekday of it.
  const isSame = (one: string) => calendarDay(one).dayOfWeek === calendarDay(date).dayOfWeek;
  const meant = dates.length === 1 ? dates[0] : dates.find(isSame);
  if (meant === undefined) return { days: [days], given: text };
  return asGiven(text, async () => onOneDate(day, await readMeant(on(meant), text, office), own, office));
}

/** Returns a text with the date of the day that follows the appointment, or one of the days that were said last. */
function followingDay(text: string, said: string, own: { id: string; start: number }, office: Office) {
  const { local } = office;
  const asked = openQuestion('move', office);
  // A confirmation repeats the words of the question.
  const isRepeated = asked?.bookingId === own.id && asked.said === said;
  const dates = isRepeated ? [local(asked.from).date] : openDates({ kind: 'move', own }, office);
  return withFollowingDay(text, isRepeated ? dates : [local(own.start).date, ...dates], office);
}

/**
 * Returns the minute of the day that "an hour later" is beside another day.
 * @throws WrongArgumentError with the question, if it can count from another time than that of the appointment, or is on another day
 */
function minuteShifted(minutes: number, text: string, own: { id: string; start: number }, office: Office): number {
  const { local, speech } = office;
  const { date, minute } = local(own.start);
  const from = local(startBefore(normalizeSaid(text), own, office));
  // Times may have been offered after the last question.
  const { dates = [] } = openQuestion('move', office) ? {} : (lastOffer('time', office) ?? {});
  const shifted = minute + minutes;
  const isClear = from.minute === minute && dates.every((one) => one === date);
  if (isClear && shifted >= 0 && shifted < DAY_MINUTES) return shifted;
  throw new WrongArgumentError(text, 'is said from another time', speech.phrases.askTime);
}

/** Returns the other day, or the week, that is said with the same time or the same day; an undefined one for other words. */
function sameInOther(
  said: string,
  minute: number,
  office: Office,
): { day: string | undefined; on: (date: string) => string } {
  const atSameTime = (date: string) => `${date}T${formatClock(minute)}`;
  const day = dayAtSameTime(said);
  const rest = withoutSameDay(said);
  if (day !== undefined || !isOnSameDay(said) || rest === '' || isTimeAlone(rest, office))
    return { day, on: atSameTime };
  const apart = dayApart(rest, office);
  return { day: apart.day, on: apart.on };
}

/** Reads a time, or a number, that is said without a day and a month. A time that follows an offer or a question is one of its day. */
async function timeOrNumber(
  text: string,
  own: { id: string; start: number },
  office: Office,
): Promise<LocalInstants | InexactStart> {
  const of = { kind: 'move', own } as const;
  const day = openDay(of, office);
  if (isTimeAlone(text, office) && day !== null)
    return readMeant(`${day ?? office.local(own.start).date} ${normalizeSaid(text)}`, text, office);
  const hour = day ? await hourOn(day, text, office) : undefined;
  return hour === undefined ? readOfferedStart(text, of, office) : readMeant(hour, text, office);
}

/**
 * Returns the start that `an hour later` means: from the question on another day than the appointment, or else from the appointment.
 * @throws WrongArgumentError with the question, if both are on one day, or if times of other days were offered after the question
 */
async function shifted(
  shift: SaidShift,
  text: string,
  own: { id: string; start: number },
  office: Office,
): Promise<LocalInstants | InexactStart> {
  const { local, speech } = office;
  const from = startBefore(normalizeSaid(text), own, office);
  const start = await startShifted(from, shift, text, office);
  const { date } = local(own.start);
  if (openQuestion('move', office)?.bookingId !== own.id) {
    const { dates = [] } = lastOffer('time', office) ?? {};
    if (dates.every((one) => one === date)) return start;
    const { on, days } = shift;
    const meant = on && oneOf([...new Set([date, ...dates].map((one) => addDays(one, days)))].sort(), on, text, office);
    if (meant !== undefined) return readMeant(meant, text, office);
    throw new WrongArgumentError(text, 'is said from another time', speech.phrases.askTime);
  }
  // "Two days later" can count from the appointment also after a question about another day.
  if (from === own.start || (!shift.days && local(from).date !== date)) return start;
  const other = await startShifted(own.start, shift, text, office);
  if ('days' in start || 'days' in other || start.starts[0] === other.starts[0]) return start;
  throw whichStart(text, 'has two meanings', [start.starts[0], other.starts[0]], office);
}

/** Returns the dates of a day or a week; none for more. */
function datesOf({ start, count }: { start: number; count: number }, { local }: Office): string[] {
  const { date } = local(start);
  return count > WEEK_DAYS ? [] : datesFrom(date, count);
}
