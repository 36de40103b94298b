import { MINUTE_MS } from '../../lib/time/units.ts';
import type { FreeSlot } from '../availability/free-slots.ts';
import type { OpenTimes } from '../availability/open-times.ts';
import type { FreeTimes } from './view-data.ts';

/** Ranges of one agenda. */
const MAX_RANGES = 2_000;

const utc = (instant: number) => new Date(instant).toISOString();

/** Groups free slots, which are in order, as ranges of starts that the same people could take. */
export function freeTimes(slots: readonly FreeSlot[], { serviceId, minutes, stepMs }: OpenTimes): FreeTimes {
  const ranges: { first: number; last: number; staffIds: readonly string[]; key: string }[] = [];
  for (const { start, staffIds } of slots) {
    const ids = staffIds();
    const key = ids.join('\n');
    const range = ranges.at(-1);
    if (range && range.key === key && start === range.last + stepMs) range.last = start;
    else if (ranges.length < MAX_RANGES) ranges.push({ first: start, last: start, staffIds: ids, key });
    else break;
  }
  return {
    service_id: serviceId,
    duration_minutes: minutes,
    step_minutes: stepMs / MINUTE_MS,
    starts: ranges.map(({ first, last, staffIds }) => ({ from: utc(first), to: utc(last), staff_ids: [...staffIds] })),
  };
}
