import { common, without } from '../../lib/time/cut-intervals.ts';
import type { Interval } from '../../lib/time/intervals.ts';
import { mergeIntervals } from '../../lib/time/merge-intervals.ts';
import type { OpeningHours, OpenPeriod } from '../../lib/time/opening-hours.ts';
import { WHOLE_DAY } from '../../lib/time/whole-day.ts';
import { absencesOn, hoursOn, readOpeningHours } from '../../lib/time/working-hours.ts';
import type { ZoneDays } from '../../lib/time/zone-days.ts';
import type { KnownBusiness } from './open-times.ts';

/** When a person works during some days, in order. */
export interface WorkTimes {
  /** Absences included. */
  works: readonly Interval[];
  away: readonly Interval[];
  present: readonly Interval[];
}

type StatedPerson = NonNullable<KnownBusiness['staff']>[number];
export type TeamMember = Pick<StatedPerson, 'id'> & Partial<StatedPerson>;

/** The days of the business on which hours are placed, in order and without gaps. */
interface PlacedDays {
  dates: readonly string[];
  days: ZoneDays;
  /** Outside it, nothing counts as work. */
  limit: readonly Interval[];
}

/** Places the hours of a business and its people on days. Many people have equal hours, which are placed once. */
export class PlacedWork {
  readonly #business: KnownBusiness;
  readonly #placed: PlacedDays;
  /** Undefined: unknown, or the business has no limits. */
  readonly #weekly: OpeningHours | undefined;
  /** Numbers of the special hours that name a person. */
  readonly #special = new Map<string, number[]>();
  readonly #known = new Map<string, readonly Interval[] | undefined>();

  constructor(business: KnownBusiness, placed: PlacedDays) {
    this.#business = business;
    this.#placed = placed;
    this.#weekly = business.opening_hours ? readOpeningHours(business.opening_hours.join('; ')) : undefined;
    for (const [index, { staff }] of (business.special_hours ?? []).entries()) {
      for (const id of staff) this.#special.set(id, [...(this.#special.get(id) ?? []), index]);
    }
  }

  /** Hours of the business itself; undefined: unknown. */
  regular(): readonly Interval[] | undefined {
    return this.#hours(undefined, undefined);
  }

  /** Undefined: unknown. */
  of({ id, opening_hours: own, time_off: absences }: TeamMember): WorkTimes | undefined {
    const works = this.#hours(id, own);
    const away = this.#absences(absences ?? []);
    return works && { works, away, present: away.length > 0 ? without(works, away) : works };
  }

  #hours(id: string | undefined, own: string[] | null | undefined): readonly Interval[] | undefined {
    const key = JSON.stringify([own, id !== undefined && this.#special.get(id)]);
    if (!this.#known.has(key)) this.#known.set(key, this.#placeHours(id, own));
    return this.#known.get(key);
  }

  #placeHours(id: string | undefined, own: string[] | null | undefined): readonly Interval[] | undefined {
    const weekly = own ? readOpeningHours(own.join('; ')) : this.#weekly;
    // Hours in a form that this version cannot read are unknown; a business without hours has no limits.
    if (!weekly && (own || this.#business.opening_hours)) return undefined;
    const person = id === undefined ? undefined : { id, hasOwnHours: Boolean(own) };
    const hours = this.#place((date) => hoursOn(date, this.#business, weekly, person) ?? WHOLE_DAY);
    return common(hours, this.#placed.limit);
  }

  #absences(absences: NonNullable<StatedPerson['time_off']>): readonly Interval[] {
    const { dates } = this.#placed;
    const [first = '', last = ''] = [dates[0], dates.at(-1)];
    const near = absences.filter(
      ({ from, to }) => from.slice(0, last.length) <= last && first <= to.slice(0, first.length),
    );
    return near.length > 0 ? this.#place((date) => absencesOn(date, near)) : [];
  }

  #place(periodsOn: (date: string) => readonly OpenPeriod[]): Interval[] {
    const { dates, days } = this.#placed;
    return mergeIntervals(dates.flatMap((date) => days.intervals(date, periodsOn(date))));
  }
}
