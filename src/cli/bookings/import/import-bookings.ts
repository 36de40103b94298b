import {
  type BookingFile,
  type Catalogue,
  type ImportedBookings,
  importBookingFile,
  present,
  readBookingFile,
} from '../../../imports/bookings/import-bookings.ts';
import { systemClock } from '../../../lib/time/clock.ts';
import { refuseDemo } from '../../commands/refuse-demo.ts';
import { withPlatform } from '../../commands/with-platform.ts';
import { importFile } from '../../imports/import-file.ts';
import { openFile, withFlags } from '../../imports/open-file.ts';
import { hintAtOtherKind } from '../../imports/other-kind.ts';
import { requiredArgument } from '../../runtime/arguments.ts';
import { idByName } from '../../runtime/id-by-name.ts';
import type { Run } from '../../runtime/run.ts';
import { printJson } from '../../terminal/print-json.ts';
import { bookingReportJson, reportBookingColumns, reportBookingRows } from './report.ts';

/** How an owner names what rows lack. */
const ADVICE = {
  service: '--default-service names that of such rows',
  staff: '--default-staff names that of such rows',
};

/** What happened to a file, or would happen. */
type Result = ImportedBookings & { invalid: number; erased: number };

/** Imports the bookings of a CSV file into the embedded platform's database. */
export async function importBookings(run: Run): Promise<void> {
  const { options } = run;
  const path = requiredArgument(run);
  const file = await openFile(path);
  hintAtOtherKind(run, 'bookings', { path, header: file.header });
  await importRead(run, await withFlags(() => readBookingFile(file, options.map ?? {})));
}

async function importRead(run: Run, bookings: BookingFile): Promise<void> {
  const { options, print } = run;
  const { rename: renamed = {}, json } = options;
  await withPlatform(run, async (platform) => {
    await refuseDemo(platform, run, 'bookings');
    const { MAX_BATCH_ROWS: batchRows } = await import('../../../platform/index.ts');
    const { team } = platform;
    const report = { ...bookings, times: bookings.timesAt(team) };
    if (!json) for (const line of reportBookingColumns(report)) print(line);
    const now = systemClock.now();
    const catalogue = await platform.bookings.catalogue();
    const defaults = readDefaults(run, catalogue);
    const importer = await platform.bookings.importer({ restoreErased: options['restore-erased'] });
    const known = { services: presentNames(catalogue.services), staff: presentNames(catalogue.staff) };
    await importFile<Result>(run, {
      total: bookings.total,
      async count({ isPlan, onProgress }) {
        const process = isPlan ? importer.planBatch : importer.importBatch;
        const options = { team, catalogue, renamed, defaults, advice: ADVICE, now, batchRows, process, onProgress };
        const result = await importBookingFile(bookings, options);
        return { ...result, invalid: result.tally.invalid, erased: result.tally.erased };
      },
      show(result, applied) {
        const rows = { ...result, applied, known };
        if (json) printJson({ print }, bookingReportJson(report, rows));
        else for (const line of reportBookingRows(rows)) print(line);
      },
      isChanging: ({ tally }) => tally.added > 0,
    });
  });
}

const presentNames = (records: Catalogue['services']) =>
  present(records)
    .map(({ name }) => name)
    .sort();

/** The service and the person of rows that name none. @throws UsageError for the name of none, or of several */
function readDefaults({ options }: Run, { services, staff }: Catalogue) {
  const { 'default-service': service, 'default-staff': person } = options;
  return {
    service: service === undefined ? undefined : idByName('service', service, present(services), '--default-service'),
    staff: person === undefined ? undefined : idByName('staff', person, present(staff), '--default-staff'),
  };
}
