import * as z from 'zod';
import { joined, say } from '../../lib/sentence.ts';
import { ToolError } from '../core/errors.ts';
import { defineChangeTool } from './change-tool.ts';
import { daysInput, FEWER_DAYS, parseDays } from './days.ts';
import { describePeriod, distinctPeriods, overlapping, united, withoutDays } from './periods.ts';

/** Closures that an error message names. */
const MAX_NAMED = 10;

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
  async edit({ reopen, reason, ...input }, { closures, time_zone: timeZone }, context) {
    const days = await parseDays(input, timeZone, context);
    const about = describePeriod(days);
    const known = overlapping(closures, days);
    if (!reopen && known.length > 0) {
      const already = say`These days are closed already: ${joined(known.map(describePeriod), ', ')}.`;
      if (!reason) {
        // Closed days keep their reason.
        const added = known.reduce((rest, closure) => withoutDays(rest, closure), [days]);
        return { file: { closures: added }, about, already };
      }
      const same = known.filter((closure) => closure.reason === reason);
      const closure = united(days, same);
      const others = withoutDays(
        closures.filter((one) => !same.includes(one)),
        closure,
      );
      const file = { closures: [...distinctPeriods(others), { ...closure, reason }] };
      return { file, prune: ['closures'], about, already };
    }
    if (!reopen) return { file: { closures: [{ ...days, ...(reason ? { reason } : {}) }] }, about };
    if (known.length === 0) {
      const named = joined(closures.slice(-MAX_NAMED).map(describePeriod), ', ');
      throw new ToolError(
        closures.length > 0
          ? say`There is no closure on ${about}. The closures are: ${named}.`
          : say`There is no closure on ${about}, nor on any other day.`,
      );
    }
    return { file: { closures: distinctPeriods(withoutDays(closures, days)) }, prune: ['closures'], about };
  },
});
