import { Temporal } from 'temporal-polyfill';

/** A period, in epoch milliseconds, in which the offset of a zone from UTC is constant. */
export interface OffsetPeriod {
  from: number;
  to: number;
  offsetMs: number;
}

/** Cached periods by zone, the newest first: between two clock changes a conversion is arithmetic. */
const cache = new Map<string, OffsetPeriod[]>();
/** Records of one business have one zone and a few half-years; a caller may name any zone. */
export const MAX_ZONES = 50;
export const MAX_PERIODS = 8;

/**
 * Returns the milliseconds to add to UTC for the local time of a zone (IANA).
 * @throws RangeError if there is no such zone.
 */
export const offsetAt = (epochMs: number, zone: string): number => offsetPeriodAt(epochMs, zone).offsetMs;

/**
 * Returns the offset of a zone (IANA) at an instant, and the time between two clock changes for which it holds.
 * @throws RangeError if there is no such zone.
 */
export function offsetPeriodAt(epochMs: number, zone: string): OffsetPeriod {
  const periods = cache.get(zone);
  for (const period of periods ?? []) {
    if (epochMs >= period.from && epochMs < period.to) return period;
  }
  const found = findPeriod(epochMs, zone);
  if (periods) {
    periods.unshift(found);
    periods.length = Math.min(periods.length, MAX_PERIODS);
  } else {
    if (cache.size >= MAX_ZONES) cache.clear();
    cache.set(zone, [found]);
  }
  return found;
}

function findPeriod(epochMs: number, zone: string): OffsetPeriod {
  const at = Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(zone);
  // One millisecond is added, because `previous` excludes a change at this very instant.
  const previous = at.add({ milliseconds: 1 }).getTimeZoneTransition('previous');
  return {
    from: previous?.epochMilliseconds ?? Number.NEGATIVE_INFINITY,
    to: at.getTimeZoneTransition('next')?.epochMilliseconds ?? Number.POSITIVE_INFINITY,
    offsetMs: at.offsetNanoseconds / 1e6,
  };
}
