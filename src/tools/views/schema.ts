import * as z from 'zod';
import { freeText, label } from '../../contract/index.ts';
import { memoize } from '../../lib/concurrency/lazy.ts';
import { PROMISE_KINDS } from '../../lib/promises/languages/index.ts';
import { recordShape } from '../core/record-kinds.ts';
import { bookingShape, listedBookingShape } from '../presenters/booking.ts';
import { VIEW_TOOLS } from './view-data.ts';

/** `HH:MM`, up to 24:00. */
const clockTime = () => z.string().regex(/^([01]\d|2[0-4]):[0-5]\d$/);
const span = () => z.object({ from: clockTime(), to: clockTime() });
const minutes = () => z.number().optional();

/** The schema of `ViewData`, whose annotations decide what is masked and which records a caller is shown. */
export const viewSchema = memoize(() =>
  z.object({
    tool: z.stringFormat('tool name', /^[a-z_]+$/),
    tools: z.array(z.enum(VIEW_TOOLS)),
    time_zone: z.string(),
    now: z.iso.datetime(),
    business_name: label().optional(),
    agenda: z
      .object({
        from: z.iso.date(),
        to: z.iso.date(),
        days: z.array(z.object({ date: z.iso.date(), open: z.array(span()), closed: label().optional() })),
        hours_assumed: z.literal(true).optional(),
        staff: z.array(
          recordShape('staff', {
            id: z.string(),
            name: label(),
            days: z.array(z.object({ date: z.iso.date(), hours: z.array(span()), away: z.array(span()).optional() })),
          }),
        ),
        staff_id: z.string().optional(),
        services: z.array(
          recordShape('service', {
            id: z.string(),
            name: label(),
            duration_minutes: minutes(),
            buffer_before_minutes: minutes(),
            buffer_after_minutes: minutes(),
          }),
        ),
        bookings: z.array(listedBookingShape()).optional(),
        conflicts_unknown: z.literal(true).optional(),
        no_shows: z.literal(true).optional(),
        free: z
          .object({
            service_id: z.string(),
            duration_minutes: z.number(),
            step_minutes: z.number(),
            starts: z.array(z.object({ from: z.iso.datetime(), to: z.iso.datetime(), staff_ids: z.array(z.string()) })),
          })
          .optional(),
      })
      .optional(),
    call: z
      .object({
        follow_ups: z
          .array(
            recordShape('call', {
              kind: z.enum(PROMISE_KINDS),
              number: z.number().optional(),
              turn: z.number().optional(),
              sentence: freeText().optional(),
              due_local: z.string(),
              due_assumed: z.boolean().optional(),
            }),
          )
          .optional(),
        bookings: z
          .array(
            bookingShape()
              .pick({
                id: true,
                service_name: true,
                contact_name: true,
                status: true,
                start_time: true,
                start_local: true,
              })
              .meta({ record: ['booking'] }),
          )
          .optional(),
      })
      .optional(),
  }),
);
