import type { JsonObject } from '../../../src/lib/json.ts';
import { wallTime } from '../../support/zones.ts';

/** Counts as `summarize_activity` does, written for obviousness: plain loops over arrays, Intl for local times. */

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const DAY_MS = 86_400_000;
const asDate = (date: string) => new Date(`${date}T00:00:00Z`);
const text = (date: Date) => date.toISOString().slice(0, 10);

/** Returns the ISO week of a date by counting Mondays from the one of the week that has 4 January. */
export function weekOf(date: string): { week: string; week_start: string } {
  const mondayOf = (day: Date) => {
    const monday = new Date(day);
    while (monday.getUTCDay() !== 1) monday.setTime(monday.getTime() - DAY_MS);
    return monday;
  };
  const own = mondayOf(asDate(date));
  for (const year of [1, 0, -1].map((offset) => asDate(date).getUTCFullYear() + offset)) {
    const monday = mondayOf(asDate(`${year}-01-04`));
    for (let week = 1; week <= 53; week++) {
      const isNextYear = monday >= mondayOf(asDate(`${year + 1}-01-04`));
      if (!isNextYear && text(monday) === text(own))
        return { week: `${year}-W${week < 10 ? `0${week}` : week}`, week_start: text(own) };
      monday.setTime(monday.getTime() + 7 * DAY_MS);
    }
  }
  throw new Error(`no week has ${date}`);
}

/** Returns the fields of the period of an instant in a zone. */
export function periodFields(period: string, instant: string, zone: string): JsonObject {
  const local = wallTime(Date.parse(instant), zone);
  const day = local.slice(0, 10);
  const weekday = WEEKDAYS[asDate(day).getUTCDay()];
  if (period === 'day') return { day, weekday };
  if (period === 'week') return weekOf(day);
  if (period === 'month') return { month: local.slice(0, 7) };
  return period === 'weekday' ? { weekday } : { hour: Number(local.slice(11, 13)) };
}

export interface ReferenceRow {
  keys: JsonObject;
  count: number;
  [sum: string]: unknown;
}

/** Groups records by fields that show their keys, and sums each group up. */
export function groupRows<T>(
  records: readonly T[],
  keysOf: (record: T) => JsonObject,
  sumsOf: (records: readonly T[]) => JsonObject & { count: number },
): ReferenceRow[] {
  const found: { keys: JsonObject; records: T[] }[] = [];
  for (const record of records) {
    const keys = keysOf(record);
    const group = found.find((one) => JSON.stringify(one.keys) === JSON.stringify(keys));
    if (group) group.records.push(record);
    else found.push({ keys, records: [record] });
  }
  return found.map((group) => ({ keys: group.keys, ...sumsOf(group.records) }));
}
