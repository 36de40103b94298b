/** Readers of JSON whose shape the type system does not know: a field of another type counts as missing. */
export type Fields = Readonly<Record<string, unknown>>;

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

/** The objects of a list, in order. */
export const listOf = (value: unknown): Fields[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'object' && item !== null).map(fieldsOf) : [];

export const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];

/** Characters that show nothing: spaces, controls, and the letters and patterns that are blank. */
const BLANK = /^[\s\p{C}\u115f\u1160\u2800\u3164\uffa0]*$/u;

/** A text with at least one visible character. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && !BLANK.test(value) ? value : undefined;

export const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

/** Milliseconds since the epoch of an ISO 8601 text with an offset or `Z`. */
export function instantOf(value: unknown): number | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}T.*(?:Z|[+-]\d{2}:?\d{2})$/.test(value)) return undefined;
  const ms = Date.parse(value);
  return Number.isNaN(ms) ? undefined : ms;
}
