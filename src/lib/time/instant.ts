/** A time of the platform in milliseconds since the epoch; undefined when there is none, or none that can be read. */
export function epochMs(text: string | null | undefined): number | undefined {
  const ms = text ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
}

/** The same in UTC as ISO 8601 with milliseconds: the one form whose order as text is the order in time. */
export function utcInstant(text: string | null | undefined): string | undefined {
  const ms = epochMs(text);
  return ms === undefined ? undefined : new Date(ms).toISOString();
}
