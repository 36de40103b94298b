import * as z from 'zod';
import { type Call, type CallDetail, freeText, label, personName, phone, type Read } from '../../contract/index.ts';
import { transcriptOf } from '../../contract/read-transcript.ts';
import { truncate } from '../../lib/text/text.ts';
import type { ToolContext } from '../core/context.ts';
import { mayShow, type RecordAccess, recordShape } from '../core/record-kinds.ts';
import type { ToolTime } from '../core/times.ts';
import { redactBeginning } from '../output/redact.ts';
import { omitNullish } from './record.ts';

export const callShape = () =>
  recordShape('call', {
    id: z.string().optional(),
    direction: z.string().optional(),
    status: z.string().optional(),
    outcome: z.string().optional(),
    started_at: z.string().optional().describe('UTC'),
    started_local: z.string().optional(),
    weekday: z.string().optional(),
    duration_seconds: z.number().optional(),
    language: z.string().optional(),
    contact_name: personName().optional(),
    phone: phone().optional(),
    contact_id: z.string().optional(),
    summary: freeText().optional(),
  });

type CallShape = z.infer<ReturnType<typeof callShape>>;

/** Fields of a row, in order. */
const ROW = [
  'id',
  'weekday',
  'started_local',
  'duration_seconds',
  'direction',
  'status',
  'outcome',
  'language',
  'contact_name',
  'contact_id',
  'phone',
  'summary',
] as const;

/** Returns what identifies a call in a list. Its time is local only, unless the platform's text is no instant. */
export function briefCall(call: CallShape): CallShape {
  return omitNullish({
    ...Object.fromEntries(ROW.map((name) => [name, call[name]])),
    started_at: call.started_local === undefined ? call.started_at : undefined,
  });
}

/** Characters of a summary in a row. */
const MAX_SUMMARY_LINE = 100;

/** Returns the first line of a summary, cleaned and masked; undefined if it is empty. */
export function summaryLine(
  summary: string | null | undefined,
  { settings }: Pick<ToolContext, 'settings'>,
): string | undefined {
  // Masked before it is cut: the end of a number can be behind the end of the line.
  const beginning = redactBeginning((summary ?? '').trimStart(), MAX_SUMMARY_LINE, settings);
  const [line = ''] = beginning.trimStart().split('\n', 1);
  return truncate(line.replace(/\s+/g, ' ').trim(), MAX_SUMMARY_LINE) || undefined;
}

/** Returns the contact's name, if the platform sends it with the call and the caller may read contacts. */
export function contactNameOf({ fields }: Read<typeof Call>, access: RecordAccess): string | undefined {
  return mayShow('contact', access) ? (fields.contact_name ?? undefined) : undefined;
}

/** Returns a call with what a person recognises it by, for lists. */
export function presentListedCall(
  read: Read<typeof Call>,
  context: Pick<ToolContext, 'time' | 'settings' | 'offered'>,
): CallShape {
  return {
    ...presentCall(read, context.time),
    ...omitNullish({
      contact_name: contactNameOf(read, context),
      language: read.fields.language,
      summary: summaryLine(read.fields.summary, context),
    }),
  };
}

/** The result of the call comes first, because long answers are cut at the end. */
export const callDetailShape = () => {
  const { id, outcome, summary, ...circumstances } = callShape().shape;
  return recordShape('call', {
    id,
    outcome,
    summary,
    turns: z.int().optional().describe('Turns in the transcript; absent: there is none'),
    booking_id: z.string().optional(),
    booking_ids: z.array(z.string()).optional().describe('All, if several'),
    ...circumstances,
    ended_at: z.string().optional().describe('UTC'),
    fields: z
      .record(z.string(), z.union([freeText(), z.number(), z.boolean(), z.null()]))
      .meta({ untrusted: true })
      .optional()
      .describe('Facts that the voice agent extracted'),
    tools: z.array(z.object({ name: label(), result: freeText().optional() })).optional(),
    recording_url: freeText().optional(),
    source_name: label().optional().describe('The system that reported the call'),
  });
};

export function presentCall({ fields }: Read<typeof Call>, time: ToolTime): z.input<ReturnType<typeof callShape>> {
  const start = fields.started_at ? time.describe(fields.started_at) : undefined;
  return omitNullish({
    id: fields.id,
    direction: fields.direction,
    status: fields.status,
    outcome: fields.outcome,
    started_at: start?.utc ?? fields.started_at,
    started_local: start?.local,
    weekday: start?.weekday,
    duration_seconds: fields.duration_seconds,
    phone: fields.phone,
    contact_id: fields.contact_id,
  });
}

export function presentCallDetail(
  read: Read<typeof CallDetail>,
  { time, offered }: Pick<ToolContext, 'time' | 'offered'>,
): z.input<ReturnType<typeof callDetailShape>> {
  const { ended_at, language, summary, booking_id, booking_ids, fields, recording_url, source_name } = read.fields;
  const tools = read.fields.tools?.map(({ name, result }) => ({ name, ...omitNullish({ result }) }));
  const contact_name = contactNameOf(read as Read<typeof Call>, { offered });
  return {
    ...presentCall(read as Read<typeof Call>, time),
    ...omitNullish({ contact_name, ended_at, language, summary, booking_id, turns: transcriptOf(read)?.length }),
    ...(booking_ids && booking_ids.length > 1 ? { booking_ids } : {}),
    ...omitNullish({ fields, tools, recording_url, source_name }),
  };
}

/** A numbered turn of a transcript. */
export const turnShape = () =>
  recordShape('call', {
    turn: z.int().describe('1-indexed'),
    speaker: personName().optional(),
    offset_seconds: z.number().optional(),
    text: freeText(),
  });
