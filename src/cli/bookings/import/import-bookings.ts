import { systemClock } from '../../../lib/time/clock.ts';
import { localDate } from '../../../lib/time/range.ts';
import type { BookingImporter, BookingImportOutcome, CatalogueRecord } from '../../../platform/index.ts';
import { refuseDemo } from '../../commands/refuse-demo.ts';
import { withPlatform } from '../../commands/with-platform.ts';
import { openCsv } from '../../imports/csv-file.ts';
import { countRows, importFile } from '../../imports/import-file.ts';
import { importRows, type RowImport } from '../../imports/import-rows.ts';
import { requiredArgument } from '../../runtime/arguments.ts';
import { idByName } from '../../runtime/id-by-name.ts';
import { printJson } from '../../runtime/print-json.ts';
import type { Run } from '../../runtime/run.ts';
import { findBookingColumns } from './columns.ts';
import { createRecordFinder, type RecordFinder } from './find-records.ts';
import { NumericTimes } from './numeric-times.ts';
import { DateOrders, orderOfCountry } from './read-day.ts';
import { type BookingReading, type ReadBooking, readBookingRow } from './read-row.ts';
import { bookingReportJson, reportBookingColumns, reportBookingRows } from './report.ts';
import { createRowKeys } from './row-keys.ts';
import { type BookingTally, createBookingTally } from './tally.ts';
import { TotalsRows } from './totals-row.ts';

/** What happened to a file, or would happen. */
interface Result {
  invalid: number;
  tally: BookingTally;
  services: RecordFinder;
  staff: RecordFinder;
}

/** Imports the bookings of a CSV file into the embedded platform's database. */
export async function importBookings(run: Run): Promise<void> {
  const { options, print } = run;
  const { map = {}, rename = {}, json } = options;
  const file = await openCsv(requiredArgument(run));
  const columns = findBookingColumns(file.header, map);
  const orders = new DateOrders();
  const numbers = new NumericTimes();
  const totals = new TotalsRows(columns, file.header.length);
  const dated = [...columns.parts.date, ...columns.parts.start];
  const total = await countRows(file, (cells) => {
    for (const text of dated.map((index) => cells[index] ?? '')) orders.add(text);
    for (const index of [...dated, ...columns.parts.end]) numbers.add(cells[index] ?? '');
    totals.add(cells);
  });
  await withPlatform(run, async (platform) => {
    await refuseDemo(platform, run, 'bookings');
    const { MAX_BATCH_ROWS: batchRows } = await import('../../../platform/index.ts');
    const { defaultCountry: country, timeZone: zone } = platform.team;
    const order = orders.order(orderOfCountry(country));
    const times = { zone, order, numbers, inFigures: orders.inFigures };
    const report = { file, columns, ambiguous: orders.ambiguous, times };
    if (!json) for (const line of reportBookingColumns(report)) print(line);
    const now = systemClock.now();
    const catalogue = await platform.bookings.catalogue();
    const today = localDate(now, zone).toString();
    const reading = {
      columns,
      width: file.header.length,
      country,
      today,
      ...times,
      defaults: readDefaults(run, catalogue),
    };
    const renamed = new Map(Object.entries(rename).map(([old, name]) => [old.toLowerCase(), name]));
    const importer = await platform.bookings.importer();
    const known = { services: presentNames(catalogue.services), staff: presentNames(catalogue.staff) };
    await importFile<Result>(run, {
      total,
      count({ isPlan, onProgress }) {
        const process = isPlan ? importer.planBatch : importer.importBatch;
        const complete = { ...reading, ...findersOf(catalogue, renamed), keyOf: createRowKeys(zone) };
        return countOutcomes({ file, batchRows, onProgress, leaveOut: totals.check() }, complete, { process, now });
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

/** Hands the rows of a file on, and counts what happens to each. */
async function countOutcomes(
  rows: Pick<RowImport<ReadBooking, BookingImportOutcome>, 'file' | 'batchRows' | 'onProgress' | 'leaveOut'>,
  reading: BookingReading,
  { process, now }: { process: BookingImporter['importBatch']; now: number },
): Promise<Result> {
  const tally = createBookingTally(now);
  await importRows<ReadBooking, BookingImportOutcome>({
    ...rows,
    read: (cells) => readBookingRow(cells, reading),
    process: (batch) => process(batch.map(({ booking }) => booking)),
    onLeftOut: tally.addTotals,
    onRefused: tally.refuse,
    onOutcome: tally.add,
  });
  const { services, staff } = reading;
  return { invalid: tally.result.invalid, tally: tally.result, services, staff };
}

type Catalogue = Record<'services' | 'staff', readonly CatalogueRecord[]>;

const findersOf = ({ services, staff }: Catalogue, renamed: ReadonlyMap<string, string>) => ({
  services: createRecordFinder({ kind: 'service', records: services, renamed }),
  staff: createRecordFinder({ kind: 'staff', records: staff, renamed }),
});

const present = (records: readonly CatalogueRecord[]) => records.filter(({ isArchived }) => !isArchived);
const presentNames = (records: readonly CatalogueRecord[]) =>
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
