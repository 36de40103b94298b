import { pluralize } from '../../lib/text/text.ts';
import { minuteText } from '../../lib/time/minute-text.ts';
import type { MirrorState } from '../../platform/mirror/inspect.ts';
import { table } from '../terminal/table.ts';

const minute = (time: number | null) => (time === null ? 'never' : minuteText(new Date(time).toISOString()));
export const mebibytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MiB`;

/** A table of the lists, a line with the size, and one that says whether it is being read. @param name of the index */
export function stateLines(name: string, state: MirrorState): string[] {
  return [
    ...table(['list', 'indexed', 'on the platform', 'complete', 'read (UTC)'], rowsOf(state)),
    `${name}: ${mebibytes(state.bytes)}`,
    ...(state.unconfirmedRecords > 0
      ? [
          `${pluralize(state.unconfirmedRecords, 'record')} from before the API key or --default-country was changed: to be confirmed by the platform before they count. Two keys need two files (--index).`,
        ]
      : []),
    ...(state.isRead ? ['A process reads the platform now.'] : []),
  ];
}

/** One row for each list, and one for the transcripts of calls. */
function rowsOf({ lists, callsWithoutDetail, unreadableCalls }: MirrorState): string[][] {
  const missing = callsWithoutDetail + unreadableCalls;
  return lists.flatMap(({ kind, progress }) => {
    const { records, total, refused, completedAt, checkedAt } = progress;
    const complete = refused ? 'refused' : completedAt === null ? 'no' : 'yes';
    const stated = total === null ? 'unknown' : String(total);
    const row = [kind, String(records), stated, complete, minute(checkedAt)];
    if (kind !== 'calls') return [row];
    const isComplete = completedAt !== null && missing === 0;
    return [row, ['transcripts', String(records - missing), stated, isComplete ? 'yes' : 'no', '']];
  });
}
