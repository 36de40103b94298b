import * as z from 'zod';

/** Input: the days of a change. */
export const daysInput = () => ({
  from: z.string().min(1).max(64).describe('Date such as 2026-11-26, today or tomorrow'),
  to: z.string().min(1).max(64).optional().describe('Last day, included; default: the same day'),
});

/** How to get affected bookings that an answer leaves out. */
export const FEWER_DAYS = 'repeat with dry_run for fewer days before the change, or use list_bookings with from and to';
