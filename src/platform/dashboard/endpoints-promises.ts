import * as z from 'zod';
import { keptBySchema, markedAtSchema, PROMISE_STATUSES } from '../../contract/index.ts';
import { PROMISE_KINDS } from '../../lib/promises/languages/language.ts';
import type { DashboardEndpoint } from './endpoint.ts';

const promise = { kind: z.enum(PROMISE_KINDS), number: z.int().min(1) };

/** What users say about the promises of calls. */
export const PROMISE_ENDPOINTS = {
  markPromise: {
    method: 'POST',
    path: '/dashboard/teams/{team_id}/calls/{call_id}/promise-marks',
    access: 'member',
    body: z.strictObject({
      ...promise,
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
