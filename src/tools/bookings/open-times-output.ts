import * as z from 'zod';
import { label } from '../../contract/index.ts';
import { sentence } from '../output/sentence.ts';

export const slotShape = () =>
  z.object({
    start_local: z.string(),
    weekday: z.string(),
    end_local: z.string(),
    staff: z.array(label()).optional().describe('Who is free'),
  });

export const openTimesOutput = () =>
  z.object({
    days: z
      .array(
        z.object({
          date: z.string(),
          weekday: z.string(),
          searched: z.string().optional().describe('Only this part of the day is in the window'),
          free: z.array(sentence()),
          closed: label().optional().describe('Why the business is closed'),
        }),
      )
      .optional()
      .describe('Every bookable day of the window; both ends of a range are starts'),
    times: z.array(slotShape()).optional().describe('With limit: the first free starts'),
    staff: z.array(z.object({ id: z.string(), name: label() })).optional(),
    found: z.int().describe('Free starts in the window'),
    continue_from: z.string().optional().describe('Later days are missing: repeat the call with this as from'),
    next_best: z.array(slotShape()).optional().describe('First free times after the window'),
    other_staff: z.array(slotShape()).optional().describe('Without a free time of the person: first ones of others'),
    reasons: z.array(sentence()).optional().describe('Why nothing is free, as far as known'),
    window: z.object({ from: z.string(), to: z.string() }).describe('UTC; to is exclusive'),
    now_local: z.string(),
    time_zone: z.string(),
    service_id: z.string(),
    service_name: label().optional(),
    duration_minutes: z.number(),
    complete: z.boolean().describe('True: all relevant records were read'),
    assumptions: z.array(sentence()),
    unread: z.array(sentence()),
    earliest_start_time: z.string().optional().describe('UTC; by the minimum notice'),
    earliest_start_local: z.string().optional(),
    latest_start_time: z.string().optional().describe('UTC; by the booking window'),
    latest_start_local: z.string().optional(),
    calendars: z
      .array(z.object({ staff_id: z.string(), state: z.string(), as_of: z.string().optional() }))
      .optional()
      .describe('Private calendars that are not up to date; unknown: the person may be busy'),
  });
export type OpenTimesAnswer = z.input<ReturnType<typeof openTimesOutput>>;
