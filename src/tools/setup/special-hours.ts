import * as z from 'zod';
import { say } from '../../lib/sentence.ts';
import { ToolError } from '../core/errors.ts';
import { defineChangeTool } from './change-tool.ts';
import { daysInput, parseDays } from './days.ts';
import { staffIdsOf } from './people.ts';
import { describePeriod, touches, withoutDays } from './periods.ts';

export const setSpecialHours = defineChangeTool({
  name: 'set_special_hours',
  title: 'Set special hours',
  description:
    'Set hours for certain days instead of the weekly ones: open an extra day or shorten one. Reopens closed days.',
  effect: 'update',
  input: () => ({
    ...daysInput(),
    hours: z.string().min(1).max(200).optional().describe('09:00-12:00, 13:00-15:00; omitted: the usual hours again'),
    reason: z.string().trim().min(1).max(200).optional().describe('Public'),
    staff: z.array(z.string().min(1).max(200)).max(50).optional().describe('Ids or names; default: all'),
  }),
  async edit({ hours, reason, staff = [], ...input }, business, context) {
    const { closures, special_hours: special, time_zone: timeZone } = business;
    const days = await parseDays(input, timeZone, context);
    const about = describePeriod(days);
    const replaced = special.filter((entry) => touches(entry, days));
    const others = withoutDays(special, days);
    if (hours === undefined) {
      if (replaced.length === 0) throw new ToolError(say`There are no special hours on ${about}.`);
      return { file: { special_hours: others }, prune: ['special_hours'], about };
    }
    const people = staffIdsOf(staff, business);
    if (people.length > 0 && replaced.some((entry) => entry.staff.length === 0))
      throw new ToolError(
        'Everybody has special hours on these days already: leave out staff, or first remove them by leaving out hours.',
      );
    const omitted = replaced.flatMap((entry) => entry.staff).filter((id) => people.length > 0 && !people.includes(id));
    if (omitted.length > 0)
      throw new ToolError(say`${omitted[0] ?? ''} has special hours on these days already: name all of them in staff.`);
    const entries = [...others, { ...days, hours, ...(reason ? { reason } : {}), staff: people }];
    // A closure would hide the hours.
    return closures.some((closure) => touches(closure, days))
      ? {
          file: { closures: withoutDays(closures, days), special_hours: entries },
          prune: ['closures', 'special_hours'],
          about,
        }
      : { file: { special_hours: entries }, prune: ['special_hours'], about };
  },
});
