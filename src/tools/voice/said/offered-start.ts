import { addDays } from '../../../lib/time/add-days.ts';
import { formatClock } from '../../../lib/time/clock-text.ts';
import { MINUTE_MS } from '../../../lib/time/units.ts';
import { DAY_MINUTES } from '../../../lib/time/whole-day.ts';
import { chosen, earliestOffered, forgetOffer, keepDays, lastOffer, offeredDay } from '../core/offered.ts';
import type { LocalInstants, Office } from '../core/office.ts';
import { forgetQuestion, openQuestion, startBefore } from '../core/open-question.ts';
import { WrongArgumentError } from '../core/wrong-argument.ts';
import { askedStart } from './asked-start.ts';
import { withoutAsking } from './asking-words.ts';
import { withoutCorrections } from './corrections.ts';
import { atMinutes, minutesAlone } from './minutes-alone.ts';
import { normalizeSaid } from './normalize-said.ts';
import {
  asGiven,
  hourOn,
  openDay,
  readMeant,
  type StartOf,
  withFollowingDay,
  withOpenDay,
  withOpenDays,
} from './open-days.ts';
import { meansAny } from './people/anyone.ts';
import { isOnlyPlace } from './said-order.ts';
import { type InexactStart, isTimeAlone } from './said-start.ts';
import { dayAtSameTime, weekdayAfter } from './same-words.ts';
import { shiftIn, shiftOf, shiftOnDay, startFromNow, startShifted, vaguelyShifted, vagueShiftOnDay } from './shifts.ts';
import { askedDaysOrSoonest } from './soonest.ts';
import { dayAtThisTime, startAtThisTime } from './this-time.ts';

/** A time as one among others: "the three fifteen", "den um neun". */
const THE_TIME = /^(?:the|that|de[nr]|die|das) (.+?)(?: one| slot| termin)?$/;

/**
 * Returns one of the times that were offered last: `the second one`, the one of a day or a time that was asked about, or an hour without a
 * preposition on the day of all of them.
 * @throws WrongArgumentError with the question, if one of two can be meant
 */
export async function chosenStart(text: string, office: Office): Promise<LocalInstants | InexactStart | undefined> {
  const start =
    (meansAny(text) ? earliestOffered(office) : chosen(text, 'time', office)?.start) ??
    (await askedStart(text, office));
  if (start !== undefined) {
    const instants: LocalInstants = { starts: [start], isSkipped: false, given: text };
    return instants;
  }
  // A question that follows an offer has a day of its own.
  const asked = openQuestion('new', office) ?? openQuestion('move', office);
  const day = asked ? office.local(asked.start).date : offeredDay(office);
  const hour = day ? await hourOn(day, text, office) : undefined;
  return hour === undefined ? undefined : readMeant(hour, text, office);
}

/**
 * Returns the instants of a start, as `readStart` does, also of one of the times that were offered last, and of a day of them. For a new
 * appointment, a time alone is on the day of which times were said last.
 * @throws WrongArgumentError
 */
export async function readOfferedStart(
  text: string,
  of: StartOf,
  office: Office,
): Promise<LocalInstants | InexactStart> {
  const corrected = await withoutAsking(withoutCorrections(text, office), office);
  if (corrected !== text) return asGiven(text, () => readOfferedStart(corrected, of, office));
  const found = await chosenStart(text, office);
  if (found) return found;
  const said = normalizeSaid(text);
  const atThisTime = of.kind === 'new' ? await startNearNow(text, said, office) : undefined;
  if (atThisTime) return atThisTime;
  const [, time = ''] = THE_TIME.exec(said) ?? [];
  if (isTimeAlone(time, office)) return asGiven(text, () => readOfferedStart(time, of, office));
  const relative = of.kind === 'new' ? await startFromBefore(text, said, of, office) : undefined;
  if (relative) return relative;
  // The time that was refused is not known any more.
  const atSameTime = of.kind === 'new' ? dayAtSameTime(said) : undefined;
  if (atSameTime) return asGiven(text, () => readOfferedStart(atSameTime, of, office));
  const { phrases, language } = office.speech;
  const offered = lastOffer('time', office);
  const noPlace = isOnlyPlace(text, language)
    ? new WrongArgumentError(text, 'is no place among the times that were offered', phrases.askTime)
    : undefined;
  const following = of.kind === 'new' ? withFollowingDay(text, [openDay(of, office)], office) : undefined;
  const ofDays = following ?? (await withOpenDay(text, of, office)) ?? (await withOpenDays(text, of, office));
  // Without an offer, "the earliest" is the soonest.
  if (noPlace && !ofDays && offered && offered.dates.length > 0) throw noPlace;
  // Without an offer, the day is asked for. A question that follows one has a day of its own.
  const isDaySaid = offeredDay(office) !== undefined || openQuestion('new', office) !== undefined;
  const isOnOpenDay = of.kind === 'new' && isDaySaid && isTimeAlone(text, office);
  const day = isOnOpenDay ? openDay(of, office) : undefined;
  const meant = day ? `${day} ${said}` : (ofDays ?? text);
  try {
    return await readMeant(meant, text, office);
  } catch (error) {
    if (!(error instanceof WrongArgumentError)) throw error;
    // A question for one of several starts has offered them.
    if (!noPlace && lastOffer('time', office) === offered) await keepDaysOf(meant, office);
    throw noPlace ?? error;
  }
}

