import { joined, type Sentence, say, trusted } from '../../lib/text/sentence.ts';
import type { LocalTime } from '../../lib/time/format.ts';
import type { LocalDay } from '../../lib/time/local-days.ts';
import type { FreeSlot } from './free-slots.ts';

interface RangeOptions {
  /** Distance between two starts of a range. */
  stepMs: number;
  days: readonly LocalDay[];
  describe(instant: string): LocalTime | undefined;
  /** Returns how a member of staff is named; undefined if ranges do not name staff. */
  nameOf?: ((staffId: string) => string) | undefined;
}

/** Free starts of a local day. */
export interface FreeDay {
  date: string;
  weekday: string;
  /** Such as `08:00-09:45, 11:00 every 15 min: Brandt, Lindqvist`. Both ends of a range are starts. */
  free: Sentence[];
}

/** Starts with the same staff and offset on one day. */
interface Group {
  offset: string;
  staffIds: readonly string[];
  ranges: { first: string; last: string; end: number }[];
}

/**
 * Groups free slots by local day, as ranges of starts with the same staff. Expanding the ranges gives exactly the starts.
 * On a day with a clock change, ranges state their offset. Yields after each slot.
 * @param slots in order.
 */
export function* freeDays(
  slots: readonly FreeSlot[],
  { stepMs, days, describe, nameOf }: RangeOptions,
): Generator<void, FreeDay[]> {
  const groups = new Map(days.map(({ date }) => [date, new Map<string, Group>()]));
  for (const slot of slots) {
    const { local } = describe(new Date(slot.start).toISOString()) ?? { local: '' };
    const offset = local.slice(19);
    const staffIds = nameOf ? slot.staffIds() : [];
    const key = [offset, ...staffIds].join('\n');
    const ofDay = groups.get(local.slice(0, 10));
    const group = ofDay?.get(key) ?? { offset, staffIds, ranges: [] };
    ofDay?.set(key, group);
    addStart(group, slot.start, timeOf(local), stepMs);
    yield;
  }
  return days.map(({ date, weekday, hasClockChange }) => ({
    date,
    weekday,
    free: [...(groups.get(date)?.values() ?? [])].map((group) => describeGroup(group, stepMs, hasClockChange, nameOf)),
  }));
}

/** Returns `08:00`, with seconds if there are any. */
const timeOf = (local: string) => local.slice(11, local.slice(16, 19) === ':00' ? 16 : 19);

function addStart({ ranges }: Group, start: number, time: string, stepMs: number): void {
  const range = ranges.at(-1);
  if (range && start === range.end) return;
  if (range && start === range.end + stepMs) {
    range.last = time;
    range.end = start;
  } else ranges.push({ first: time, last: time, end: start });
}

function describeGroup(
  { offset, staffIds, ranges }: Group,
  stepMs: number,
  isOffsetShown: boolean,
  nameOf: RangeOptions['nameOf'],
): Sentence {
  const hasRange = ranges.some(({ first, last }) => first !== last);
  const times = ranges.map(({ first, last }) => (first === last ? first : `${first}-${last}`)).join(', ');
  const every = hasRange ? ` every ${stepMs / 60_000} min` : '';
  const starts = trusted(`${times}${isOffsetShown ? ` (UTC${offset})` : ''}${every}`);
  if (staffIds.length === 0 || !nameOf) return starts;
  // A name of one plain word is not quoted.
  return say`${starts}: ${joined(staffIds.map(nameOf), ', ')}`;
}
