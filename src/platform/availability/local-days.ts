import { Temporal } from 'temporal-polyfill';
import { localInstant } from '../../lib/time/local-instant.ts';
import { localDate } from '../../lib/time/range.ts';
import { MINUTE_MS } from '../../lib/time/units.ts';
import { DAY_MINUTES } from '../../lib/time/whole-day.ts';

/** A day of a zone's calendar, with its first instant and that of the next day (epoch milliseconds). */
export interface LocalDay {
  /** ISO 8601: `2026-11-26`. */
  date: string;
  /** ISO number: 1 Monday to 7 Sunday. */
  dayOfWeek: number;
  /** Of the month. */
  day: number;
  daysInMonth: number;
  start: number;
  end: number;
}

/** The days of a zone, each computed once: calendar arithmetic is slow. For one computation; not for keeping. */
export class LocalDays {
  readonly zone: string;
  readonly #days = new Map<string, LocalDay>();

  constructor(zone: string) {
    this.zone = zone;
  }

  /** The day of an instant. */
  at(instant: number): LocalDay {
    // To compare with a few known days takes less time than to find the date.
    for (const day of this.#days.values()) if (day.start <= instant && instant < day.end) return day;
    return this.#day(localDate(instant, this.zone));
  }

  /** The day of a date such as `2026-11-26`. */
  on(date: string): LocalDay {
    return this.#days.get(date) ?? this.#day(Temporal.PlainDate.from(date));
  }

  /** The instant of a local time such as `2026-11-26T13:00`. */
  instantOfText(local: string, repeated: 'earlier' | 'later'): number {
    const [date, hour, minute] = local.split(/[T:]/) as [string, string, string];
    return this.instantOf(this.on(date), Number(hour) * 60 + Number(minute), repeated);
  }

  /** Every day from that of `start` to that of `end`, both included. */
  *between(start: number, end: number): Generator<LocalDay> {
    for (let day = this.at(start); ; day = this.#day(Temporal.PlainDate.from(day.date).add({ days: 1 }))) {
      yield day;
      if (day.end > end) return;
    }
  }

  /**
   * The instant at which the clocks of a day show `minutes` after midnight; 0 is the start of the day and 1440 its end,
   * whatever the clocks show then. Of a time that a clock change repeats, `repeated` selects the instant; a time that it
   * skips is reached at the change.
   */
  instantOf(day: LocalDay, minutes: number, repeated: 'earlier' | 'later'): number {
    if (minutes === 0) return day.start;
    if (minutes === DAY_MINUTES) return day.end;
    if (day.end - day.start === DAY_MINUTES * MINUTE_MS) return day.start + minutes * MINUTE_MS;
    const local = Temporal.PlainDate.from(day.date).toPlainDateTime({
      hour: Math.floor(minutes / 60),
      minute: minutes % 60,
    });
    return localInstant(local, this.zone, repeated);
  }

  #day(date: Temporal.PlainDate): LocalDay {
    const text = date.toString();
    let day = this.#days.get(text);
    if (!day) {
      const { dayOfWeek, daysInMonth } = date;
      // The first instant of a day is not always 00:00, which a clock change may skip or repeat.
      const start = date.toZonedDateTime(this.zone).epochMilliseconds;
      const end = date.add({ days: 1 }).toZonedDateTime(this.zone).epochMilliseconds;
      day = { date: text, dayOfWeek, day: date.day, daysInMonth, start, end };
      this.#days.set(text, day);
    }
    return day;
  }
}
