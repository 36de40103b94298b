/**
 * How long a `Retry-After` header asks to wait, in milliseconds: seconds or an HTTP date (RFC 9110, 10.2.3). 0 for a date
 * that is past; undefined where there is no header, or none that can be read.
 */
export function parseRetryAfter(value: string | null | undefined, now: number): number | undefined {
  const text = value?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1_000;
  // Date.parse reads more than HTTP dates: `-5` would be a day in May.
  if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text)) return undefined;
  // The form of C's asctime names no zone and means UTC (RFC 9110, 5.6.7).
  const date = Date.parse(text.includes(',') ? text : `${text} GMT`);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
