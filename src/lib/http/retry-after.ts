/** Later times are read as this one, in milliseconds: a wait of days is an error of the sender, and no advice. */
const MAX_DELAY_MS = 24 * 60 * 60 * 1_000;

/**
 * Parses a `Retry-After` header (RFC 9110, 10.2.3) in seconds or as an HTTP date.
 * @returns the delay in milliseconds, 0 for a past date, at most a day; undefined for a missing or malformed header.
 */
export function parseRetryAfter(value: string | null | undefined, now: number): number | undefined {
  const text = value?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(MAX_DELAY_MS, Number(text) * 1_000);
  // Date.parse accepts more than HTTP dates: it reads `-5` as a day in May.
  if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text)) return undefined;
  // The asctime format has no zone and means UTC (RFC 9110, 5.6.7).
  const date = Date.parse(text.includes(',') ? text : `${text} GMT`);
  return Number.isNaN(date) ? undefined : Math.min(MAX_DELAY_MS, Math.max(0, date - now));
}
