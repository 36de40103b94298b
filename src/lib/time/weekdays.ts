/** English names, Monday first: ISO 8601 numbers the days of a week from 1 to 7. */
export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/** Returns the English name of an ISO weekday number. */
export function weekdayName(day: number): string {
  return WEEKDAYS[day - 1] as string;
}

/** Returns the ISO number of a weekday's English name or its first three or more letters, in any case. */
export function weekdayNumber(text: string): number | undefined {
  const prefix = text.trim().replace(/\.$/, '').toLowerCase();
  if (prefix.length < 3) return undefined;
  const index = WEEKDAYS.findIndex((name) => name.toLowerCase().startsWith(prefix));
  return index < 0 ? undefined : index + 1;
}
