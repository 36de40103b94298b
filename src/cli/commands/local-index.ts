import { explainDatabaseErrors } from '../../app/open-platform.ts';
import { indexPlace } from '../../config/index-settings.ts';
import { CommandError, UsageError } from '../../config/usage-error.ts';
import { deleteMirror, inspectMirror, NotAMirrorError } from '../../platform/mirror/inspect.ts';
import { chosenAction } from '../runtime/arguments.ts';
import type { CommandRun, Run } from '../runtime/run.ts';
import { printJson } from '../terminal/print-json.ts';
import { mebibytes, stateLines } from './index-lines.ts';

/** What a command does with an index in a file, and with those in a database. */
interface Action {
  file(file: string, run: Run): Promise<void>;
  database(database: string, run: Run): Promise<void>;
}

/** `rcpt-mcp index`: the local copy of a remote platform. */
export const runIndex: CommandRun = async (run) => {
  const { action } = chosenAction<Action>(run, {
    status: {
      file: showStatus,
      database: async (...args) => (await import('./shared-index.ts')).showSharedStatus(...args),
    },
    clear: { file: clear, database: async (...args) => (await import('./shared-index.ts')).clearShared(...args) },
  });
  const { index, state } = run.options;
  if (index === undefined) {
    throw new UsageError(
      'The index is needed: --index ./receptionist-index.db (RCPT_INDEX), or --index shared with --state.',
    );
  }
  const place = indexPlace(index, state);
  const acted = 'file' in place ? action.file(place.file, run) : action.database(place.database, run);
  await explainDatabaseErrors(
    acted.catch((error: unknown) => {
      throw error instanceof NotAMirrorError ? new CommandError(error.message, { cause: error }) : error;
    }),
  );
};

async function showStatus(file: string, { options, print }: Run): Promise<void> {
  const state = await inspectMirror(file);
  if (options.json) {
    const { credential: _, ...shown } = state ?? {};
    printJson({ print }, { file, exists: state !== undefined, ...shown });
    return;
  }
  if (!state) return print(`There is no index at ${file}.`);
  for (const line of stateLines(file, state)) print(line);
}

async function clear(file: string, { print }: Run): Promise<void> {
  const bytes = await deleteMirror(file);
  if (bytes === undefined) return print(`There is no index at ${file}.`);
  print(
    `The index ${file} is deleted (${mebibytes(bytes)}). Servers that use it read the platform until they restart.`,
  );
}
