import * as z from 'zod';
import { type Call, type CallDetail, freeText, personName, phone, type Read } from '../../contract/index.ts';
import type { ToolTime } from '../core/context.ts';
import { recordShape } from '../core/record-kinds.ts';
import { omitNullish } from './record.ts';
import { transcriptOf } from './transcript.ts';

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
    phone: phone().optional(),
    contact_id: z.string().optional(),
  });

/** The result of the call comes first, because long answers are cut at the end. */
export const callDetailShape = () => {
  const { id, outcome, ...circumstances } = callShape().shape;
  return recordShape('call', {
    id,
    outcome,
    summary: freeText().optional(),
    turns: z.int().optional().describe('Turns in the transcript; absent: there is none'),
    booking_id: z.string().optional(),
    ...circumstances,
    ended_at: z.string().optional().describe('UTC'),
    language: z.string().optional(),
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
  time: ToolTime,
): z.input<ReturnType<typeof callDetailShape>> {
  const { ended_at, language, summary, booking_id } = read.fields;
  return {
    ...presentCall(read as Read<typeof Call>, time),
    ...omitNullish({ ended_at, language, summary, booking_id, turns: transcriptOf(read)?.length }),
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
