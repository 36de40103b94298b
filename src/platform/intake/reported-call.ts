import { type CallReport, MAX_CALL_SECONDS, type TranscriptTurn } from '../../contract/index.ts';
import { normalizePhone } from '../../lib/phone/phone.ts';
import { isWithheld } from '../../lib/phone/telephone-address.ts';
import { UNDETERMINED } from '../../lib/stated-values.ts';
import type { CallRow, Unnumbered } from '../store/schema/schema.ts';
import { EARLIEST_CALL_MS, MAX_CALL_AHEAD_MS } from './limits.ts';

/** The columns of a call that its reports state. */
export type ReportedColumns = Omit<
  Unnumbered<CallRow>,
  'id' | 'team_id' | 'contact_id' | 'booking_id' | 'source_id' | 'call_reference' | 'erased_at'
>;

/** The outcome of a completed call for which nothing states one. */
const UNCLASSIFIED = 'unclassified';

/**
 * The columns that a merged report states.
 * @param country of the business (ISO 3166-1), for numbers without +.
 * @param receivedAt when the first report arrived, in epoch milliseconds: the end of a call that states no time.
 */
export function reportedColumns(report: CallReport, country: string, receivedAt: number): ReportedColumns {
  const turns = turnsOf(report);
  const { startedAt, endedAt } = timesOf(report, receivedAt, turns.at(-1)?.offset_seconds ?? 0);
  const status = report.status ?? 'completed';
  return {
    direction: report.direction ?? 'inbound',
    status,
    phone: phoneOf(report.phone, country),
    business_phone: phoneOf(report.business_phone, country),
    started_at: startedAt,
    ended_at: endedAt,
    // In whole milliseconds: calls are ordered by it, and the order is compared in this form.
    duration_seconds: Math.round((report.duration_seconds ?? (endedAt - startedAt) / 1_000) * 1_000) / 1_000,
    outcome: report.outcome ?? defaultOutcome(status),
    language: report.language ?? UNDETERMINED,
    summary: report.summary ?? null,
    transcript_json: JSON.stringify(turns),
    recording_url: report.recording_url ?? null,
    fields_json: report.fields ? JSON.stringify(report.fields) : null,
    tools_json: report.tools ? JSON.stringify(report.tools) : null,
    further_text: null,
  };
}

/** The outcome of a call for which nothing states one. */
export const defaultOutcome = (status: string): string => OUTCOMES[status] ?? UNCLASSIFIED;

const OUTCOMES: Readonly<Record<string, string>> = { missed: 'no_answer', voicemail: 'voicemail' };

/** Keeps a number that cannot be one as null: it was typed by a person or made up by a system. A withheld one is none. */
export function phoneOf(text: string | null | undefined, country: string): string | null {
  if (!text || isWithheld(text)) return null;
  const number = normalizePhone(text, country);
  return number === undefined || isWithheld(number) ? null : number;
}

/** A turn without an offset begins with the one before it. */
function turnsOf({ turns }: CallReport): TranscriptTurn[] {
  let offset = 0;
  return (turns ?? []).map(({ speaker, text, offset_seconds }) => {
    offset = offset_seconds ?? offset;
    return { speaker, text, offset_seconds: offset };
  });
}

/**
 * Start and end, from two of start, end and duration. A time that no call has counts as absent: calls cannot be deleted, and
 * one of a year would be most of every sum.
 */
function timesOf(
  { started_at, ended_at, duration_seconds }: CallReport,
  receivedAt: number,
  lastOffset: number,
): { startedAt: number; endedAt: number } {
  const [start, end] = [started_at, ended_at].map((text) => possibleTime(text, receivedAt));
  const duration = Math.round((duration_seconds ?? lastOffset) * 1_000);
  if (start === undefined) {
    const endedAt = end ?? receivedAt;
    return { startedAt: endedAt - duration, endedAt };
  }
  const isEnd = end !== undefined && end >= start && end - start <= MAX_CALL_SECONDS * 1_000;
  return { startedAt: start, endedAt: isEnd ? end : start + duration };
}

/** The time of a text in epoch milliseconds; undefined if no call can have it, such as one of 1970. */
export function possibleTime(text: string | null | undefined, receivedAt: number): number | undefined {
  const time = text ? Date.parse(text) : undefined;
  const isPossible = time !== undefined && time >= EARLIEST_CALL_MS && time <= receivedAt + MAX_CALL_AHEAD_MS;
  return isPossible ? time : undefined;
}
