import { bookingOfUid } from '../../contract/index.ts';
import type { Interval } from '../../lib/time/intervals.ts';
import { mergeIntervals } from '../../lib/time/merge-intervals.ts';
import { splitCalendar } from './content-lines.ts';
import { CalendarUnreadableError, type MisunderstoodReason, misunderstoodReason } from './errors.ts';
import { type CalendarEvent, extentOfPeriod, readEvent } from './events.ts';
import { createZoneResolver } from './file-zones.ts';
import { parseProperty, periodsOf, type ZoneResolver } from './properties.ts';
import { MAX_OCCURRENCES } from './recurrence.ts';
import { busyOccurrences, type Expansion, isOutside, spanOf } from './series.ts';

interface BusyOptions {
  /** IANA name of the business's zone, for dates and times without one in calendars that name none. */
  zone: string;
  /** The window, in milliseconds since the epoch; `to` is exclusive. */
  from: number;
  to: number;
  /** Bookings that decide for themselves when the person is busy: a copy of one in the calendar does not count. */
  ownBookings?: ReadonlySet<string> | undefined;
}

/** What is known of a calendar. */
interface BusyResult {
  /** Sorted, disjoint, cut at the ends of the window. */
  busy: Interval[];
  /** Why the person may also be busy at other times: the first event that is not understood. */
  error: MisunderstoodReason | null;
}

/** Busy times that are kept of one calendar. */
export const MAX_SPANS = 20_000;

/**
 * Returns the busy times of a calendar in a window. Nothing else of the calendar is kept. Times in a zone that is not known
 * are busy wherever on earth they may be. Yields where the work can be interrupted.
 * @param text iCalendar (RFC 5545).
 * @throws CalendarUnreadableError if the text as a whole cannot be read.
 */
export function* busySpans(text: string, options: BusyOptions): Generator<void, BusyResult> {
  const { zone, from, to, ownBookings } = options;
  const { blocks, zone: named } = yield* splitCalendar(text);
  const zones = createZoneResolver(blocks, { ofCalendar: named, ofBusiness: zone }, to);
  const expansion: Expansion = { from, to, budget: { remaining: MAX_OCCURRENCES } };
  const series = new Map<string, CalendarEvent[]>();
  let spans: Interval[] = [];
  let error: MisunderstoodReason | null = null;
  const add = (span: Interval | undefined) => {
    if (!span || span.end <= from || span.start >= to || span.end <= span.start) return;
    spans.push({ start: Math.max(span.start, from), end: Math.min(span.end, to) });
    if (spans.length <= 2 * MAX_SPANS) return;
    spans = mergeIntervals(spans);
    if (spans.length > MAX_SPANS) throw new CalendarUnreadableError('too_large');
  };
  for (const { kind, lines } of blocks) {
    yield;
    try {
      if (kind === 'VFREEBUSY') for (const span of freeBusySpans(lines, zones)) add(span);
      if (kind !== 'VEVENT') continue;
      const event = readEvent(lines, zones, from);
      if (!event) continue;
      const isSeries = event.rules.length > 0 || event.additions.length > 0;
      const isOwn = !isSeries && !event.replaces && ownBookings?.has(bookingOfUid(event.uid) ?? '');
      if (!isSeries && event.isBusy && !isOwn && !isOutside(event.start, event.extent, expansion))
        add(spanOf(event.start, event.extent));
      if ((isSeries || event.replaces) && event.uid !== undefined) group(series, event.uid, event);
      else if (isSeries) group(series, `${series.size} without a UID`, event);
    } catch (failure) {
      error ??= misunderstoodReason(failure);
    }
  }
  for (const events of series.values()) {
    const replacements = events.filter(({ replaces }) => replaces);
    for (const event of events) {
      if (event.replaces) continue;
      yield;
      try {
        for (const span of busyOccurrences(event, replacements, expansion)) {
          yield;
          add(span);
        }
      } catch (failure) {
        error ??= misunderstoodReason(failure);
      }
    }
  }
  const busy = mergeIntervals(spans);
  if (busy.length > MAX_SPANS) throw new CalendarUnreadableError('too_large');
  return { busy, error };
}

function group(series: Map<string, CalendarEvent[]>, key: string, event: CalendarEvent): void {
  const known = series.get(key);
  if (known) known.push(event);
  else series.set(key, [event]);
}

/** The periods of a VFREEBUSY, except those that are explicitly free. */
function freeBusySpans(lines: readonly string[], zones: ZoneResolver): Interval[] {
  return lines
    .map(parseProperty)
    .filter(({ parameters }) => String(parameters.fbtype).toUpperCase() !== 'FREE')
    .flatMap((property) => periodsOf(property, zones))
    .map((period) => spanOf(period.start, extentOfPeriod(period)));
}
