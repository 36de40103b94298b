const DAY_MS = 86_400_000;
/** Hours in UTC at which the demo business is open, in summer and in winter, for an hour and more. */
const OPEN_HOURS = [13, 14, 15, 16, 17, 18, 19, 20];

/** Returns the start (UTC) of the hour with this number in the opening hours of the demo business, on weekdays of a year. */
export function openHour(serial: number, year = 2200): string {
  const number = Math.floor(serial / OPEN_HOURS.length);
  const first = Date.UTC(year, 0, 1);
  // Days from the first Monday of the year.
  const monday = first + ((8 - new Date(first).getUTCDay()) % 7) * DAY_MS;
  const day = monday + (Math.floor(number / 5) * 7 + (number % 5)) * DAY_MS;
  const hour = OPEN_HOURS[serial % OPEN_HOURS.length] as number;
  return new Date(day + hour * 3_600_000).toISOString();
}

/** Returns the first date with a weekday (0 is Sunday) that is at least so many weeks ahead. */
export function weekdayAhead(weekday: number, weeks: number): string {
  const date = new Date(Date.now() + weeks * 7 * DAY_MS);
  while (date.getUTCDay() !== weekday) date.setUTCDate(date.getUTCDate() + 1);
  return date.toISOString().slice(0, 10);
}
