import { MINUTE_MS } from '../../../lib/time/units.ts';
import { dayText, minutesText } from '../../lib/time.ts';
import { type Column, extentOf } from './columns.ts';

/**
 * Says when the clocks change on the drawn days, where there is something to see at that time: opening hours or an appointment
 * before and after it.
 */
export function clockChangeTexts(columns: readonly Column[], thisYear: string): string[] {
  const days = new Map(columns.map(({ day }) => [day.date, day]));
  return [...days.values()].flatMap(({ date, change }) => {
    if (!change) return [];
    const extent = extentOf(columns.filter(({ day }) => day.date === date));
    // Of clocks that are set back, both times that they show are meant.
    const around = Math.max(0, -change.by) * MINUTE_MS;
    const isBefore = extent.some(({ start }) => start < change.at + around);
    const isAfter = extent.some(({ end }) => end > change.at - around);
    if (!isBefore || !isAfter) return [];
    const [from, to] = [change.minutes, change.minutes + change.by].sort((a, b) => a - b).map(minutesText);
    const effect =
      change.by > 0 ? `there is no time from ${from} to ${to}` : `the time from ${from} to ${to} comes twice`;
    return `On ${dayText(date, 'long', thisYear)}, the clocks are set ${change.by > 0 ? 'forward' : 'back'}: ${effect}.`;
  });
}
