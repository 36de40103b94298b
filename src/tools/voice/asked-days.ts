import type { Interval } from '../../lib/time/intervals.ts';
import { DAY_MS } from '../../lib/time/units.ts';
import { ToolError } from '../core/errors.ts';
import { nowForAgent, type Office } from './office.ts';
import type { PartOfDay } from './parts-of-day.ts';
import { readSaidDays } from './said-days.ts';

/** Days that a caller asks about: one, or those of a weekend, week or month. */
export interface AskedDays extends Interval {
  count: number;
  /** Of each day, if one was said with it: `tonight`. */
  part: PartOfDay | undefined;
  /** A preferred time of the day, in epoch milliseconds. */
  near: number | undefined;
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
  const { daysOf, instants, local, now } = office;
  const { first, last, part, time } = readSaidDays(text, office);
  try {
    const days = { start: (await daysOf(first)).start, end: (await daysOf(last)).end };
    const start = days.end > now ? Math.max(days.start, now) : days.start;
    const ends = [start, days.end - 1].map((instant) => Date.parse(local(instant).date)) as [number, number];
    const near = time === undefined ? undefined : (await instants(`${first}T${time}`)).starts[0];
    return { start, end: days.end, count: Math.round((ends[1] - ends[0]) / DAY_MS) + 1, part, near };
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return dayNotUnderstood(office);
  }
}
