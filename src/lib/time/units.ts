/** Units of time in milliseconds. A day is 24 hours: one of a zone can be longer or shorter, see `local-days.ts`. */
export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const WEEK_MS = 7 * DAY_MS;
/** The longest year. */
export const YEAR_MS = 366 * DAY_MS;
