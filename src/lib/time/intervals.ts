/** A time interval in milliseconds since the epoch; `end` is exclusive. */
export interface Interval {
  start: number;
  end: number;
}

/** Returns a time of the platform in milliseconds since the epoch; undefined if it is absent or malformed. */
export function epochMs(text: string | null | undefined): number | undefined {
  const ms = text ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
}

/** Returns a time of the platform in UTC, ISO 8601 with milliseconds: in this form, text order is chronological order. */
export function utcInstant(text: string | null | undefined): string | undefined {
  const ms = epochMs(text);
  return ms === undefined ? undefined : new Date(ms).toISOString();
}
