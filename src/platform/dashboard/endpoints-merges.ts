import * as z from 'zod';
import type { DashboardEndpoint } from './endpoint.ts';

const MERGE = '/dashboard/teams/{team_id}/contacts/{contact_id}/merge/{other_id}';

const merged = (done: string) => ({
  contact_id: z.string().describe('The contact that stays'),
  other_id: z.string().describe('The contact that is merged into it'),
  bookings: z.int().min(0).describe(`Bookings of the other contact that ${done}`),
  calls: z.int().min(0).describe(`Calls of the other contact that ${done}`),
});

const field = () => z.string().max(40);

/** The merge of two contacts of one customer. */
export const MERGE_ENDPOINTS = {
  planMerge: {
    method: 'GET',
    path: MERGE,
    access: 'admin',
    body: null,
    data: () =>
      z.strictObject({
        ...merged('would move'),
        differing: z.array(z.string()).describe('Fields in which both contacts have a value, and not the same'),
        state: z.string().describe('Stands for both contacts as they are now: the merge requires it'),
      }),
  },
  mergeContacts: {
    method: 'POST',
    path: MERGE,
    access: 'admin',
    body: z.strictObject({
      take: z
        .array(field())
        .max(23)
        .describe('Fields that get the value of the other contact, where both have one: `name`, `phone`, `notes`'),
      state: z.string().max(100),
    }),
    data: () => z.strictObject(merged('moved')),
  },
} as const satisfies Record<string, DashboardEndpoint>;
