import { quoted, say, trusted } from '../../lib/text/sentence.ts';
import { OpeningHoursError } from '../../lib/time/opening-hours.ts';
import { readTypedHours } from '../../lib/time/typed-hours.ts';
import { readTypedPeriods } from '../../lib/time/typed-periods.ts';
import { ToolError } from '../core/errors.ts';

const START = /(\d{1,2}):(\d{2}) *[-–]/g;

/**
 * Checks the order of the periods of each day.
 * @throws ToolError for a period that begins before the one in front of it: `8:00-12:00, 1:00-5:00` is meant as the afternoon,
 *   and would be hours of the night.
 */
function rejectUnsorted(argument: string, lines: readonly string[]): void {
  for (const day of lines.flatMap((line) => line.split(';'))) {
    const starts = [...day.matchAll(START)].map(([, hour, minute]) => Number(hour) * 60 + Number(minute));
    if (starts.some((start, index) => start < (starts[index - 1] ?? 0)))
      throw new ToolError(
        say`${argument}: the times of ${quoted(day.trim())} are not in order. Write hours of 24, such as 13:00-17:00 for the afternoon, and the earlier period first.`,
      );
  }
}

/**
 * Returns weekly hours that can be written as in a business file: `Mon-Fri 9-12, 14-18`.
 * @throws ToolError for periods that are not in order, and for hours that can be of the morning or the afternoon
 */
export const readWeeklyHours = (argument: string, lines: readonly string[]): string[] =>
  readLines(argument, lines, (line) => readTypedHours(line, 'en'));

/** Returns the hours of a day, in the same way. @throws ToolError as `readWeeklyHours` */
export const readDayHours = (argument: string, hours: string): string =>
  readLines(argument, [hours], readTypedPeriods).join('');

function readLines(argument: string, lines: readonly string[], read: (line: string) => string): string[] {
  // As they are written: `8:00-12:00, 1:00-5:00` names hours of the night, where `8-12, 1-5` can only be the afternoon.
  rejectUnsorted(argument, lines);
  try {
    return lines.map(read);
  } catch (error) {
    if (!(error instanceof OpeningHoursError)) throw error;
    throw new ToolError(say`${trusted(argument)}: ${trusted(error.message)}`);
  }
}
