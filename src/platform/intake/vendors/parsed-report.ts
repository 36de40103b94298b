import { type CallReport, callReportSchema } from '../../../contract/index.ts';
import { textOf } from './lenient-values.ts';
import type { ParsedReport } from './vendor.ts';

const MAX_EVENT_LENGTH = 100;
/** A BCP 47 tag is not longer. */
const MAX_LANGUAGE_LENGTH = 35;

/** Returns a vendor's name of an event, for the log. */
export const eventName = (value: unknown): string | null => textOf(value, MAX_EVENT_LENGTH) ?? null;

/** Returns the result for a body that is no report, with a sentence as reason. */
export function unknownReport(event: string | null, reason: string): ParsedReport {
  return { kind: 'unknown', event, reason };
}

/** Returns the result for a report whose parts are bounded; its call id may be missing. */
export function parsedReport(
  event: string,
  rank: number,
  { call_id, ...report }: Omit<CallReport, 'call_id'> & { call_id: string | undefined },
): ParsedReport {
  if (call_id === undefined)
    return unknownReport(event, 'The report has no id of its call: printable ASCII of at most 256 characters.');
  const parsed = callReportSchema().safeParse({ ...report, call_id });
  if (!parsed.success) return unknownReport(event, 'The report exceeds the limits of a call.');
  return { kind: 'report', event, report: parsed.data, rank };
}

/** Returns a language as a BCP 47 tag. */
export function languageTag(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > MAX_LANGUAGE_LENGTH) return undefined;
  return callReportSchema().shape.language.safeParse(value.replaceAll('_', '-')).data ?? undefined;
}
