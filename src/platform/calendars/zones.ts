import { isTimeZone } from '../../lib/text/locale.ts';
import { offsetAt } from '../../lib/time/offset.ts';
import { DAY_MS, HOUR_MS } from '../../lib/time/units.ts';

/**
 * Converts local times. A local time is the milliseconds since the epoch of a UTC clock that shows the same. Both
 * functions give the same instant, except in a zone that is not known: there they are the first and the last instant
 * at which clocks somewhere on earth show that time.
 */
export interface Zone {
  earliest(local: number): number;
  latest(local: number): number;
}

/** A zone whose offset from UTC is known at every instant. */
function knownZone(offsetAtInstant: (epochMs: number) => number): Zone {
  const toInstant = (local: number) => {
    const before = local - offsetAtInstant(local - DAY_MS);
    const after = local - offsetAtInstant(local + DAY_MS);
    const isReal = (instant: number) => instant + offsetAtInstant(instant) === local;
    // RFC 5545, 3.3.5: of two equal local times the first is meant; one that is skipped has the offset before the change.
    const real = [before, after].filter(isReal);
    return real.length > 0 ? Math.min(...real) : before;
  };
  return { earliest: toInstant, latest: toInstant };
}

export const UTC: Zone = knownZone(() => 0);

/** Returns the offset of a zone of the IANA database at an instant; undefined if it has none of this name. */
export function ianaOffsets(name: string): ((epochMs: number) => number) | undefined {
  return isTimeZone(name) ? (instant) => offsetAt(instant, name) : undefined;
}

/** A zone of the IANA database; undefined if it has none of this name. */
export function ianaZone(name: string): Zone | undefined {
  const offsets = ianaOffsets(name);
  return offsets && knownZone(offsets);
}

/** The offsets of the world: from UTC-12 to UTC+14. */
export const UNKNOWN_ZONE: Zone = {
  earliest: (local) => local - 14 * HOUR_MS,
  latest: (local) => local + 12 * HOUR_MS,
};

/** The instant from which on a zone has an offset from UTC, and the offset before it. */
export interface Transition {
  at: number;
  offsetMs: number;
  previousOffsetMs: number;
}

/**
 * A zone that a file defines.
 * @param transitions sorted; at least one.
 * @param later the offsets of a zone with the same name. They count after the last transition, if both agree then: many files
 * list past changes only.
 */
export function zoneOf(
  transitions: readonly [Transition, ...Transition[]],
  later: ((epochMs: number) => number) | undefined,
): Zone {
  const last = transitions.at(-1) ?? transitions[0];
  const isContinued = later?.(last.at + DAY_MS) === last.offsetMs;
  return knownZone((instant) => {
    if (later && isContinued && instant > last.at + DAY_MS) return later(instant);
    const current = transitions.findLast(({ at }) => at <= instant);
    return current ? current.offsetMs : transitions[0].previousOffsetMs;
  });
}