/** Returns the start of `in an hour` and `this time next week`. After an offer, "this time" may be one of it. */
async function startNearNow(text: string, said: string, office: Office): Promise<LocalInstants | undefined> {
  const asked = openQuestion('new', office);
  // A confirmation repeats the words, some time later.
  const fromNow = startFromNow(text, office);
  if (asked?.said === said && (fromNow ?? dayAtThisTime(said)) !== undefined)
    return { starts: [asked.start], isSkipped: false, given: text };
  if (fromNow !== undefined) return { ...(await office.instants(fromNow)), given: text };
  if (!asked && lastOffer('time', office)) return undefined;
  return startAtThisTime(text, asked ? [asked.start] : [], office);
}

/**
 * Returns a start that is said from that of the open question, or else from the appointment that was booked just now: `an hour later`, `same
 * time on Monday`. Undefined for other words, or without both.
 */
async function startFromBefore(
  text: string,
  said: string,
  of: StartOf,
  office: Office,
): Promise<LocalInstants | InexactStart | undefined> {
  const { booked } = lastOffer('time', office) ?? {};
  const asked = openQuestion('new', office)?.start;
  const isCorrection = asked !== undefined && asked !== booked?.start;
  const before = isCorrection ? startBefore(said, { id: undefined, start: asked }, office) : booked?.start;
  const again = before === undefined ? undefined : await startAfter(text, said, office.local(before), office);
  if (again !== undefined) return asGiven(text, () => readOfferedStart(again, of, office));
  const minutes = minutesAlone(said);
  if (minutes !== undefined && isCorrection) return atMinutes(minutes, before ?? asked, text, office);
  const vague = await vagueShiftOnDay(text, office);
  if (vague) return asGiven(text, () => vaguelyShifted(vague, before ?? office.now, text, office));
  // Times of another day may have been offered since.
  const start = asked ?? (booked && office.local(booked.start).date === offeredDay(office) ? booked.start : undefined);
  const shift = start === undefined ? undefined : shiftIn(text, office);
  if (start === undefined || !shift) return undefined;
  // "Right after that" begins when the appointment that was booked ends.
  const isAfterEnd = asked === undefined && booked && shift.minutes === Number.POSITIVE_INFINITY;
  const from = isAfterEnd ? booked.end - MINUTE_MS : startBefore(said, { id: undefined, start }, office);
  return asGiven(text, () => startShifted(from, shift, text, office));
}

/**
 * Returns a text with the day and the time that `same time on Monday`, `Monday an hour later`, `the Friday after at 10` mean; undefined for
 * another one.
 */
async function startAfter(
  text: string,
  said: string,
  { date, minute: before }: { date: string; minute: number },
  office: Office,
): Promise<string | undefined> {
  const onDay = await shiftOnDay(text, office);
  const minute = before + (onDay?.minutes ?? 0);
  if (minute < 0 || minute >= DAY_MINUTES) return undefined;
  const day = onDay?.day ?? dayAtSameTime(said);
  if (day === undefined) {
    return withFollowingDay(text, [date], office);
  }
  const { days } = shiftOf(day) ?? {};
  const moved = days ? addDays(date, days) : weekdayAfter(day, date, office);
  return `${moved ?? day} ${formatClock(minute)}`.trim();
}

/** After a question about a start, places are those among what it asks about, and a time alone is on its day. */
async function keepDaysOf(meant: string, office: Office): Promise<void> {
  const days = await askedDaysOrSoonest(meant, office);
  // What is not understood leaves what was offered: the caller says it once more.
  if ('spoken' in days && days.reason === undefined) return;
  forgetOffer('time', office);
  forgetQuestion(office);
  if ('spoken' in days) return;
  const dates = days.flatMap((one) => (one?.count === 1 ? [office.local(one.start).date] : []));
  if (dates.length === days.length) keepDays([...new Set(dates)], office);
}
