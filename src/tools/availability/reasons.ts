import type { BookingRule } from '../../contract/index.ts';
import { listed, quoted, type Sentence, say, trusted } from '../../lib/text/sentence.ts';
import { pluralize } from '../../lib/text/text.ts';
import { formatInstant } from '../../lib/time/format.ts';
import type { Interval } from '../../lib/time/intervals.ts';
import type { LocalDay } from '../../lib/time/local-days.ts';
import { minuteText } from '../../lib/time/minute-text.ts';
import { DAY_MS } from '../../lib/time/units.ts';
import type { PersonWork } from './known-work.ts';
import type { OpenTimes } from './open-times.ts';

/** Why nothing is free on a day. Days with an equal key share a sentence. */
export interface Reason {
  key: string;
  /** By which a platform refuses a booking then. */
  rule: BookingRule;
  /** @param days such as `Tuesday 2026-11-24`. */
  say(days: Sentence): Sentence;
  /** True if it holds for all staff. */
  isOfAll?: true;
  /** True if the person who was asked for, or the only one, works then but is absent. */
  isAway?: true;
}

/** Successions of days that a sentence names. */
const MAX_NAMED = 4;

/** Names days of the business, in order, such as `Monday 2026-11-23 to Friday 2026-11-27, Monday 2026-11-30`. */
export function named(days: readonly LocalDay[], { closuresZone, zone }: OpenTimes): Sentence {
  const runs: LocalDay[][] = [];
  for (const day of days) {
    const before = runs.at(-1)?.at(-1)?.date ?? '';
    if (Date.parse(day.date) - Date.parse(before) === DAY_MS) runs.at(-1)?.push(day);
    else runs.push([day]);
  }
  const texts = runs.map((run) => {
    const [first, last] = [run[0], run.at(-1)].map((day) => `${day?.weekday} ${day?.date}`);
    return trusted(run.length === 1 ? `${first}` : `${first} to ${last}`);
  });
  const elsewhere = closuresZone === zone ? say`` : say` (${trusted(closuresZone)})`;
  return say`${listed(texts, MAX_NAMED)}${elsewhere}`;
}

/** Notice or booking window leave none of the starts that are asked for. */
export function limited({ start }: Interval, { earliest, latest = '', zone }: OpenTimes): Reason {
  const isTooSoon = earliest !== undefined && start < Date.parse(earliest);
  const limit = isTooSoon
    ? 'first possible start, by the minimum notice,'
    : 'last possible start, by the booking window,';
  const { weekday, local } = formatInstant(isTooSoon ? earliest : latest, zone) ?? { weekday: '', local: '' };
  const sentence = trusted(`The ${limit} is ${weekday} ${minuteText(local)}.`);
  return { key: limit, rule: isTooSoon ? 'too_soon' : 'too_far', isOfAll: true, say: () => sentence };
}

export const closure = ({ from, reason }: { from: string; reason?: string }): Reason => ({
  key: `closure ${from}`,
  rule: 'closed',
  isOfAll: true,
  say: (days) => say`The business is closed on ${days}${reason ? say` (${quoted(reason)})` : say``}.`,
});

const business = (isAssumed: boolean) =>
  trusted(isAssumed ? 'By the assumed opening hours, the business' : 'The business');

export const closedByHours = (isAssumed: boolean): Reason => ({
  key: 'closed',
  rule: 'outside_hours',
  say: (days) => say`${business(isAssumed)} is closed on ${days}.`,
});

export function openOnly(hours: readonly Interval[], isAssumed: boolean, times: OpenTimes): Reason {
  const text = hoursText(hours, times);
  return {
    key: `open ${text}`,
    rule: 'outside_hours',
    say: (days) => say`${business(isAssumed)} is open only ${trusted(text)} on ${days}.`,
  };
}

export const notWorking = ({ name }: PersonWork): Reason => ({
  key: 'not working',
  rule: 'outside_hours',
  say: (days) => say`${name} does not work on ${days}.`,
});

export function workingOnly({ name }: PersonWork, hours: readonly Interval[], times: OpenTimes): Reason {
  const text = hoursText(hours, times);
  return {
    key: `works ${text}`,
    rule: 'outside_hours',
    say: (days) => say`${name} works only ${trusted(text)} on ${days}.`,
  };
}

/** @param isPart true if the person works at another time of the day. */
export const away = ({ name }: PersonWork, isPart: boolean): Reason => ({
  key: `away ${isPart}`,
  rule: 'outside_hours',
  isAway: true,
  say: (days) => say`${name} is away ${then(isPart)}on ${days}.`,
});

export const withoutPerformers = (): Reason => ({
  key: 'without performers',
  rule: 'slot_unavailable',
  isOfAll: true,
  say: () => say`No staff member performs this service at present.`,
});

export const withoutStaff = (): Reason => ({
  key: 'without staff',
  rule: 'outside_hours',
  isOfAll: true,
  say: (days) => say`Those who perform this service do not work, or are away, then on ${days}.`,
});

/** @param max undefined: unknown. */
export const full = (max: number | undefined): Reason => ({
  key: 'full',
  rule: 'limit_reached',
  isOfAll: true,
  say: (days) =>
    say`The limit of ${trusted(max === undefined ? 'bookings' : pluralize(max, 'booking'))} a day is reached on ${days}.`,
});

/**
 * @param person undefined: anybody.
 * @param isPart true if not the whole day is asked for.
 */
export const taken = (person: Sentence | undefined, isPart: boolean, { minutes }: OpenTimes): Reason => ({
  key: `taken ${isPart}`,
  rule: 'slot_unavailable',
  say: (days) =>
    person
      ? say`${person} has no free time of ${minutes} minutes ${then(isPart)}on ${days}.`
      : say`All times of ${minutes} minutes are taken ${then(isPart)}on ${days}.`,
});

const then = (isPart: boolean) => trusted(isPart ? 'then ' : '');

/** Returns hours of a day of the business, whose zone the name of the day states, such as `08:00-12:00, 13:00-17:00`. */
function hoursText(hours: readonly Interval[], { closuresZone: zone }: OpenTimes): string {
  const time = (instant: number) => formatInstant(new Date(instant).toISOString(), zone)?.local.slice(11, 16) ?? '';
  return hours.map(({ start, end }) => `${time(start)}-${time(end).replace(/^00:00$/, '24:00')}`).join(', ');
}
