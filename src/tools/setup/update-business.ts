import * as z from 'zod';
import { trusted } from '../../lib/text/sentence.ts';
import { ToolError } from '../core/errors.ts';
import { defineChangeTool } from './change-tool.ts';
import { durationInput, readDurations } from './durations.ts';

const limit = () => z.int().min(0).max(100_000).optional();

const readHours = async (lines: readonly string[]) =>
  (await import('./hours.ts')).readWeeklyHours('opening_hours', lines);

const RULES = 'Rules count for new and moved bookings. Those made already stay, also above a limit.';

export const updateBusiness = defineChangeTool({
  name: 'update_business',
  title: 'Change hours and rules',
  description: 'Change the weekly opening hours, the name, or the booking rules: notice, window, interval and limits.',
  effect: 'update',
  input: () => ({
    name: z.string().trim().min(1).max(200).optional(),
    opening_hours: z
      .array(z.string().min(1).max(500))
      .min(1)
      .max(20)
      .optional()
      .describe('All of them, such as ["Mon-Fri 08:00-12:00, 13:00-17:00", "1st,3rd Sat 09:00-12:00"]'),
    minimum_notice: durationInput().optional().describe('Such as 2h, or none'),
    notice_counts: z.enum(['all_hours', 'opening_hours']).optional().describe('Hours that count as notice'),
    booking_window: durationInput().optional().describe('Such as 180d, or none'),
    slot_interval: durationInput().optional().describe('Interval between offered times, such as 15m'),
    max_per_customer_and_day: limit().describe('Bookings; 0: no limit'),
    max_per_day: limit().describe('Bookings; 0: no limit'),
  }),
  async edit({ name, opening_hours: hours, minimum_notice, booking_window, slot_interval, ...rules }) {
    const declared = {
      ...Object.fromEntries(Object.entries(rules).map(([rule, value]) => [rule, value === 0 ? null : value])),
      ...readDurations({ minimum_notice, booking_window, slot_interval }),
    };
    const hasRules = Object.keys(declared).length > 0;
    if (name === undefined && hours === undefined && !hasRules)
      throw new ToolError('Give at least one field to change.');
    return {
      file: {
        ...(name === undefined ? {} : { name }),
        ...(hours === undefined ? {} : { opening_hours: await readHours(hours) }),
        ...(hasRules ? { rules: declared } : {}),
      },
      ...(hasRules ? { note: trusted(RULES) } : {}),
    };
  },
});
