/** Time zone calculations with Intl alone: an independent reference for tests of the time library. */

const MINUTE = 60_000;
const STEP = 6 * 60 * MINUTE;
const formats = new Map<string, Intl.DateTimeFormat>();

function format(zone: string): Intl.DateTimeFormat {
  const cached = formats.get(zone);
  if (cached) return cached;
  const numeric = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const;
  const formatter = new Intl.DateTimeFormat('sv-SE', {
    ...numeric,
    second: '2-digit',
    hourCycle: 'h23',
    timeZone: zone,
  });
  formats.set(zone, formatter);
  return formatter;
}

/** Returns the local time at an instant (milliseconds since the epoch), such as `2026-03-02T09:00:00`. */
export function wallTime(instant: number, zone: string): string {
  return format(zone).format(instant).replace(' ', 'T');
}

/** Returns the local date, such as `2026-03-02`. */
export const wallDate = (instant: number, zone: string) => wallTime(instant, zone).slice(0, 10);

/** Returns the UTC offset: local time minus UTC, in milliseconds. */
export function offsetAt(instant: number, zone: string): number {
  return Date.parse(`${wallTime(instant, zone)}Z`) - Math.floor(instant / 1000) * 1000;
}

export interface ZoneChange {
  zone: string;
  /** The first instant of the new offset, in milliseconds since the epoch. */
  at: number;
  /** Offsets before and after, in milliseconds. */
  before: number;
  after: number;
}

/** Returns every change of a zone's offset between two instants. */
export function zoneChanges(zone: string, from: number, to: number): ZoneChange[] {
  const found: ZoneChange[] = [];
  let before = offsetAt(from, zone);
  for (let instant = from + STEP; instant <= to; instant += STEP) {
    const after = offsetAt(instant, zone);
    if (after === before) continue;
    let [low, high] = [instant - STEP, instant];
    while (high - low > 1000) {
      const middle = Math.floor((low + high) / 2000) * 1000;
      if (offsetAt(middle, zone) === before) low = middle;
      else high = middle;
    }
    found.push({ zone, at: high, before, after });
    before = after;
  }
  return found;
}

/** Formats an instant as the tools do. */
export const utc = (instant: number) => new Date(instant).toISOString().replace('.000Z', 'Z');

/** Formats the local time of an instant without zone. */
export const shifted = (instant: number, offset: number) => utc(instant + offset).slice(0, -1);
