/** Reads values of answers. A value of another type is missing, and never shown. */

export type Fields = Record<string, unknown>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A text that shows anything: one of characters without width is missing. */
export const text = (value: unknown): string | undefined =>
  typeof value === 'string' && /[\p{L}\p{N}\p{P}\p{S}]/u.test(value) ? value : undefined;

export const rows = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);

export const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.flatMap((one) => text(one) ?? []) : [];

/** Longest duration and buffer that is believed, in minutes. */
const MAX_MINUTES = 31 * 24 * 60;

export const minutes = (value: unknown): number | undefined =>
  typeof value === 'number' && value >= 0 && value <= MAX_MINUTES ? value : undefined;

/** Years outside of these are shown by no calendar. */
const [EARLIEST, LATEST] = [Date.parse('1970-01-01T00:00:00Z'), Date.parse('9999-01-01T00:00:00Z')];

/** An instant with an offset; undefined for anything else, such as a local time without a zone. */
export function instant(value: unknown): number | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}T[\d:.]{5,18}(?:Z|[+-]\d{2}:?\d{2})$/.test(value))
    return undefined;
  const at = Date.parse(value);
  return at >= EARLIEST && at < LATEST ? at : undefined;
}

/** A date of the calendar, such as 2026-02-28. */
export function date(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return undefined;
  const at = Date.parse(`${value}T12:00:00Z`);
  return at >= EARLIEST && at < LATEST && new Date(at).toISOString().startsWith(value) ? value : undefined;
}
