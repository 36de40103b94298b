/** Formats a stored time for the API: ISO 8601 in UTC (`Z`), without milliseconds if they are zero. */
export function toIso(time: number): string {
  return new Date(time).toISOString().replace('.000Z', 'Z');
}

export function toIsoOrNull(time: number | null): string | null {
  return time === null ? null : toIso(time);
}

/** Parses an ISO 8601 timestamp into epoch milliseconds; finer fractions are truncated. */
export function fromIso(text: string): number {
  return Date.parse(text);
}
