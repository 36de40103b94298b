import { RRuleTemporal } from 'rrule-temporal';
import { DAY_MS } from '../../lib/time/units.ts';
import { CalendarUnreadableError } from './errors.ts';

/** Occurrences of one calendar that are looked at. */
export const MAX_OCCURRENCES = 300_000;
/** A longer series is read as one without an end: counting it would hold the event loop. */
const MAX_COUNT = 10_000;
/** Times of a day that one rule may name: a whole month or year is expanded at once. */
const MAX_TIMES_OF_DAY = 24;
const MAX_TIMES_OF_DAY_LONG = 4;
/** The longest time that a rule is expanded for at once. Longer than the window, so that most rules take one step. */
const STEP_MS = 410 * DAY_MS;
const PARTS =
  /^(FREQ|UNTIL|COUNT|INTERVAL|BYSECOND|BYMINUTE|BYHOUR|BYDAY|BYMONTHDAY|BYYEARDAY|BYWEEKNO|BYMONTH|BYSETPOS|WKST)=[\w,+-]+$/i;
const UNTIL = /^UNTIL=(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})(Z)?)?$/i;
const POSITIVE = /^(COUNT|INTERVAL)=(?!0*$)\d{1,6}$/i;

const misunderstood = () => new CalendarUnreadableError('recurrence_not_understood');

/** A recurrence rule without its `UNTIL`, whose meaning depends on the zone of the event. */
export interface Rule {
  text: string;
  frequency: string;
  /** The last local time or instant, inclusive; a date includes its whole day. */
  until: { local: number; isUtc: boolean; isDate: boolean } | undefined;
}

/** Parses the value of an `RRULE`. @throws CalendarUnreadableError for another form: its occurrences are unknown. */
export function parseRule(text: string): Rule {
  const parts = text.trim().toUpperCase().split(';').filter(Boolean);
  const named = (name: string) => parts.find((part) => part.startsWith(`${name}=`));
  const numbers = [named('COUNT'), named('INTERVAL')].filter((part) => part !== undefined);
  const frequency = named('FREQ')?.slice(5);
  const timesOfDay = ['BYHOUR', 'BYMINUTE', 'BYSECOND'].map((name) => named(name)?.split(',').length ?? 1);
  const maxTimes = frequency === 'MONTHLY' || frequency === 'YEARLY' ? MAX_TIMES_OF_DAY_LONG : MAX_TIMES_OF_DAY;
  const isUnderstood =
    parts.every((part) => PARTS.test(part)) &&
    new Set(parts.map((part) => part.split('=')[0])).size === parts.length &&
    numbers.every((part) => POSITIVE.test(part)) &&
    timesOfDay.reduce((product, count) => product * count) <= maxTimes;
  if (!isUnderstood || !frequency) throw misunderstood();
  const isEndless = Number(named('COUNT')?.slice(6) ?? 0) > MAX_COUNT;
  const dropped = [named('UNTIL'), isEndless ? named('COUNT') : undefined];
  return { text: parts.filter((part) => !dropped.includes(part)).join(';'), frequency, until: untilOf(named('UNTIL')) };
}

function untilOf(part: string | undefined): Rule['until'] {
  if (part === undefined) return undefined;
  const [found, year, month, day, hour, minute, second, utc] = UNTIL.exec(part) ?? [];
  if (!found) throw misunderstood();
  const [hours = 0, minutes = 0, seconds = 0] = [hour, minute, second].map((text) => Number(text ?? 0));
  const local = Date.UTC(Number(year), Number(month) - 1, Number(day), hours, minutes, seconds);
  return { local, isUtc: utc !== undefined, isDate: hour === undefined };
}

/**
 * Returns the local times of a rule from `from` to `to`, both inclusive, in order and without regard to `UNTIL`. The first
 * time of the series is not always among them. rrule-temporal counts in UTC here, so that no clock change interferes.
 * @throws CalendarUnreadableError if the rule is not understood, or takes too many steps.
 */
export function occurrences({ text }: Rule, start: number, { from, to }: { from: number; to: number }): number[] {
  if (to < start) return [];
  const dtstart = new Date(start).toISOString().replace(/[-:]|\.000/g, '');
  try {
    // Its default limits (10,000 periods, a million candidates) are the only ones with which it is fast.
    const rule = new RRuleTemporal({ rruleString: `DTSTART:${dtstart}\nRRULE:${text}` });
    return rule.between(new Date(Math.max(from, start)), new Date(to), true).map((time) => time.epochMilliseconds);
  } catch {
    throw misunderstood();
  }
}

/**
 * Returns the same times in steps, between which the work can be interrupted: a series may have begun, or an event may last,
 * for two thousand years. A rule with a `COUNT` is counted from its first time, and has at most `MAX_COUNT`: it takes one step.
 * @throws CalendarUnreadableError as `occurrences`.
 */
export function* occurrencesInSteps(
  rule: Rule,
  start: number,
  span: { from: number; to: number },
): Generator<number[]> {
  if (hasPart(rule, 'COUNT')) return yield occurrences(rule, start, span);
  for (let from = Math.max(span.from, start); from <= span.to; from += STEP_MS)
    yield occurrences(rule, start, { from, to: Math.min(from + STEP_MS - 1, span.to) });
}

/** Returns a rule with each of its times in a year, of which `INTERVAL` and `COUNT` leave some out. */
export function inEveryYear(rule: Rule): Rule {
  return {
    ...rule,
    text: partsOf(rule)
      .filter((part) => !/^(INTERVAL|COUNT)=/.test(part))
      .join(';'),
  };
}

const partsOf = ({ text }: Rule) => text.split(';');
const hasPart = (rule: Rule, name: string) => partsOf(rule).some((part) => part.startsWith(`${name}=`));

/** True if an occurrence is later than the rule's `UNTIL`. @param instant of the occurrence. */
export function isPast({ until }: Rule, local: number, isDate: boolean, instant: number): boolean {
  if (!until) return false;
  const day = Math.floor(local / DAY_MS) * DAY_MS;
  if (until.isDate) return day > until.local;
  // An all-day series may end at an instant: on its last day in UTC, or at the midnight of that day in its zone (Outlook).
  if (isDate) return (until.isUtc ? Math.min(day, instant) : day) > until.local;
  return (until.isUtc ? instant : local) > until.local;
}
