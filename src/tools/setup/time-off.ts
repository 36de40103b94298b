import * as z from 'zod';
import { joined, quoted, say } from '../../lib/sentence.ts';
import { ToolError } from '../core/errors.ts';
import { defineChangeTool } from './change-tool.ts';
import { daysInput, FEWER_DAYS, parseDays } from './days.ts';
import { findInBusiness } from './people.ts';
import {
  describePeriod,
  distinctPeriods,
  isTimed,
  overlapping,
  type Period,
  touches,
  united,
  withoutDays,
} from './periods.ts';

export const setTimeOff = defineChangeTool({
  name: 'set_time_off',
  title: 'Set time off of a person',
  description: 'Record or remove the absence of a person, such as holiday or illness. Reports affected bookings.',
  effect: 'update',
  cutAdvice: FEWER_DAYS,
  input: () => ({
    staff: z.string().min(1).max(200).describe('Staff id or name'),
    ...daysInput(),
    from: daysInput().from.describe('Date, or local time such as 2026-11-26T13:00'),
    remove: z.boolean().optional().describe('Remove the absence on these days'),
  }),
  async edit({ staff, remove, ...input }, { staff: people, time_zone: timeZone }, context) {
    const person = findInBusiness(staff, people, 'staff');
    const days = await parseDays(input, timeZone, context, { times: 'exact' });
    const about = describePeriod(days);
    const timeOff: Period[] = person.time_off;
    if (!remove) {
      const known = overlapping(timeOff, days);
      if (known.length === 0) return { file: { staff: [{ id: person.id, time_off: [days] }] }, about };
      // Absences that overlap are one.
      const absence = united(days, known);
      const others = timeOff.filter((entry) => !known.includes(entry));
      return {
        file: { staff: [{ id: person.id, time_off: [...others, absence] }] },
        prune: ['time_off'],
        about,
        already: say`This absence is recorded already: ${describePeriod(absence)}.`,
      };
    }
    const removed = timeOff.filter((entry) => touches(entry, days));
    if (removed.length === 0) throw new ToolError(say`${quoted(person.name)} is not away on ${about}.`);
    // Only whole days can be taken out of an absence, and only out of one of whole days.
    const uncut = removed.filter((entry) => !covers(days, entry) && (isTimed(entry) || isTimed(days)));
    if (uncut.length > 0) {
      const entries = joined(uncut.map(describePeriod), ', ');
      // Whole days can be taken out of an absence of whole days.
      if (uncut.every((entry) => !isTimed(entry)))
        throw new ToolError(
          say`Only whole days can be taken out of an absence (${entries}): give from and to as dates.`,
        );
      throw new ToolError(say`An absence can be removed only as a whole: ${entries}. Give these as from and to.`);
    }
    const rest = timeOff.filter((entry) => !covers(days, entry));
    const left = isTimed(days) ? rest : distinctPeriods(withoutDays(rest, days));
    return { file: { staff: [{ id: person.id, time_off: left }] }, prune: ['time_off'], about };
  },
});

/** True if an entry lies within days: a date stands for the whole day. */
const covers = (days: Period, entry: Period) =>
  days.from <= entry.from && entry.to <= `${days.to}${days.to.length === 10 ? 'T99' : ''}`;
