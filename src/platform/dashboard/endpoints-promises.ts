import * as z from 'zod';
import { keptBySchema, markedAtSchema, PROMISE_STATUSES } from '../../contract/index.ts';
import { PROMISE_KINDS } from '../../lib/promises/languages/language.ts';
import type { DashboardEndpoint } from './endpoint.ts';

/** More than clients show of a sentence. */
const MAX_SENTENCE_LENGTH = 1_000;

const promise = { kind: z.enum(PROMISE_KINDS), number: z.int().min(1) };

/** What users say about the promises of calls. */
export const PROMISE_ENDPOINTS = {
  markPromise: {
    method: 'POST',
    path: '/dashboard/teams/{team_id}/calls/{call_id}/promise-marks',
    access: 'member',
    namesState: true,
    body: z.strictObject({
      ...promise,
      sentence: z
        .string()
        .min(1)
        .max(MAX_SENTENCE_LENGTH)
        .nullable()
        .optional()
        .describe(
          'The sentence that the user sees of the promise: it counts more than `number`, which new rules can change. `…` at its end is for the rest; null: there is no sentence',
        ),
      status: z
        .enum(['open', 'done'])
        .nullable()
        .describe('Counts more than what later records say; null: they say it again'),
    }),
    data: () =>
      z.strictObject({
        ...promise,
        status: z.enum(PROMISE_STATUSES),
        kept_by: keptBySchema(),
        marked_at: markedAtSchema(),
      }),
  },
} as const satisfies Record<string, DashboardEndpoint>;
