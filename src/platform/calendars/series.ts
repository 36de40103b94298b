import type { Interval } from '../../lib/time/intervals.ts';
import { DAY_MS } from '../../lib/time/units.ts';
import { CalendarUnreadableError } from './errors.ts';
import type { CalendarEvent } from './events.ts';
import type { Extent, Moment } from './properties.ts';
import { isPast, occurrencesInSteps, type Rule } from './recurrence.ts';

/** What a calendar is read for. Times are in milliseconds since the epoch. */
export interface Expansion {
  from: number;
  to: number;
  /** Occurrences that may still be looked at. */
  budget: { remaining: number };
}

/** Local times differ from instants by less than this. */
const ZONE_MARGIN_MS = DAY_MS;

/** The time that one occurrence takes: in a zone that is not known, from the earliest start to the end of the latest one. */
export function spanOf({ zone, local }: Moment, { days, ms }: Extent): Interval {
  return { start: zone.earliest(local), end: zone.latest(local + days * DAY_MS) + ms };
}

/** True if an occurrence is certainly outside of the window: most of an old calendar, found without its zone. */
export function isOutside({ local }: Moment, { days, ms }: Extent, { from, to }: Expansion): boolean {
  return local - ZONE_MARGIN_MS > to || local + days * DAY_MS + ms + 2 * ZONE_MARGIN_MS < from;
}

/**
 * Yields the busy times of a recurring event: the recurrence set of RFC 5545, 3.8.5, which is the first time, the times of
 * the rules and the added ones, without the excluded ones and those that another event replaces. Yields undefined for each
 * occurrence that takes no time in the window, and after each step of a rule.
 */
export function* busyOccurrences(
  event: CalendarEvent,
  replacements: readonly CalendarEvent[],
  expansion: Expansion,
): Generator<Interval | undefined> {
  const excluded = matcher([
    ...event.exclusions,
    ...replacements.flatMap(({ replaces }) => (replaces ? [replaces.moment] : [])),
  ]);
  const later = replacements
    .filter(({ replaces }) => replaces?.andFuture)
    .map((by) => ({ by, from: instantOf((by.replaces as NonNullable<typeof by.replaces>).moment) }))
    .sort((a, b) => a.from - b.from);
  const seen = new Set<number>();
  for (const occurrence of recurrenceSet(event, expansion, later.length > 0)) {
    if (!occurrence) {
      yield undefined;
      continue;
    }
    const { start, extent } = occurrence;
    const instant = instantOf(start);
    if (seen.has(instant) || excluded(start)) {
      yield undefined;
      continue;
    }
    seen.add(instant);
    const moved = later.findLast(({ from }) => from <= instant)?.by;
    if (moved) yield moved.isBusy ? spanOf(shifted(start, moved), moved.extent) : undefined;
    else yield event.isBusy ? spanOf(start, extent) : undefined;
  }
}

const instantOf = ({ zone, local }: Moment) => zone.earliest(local);

/**
 * The times before any exclusion, each with its extent. An added time can be the same as one of a rule. Yields undefined after
 * each step of a rule, which may have no times.
 */
function* recurrenceSet(event: CalendarEvent, expansion: Expansion, isMoved: boolean) {
  const { start, extent, additions } = event;
  yield* additions.map((added) => ({ start: added.start, extent: added.extent ?? extent }));
  yield { start, extent };
  // If later occurrences are moved, one from far before the window may be moved into it.
  const from = isMoved ? start.local : expansion.from - extent.days * DAY_MS - extent.ms - 2 * ZONE_MARGIN_MS;
  for (const rule of event.rules) {
    yield* timesOfRule(event, rule, { ...expansion, from, to: expansion.to + ZONE_MARGIN_MS });
  }
}

function* timesOfRule({ start, extent }: CalendarEvent, rule: Rule, { from, to, budget }: Expansion) {
  for (const times of occurrencesInSteps(rule, start.local, { from, to })) {
    budget.remaining -= times.length + 1;
    if (budget.remaining < 0) throw new CalendarUnreadableError('too_large');
    for (const local of times) {
      const occurrence = { ...start, local };
      if (isPast(rule, local, start.isDate, instantOf(occurrence))) return;
      yield { start: occurrence, extent };
    }
    yield undefined;
  }
}

/**
 * Returns whether a time is one of the given ones; a date matches all times of that day. Outlook names the days of an all-day
 * series by their midnights, which match as clocks show them, or as instants if they are in UTC.
 */
function matcher(moments: readonly Moment[]): (moment: Moment) => boolean {
  const localsOf = (some: readonly Moment[]) => new Set(some.map(({ local }) => local));
  const times = moments.filter(({ isDate }) => !isDate);
  const dates = localsOf(moments.filter(({ isDate }) => isDate));
  const clocks = localsOf(times.filter(({ isUtc }) => !isUtc));
  const utc = localsOf(times.filter(({ isUtc }) => isUtc));
  const instants = new Set(times.map(instantOf));
  return (moment) => {
    if (dates.has(Math.floor(moment.local / DAY_MS) * DAY_MS)) return true;
    const instant = instantOf(moment);
    return moment.isDate ? clocks.has(moment.local) || utc.has(instant) : instants.has(instant);
  };
}

/** Moves an occurrence by as much as the replacing event moves the one that it names, by local clocks. */
function shifted(occurrence: Moment, by: CalendarEvent): Moment {
  const named = by.replaces?.moment ?? by.start;
  const difference =
    by.start.zone === named.zone ? by.start.local - named.local : instantOf(by.start) - instantOf(named);
  return { ...occurrence, local: occurrence.local + difference };
}
