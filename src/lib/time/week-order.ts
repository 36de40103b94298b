import { checkOpeningHours } from './opening-hours.ts';
import { weekdayNumber } from './weekdays.ts';

/**
 * Sorts the lines of valid opening hours by their days, from Monday on. They stay as they are if the order has a meaning: days that are
 * closed can replace times before them.
 */
export function inWeekOrder(lines: string[]): string[] {
  const parts = lines.flatMap((line) => line.split(';').map((part) => part.trim())).filter(Boolean);
  const ordered = parts.toSorted((a, b) => firstDay(a) - firstDay(b));
  if (ordered.every((part, index) => part === parts[index])) return lines;
  try {
    checkOpeningHours(ordered.join(';'));
    return ordered;
  } catch {
    return lines;
  }
}

/** The earliest day that a line names; 0 for `daily`. */
function firstDay(line: string): number {
  const names = line.match(/[a-z]+/gi) ?? [];
  return Math.min(...names.map((name) => (name.toLowerCase() === 'daily' ? 0 : (weekdayNumber(name) ?? 8))));
}
