import * as z from 'zod';
import { memoize } from '../lib/concurrency/lazy.ts';
import { calendarNoteSchema } from './availability.ts';
import { id, timestamp, utcTime } from './fields.ts';
import { defineResource, type RecordOf } from './resource.ts';

/** Query of `GET /v1/calendar-conflicts`: extension `calendar_conflicts`. */
export const calendarConflictsQuerySchema = memoize(() =>
  z.strictObject({
    from: utcTime().describe('First start of the bookings, inclusive'),
    to: utcTime().describe('End of these starts, exclusive; at most 92 days after `from`'),
  }),
);

/** A booking during which the private calendar of its staff member is busy. */
const conflictSchema = memoize(() =>
  z.object({
    booking_id: id(),
    staff_id: id(),
    busy: z.array(z.object({ from: timestamp(), to: timestamp() })).describe('The busy times that meet it, in order'),
  }),
);

/** Bookings that private calendars meet. */
export const CalendarConflicts = defineResource({
  kind: 'calendar_conflicts',
  documented: () => ({}),
  chosen: () => ({
    conflicts: z.array(conflictSchema()).describe('By the start of the booking, then by its id'),
    calendars: z.array(calendarNoteSchema()),
  }),
});
export type CalendarConflicts = RecordOf<typeof CalendarConflicts>;
