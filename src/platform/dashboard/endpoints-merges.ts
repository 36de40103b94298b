import * as z from 'zod';
import type { DashboardEndpoint } from './endpoints.ts';

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
    summary: 'Count what a merge of two contacts would move',
    description: 'Changes nothing.',
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
    summary: 'Merge a contact into another one',
    description:
      'Moves the bookings and calls of the other contact, each with its event, and deletes that contact: its id is 404 from then on. Fields that the contact lacks are filled. A number or address that loses stays as a further field, `other_phone` or `other_email`, which goes on identifying the contact. It cannot be undone. 400 `merge_refused`, with the reason: such as that one of both was changed since the state was read.',
  },
} as const satisfies Record<string, DashboardEndpoint>;
