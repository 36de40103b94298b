import { Temporal } from 'temporal-polyfill';

/** A stretch of time, in epoch milliseconds, in which a zone keeps one offset from UTC. */
interface OffsetPeriod {
  from: number;
  to: number;
  offsetMs: number;
}

/** Looked up once each: what lies between two clock changes is arithmetic. The latest found are first. */
const known = new Map<string, OffsetPeriod[]>();
/** Records of one business lie in one zone and a few half-years; a caller may name any zone. */
const ZONES = 50;
const STRETCHES = 8;

/**
 * Milliseconds to add to UTC for the local time of a zone (IANA).
 * @throws RangeError when there is no such zone.
 */
export function offsetAt(epochMs: number, zone: string): number {
  const stretches = known.get(zone);
  for (const stretch of stretches ?? []) {
    if (epochMs >= stretch.from && epochMs < stretch.to) return stretch.offsetMs;
  }
  const found = find(epochMs, zone);
  if (stretches) {
    stretches.unshift(found);
    stretches.length = Math.min(stretches.length, STRETCHES);
  } else {
    if (known.size >= ZONES) known.clear();
    known.set(zone, [found]);
  }
  return found.offsetMs;
}

function find(epochMs: number, zone: string): OffsetPeriod {
  const at = Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(zone);
  // The change before, or at this very instant: "previous" means strictly before.
  const previous = at.add({ milliseconds: 1 }).getTimeZoneTransition('previous');
  return {
    from: previous?.epochMilliseconds ?? Number.NEGATIVE_INFINITY,
    to: at.getTimeZoneTransition('next')?.epochMilliseconds ?? Number.POSITIVE_INFINITY,
    offsetMs: at.offsetNanoseconds / 1e6,
  };
}
