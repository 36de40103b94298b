import * as z from 'zod';
import { memoize } from '../lib/concurrency/lazy.ts';
import { freeText, label, phone, speakerName, timestamp, word } from './fields.ts';

/** The longest id of a call, in characters. */
export const MAX_CALL_REFERENCE_LENGTH = 256;
/** The header in which a write states the call that it is made in: extension `call_reference`. */
export const CALL_REFERENCE_HEADER = 'x-call-reference';
/** More turns than a conversation of a day has. */
export const MAX_TURNS = 20_000;
export const MAX_TEXT_LENGTH = 20_000;
export const MAX_SUMMARY_LENGTH = 20_000;
export const MAX_FIELDS = 200;
export const MAX_FIELD_LENGTH = 4_000;
export const MAX_TOOLS = 1_000;
/** Longer calls are errors of a unit: seconds for milliseconds. */
export const MAX_CALL_SECONDS = 7 * 24 * 60 * 60;
const MAX_URL_LENGTH = 4_000;

/** The id of a call, as its system assigned it: printable ASCII without spaces. */
export const callReference = () =>
  z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces')
    .max(MAX_CALL_REFERENCE_LENGTH);

/** A fact that a voice agent extracted from a conversation. */
const extractedValue = () => z.union([freeText().max(MAX_FIELD_LENGTH), z.number(), z.boolean(), z.null()]);

/** A tool that the voice agent called. */
export const reportedToolSchema = memoize(() =>
  z.strictObject({
    name: label().max(MAX_FIELD_LENGTH),
    arguments: freeText().max(MAX_TEXT_LENGTH).nullish().describe('As text, usually JSON'),
    result: freeText().max(MAX_TEXT_LENGTH).nullish().describe('As text'),
    offset_seconds: z.number().min(0).max(MAX_CALL_SECONDS).nullish(),
  }),
);
export type ReportedTool = z.infer<ReturnType<typeof reportedToolSchema>>;

/** A turn of a reported call. */
const reportedTurnSchema = memoize(() =>
  z.strictObject({
    speaker: speakerName().max(MAX_FIELD_LENGTH),
    text: freeText().max(MAX_TEXT_LENGTH),
    offset_seconds: z
      .number()
      .min(0)
      .max(MAX_CALL_SECONDS)
      .nullish()
      .describe('Seconds from the start of the call; default: that of the turn before'),
  }),
);

/**
 * What a telephone system says about one call: the body of `POST /api/intake/{source_id}` for sources of the kind
 * `generic`, a line of `rcpt-mcp calls import`, and what reports of voice vendors are translated to. Several reports of one
 * call complete each other, in any order.
 */
export const callReportSchema = memoize(() =>
  z.strictObject({
    event: z
      .enum(['started', 'ended'])
      .default('ended')
      .describe('`started` announces a call in progress; the call is recorded when it has ended'),
    call_id: callReference().describe('The id of the call in its system: the same in all reports of the call'),
    direction: z.enum(['inbound', 'outbound']).nullish().describe('Default: inbound'),
    phone: phone().max(MAX_FIELD_LENGTH).nullish().describe("The other party's number; absent or null if withheld"),
    business_phone: phone().max(MAX_FIELD_LENGTH).nullish().describe('The number of the business'),
    status: z.enum(['completed', 'missed', 'voicemail']).nullish().describe('Default: completed'),
    started_at: timestamp().nullish().describe('Default: the end less the duration'),
    ended_at: timestamp().nullish().describe('Default: the start plus the duration, or the time of the report'),
    duration_seconds: z.number().min(0).max(MAX_CALL_SECONDS).nullish(),
    outcome: word().nullish().describe('Result of the call in one word, such as `callback_promised`'),
    language: z
      .string()
      .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'must be a language tag such as en-US')
      .nullish()
      .describe('BCP 47 tag of the language spoken'),
    summary: freeText().max(MAX_SUMMARY_LENGTH).nullish(),
    recording_url: z.httpUrl().max(MAX_URL_LENGTH).nullish().describe('An address that stays valid'),
    fields: z
      .record(z.string().max(200), extractedValue())
      .refine((fields) => Object.keys(fields).length <= MAX_FIELDS, { error: `has at most ${MAX_FIELDS} entries` })
      .nullish()
      .describe('Facts that the voice agent extracted'),
    tools: z.array(reportedToolSchema()).max(MAX_TOOLS).nullish().describe('Tools that the voice agent called'),
    turns: z.array(reportedTurnSchema()).max(MAX_TURNS).nullish().describe('The conversation, in order'),
  }),
);
export type CallReport = z.infer<ReturnType<typeof callReportSchema>>;
