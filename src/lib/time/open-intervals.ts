import type { Temporal } from 'temporal-polyfill';
import type { Interval } from './intervals.ts';
import type { OpeningHours } from './opening-hours.ts';
import { localDate } from './range.ts';

const DAY_MINUTES = 24 * 60;

/**
 * The spans of time in which a place is open, from the local day of one instant to that of another, both included
 * whole. Spans that touch at midnight are one. Where a clock change skips or repeats an opening or closing time, the
 * narrower reading holds: nobody is sent to a closed door.
 */
export function openIntervals(hours: OpeningHours, zone: string, from: number, to: number): Interval[] {
  const spans: Interval[] = [];
  const last = localDate(to, zone);
  for (let date = localDate(from, zone); !isAfter(date, last); date = date.add({ days: 1 })) {
    for (const stretch of hours[date.dayOfWeek - 1] ?? []) {
      const start = instantAt(date, stretch.from, zone, 'later');
      const end = instantAt(date, stretch.to, zone, 'earlier');
      const before = spans.at(-1);
      if (end <= start) continue;
      if (before && before.end >= start) before.end = end;
      else spans.push({ start, end });
    }
  }
  return spans;
}

function isAfter(date: Temporal.PlainDate, other: Temporal.PlainDate): boolean {
  return date.toString() > other.toString();
}

/** A number of minutes after midnight by the clock on the wall. Midnight itself is where one day joins the next. */
function instantAt(date: Temporal.PlainDate, minutes: number, zone: string, side: 'earlier' | 'later'): number {
  if (minutes % DAY_MINUTES === 0) {
    return date.add({ days: minutes / DAY_MINUTES }).toZonedDateTime(zone).epochMilliseconds;
  }
  const local = date.toPlainDateTime({ hour: Math.floor(minutes / 60), minute: minutes % 60 });
  return local.toZonedDateTime(zone, { disambiguation: side }).epochMilliseconds;
}
