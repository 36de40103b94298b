import * as z from 'zod';
import { memoize } from '../lib/concurrency/lazy.ts';
import { PROMISE_KINDS } from '../lib/promises/languages/language.ts';
import { freeText, id, knownValues, personName, phone, timestamp, utcTime, word } from './fields.ts';
import { DEFAULT_PER_PAGE, MAX_PER_PAGE } from './limits.ts';
import { defineResource, type RecordOf } from './resource.ts';

/** What became of a promise. */
export const PROMISE_STATUSES = ['open', 'contacted', 'done'] as const;
export type PromiseStatus = (typeof PROMISE_STATUSES)[number];

/** Query of `GET /v1/follow-ups`: extension `follow_ups`. */
export const followUpQuerySchema = memoize(() =>
  z.strictObject({
    from: utcTime().optional().describe('Earliest start of the calls, inclusive'),
    to: utcTime().optional().describe('End of the starts of the calls, exclusive'),
    kind: z.enum(PROMISE_KINDS).optional(),
    status: z.enum(PROMISE_STATUSES).optional().describe('Default: promises with any status'),
    without_bookings: z.literal('true').optional().describe('No booking closes a promise, and none is shown'),
    without_contacts: z
      .literal('true')
      .optional()
      .describe('Contacts are not read: neither their names nor their details'),
    after: z.string().min(1).max(512).optional().describe('`next` of the response before'),
    per_page: z.int().min(1).max(MAX_PER_PAGE).optional().describe(`Calls with promises; default ${DEFAULT_PER_PAGE}`),
  }),
);
export type FollowUpQuery = z.infer<ReturnType<typeof followUpQuerySchema>>;

const spokenTurnSchema = memoize(() => z.object({ speaker: personName().nullable(), text: freeText() }));

const promiseReadingSchema = memoize(() =>
  z.object({
    sentence: freeText(),
    language: word().describe('BCP 47 tag of the language whose words promise it'),
    turns: z
      .array(spokenTurnSchema())
      .describe('The turns around the sentence, which decide what is masked in it; empty for the summary'),
    turn: z
      .int()
      .min(0)
      .nullable()
      .describe('The turn of the sentence, as an index of `turns`; null: it is in the summary'),
  }),
);

/** The call or booking that gave a promise its status. */
export const keptBySchema = memoize(() =>
  z.object({ kind: z.enum(['call', 'booking']), id: id(), at: timestamp() }).nullable(),
);

/** The time of the mark of a promise. */
export const markedAtSchema = memoize(() =>
  timestamp().nullish().describe('When a user of the business set the status; null: it follows from later records'),
);

const promiseRecordSchema = memoize(() =>
  z.object({
    kind: z.enum(PROMISE_KINDS),
    number: z
      .int()
      .min(1)
      .optional()
      .describe('Counts the promises of this kind in the call, as they were made; default 1'),
    status: z.enum(PROMISE_STATUSES),
    kept_by: keptBySchema().describe('The first event that gave it this status; null while it is open'),
    marked_at: markedAtSchema(),
    readings: z
      .array(promiseReadingSchema())
      .describe(
        'The sentences that promise it: the first that names a time still to come at the call counts, or else the last. Empty: only the outcome of the call says so',
      ),
  }),
);

/** A call in which something was promised. */
const promisingCallRecordSchema = memoize(() =>
  z.object({
    id: id(),
    started_at: timestamp(),
    phone: phone().nullable(),
    contact_id: id().nullable(),
    contact_name: personName().nullable(),
    summary: freeText().nullable().describe('Null if no sentence of it promises anything'),
    promises: z.array(promiseRecordSchema()),
  }),
);
export type PromisingCallRecord = z.infer<ReturnType<typeof promisingCallRecordSchema>>;

/** What was promised in calls, and what became of it. */
export const FollowUps = defineResource({
  kind: 'follow_ups',
  documented: () => ({}),
  chosen: () => ({
    calls: z.array(promisingCallRecordSchema()).describe('Calls with promises that match, the latest first'),
    calls_in_window: z.int().min(0).describe('Calls of the window, with and without promises'),
    calls_read: z.int().min(0).describe('Calls of the window that this response covers'),
    cut_transcripts: z.int().min(0).describe('Calls among them whose transcript was not read to its end'),
    unread: z
      .array(word().meta(knownValues('bookings', 'contacts')))
      .describe('Records that would be compared, and that the key may not read'),
    next: z.string().nullable().describe('Position for `after`; null: no more calls of the window'),
  }),
});
export type FollowUps = RecordOf<typeof FollowUps>;
