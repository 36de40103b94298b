import { DAY_MINUTES } from '../../../../lib/time/whole-day.ts';
import type { Office } from '../../core/office.ts';
import type { SaidClock } from './clock-reading.ts';
import { PARTS_OF_DAY, type PartOfDay } from './parts-of-day.ts';
import { minutesIn } from './said-clock.ts';

/** The part of a day, or the time, that a caller wants. */
export interface WantedTime {
  part: PartOfDay | undefined;
  clock: SaidClock | undefined;
}

/**
 * Joins what was said of the time with the days and what was said apart, or returns the question for which of both is meant.
 * @param part said apart
 */
export function wantedTime(
  part: PartOfDay | undefined,
  said: WantedTime,
  { speech: { phrases, time } }: Office,
): WantedTime | { spoken: string } {
  const partMoment = (one: PartOfDay) => ({ minute: PARTS_OF_DAY[one][0], text: phrases.partOfDay[one] });
  const ask = (...moments: { minute: number; text: string }[]) => ({
    spoken: phrases.whichTime(moments.sort((a, b) => a.minute - b.minute).map(({ text }) => text)),
  });
  if (part && said.part && part !== said.part) return ask(partMoment(part), partMoment(said.part));
  const wanted = part ?? said.part;
  const { clock } = said;
  if (!clock) return { part: wanted, clock };
  const timeMoment = ({ minutes }: SaidClock) => {
    const minute = minutesIn(wanted, minutes).at(-1) ?? (minutes.at(-1) as number);
    return { minute, text: phrases.at(time(minute)) };
  };
  if (clock.other) return ask(timeMoment(clock), timeMoment(clock.other));
  const [first, ...others] = minutesIn(wanted, clock.minutes);
  if (first !== undefined) return { part: wanted, clock: { ...clock, minutes: [first, ...others] } };
  return ask(...(wanted ? [partMoment(wanted)] : []), timeMoment(clock));
}

interface Period {
  from: number;
  to: number;
}

/** Minutes of a day, the last one exclusive. */
export type Minutes = readonly [from: number, to: number];

/**
 * Returns the one of two minutes that is between two others, or the nearer one if none is. Undefined if both are: which one is meant
 * is not known then.
 */
export function fittingMinute({ minutes }: SaidClock, periods: readonly Period[]): number | undefined {
  const distances = minutes.map((minute) => ({
    minute,
    distance: Math.min(...periods.map(({ from, to }) => Math.max(0, from - minute, minute - to))),
  }));
  const [nearest, other] = distances.sort((a, b) => a.distance - b.distance);
  return other?.distance === 0 ? undefined : nearest?.minute;
}

/**
 * Returns the minutes of a day that are wanted: two ranges if both halves of the day have times in them, none for all minutes, or for
 * those around a time.
 */
export function wantedMinutes({ part, clock }: WantedTime, periods: readonly Period[]): readonly Minutes[] {
  const [from, to] = part ? PARTS_OF_DAY[part] : [0, DAY_MINUTES];
  // The times nearest to another one are said, also those of another part.
  if (clock?.relation === 'at') return [];
  if (clock?.lasting !== undefined) return rangesAmong(clock.minutes, clock.lasting, periods);
  const minute = clock && fittingMinute(clock, periods);
  if (minute === undefined) return part ? [[from, to]] : [];
  return [clock?.relation === 'from' ? [minute, Math.max(to, minute)] : [Math.min(from, minute), minute]];
}

/** Returns the ranges in which periods are, also a part of them; of other ones, the nearest. */
function rangesAmong(starts: readonly number[], lasting: number, periods: readonly Period[]): Minutes[] {
  const gaps = starts.map((start) =>
    Math.min(...periods.map((one) => Math.max(0, one.from - (start + lasting) + 1, start - one.to))),
  );
  const smallest = Math.min(...gaps);
  return starts.flatMap((start, index) => (gaps[index] === smallest ? [[start, start + lasting]] : []));
}
