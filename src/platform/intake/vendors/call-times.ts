import { MAX_CALL_SECONDS } from '../../../contract/index.ts';
import { numberOf } from './lenient-values.ts';

/** Smaller numbers are seconds since the epoch, larger ones milliseconds: the limit is the year 5138, or 1973. */
const SMALLEST_MILLISECONDS = 1e11;
const [FIRST_MS, END_MS] = [Date.UTC(2000, 0), Date.UTC(2500, 0)];
/** ISO 8601 with a zone: without one, the instant is not known. */
const ISO = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d(?::?\d\d)?)$/i;

/** RFC 2822, 3.3, as Twilio's older interfaces have it. */
const RFC_2822 = /^(?:[A-Z][a-z]{2}, )?\d{1,2} [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d (?:[+-]\d{4}|GMT|UTC)$/;

/**
 * Returns an instant in ISO 8601 with UTC designator.
 * @param value as of `instantMs`, or RFC 2822.
 */
export function instantOf(value: unknown): string | undefined {
  const isRfc2822 = typeof value === 'string' && RFC_2822.test(value);
  return formatted(instantMs(isRfc2822 ? Date.parse(value) : value));
}

/**
 * Returns an instant in milliseconds since the epoch.
 * @param value ISO 8601 with a zone, or a number of seconds or milliseconds since the epoch.
 */
export function instantMs(value: unknown): number | undefined {
  const time = typeof value === 'string' ? parseIso(value) : epochMs(value);
  return time !== undefined && time >= FIRST_MS && time < END_MS ? Math.round(time) : undefined;
}

function parseIso(text: string): number | undefined {
  if (!ISO.test(text)) return undefined;
  // PostgreSQL writes a space for `T`, and an offset of full hours without minutes.
  const time = Date.parse(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'));
  return Number.isNaN(time) ? undefined : time;
}

function epochMs(value: unknown): number | undefined {
  const number = typeof value === 'number' ? numberOf(value) : undefined;
  if (number === undefined) return undefined;
  return number < SMALLEST_MILLISECONDS ? number * 1_000 : number;
}

/** When a call was, as reports have it. */
interface CallTimes {
  started_at: string | undefined;
  ended_at: string | undefined;
  duration_seconds: number | undefined;
}

/**
 * Completes the times of a call: two of start, end and duration give the third. An end before the start, or one that makes
 * the call longer than any call is, is left out.
 * @param seconds the duration, if a vendor states it.
 */
export function callTimes(started: unknown, ended: unknown, seconds: number | undefined): CallTimes {
  const duration = seconds !== undefined && seconds >= 0 && seconds <= MAX_CALL_SECONDS ? seconds : undefined;
  let [start, end] = [instantMs(started), instantMs(ended)];
  if (start !== undefined && end !== undefined && !isDuration((end - start) / 1_000)) end = undefined;
  if (duration !== undefined) {
    if (start !== undefined) end ??= start + duration * 1_000;
    else if (end !== undefined) start = end - duration * 1_000;
  }
  const measured = start !== undefined && end !== undefined ? (end - start) / 1_000 : undefined;
  const total = duration ?? measured;
  return {
    started_at: formatted(start),
    ended_at: formatted(end),
    duration_seconds: total === undefined ? undefined : Math.round(total * 1_000) / 1_000,
  };
}

const isDuration = (seconds: number) => seconds >= 0 && seconds <= MAX_CALL_SECONDS;

const formatted = (time: number | undefined) => (time === undefined ? undefined : new Date(time).toISOString());
