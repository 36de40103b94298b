import * as z from 'zod';
import { defineChangeTool } from './change-tool.ts';
import { daysInput, FEWER_DAYS } from './days.ts';

export const closeDays = defineChangeTool({
  name: 'close_days',
  title: 'Close or reopen days',
  description:
    'Close the whole business on certain days, such as holidays, or reopen them. Reports bookings that no longer fit.',
  effect: 'update',
  cutAdvice: FEWER_DAYS,
  input: () => ({
    ...daysInput(),
    reason: z.string().trim().min(1).max(200).optional().describe('Public'),
    reopen: z.boolean().optional().describe('Open these days again'),
  }),
  async edit({ reopen, reason, ...input }, business, context) {
    const { parseDays } = await import('./parse-days.ts');
    const days = await parseDays(input, business.time_zone, context);
    const { editClosures } = await import('./edit-days.ts');
    return editClosures(days, { reason, reopen }, business);
  },
});
