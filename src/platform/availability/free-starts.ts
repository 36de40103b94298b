import type { Interval } from '../../lib/time/intervals.ts';
import { MINUTE_MS } from '../../lib/time/units.ts';
import { type Business, DEFAULT_SLOT_INTERVAL_MINUTES, type OfferedService } from '../business/business.ts';
import type { LocalDays } from './local-days.ts';
import { workingIntervals, workPeriods } from './working-hours.ts';

/** A start time at which an appointment fits, with the people who could take it, in the order of their ids. */
export interface FreeStart {
  start: number;
  staffIds: string[];
}

interface FreeStartsQuery {
  business: Business;
  service: OfferedService;
  /** Length of the appointment without buffers. */
  lengthMs: number;
  /** People who are considered, in the order of their ids. */
  staffIds: readonly string[];
  /** Starts from `start`, inclusive, to `end`, exclusive. */
  window: Interval;
  /** Disjoint busy intervals of each person in order, buffers included, for the window and a day around it. */
  busy: ReadonlyMap<string, readonly Interval[]>;
  /** Days on which no more bookings are accepted, in order. */
  fullDays: readonly Interval[];
  days: LocalDays;
}

/**
 * The start times of a service that satisfy the working hours and collide with nothing, in order. Notice and booking window
 * are the caller's: they limit the window. One step for each person and period.
 */
export function* freeStarts(query: FreeStartsQuery): Generator<void, FreeStart[]> {
  const staffByStart = new Map<number, string[]>();
  for (const staffId of query.staffIds) {
    for (const start of yield* startsOf(staffId, query)) {
      const staff = staffByStart.get(start);
      if (staff) staff.push(staffId);
      else staffByStart.set(start, [staffId]);
    }
    yield;
  }
  return [...staffByStart].map(([start, staffIds]) => ({ start, staffIds })).sort((a, b) => a.start - b.start);
}

function* startsOf(staffId: string, query: FreeStartsQuery): Generator<void, number[]> {
  const { business, service, lengthMs, window, days } = query;
  const worker = business.staff.get(staffId);
  if (!worker) return [];
  const step = (business.rules.slot_interval ?? DEFAULT_SLOT_INTERVAL_MINUTES) * MINUTE_MS;
  // An appointment that starts just before the end of the window ends after it.
  const around = { start: window.start, end: window.end + lengthMs };
  const working = workingIntervals(business, worker, days, around);
  const fits = within(working);
  const isFree = apart(query.busy.get(staffId) ?? []);
  const isAccepted = apart(query.fullDays);
  const starts: number[] = [];
  for (const period of workPeriods(business, worker, days, around)) {
    const skipped = Math.max(0, Math.ceil((window.start - period.start) / step));
    for (let start = period.start + skipped * step; start < Math.min(period.end, window.end); start += step) {
      const end = start + lengthMs;
      if (isAccepted(start, start + 1) && fits(start, end) && isFree(...busySpan(service, { start, end })))
        starts.push(start);
    }
    yield;
  }
  return starts;
}

/** The time that an appointment takes from a person: start and end with the buffers of the service. */
export const busySpan = (
  { settings }: Pick<OfferedService, 'settings'>,
  { start, end }: Interval,
): [number, number] => [
  start - (settings.buffer_before ?? 0) * MINUTE_MS,
  end + (settings.buffer_after ?? 0) * MINUTE_MS,
];

/** Returns a function that tells if a span is inside one of the intervals. Spans are asked for in order of their start. */
function within(intervals: readonly Interval[]) {
  let at = 0;
  return (start: number, end: number): boolean => {
    while (at < intervals.length && (intervals[at] as Interval).end <= start) at++;
    const interval = intervals[at];
    return interval !== undefined && interval.start <= start && end <= interval.end;
  };
}

/** Returns a function that tells if a span overlaps none of the intervals. Spans are asked for in order of their start. */
function apart(intervals: readonly Interval[]) {
  let at = 0;
  return (start: number, end: number): boolean => {
    while (at < intervals.length && (intervals[at] as Interval).end <= start) at++;
    const interval = intervals[at];
    return interval === undefined || interval.start >= end;
  };
}
