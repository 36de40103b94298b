import { addDays } from '../../../lib/time/add-days.ts';
import { formatClock } from '../../../lib/time/clock-text.ts';
import { datesFrom } from '../../../lib/time/dates-of.ts';
import type { FreeSlot } from '../../availability/free-slots.ts';
import type { Named } from '../../search/named.ts';
import type { Office } from '../core/office.ts';
import { type Minutes, type WantedTime, wantedMinutes } from '../said/clock/wanted-time.ts';
import type { AskedDays } from '../said/days/asked-days.ts';
import { rangeOf } from '../speech/say-days.ts';
import { knownHours } from './closed-days.ts';
import { nightEnd } from './day-hours.ts';

/** Times after midnight that belong to the evening before, where the business is open then. */
interface Nights {
  /** When the night before a date ends, in minutes of it. */
  ends: ReadonlyMap<string, number>;
  /** When the night ends that begins on the last of the days; undefined if they end at midnight. Epoch milliseconds. */
  end: number | undefined;
}

const NO_NIGHTS: Nights = { ends: new Map(), end: undefined };

/** Returns what is asked for, with the nights of evenings. */
export async function wantedOf(
  days: AskedDays | undefined,
  time: WantedTime,
  person: Named | undefined,
  office: Office,
): Promise<Wanted> {
  return { days, time, person, nights: time.part === 'evening' && days ? await nightsOf(days, office) : NO_NIGHTS };
}

async function nightsOf({ start, count }: AskedDays, office: Office): Promise<Nights> {
  const { local, now, today } = office;
  const hours = knownHours(office);
  if (!hours) return NO_NIGHTS;
  const first = local(start).date;
  const dates = datesFrom(first, count + 1);
  const ends = new Map<string, number>();
  for (const date of dates) {
    const end = await nightEnd(addDays(date, -1), hours, office);
    // Said in the night before, "tonight" is the rest of it.
    const isAsked = date !== first || (date === today && local(now).minute < (end ?? 0));
    if (end !== undefined && isAsked) ends.set(date, end);
  }
  const dayAfter = dates.at(-1) ?? first;
  const last = ends.get(dayAfter);
  const end = last === undefined ? undefined : (await office.instants(`${dayAfter}T${formatClock(last)}`)).starts[0];
  return { ends, end };
}

function isIn({ time, nights }: Wanted, slots: readonly FreeSlot[], office: Office): (slot: FreeSlot) => boolean {
  const ranges = minutesAmong(time, slots, office);
  if (ranges.length === 0) return () => true;
  return ({ start }) => {
    const { date, minute } = office.local(start);
    return ranges.some(([from, to]) => from <= minute && minute < to) || minute < (nights.ends.get(date) ?? 0);
  };
}

/** Returns the minutes of a day that are wanted among the times of slots; none for all of them. */
const minutesAmong = (time: WantedTime, slots: readonly FreeSlot[], office: Office): readonly Minutes[] =>
  slots.length > 0 ? wantedMinutes(time, [rangeOf(slots, office)]) : [];

/** Returns the one of the slots that is next to the wanted time, at which none is; undefined if any time is wanted. */
export function nearestToWanted(time: WantedTime, slots: readonly FreeSlot[], office: Office): FreeSlot | undefined {
  const ranges = minutesAmong(time, slots, office);
  if (ranges.length === 0) return undefined;
  const distance = ({ start }: FreeSlot) => {
    const { minute } = office.local(start);
    return Math.min(...ranges.map(([from, to]) => Math.max(from - minute, minute - to)));
  };
  return [...slots].sort((a, b) => distance(a) - distance(b))[0];
}

/** What is asked for. */
export interface Wanted {
  /** Undefined: from now on. */
  days: AskedDays | undefined;
  time: WantedTime;
  nights: Nights;
  /** Who is asked for, or does it alone. */
  person: Named | undefined;
}

/** Returns the free slots at the wanted time of day, from the wanted days on: those of these days, and all. */
export function wantedSlots(
  slots: readonly FreeSlot[],
  wanted: Wanted,
  office: Office,
): { ofDays: FreeSlot[]; ahead: FreeSlot[] } {
  const { days, nights } = wanted;
  const following = slots.filter(({ start }) => start >= (days?.start ?? 0));
  const ahead = following.filter(isIn(wanted, slots, office));
  return { ofDays: within(days, ahead, nights.end), ahead };
}

/** Returns those of the slots that are before the end of the days. */
export const within = (days: AskedDays | undefined, slots: readonly FreeSlot[], end = days?.end): FreeSlot[] =>
  slots.filter(({ start }) => end === undefined || start < end);
