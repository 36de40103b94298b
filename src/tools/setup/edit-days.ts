import type { BusinessRecord } from '../../contract/index.ts';
import { joined, quoted, say } from '../../lib/text/sentence.ts';
import { ToolError } from '../core/errors.ts';
import { describePeriod, distinctPeriods, isTimed, type Period, touches, withoutDays } from './periods.ts';
import type { BusinessEdit } from './plan.ts';

/** Closures that an error message names. */
const MAX_NAMED = 10;

interface ClosureInput {
  reason?: string | undefined;
  reopen?: boolean | undefined;
}

/** Closes or reopens days. Days that are closed already are not closed twice, and keep their reason unless one is given. */
export function editClosures(
  days: Period,
  { reason, reopen }: ClosureInput,
  { closures }: Pick<BusinessRecord, 'closures'>,
): BusinessEdit {
  const about = describePeriod(days);
  const known = closures.filter((closure) => touches(closure, days));
  if (reopen) {
    if (known.length === 0) {
      const named = joined(closures.slice(-MAX_NAMED).map(describePeriod), ', ');
      throw new ToolError(
        closures.length > 0
          ? say`There is no closure on ${about}. The closures are: ${named}.`
          : say`There is no closure on ${about}, nor on any other day.`,
      );
    }
    return { file: { closures: distinctPeriods(withoutDays(closures, days)) }, prune: ['closures'], about };
  }
  const already = say`These days are closed already: ${joined(known.map(describePeriod), ', ')}.`;
  if (!reason) {
    const added = known.reduce((rest, closure) => withoutDays(rest, closure), [days]);
    return { file: { closures: added }, about, already };
  }
  if (known.length === 0) return { file: { closures: [{ ...days, reason }] }, about };
  const same = known.filter((closure) => closure.reason === reason);
  const closure = united(days, same);
  const others = closures.filter((one) => !same.includes(one));
  const file = { closures: [...distinctPeriods(withoutDays(others, closure)), { ...closure, reason }] };
  return { file, prune: ['closures'], about, already };
}

/** Records an absence, as one with those that it overlaps, or removes it. */
export function editTimeOff(
  days: Period,
  isRemoved: boolean | undefined,
  { id, name, time_off: timeOff }: Pick<BusinessRecord['staff'][number], 'id' | 'name' | 'time_off'>,
): BusinessEdit {
  const about = describePeriod(days);
  if (!isRemoved) {
    const known = timeOff.filter((entry) => overlap(entry, days));
    if (known.length === 0) return { file: { staff: [{ id, time_off: [days] }] }, about };
    const absence = united(days, known);
    const others = timeOff.filter((entry) => !known.includes(entry));
    const already = say`This absence is recorded already: ${describePeriod(absence)}.`;
    return { file: { staff: [{ id, time_off: [...others, absence] }] }, prune: ['time_off'], about, already };
  }
  // Of two absences on one day, one of them can be meant.
  const removed = timeOff.filter((entry) => overlap(entry, days));
  if (removed.length === 0) throw new ToolError(say`${quoted(name)} is not away on ${about}.`);
  // Only whole days can be taken out of an absence, and only out of one of whole days.
  const uncut = removed.filter((entry) => !covers(days, entry) && (isTimed(entry) || isTimed(days)));
  if (uncut.length > 0) {
    const entries = joined(uncut.map(describePeriod), ', ');
    // Whole days can be taken out of an absence of whole days.
    if (uncut.every((entry) => !isTimed(entry)))
      throw new ToolError(say`Only whole days can be taken out of an absence (${entries}): give from and to as dates.`);
    throw new ToolError(say`An absence can be removed only as a whole: ${entries}. Give these as from and to.`);
  }
  const cut = (entry: Period) => (covers(days, entry) ? [] : withoutDays([entry], days));
  const left = timeOff.flatMap((entry) => (removed.includes(entry) ? cut(entry) : [entry]));
  return { file: { staff: [{ id, time_off: distinctPeriods(left) }] }, prune: ['time_off'], about };
}

/** True if an entry lies within days: a date stands for the whole day. */
const covers = (days: Period, entry: Period) =>
  days.from <= entry.from && entry.to <= `${days.to}${days.to.length === 10 ? 'T99' : ''}`;

const overlap = (entry: Period, days: Period) => startOf(entry) < endOf(days) && startOf(days) < endOf(entry);

/** Ends as local times, which can be compared. A date stands for its whole day. */
const startOf = ({ from }: Period) => (from.length === 10 ? `${from}T00:00` : from);
const endOf = ({ to }: Period) => (to.length === 10 ? `${to}T24:00` : to);

/** Returns the one period from the first beginning to the last end. */
const united = (first: Period, others: readonly Period[]): Period =>
  others.reduce(
    (one, other) => ({
      from: startOf(other) < startOf(one) ? other.from : one.from,
      to: endOf(one) < endOf(other) ? other.to : one.to,
    }),
    first,
  );
