import { CommandError } from '../../config/usage-error.ts';
import { pluralize } from '../../lib/text.ts';
import { systemClock } from '../../lib/time/clock.ts';
import { localDate } from '../../lib/time/range.ts';
import { findColumns } from '../contacts/columns.ts';
import { type CsvFile, openCsv } from '../contacts/csv-file.ts';
import { eraseContact } from '../contacts/erase.ts';
import { exportCsv } from '../contacts/export.ts';
import { type ImportRun, importRows } from '../contacts/import-rows.ts';
import { reportColumns, reportJson, reportRows } from '../contacts/report.ts';
import type { Tally } from '../contacts/tally.ts';
import { jsonArray } from '../exports/json-array.ts';
import { STDOUT, writeNewFile, writePieces } from '../exports/write-pieces.ts';
import { needsYes } from '../runtime/agree.ts';
import { chosenAction, requiredArgument } from '../runtime/arguments.ts';
import { explainPartialImport, interruption } from '../runtime/partial-import.ts';
import { printJson } from '../runtime/print-json.ts';
import { createProgress } from '../runtime/progress.ts';
import type { CommandRun, Run } from '../runtime/run.ts';
import { confirm, isInteractive } from '../runtime/terminal.ts';
import { refuseDemo } from './refuse-demo.ts';
import { withPlatform } from './with-platform.ts';

/** A prediction keeps all rows in memory, about 2 KB each. */
const MAX_ROWS = 200_000;

const ACTIONS = { import: importContacts, export: exportContacts, erase: eraseContact };

/** Imports contacts from a CSV file into the embedded platform's database, exports them, and erases one. */
export const runContacts: CommandRun = async (run) => {
  const { action, positionals } = chosenAction<CommandRun>(run, ACTIONS);
  await action({ ...run, positionals });
};

async function importContacts(run: Run): Promise<void> {
  const { options, print } = run;
  const { map = {}, 'keep-columns': keepOthers, yes, json } = options;
  const path = requiredArgument(run);
  const file = await openCsv(path);
  const columns = findColumns(file.header, { map, keepOthers });
  // The whole file is read before anything is changed: a file that is cut off in the middle is not imported by half.
  const total = await countRows(file);
  await withPlatform(run, async (platform) => {
    await refuseDemo(platform, run, 'customers');
    const { MAX_BATCH_ROWS: batchRows } = await import('../../platform/index.ts');
    const { defaultCountry: country, timeZone } = platform.team;
    const today = localDate(systemClock.now(), timeZone).toString();
    const importer = { file, columns, country, today, batchRows };
    if (!json) for (const line of reportColumns(importer)) print(line);
    const show = (tally: Tally, applied: boolean) => {
      if (json) printJson({ print }, reportJson({ file, columns, tally, applied }));
      else for (const line of reportRows({ tally, applied })) print(line);
    };
    if (!yes) {
      const planning = { ...importer, process: platform.contacts.planImport() };
      const planned = await runShowingProgress(planning, createRowProgress(total));
      show(planned, false);
      if (json || !isInteractive()) throw needsYes('import the file');
      if (planned.added + planned.merged === 0) {
        if (planned.invalid === 0) return print('There is nothing to import.');
        const rows = pluralize(planned.invalid, 'row');
        throw new CommandError(
          `${rows} cannot be imported. Nothing was changed. Correct the file and import it again.`,
        );
      }
      if (!(await confirm('Import the file?'))) return print('Nothing was changed.');
    }
    const progress = createRowProgress(total);
    const applying = { ...importer, process: platform.contacts.importBatch };
    const importing = runShowingProgress(applying, progress, interruption());
    const tally = await explainPartialImport(importing, progress.text);
    show(tally, true);
    if (tally.invalid > 0) {
      throw new CommandError(
        `${pluralize(tally.invalid, 'row')} could not be imported, all others are. Correct the file and import it again: what is imported stays as it is.`,
      );
    }
  });
}

async function exportContacts(run: Run): Promise<void> {
  const { options, positionals, print, write } = run;
  const [path = STDOUT] = positionals;
  await withPlatform(run, async ({ contacts }) => {
    const pieces = options.json ? jsonArray(contacts.all()) : exportCsv(contacts, { bom: options.bom });
    if (path === STDOUT) return writePieces(pieces, write);
    await writeNewFile(path, pieces);
    print(`${path} is written: ${pluralize(await contacts.count(), 'contact')}.`);
  });
}

async function countRows(file: CsvFile): Promise<number> {
  let count = 0;
  for await (const _row of file.rows()) count += 1;
  if (count > MAX_ROWS)
    throw new CommandError(`${file.path} has more than 200,000 rows: split it. Nothing was changed.`);
  return count;
}

/** The rows of a file that are done. */
function createRowProgress(total: number) {
  const show = (count: number) => count.toLocaleString('en-US');
  let done = 0;
  return {
    advance: (rows: number) => {
      done = rows;
    },
    text: () => `${show(done)} of ${show(total)} ${total === 1 ? 'row' : 'rows'}`,
  };
}

async function runShowingProgress(
  run: Omit<ImportRun, 'onProgress'>,
  { advance, text }: ReturnType<typeof createRowProgress>,
  throwIfInterrupted = () => {},
): Promise<Tally> {
  const progress = createProgress();
  const onProgress = (done: number) => {
    advance(done);
    progress.show(text());
    throwIfInterrupted();
  };
  try {
    return await importRows({ ...run, onProgress });
  } finally {
    progress.clear();
  }
}
