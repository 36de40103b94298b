import { explainDatabaseErrors } from '../../app/compose.ts';
import { deleteMirror, inspectMirror, type MirrorState, NotAMirrorError } from '../../platform/mirror/inspect.ts';
import { chosenAction } from '../runtime/arguments.ts';
import type { CommandRun, Run } from '../runtime/run.ts';
import { table } from '../runtime/table.ts';
import { CommandError, UsageError } from '../runtime/usage-error.ts';

/** `rcpt-mcp index`: the local copy of a remote platform. */
export const runIndex: CommandRun = async (run) => {
  const { action } = chosenAction(run, { status: showStatus, clear });
  const { index: file } = run.options;
  if (file === undefined) {
    throw new UsageError('The file of the index is needed: --index ./receptionist-index.db (RCPT_INDEX).');
  }
  await explainDatabaseErrors(
    action(file, run).catch((error: unknown) => {
      throw error instanceof NotAMirrorError ? new CommandError(error.message, { cause: error }) : error;
    }),
  );
};

const minute = (time: number | null) =>
  time === null ? 'never' : new Date(time).toISOString().slice(0, 16).replace('T', ' ');
const mebibytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MiB`;

async function showStatus(file: string, { options, print }: Run): Promise<void> {
  const state = await inspectMirror(file);
  if (options.json) {
    print(JSON.stringify(state ? { file, exists: true, ...state } : { file, exists: false }, null, 2));
    return;
  }
  if (!state) return print(`There is no index at ${file}.`);
  for (const line of table(['list', 'indexed', 'on the platform', 'complete', 'read (UTC)'], rowsOf(state)))
    print(line);
  print(`${file}: ${mebibytes(state.bytes)}${state.isRead ? '; a process reads the platform now' : ''}`);
}

/** One row for each list, and one for the transcripts of calls. */
function rowsOf({ lists, callsWithoutDetail }: MirrorState): string[][] {
  return lists.flatMap(({ kind, progress }) => {
    const { records, total, refused, completedAt, checkedAt } = progress;
    const complete = refused ? 'refused' : completedAt === null ? 'no' : 'yes';
    const stated = total === null ? 'unknown' : String(total);
    const row = [kind, String(records), stated, complete, minute(checkedAt)];
    if (kind !== 'calls') return [row];
    const isComplete = completedAt !== null && callsWithoutDetail === 0;
    return [row, ['transcripts', String(records - callsWithoutDetail), stated, isComplete ? 'yes' : 'no', '']];
  });
}

async function clear(file: string, { print }: Run): Promise<void> {
  const bytes = await deleteMirror(file);
  if (bytes === undefined) return print(`There is no index at ${file}.`);
  print(
    `The index ${file} is deleted (${mebibytes(bytes)}). Servers that use it read the platform until they restart.`,
  );
}
