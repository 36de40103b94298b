import * as z from 'zod';
import { defineChangeTool } from './change-tool.ts';
import { daysInput, FEWER_DAYS } from './days.ts';
import { findInBusiness } from './people.ts';

export const setTimeOff = defineChangeTool({
  name: 'set_time_off',
  title: 'Set time off of a person',
  description: 'Record or remove the absence of a person, such as holiday or illness. Reports affected bookings.',
  effect: 'update',
  scope: 'time_off:manage',
  cutAdvice: FEWER_DAYS,
  input: () => ({
    staff: z.string().min(1).max(200).describe('Staff id or name'),
    ...daysInput(),
    from: daysInput().from.describe('Date, or local time such as 2026-11-26T13:00'),
    remove: z.boolean().optional().describe('Remove the absence on these days'),
  }),
  async edit({ staff, remove, ...input }, { staff: people, time_zone: timeZone }, context) {
    const person = findInBusiness(staff, people, 'staff');
    const { parseDays } = await import('./parse-days.ts');
    const days = await parseDays(input, timeZone, context, { times: 'exact' });
    const { editTimeOff } = await import('./edit-days.ts');
    return editTimeOff(days, remove, person);
  },
});
