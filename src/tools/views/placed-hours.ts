import { within } from '../../lib/time/cut-intervals.ts';
import { formatInstant } from '../../lib/time/format.ts';
import type { Interval } from '../../lib/time/intervals.ts';
import { localDays } from '../../lib/time/local-days.ts';
import { mergeIntervals } from '../../lib/time/merge-intervals.ts';
import { openIntervals } from '../../lib/time/open-intervals.ts';
import type { OpeningHours, OpenPeriod } from '../../lib/time/opening-hours.ts';
import { WHOLE_DAY } from '../../lib/time/whole-day.ts';
import { hoursOn, readOpeningHours, type WorkingPerson } from '../../lib/time/working-hours.ts';
import { dayOf, ZoneDays } from '../../lib/time/zone-days.ts';
import type { BusinessFacts } from './business-facts.ts';
import type { Span } from './view-data.ts';

/** The days of an agenda. Their zone can be another one than that of the business, whose hours are then on other dates, too. */
export interface ShownDays {
  dates: readonly string[];
  /** IANA */
  zone: string;
}

/** Places what a business states for its own dates on the days of an agenda. */
export class PlacedHours {
  /** Zone of the dates of the business. */
  readonly zone: string;
  readonly #facts: BusinessFacts;
  /** Instants of the shown days, and zone in which they are shown. */
  readonly #days: readonly Interval[];
  readonly #shownZone: string;
  /** Dates of the business that touch the shown days. */
  readonly #dates: readonly string[];
  readonly #regular: OpeningHours | undefined;
  /** Hours of the operator's options that are in another zone, by instant. */
  readonly #configured: readonly Interval[] | undefined;
  readonly #ownDays: ZoneDays;
  /** Clock times of instants: people share them, and a calendar library needs long for each. */
  readonly #clockTimes = new Map<number, string>();

  constructor({ dates, zone }: ShownDays, facts: BusinessFacts) {
    this.zone = facts.time_zone ?? zone;
    this.#ownDays = new ZoneDays(this.zone);
    this.#facts = facts;
    this.#shownZone = zone;
    this.#days = dates.map((date) => dayOf(date, zone));
    const [first, last] = [this.#days[0]?.start ?? 0, this.#days.at(-1)?.end ?? 0];
    this.#dates = dates.length > 0 ? localDays({ start: first, end: last }, this.zone).map(({ date }) => date) : [];
    this.#regular = readOpeningHours(facts.opening_hours);
    const { hours_zone: hoursZone = this.zone } = facts;
    this.#configured =
      this.#regular && hoursZone !== this.zone ? openIntervals(this.#regular, hoursZone, first, last) : undefined;
  }

  /** The hours of the business on each day, or of a person. @param own weekly hours of the person alone. */
  hours(own: OpeningHours | undefined, person?: WorkingPerson): Span[][] {
    const configured = own ? undefined : this.#configured;
    return this.#placeIntervals((date) => {
      const weekly = configured ? undefined : (own ?? this.#regular);
      const periods = hoursOn(date, this.#facts, weekly, person);
      if (periods || !configured) return this.#ownDays.intervals(date, periods ?? WHOLE_DAY);
      const day = this.#ownDays.whole(date);
      return within(configured, day);
    });
  }

  /** Returns what each shown day has of the periods of the dates of the business. */
  place(periodsOn: (date: string) => readonly OpenPeriod[]): Span[][] {
    return this.#placeIntervals((date) => this.#ownDays.intervals(date, periodsOn(date)));
  }

  #placeIntervals(intervalsOn: (date: string) => Interval[]): Span[][] {
    const intervals = mergeIntervals(this.#dates.flatMap(intervalsOn));
    return this.#days.map((day) =>
      within(intervals, day).map(({ start, end }) => ({
        from: this.#clockTime(start),
        to: end === day.end ? '24:00' : this.#clockTime(end),
      })),
    );
  }

  #clockTime(instant: number): string {
    const known = this.#clockTimes.get(instant);
    if (known !== undefined) return known;
    const text = formatInstant(new Date(instant).toISOString(), this.#shownZone)?.local.slice(11, 16) ?? '00:00';
    this.#clockTimes.set(instant, text);
    return text;
  }
}
