import { serviceOf } from './business.ts';
import { type Calendar, type Minutes, THURSDAY } from './calendar.ts';
import type { Random } from './random.ts';

/** The start of an appointment: staff member, day and local time. */
export interface Slot {
  staff_id: string;
  day: number;
  minute: Minutes;
}

/** Search criteria of `Schedule.findSlot`. */
export interface SlotQuery {
  service_id: string;
  /** First acceptable day. */
  day: number;
  /** Last acceptable day; default: three weeks after the first. */
  lastDay?: number;
  /** Earliest start on the first day. */
  notBefore?: Minutes;
  /** Latest start on the first day. */
  notAfter?: Minutes;
}

/** Appointments start at multiples of this. */
const GRID_MINUTES = 15;

/** The busy intervals of each staff member and day, in which slots without overlap are found. */
export class Schedule {
  readonly calendar: Calendar;
  readonly #busy = new Map<string, Array<[Minutes, Minutes]>>();

  constructor(calendar: Calendar) {
    this.calendar = calendar;
  }

  isAvailable(slot: Slot, minutes: number): boolean {
    const hours = this.calendar.hours(slot.day);
    if (!hours || slot.minute < hours.open || slot.minute + minutes > hours.close) return false;
    const busy = this.#busy.get(`${slot.staff_id} ${slot.day}`) ?? [];
    return busy.every(([from, to]) => slot.minute + minutes <= from || slot.minute >= to);
  }

  /** Marks a time as busy, for an appointment or to prevent one. */
  reserve(slot: Slot, minutes: number): void {
    const key = `${slot.staff_id} ${slot.day}`;
    this.#busy.set(key, [...(this.#busy.get(key) ?? []), [slot.minute, slot.minute + minutes]]);
  }

  /** Finds a free slot for the service without reserving it; null if none is found in the range of days. */
  findSlot(query: SlotQuery, random: Random): Slot | null {
    const service = serviceOf(query.service_id);
    const last = query.lastDay ?? query.day + 21;
    for (let day = query.day; day <= last; day += 1) {
      const hours = this.calendar.hours(day);
      if (!hours || this.#isReservedThursday(query.service_id, day)) continue;
      const open = day === query.day ? Math.max(hours.open, query.notBefore ?? 0) : hours.open;
      const first = Math.ceil(open / GRID_MINUTES);
      const latest = hours.close - service.duration_minutes;
      const lastStart = Math.floor(
        (day === query.day ? Math.min(latest, query.notAfter ?? latest) : latest) / GRID_MINUTES,
      );
      // Twelve random draws leave realistic gaps; after them the day counts as full.
      for (let draw = 0; draw < 12 && lastStart >= first; draw += 1) {
        const start = random.int(first, lastStart);
        // Prefers the hour and the half hour.
        const minute = (random.chance(0.8) ? Math.max(start - (start % 2), first) : start) * GRID_MINUTES;
        const slot = { staff_id: random.pick(service.staff_ids), day, minute };
        if (this.isAvailable(slot, service.duration_minutes)) return slot;
      }
    }
    return null;
  }

  /**
   * "Thursday's cleaning" must identify one appointment: on the Thursdays of this week and of the next two, only
   * `thursdayCleanings` adds a cleaning.
   */
  #isReservedThursday(service_id: string, day: number): boolean {
    if (service_id !== 'svc_cleaning' || this.calendar.weekday(day) !== THURSDAY) return false;
    return day > -7 && day <= 14;
  }
}
