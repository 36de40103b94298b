import type { Interval } from '../../lib/time/intervals.ts';
import { DAY_MS } from '../../lib/time/units.ts';
import { ToolError } from '../core/errors.ts';
import { nowForAgent, type Office } from './office.ts';
import { readSaidDays } from './said-days.ts';
import type { WantedTime } from './wanted-time.ts';

/** Days that a caller asks about: one, or those of a weekend, week or month, with the time of each day if one was said with it: `tonight`. */
export interface AskedDays extends Interval, WantedTime {
  count: number;
}

/** The question for the days that are meant, and what helps the agent to write them. */
export interface NotUnderstood {
  spoken: string;
  hint: string;
}

export const dayNotUnderstood = (office: Office): NotUnderstood => ({
  spoken: office.speech.phrases.dayNotUnderstood,
  hint: `Not to be said: ${nowForAgent(office)} If you know which day is meant, call again with its date, such as ${office.today}.`,
});

/**
 * Reads a date, weekday, weekend, week or month. One that has begun begins now, so that the days before are not counted. Returns the
 * sentence that names what can be said if the text means no days.
 */
export async function askedDays(text: string, office: Office): Promise<AskedDays | NotUnderstood> {
  const { daysOf, local, now } = office;
  const { first, last, part, clock } = readSaidDays(text, office);
  try {
    const days = { start: (await daysOf(first)).start, end: (await daysOf(last)).end };
    const start = days.end > now ? Math.max(days.start, now) : days.start;
    const ends = [start, days.end - 1].map((instant) => Date.parse(local(instant).date)) as [number, number];
    return { start, end: days.end, count: Math.round((ends[1] - ends[0]) / DAY_MS) + 1, part, clock };
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return dayNotUnderstood(office);
  }
}
