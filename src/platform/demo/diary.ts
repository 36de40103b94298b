import { serviceOf } from './business.ts';
import { type Calendar, type Minutes, THURSDAY } from './calendar.ts';
import type { Random } from './random.ts';

/** A place in the diary: who, on which day, from when. */
export interface Slot {
  staff_id: string;
  day: number;
  minute: Minutes;
}

/** What is to be placed. */
export interface Wanted {
  service_id: string;
  /** The first day that will do. */
  day: number;
  /** The last day that will do; three weeks later unless said otherwise. */
  lastDay?: number;
  /** Not earlier than this on the first day. */
  notBefore?: Minutes;
  /** Not later than this on the first day. */
  notAfter?: Minutes;
}

/** Appointments begin on the hour, the quarter and the half hour. */
const GRID = 15;

/** Who is busy when. Keeps everything that is placed free of overlaps for one staff member. */
export class Diary {
  readonly calendar: Calendar;
  readonly #taken = new Map<string, Array<[Minutes, Minutes]>>();

  constructor(calendar: Calendar) {
    this.calendar = calendar;
  }

  isFree(slot: Slot, minutes: number): boolean {
    const hours = this.calendar.hours(slot.day);
    if (!hours || slot.minute < hours.open || slot.minute + minutes > hours.close) return false;
    const taken = this.#taken.get(`${slot.staff_id} ${slot.day}`) ?? [];
    return taken.every(([from, to]) => slot.minute + minutes <= from || slot.minute >= to);
  }

  /** Marks a time as taken, or as one that must stay free. */
  take(slot: Slot, minutes: number): void {
    const key = `${slot.staff_id} ${slot.day}`;
    this.#taken.set(key, [...(this.#taken.get(key) ?? []), [slot.minute, slot.minute + minutes]]);
  }

  /** A free slot for the service, not yet taken; null when the wanted days are full. */
  find(wanted: Wanted, random: Random): Slot | null {
    const service = serviceOf(wanted.service_id);
    const last = wanted.lastDay ?? wanted.day + 21;
    for (let day = wanted.day; day <= last; day += 1) {
      const hours = this.calendar.hours(day);
      if (!hours || this.#keptForOneCleaning(wanted.service_id, day)) continue;
      const open = day === wanted.day ? Math.max(hours.open, wanted.notBefore ?? 0) : hours.open;
      const first = Math.ceil(open / GRID);
      const latest = hours.close - service.duration_minutes;
      const lastStart = Math.floor((day === wanted.day ? Math.min(latest, wanted.notAfter ?? latest) : latest) / GRID);
      // A dozen draws fill a diary as people do, with gaps; a full day is simply given up.
      for (let draw = 0; draw < 12 && lastStart >= first; draw += 1) {
        const start = random.int(first, lastStart);
        // Mostly the hour and the half hour.
        const minute = (random.chance(0.8) ? Math.max(start - (start % 2), first) : start) * GRID;
        const slot = { staff_id: random.pick(service.staff_ids), day, minute };
        if (this.isFree(slot, service.duration_minutes)) return slot;
      }
    }
    return null;
  }

  /**
   * "Thursday's cleaning" must mean one appointment: on the Thursdays of this week and of the two ahead nobody
   * but the story of `bookings.ts` gets a cleaning.
   */
  #keptForOneCleaning(service_id: string, day: number): boolean {
    if (service_id !== 'svc_cleaning' || this.calendar.weekday(day) !== THURSDAY) return false;
    return day > -7 && day <= 14;
  }
}
