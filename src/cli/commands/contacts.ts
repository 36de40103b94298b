import { findColumns } from '../../imports/contacts/columns.ts';
import { importContactRows } from '../../imports/contacts/import-rows.ts';
import type { Tally } from '../../imports/contacts/tally.ts';
import { countRows } from '../../imports/count-rows.ts';
import { pluralize } from '../../lib/text/text.ts';
import { systemClock } from '../../lib/time/clock.ts';
import { localDate } from '../../lib/time/range.ts';
import type { ImportedContact } from '../../platform/index.ts';
import { writeCustomerData } from '../contacts/data.ts';
import { eraseContact } from '../contacts/erase.ts';
import { exportCsv } from '../contacts/export.ts';
import { reportColumns, reportJson, reportRows } from '../contacts/report.ts';
import { jsonArray } from '../exports/json-array.ts';
import { STDOUT, writeNewFile, writePieces } from '../exports/write-pieces.ts';
import { importFile } from '../imports/import-file.ts';
import { openFile, withFlags } from '../imports/open-file.ts';
import { hintAtOtherKind } from '../imports/other-kind.ts';
import { chosenAction, requiredArgument } from '../runtime/arguments.ts';
import type { CommandRun, Run } from '../runtime/run.ts';
import { printJson } from '../terminal/print-json.ts';
import { refuseDemo } from './refuse-demo.ts';
import { withPlatform } from './with-platform.ts';

const ACTIONS = { import: importContacts, export: exportContacts, data: writeCustomerData, erase: eraseContact };

/** Imports contacts from a CSV file into the embedded platform's database, exports them, and writes or erases the data of one. */
export const runContacts: CommandRun = async (run) => {
  const { action, positionals } = chosenAction<CommandRun>(run, ACTIONS);
  await action({ ...run, positionals });
};

async function importContacts(run: Run): Promise<void> {
  const { options, print } = run;
  const { map = {}, 'keep-columns': keepOthers, 'restore-erased': restoreErased, json } = options;
  const path = requiredArgument(run);
  const file = await openFile(path);
  hintAtOtherKind(run, 'contacts', { path, header: file.header });
  const { columns, total } = await withFlags(async () => ({
    columns: findColumns(file.header, { map, keepOthers }),
    total: await countRows(file),
  }));
  await withPlatform(run, async (platform) => {
    await refuseDemo(platform, run, 'customers');
    const { MAX_BATCH_ROWS: batchRows } = await import('../../platform/index.ts');
    const { defaultCountry: country, timeZone } = platform.team;
    const today = localDate(systemClock.now(), timeZone).toString();
    if (!json) for (const line of reportColumns({ file, columns })) print(line);
    await importFile<Tally>(run, {
      total,
      count({ isPlan, onProgress }) {
        const { contacts } = platform;
        const process = isPlan
          ? contacts.planImport({ restoreErased })
          : (rows: readonly ImportedContact[]) => contacts.importBatch(rows, { restoreErased });
        return importContactRows({ file, columns, country, today, batchRows, process, onProgress });
      },
      show(tally, applied) {
        if (json) printJson({ print }, reportJson({ file, columns, tally, applied }));
        else for (const line of reportRows({ tally, applied })) print(line);
      },
      isChanging: ({ added, merged }) => added + merged > 0,
    });
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
