/** English names, Monday first, as ISO 8601 numbers the days of a week from 1 to 7. */
export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/** The English name of an ISO weekday number. */
export function weekdayName(day: number): string {
  return WEEKDAYS[day - 1] as string;
}

/** The ISO number of a weekday's English name or its first three or more letters, in any case; undefined for else. */
export function weekdayNumber(text: string): number | undefined {
  const given = text.trim().replace(/\.$/, '').toLowerCase();
  if (given.length < 3) return undefined;
  const index = WEEKDAYS.findIndex((name) => name.toLowerCase().startsWith(given));
  return index < 0 ? undefined : index + 1;
}
