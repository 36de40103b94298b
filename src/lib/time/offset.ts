import { DAY_MS } from './units.ts';

/**
 * The offset of zones (IANA) from UTC, from the time zone data of Intl. No zone changes its offset and changes it back
 * within this time: the shortest such period since 1900 is 167 hours, in Brazil in October 2000. So where the offset at
 * both ends of such a period is the same, it is the same in between.
 */
const PERIOD_MS = 4 * DAY_MS;

interface Zone {
  format: Intl.DateTimeFormat;
  /** The offset of periods in milliseconds, by their number since the epoch; undefined for one with a change. */
  periods: Map<number, number | undefined>;
}

const zones = new Map<string, Zone>();
/** Records of one business have one zone; a caller may name any zone. */
export const MAX_ZONES = 50;
/** Ten years. */
export const MAX_PERIODS = 1_000;

/**
 * Returns the milliseconds to add to UTC for the local time of a zone (IANA).
 * @throws RangeError if there is no such zone, or, except in UTC, for an instant beyond the range of Date.
 */
export function offsetAt(epochMs: number, zone: string): number {
  // The first format of a process takes some 15 ms, and a server without a configured zone shows UTC.
  if (zone === 'UTC') return 0;
  const known = zones.get(zone) ?? addZone(zone);
  const number = Math.floor(epochMs / PERIOD_MS);
  if (!known.periods.has(number)) {
    if (known.periods.size >= MAX_PERIODS) known.periods.clear();
    known.periods.set(number, offsetOfPeriod(number * PERIOD_MS, known.format));
  }
  return known.periods.get(number) ?? readOffset(epochMs, known.format);
}

function offsetOfPeriod(start: number, format: Intl.DateTimeFormat): number | undefined {
  if (!isDate(start) || !isDate(start + PERIOD_MS)) return undefined;
  const offset = readOffset(start, format);
  return readOffset(start + PERIOD_MS, format) === offset ? offset : undefined;
}

const isDate = (epochMs: number) => !Number.isNaN(new Date(epochMs).getTime());

function addZone(name: string): Zone {
  const options = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const;
  const format = new Intl.DateTimeFormat('en-US', {
    ...options,
    era: 'short',
    second: 'numeric',
    hourCycle: 'h23',
    timeZone: name,
  });
  if (zones.size >= MAX_ZONES) zones.clear();
  const zone = { format, periods: new Map() };
  zones.set(name, zone);
  return zone;
}

/** Returns the difference between what a clock in the zone shows and UTC. @throws RangeError beyond the range of Date. */
function readOffset(epochMs: number, format: Intl.DateTimeFormat): number {
  const shown = { year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0 };
  let isBeforeChrist = false;
  for (const { type, value } of format.formatToParts(epochMs)) {
    if (type === 'era') isBeforeChrist = value.startsWith('B');
    else if (type in shown) shown[type as keyof typeof shown] = Number(value);
  }
  const { year, month, day, hour, minute, second } = shown;
  const local = new Date(0);
  // Date.UTC reads years below 100 as those of the twentieth century.
  local.setUTCFullYear(isBeforeChrist ? 1 - year : year, month - 1, day);
  local.setUTCHours(hour, minute, second);
  return local.getTime() - Math.floor(epochMs / 1_000) * 1_000;
}
