/** A stored time as the API sends it: ISO 8601 with UTC designator, without milliseconds when there are none. */
export function toIso(time: number): string {
  return new Date(time).toISOString().replace('.000Z', 'Z');
}

export function toIsoOrNull(time: number | null): string | null {
  return time === null ? null : toIso(time);
}

/** An ISO 8601 timestamp as it is stored; finer than a millisecond is cut off. */
export function fromIso(text: string): number {
  return Date.parse(text);
}
