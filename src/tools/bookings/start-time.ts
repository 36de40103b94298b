import { say, trusted } from '../../lib/text/sentence.ts';
import type { ClockChange } from '../../lib/time/parse.ts';
import type { ToolContext } from '../core/context.ts';
import { ToolError } from '../core/errors.ts';
import * as field from '../core/fields.ts';

/** Input that `start_time` is interpreted with. */
export const startInput = () => ({
  time_zone: field.timeZone().optional(),
  weekday: field.weekday().optional(),
  clock_change: field.clockChange().optional(),
});

/** What takes the place of an end. */
export const END_INSTEAD = { end_time: 'The service sets the length.' };

export interface StartOptions {
  time_zone?: string | undefined;
  weekday?: string | undefined;
  clock_change?: ClockChange | undefined;
}

/** Parses the start of a booking, which must be in the future. */
export async function parseFutureStart(text: string, options: StartOptions, context: ToolContext): Promise<string> {
  const start = await context.time.parse(text, options.time_zone, {
    zoneArgument: 'time_zone',
    weekday: options.weekday,
    clockChange: options.clock_change,
    clockChangeArgument: 'clock_change',
  });
  if (Date.parse(start) > context.clock.now()) return start;
  const now = context.time.describe(new Date(context.clock.now()).toISOString());
  const local = context.time.describe(start)?.local;
  const present = `${now?.weekday} ${now?.local} (${context.time.zone})`;
  throw new ToolError(
    say`${trusted(local ?? start)} is in the past: now it is ${trusted(present)}. Ask the user for a later time.`,
  );
}
