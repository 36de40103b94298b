import * as z from 'zod';
import { freeText, label } from '../../contract/index.ts';
import { memoize } from '../../lib/lazy.ts';
import { recordShape } from '../core/record-kinds.ts';
import { bookingShape } from '../presenters/booking.ts';

const span = () => z.object({ from: z.string(), to: z.string() });
const minutes = () => z.number().optional();

/** The schema of `ViewData`, whose annotations decide what is masked and which records a caller is shown. */
export const viewSchema = memoize(() =>
  z.object({
    tool: z.string(),
    time_zone: z.string(),
    now: z.string(),
    business_name: label().optional(),
    agenda: z
      .object({
        from: z.string(),
        to: z.string(),
        days: z.array(z.object({ date: z.string(), open: z.array(span()), closed: label().optional() })),
        staff: z.array(
          recordShape('staff', {
            id: z.string(),
            name: label(),
            days: z.array(z.object({ date: z.string(), hours: z.array(span()), away: z.array(span()).optional() })),
          }),
        ),
        services: z.array(
          recordShape('service', {
            id: z.string(),
            name: label(),
            duration_minutes: minutes(),
            buffer_before_minutes: minutes(),
            buffer_after_minutes: minutes(),
          }),
        ),
        bookings: z.array(bookingShape()).optional(),
        free: z
          .object({
            service_id: z.string(),
            duration_minutes: z.number(),
            step_minutes: z.number(),
            starts: z.array(z.object({ from: z.string(), to: z.string(), staff_ids: z.array(z.string()) })),
          })
          .optional(),
      })
      .optional(),
    call: z
      .object({
        follow_ups: z
          .array(
            recordShape('call', {
              kind: z.string(),
              turn: z.number().optional(),
              sentence: freeText().optional(),
              due_local: z.string(),
              due_assumed: z.boolean().optional(),
            }),
          )
          .optional(),
        booking: bookingShape()
          .pick({ id: true, service_name: true, status: true, start_time: true, start_local: true })
          .meta({ record: ['booking'] })
          .optional(),
      })
      .optional(),
  }),
);
