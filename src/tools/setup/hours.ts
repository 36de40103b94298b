import { quoted, say } from '../../lib/text/sentence.ts';
import { ToolError } from '../core/errors.ts';

const START = /(\d{1,2}):(\d{2}) *[-–]/g;

/**
 * Checks the order of the periods of each day.
 * @throws ToolError for a period that begins before the one in front of it: `8:00-12:00, 1:00-5:00` is meant as the afternoon,
 *   and would be hours of the night.
 */
export function rejectUnsorted(argument: string, lines: readonly string[] = []): void {
  for (const day of lines.flatMap((line) => line.split(';'))) {
    const starts = [...day.matchAll(START)].map(([, hour, minute]) => Number(hour) * 60 + Number(minute));
    if (starts.some((start, index) => start < (starts[index - 1] ?? 0)))
      throw new ToolError(
        say`${argument}: the times of ${quoted(day.trim())} are not in order. Write hours of 24, such as 13:00-17:00 for the afternoon, and the earlier period first.`,
      );
  }
}
