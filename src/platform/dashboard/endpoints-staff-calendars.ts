import * as z from 'zod';
import { timestamp } from '../../contract/index.ts';
import type { DashboardEndpoint } from './endpoint.ts';

const CALENDARS = '/dashboard/teams/{team_id}/staff-calendars';

/** The private calendars of a team. None of it has their addresses. */
const calendars = () =>
  z.strictObject({
    revision: z.int().describe('Of the business: a change requires it'),
    calendars: z.array(
      z.strictObject({
        staff_id: z.string(),
        state: z.enum(['fresh', 'stale', 'unknown']),
        is_reading: z.boolean().describe('True while it is read, or about to be'),
        read_at: timestamp().nullable().describe('Time of the copy that counts'),
        attempted_at: timestamp().nullable(),
        error: z
          .strictObject({ reason: z.string(), message: z.string(), advice: z.string() })
          .nullable()
          .describe('Why the last attempt failed. Always null for members'),
        busy_times: z.int().nullable().describe('In the coming 7 days. Always null for members'),
      }),
    ),
  });

/** The private calendars of the people of a team. */
export const STAFF_CALENDAR_ENDPOINTS = {
  listStaffCalendars: { method: 'GET', path: CALENDARS, access: 'member', body: null, data: calendars },
  setStaffCalendar: {
    method: 'POST',
    path: `${CALENDARS}/{staff_id}`,
    access: 'admin',
    body: z.strictObject({
      address: z.string().trim().max(2000).nullable().describe('A secret, which no response has; null removes it'),
      revision: z.int().min(0),
    }),
    data: calendars,
  },
  readStaffCalendar: {
    method: 'POST',
    path: `${CALENDARS}/{staff_id}/read`,
    access: 'admin',
    body: z.strictObject({}),
    data: calendars,
  },
} as const satisfies Record<string, DashboardEndpoint>;
