import * as z from 'zod';
import { defineChangeTool } from './change-tool.ts';
import { daysInput, FEWER_DAYS } from './days.ts';

export const setSpecialHours = defineChangeTool({
  name: 'set_special_hours',
  title: 'Set special hours',
  description:
    'Set hours for certain days instead of the weekly ones: open an extra day or shorten one. Reopens closed days.',
  effect: 'update',
  cutAdvice: FEWER_DAYS,
  input: () => ({
    ...daysInput(),
    hours: z.string().min(1).max(200).optional().describe('09:00-12:00, 13:00-15:00; omitted: the usual hours again'),
    reason: z.string().trim().min(1).max(200).optional().describe('Public'),
    staff: z.array(z.string().min(1).max(200)).max(50).optional().describe('Ids or names; default: all'),
  }),
  async edit(input, business, context) {
    const { editSpecialHours } = await import('./edit-special-hours.ts');
    return editSpecialHours(input, business, context);
  },
});
