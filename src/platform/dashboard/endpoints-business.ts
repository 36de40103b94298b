import * as z from 'zod';
import { timestamp } from '../../contract/index.ts';
import type { DashboardEndpoint } from './endpoint.ts';

/** Appointments in one list. */
export const LISTED_MISFITS = 100;

/** What the dashboard shows of the business beside the tools. */
export const BUSINESS_ENDPOINTS = {
  listMisfits: {
    method: 'GET',
    path: '/dashboard/teams/{team_id}/misfits',
    access: 'member',
    body: null,
    data: () =>
      z.strictObject({
        items: z
          .array(
            z.strictObject({
              booking_id: z.string(),
              start_time: timestamp(),
              service_name: z.string(),
              staff_name: z.string(),
              contact_name: z.string(),
              contact_phone: z.string().nullable(),
              contact_email: z.string().nullable(),
              reason: z.string().describe('As in the plan of a change of the business'),
            }),
          )
          .max(LISTED_MISFITS),
        total: z.int().min(0),
      }),
  },
} as const satisfies Record<string, DashboardEndpoint>;
