import { localDate } from '../../lib/time/range.ts';
import type { BookingImporter, BookingImportOutcome, CatalogueRecord, Team } from '../../platform/index.ts';
import { countRows } from '../count-rows.ts';
import type { CsvFile } from '../csv/csv-file.ts';
import type { ColumnMap } from '../headers.ts';
import { importRows, type RowImport } from '../import-rows.ts';
import type { BookingReading } from './booking-reading.ts';
import { type BookingColumns, findBookingColumns } from './columns.ts';
import { createRecordFinder, type RecordFinder } from './find-records.ts';
import { NumericTimes } from './numeric-times.ts';
import { DateOrders, orderOfCountry } from './read-day.ts';
import { type ReadBooking, readBookingRow } from './read-row.ts';
import type { TimeReading } from './read-times.ts';
import { createRowKeys } from './row-keys.ts';
import { type BookingTally, createBookingTally } from './tally.ts';
import { TotalsRows } from './totals-row.ts';

/** A file of bookings that was read once to its end, because what its dates mean shows in all rows together. */
export interface BookingFile {
  file: CsvFile;
  columns: BookingColumns;
  /** Its rows. */
  total: number;
  /** A date of the file that could be read in both orders. */
  ambiguous: string | undefined;
  /** How dates and times are read at a business. */
  timesAt(team: Pick<Team, 'defaultCountry' | 'timeZone'>): TimeReading;
  /** Returns a new function that returns the text of a row of totals. */
  leaveOut: TotalsRows['check'];
}

/**
 * Finds the columns of a file of bookings, and reads the file once.
 * @throws ColumnError, ImportFileError
 */
export async function readBookingFile(file: CsvFile, map: ColumnMap, maxRows?: number): Promise<BookingFile> {
  const columns = findBookingColumns(file.header, map);
  const orders = new DateOrders();
  const numbers = new NumericTimes();
  const totals = new TotalsRows(columns, file.header.length);
  const dated = [...columns.parts.date, ...columns.parts.start];
  const onRow = (cells: readonly string[]) => {
    for (const text of dated.map((index) => cells[index] ?? '')) orders.add(text);
    for (const index of [...dated, ...columns.parts.end]) numbers.add(cells[index] ?? '');
    totals.add(cells);
  };
  const total = await countRows(file, { onRow, ...(maxRows !== undefined && { maxRows }) });
  return {
    file,
    columns,
    total,
    ambiguous: orders.ambiguous,
    timesAt: ({ defaultCountry, timeZone }) => ({
      zone: timeZone,
      order: orders.order(orderOfCountry(defaultCountry)),
      numbers,
      inFigures: orders.inFigures,
    }),
    leaveOut: () => totals.check(),
  };
}

/** The services and people of the business, those that it no longer has included. */
export type Catalogue = Record<'services' | 'staff', readonly CatalogueRecord[]>;

interface BookingImport extends Pick<BookingReading, 'defaults' | 'advice'> {
  team: Pick<Team, 'defaultCountry' | 'timeZone'>;
  catalogue: Catalogue;
  /** Names in the business by those of the file. */
  renamed: Readonly<Record<string, string>>;
  /** Epoch milliseconds. */
  now: number;
  batchRows: number;
  /** Imports a batch, or predicts what importing it would do. */
  process: BookingImporter['importBatch'];
  /** Called with the number of rows that are done, after each batch. */
  onProgress: RowImport<ReadBooking, BookingImportOutcome>['onProgress'];
}

/** What happened to a file, or would happen. */
export interface ImportedBookings {
  tally: BookingTally;
  /** The start of the new booking to look at first: the next one that is ahead, otherwise the last one. Epoch milliseconds. */
  shownStart: number | undefined;
  services: RecordFinder;
  staff: RecordFinder;
  /** What words for a status are read as. */
  statuses: ReadonlyMap<string, string>;
}

/** Hands the rows of a file on, and counts what happens to each. */
export async function importBookingFile(
  { file, columns, timesAt, leaveOut }: BookingFile,
  { team, catalogue, renamed, defaults, advice, now, batchRows, process, onProgress }: BookingImport,
): Promise<ImportedBookings> {
  const names = new Map(Object.entries(renamed).map(([old, name]) => [old.toLowerCase(), name]));
  const services = createRecordFinder({ kind: 'service', records: catalogue.services, renamed: names });
  const staff = createRecordFinder({ kind: 'staff', records: catalogue.staff, renamed: names });
  const reading: BookingReading = {
    columns,
    width: file.header.length,
    country: team.defaultCountry,
    today: localDate(now, team.timeZone).toString(),
    ...timesAt(team),
    services,
    staff,
    defaults,
    advice,
    statuses: new Map(),
    keyOf: createRowKeys(team.timeZone),
  };
  const tally = createBookingTally(now, advice);
  await importRows<ReadBooking, BookingImportOutcome>({
    file,
    batchRows,
    onProgress,
    leaveOut: leaveOut(),
    read: (cells) => readBookingRow(cells, reading),
    process: (batch) => process(batch.map(({ booking }) => booking)),
    onLeftOut: tally.addTotals,
    onRefused: tally.refuse,
    onOutcome: tally.add,
  });
  return { tally: tally.result, shownStart: tally.shownStart(), services, staff, statuses: reading.statuses };
}

/** The records that the business still has. */
export const present = (records: readonly CatalogueRecord[]) => records.filter(({ isArchived }) => !isArchived);
