import { redactPasswordInLogs } from '../../lib/database/database-url.ts';
import { redactDatabaseUrl } from '../../lib/database/redact-database-url.ts';
import {
  deleteSharedMirrors,
  inspectSharedMirrors,
  type SharedMirrorState,
} from '../../platform/mirror/shared-mirrors.ts';
import type { Run } from '../runtime/run.ts';
import { printJson } from '../terminal/print-json.ts';
import { mebibytes, stateLines } from './index-lines.ts';

/** The indexes in a database: those of the platform of `--base-url`, or all. */
interface Chosen {
  /** The database without its password. */
  shown: string;
  chosen: SharedMirrorState[];
  /** Says that there are others, if there are. */
  note: string[];
}

async function chosenIndexes(database: string, { options }: Run): Promise<Chosen> {
  redactPasswordInLogs(database);
  const all = await inspectSharedMirrors(database);
  const chosen = indexesOf(all, options['base-url']);
  const others = all.length - chosen.length;
  return {
    shown: redactDatabaseUrl(database),
    chosen,
    note:
      others === 0
        ? []
        : [
            `This database has indexes of other platforms: ${others}. Without RCPT_BASE_URL, this command is about them, too.`,
          ],
  };
}

/** The indexes of a platform. One whose creation was not completed belongs to every platform. */
const indexesOf = (all: readonly SharedMirrorState[], platform: URL | undefined): SharedMirrorState[] =>
  all.filter(({ address }) => address === undefined || !platform || address === platform.href);

const nameOf = ({ address, schema }: SharedMirrorState) => `${address ?? 'not complete'} (schema ${schema})`;

export async function showSharedStatus(database: string, run: Run): Promise<void> {
  const { shown, chosen, note } = await chosenIndexes(database, run);
  const { print } = run;
  if (run.options.json) {
    const indexes = chosen.map(({ usedAt, ...state }) => ({
      ...state,
      ...(usedAt === undefined ? {} : { used_at: new Date(usedAt).toISOString() }),
    }));
    printJson({ print }, { database: shown, indexes });
    return;
  }
  if (chosen.length === 0) print(`There is no index in ${shown}.`);
  for (const state of chosen) for (const line of stateLines(nameOf(state), state)) print(line);
  for (const line of note) print(line);
}

export async function clearShared(database: string, run: Run): Promise<void> {
  const { shown, chosen, note } = await chosenIndexes(database, run);
  const { print } = run;
  await deleteSharedMirrors(
    database,
    chosen.map(({ schema }) => schema),
  );
  if (chosen.length === 0) print(`There is no index in ${shown}.`);
  for (const state of chosen) print(`The index of ${nameOf(state)} is deleted (${mebibytes(state.bytes)}).`);
  if (chosen.length > 0) print('Servers that use it read the platform until they restart.');
  for (const line of note) print(line);
}
