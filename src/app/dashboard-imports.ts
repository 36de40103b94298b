import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip as gunzipCallback } from 'node:zlib';
import { columnsByField, looksLike } from '../imports/bookings/columns.ts';
import { type BookingFile, importBookingFile, present, readBookingFile } from '../imports/bookings/import-bookings.ts';
import { readDay } from '../imports/bookings/read-day.ts';
import { numbersReadAs } from '../imports/bookings/read-times.ts';
import { findColumns } from '../imports/contacts/columns.ts';
import { importContactRows } from '../imports/contacts/import-rows.ts';
import { countRows } from '../imports/count-rows.ts';
import { type CsvFile, delimiterName, headersOf, openCsv } from '../imports/csv/csv-file.ts';
import { bytesSource } from '../imports/csv/source.ts';
import { ColumnError, ImportFileError } from '../imports/errors.ts';
import { type Notes, noNotes } from '../imports/notes.ts';
import { createSemaphore, QueueFullError } from '../lib/concurrency/semaphore.ts';
import { systemClock } from '../lib/time/clock.ts';
import { localDate } from '../lib/time/range.ts';
import {
  type BusinessProfile,
  type ImportRefusal,
  type ImportReport,
  type ImportRequest,
  MAX_BATCH_ROWS,
  MAX_FILE_BYTES,
  MAX_REPORTED_NOTES,
  type Platform,
} from '../platform/index.ts';

const gunzip = promisify(gunzipCallback);

/** Rows of a file that is imported while its user waits. */
export const MAX_ROWS = 50_000;

/** What a user can do about rows that name no service, or no person. */
const ADVICE = { service: 'choose the service of such rows', staff: 'choose the person of such rows' };

interface Target {
  team: BusinessProfile;
  /** Those of the team. */
  records: ReturnType<Platform['recordsOf']>;
}

/** Files that wait while another one is imported: its rows are in memory. */
export const MAX_WAITING_IMPORTS = 4;

/** Imports a file into a team, or predicts that, with the rules of `contacts import` and `bookings import`. */
type ImportFile = (teamId: string, request: ImportRequest) => Promise<ImportReport | ImportRefusal>;

/** Returns the function that imports one file after the other. */
export function createImportFile(platform: () => Promise<Platform>): ImportFile {
  const importing = createSemaphore({ permits: 1, maxQueue: MAX_WAITING_IMPORTS });
  return async (teamId, request) => {
    try {
      return await importing.run(async () => importInto(await platform(), teamId, request));
    } catch (error) {
      if (error instanceof QueueFullError) return { refused: OVERLOADED, isOverloaded: true };
      throw error;
    }
  };
}

const OVERLOADED = 'Other files are being imported. Nothing was changed. Try again in a minute.';

async function importInto(
  platform: Platform,
  teamId: string,
  request: ImportRequest,
): Promise<ImportReport | ImportRefusal> {
  const target = { team: await platform.profile(teamId), records: platform.recordsOf(teamId) };
  if (target.team.isDemo) return { refused: demoText(target.team.name) };
  try {
    const file = await openCsv(bytesSource('The file', await decompress(request.content)));
    const report = request.records === 'contacts' ? importContacts : importBookings;
    // An owner who has chosen columns has seen what the file holds.
    const kind = request.columns ? undefined : looksLike(file.header);
    const looks_like = kind === request.records ? null : (kind ?? null);
    try {
      return { ...(await report(target, file, request)), looks_like };
    } catch (error) {
      if (!(error instanceof ColumnError && error.remedy)) throw error;
      return { ...emptyReport(file), looks_like, problem: error.message };
    }
  } catch (error) {
    if (error instanceof ImportFileError || error instanceof ColumnError) return { refused: error.message };
    throw error;
  }
}

/** @throws ImportFileError */
async function decompress(content: string): Promise<Buffer> {
  const compressed = Buffer.from(content, 'base64');
  try {
    return await gunzip(compressed, { maxOutputLength: MAX_FILE_BYTES });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const problem =
      code === 'ERR_BUFFER_TOO_LARGE'
        ? `The file has more than ${MAX_FILE_BYTES} bytes: split it`
        : 'content: is not gzip in base64';
    throw new ImportFileError(`${problem}. Nothing was changed.`, { cause: error });
  }
}

async function importContacts({ team, records: { contacts } }: Target, file: CsvFile, request: ImportRequest) {
  const { columns: map = {}, keep_columns: keepOthers = false, dry_run: isPlan } = request;
  const options = { restoreErased: request.restore_erased };
  const columns = findColumns(file.header, { map, keepOthers });
  await countRows(file, { maxRows: MAX_ROWS });
  const tally = await importContactRows({
    file,
    columns,
    country: team.defaultCountry,
    today: localDate(systemClock.now(), team.timeZone).toString(),
    batchRows: MAX_BATCH_ROWS,
    process: inTurns(isPlan ? contacts.planImport(options) : (rows) => contacts.importBatch(rows, options)),
    onProgress() {},
  });
  const { notes, ...counts } = tally;
  return {
    ...emptyReport(file),
    applied: !isPlan,
    columns: columnsOf(file, columns.parts),
    additional: [...columns.additional].map(([field, index]) => ({ field, headers: headersOf(file, [index]) })),
    ignored: headersOf(file, columns.ignored),
    counts,
    ...firstNotes(notes),
  };
}

async function importBookings({ team, records: { bookings } }: Target, file: CsvFile, request: ImportRequest) {
  const { columns: map = {}, names: renamed = {}, dry_run: isPlan } = request;
  const read = await readBookingFile(file, map, MAX_ROWS);
  const [catalogue, importer] = await Promise.all([
    bookings.catalogue(),
    bookings.importer({ restoreErased: request.restore_erased }),
  ]);
  const { tally, shownStart, services, staff, statuses } = await importBookingFile(read, {
    team,
    catalogue,
    renamed,
    defaults: {
      service: chosen('default_service_id', request.default_service_id, present(catalogue.services)),
      staff: chosen('default_staff_id', request.default_staff_id, present(catalogue.staff)),
    },
    advice: ADVICE,
    now: systemClock.now(),
    batchRows: MAX_BATCH_ROWS,
    process: inTurns(isPlan ? importer.planBatch : importer.importBatch),
    onProgress() {},
  });
  const { notes, ...counts } = tally;
  const times = read.timesAt(team);
  return {
    ...emptyReport(file),
    applied: !isPlan,
    columns: columnsOf(file, columnsByField(read.columns)),
    ignored: headersOf(file, read.columns.ignored),
    time_zone: times.zone,
    read_as: {
      dates: datesReadAs(read, times.order),
      numbers: readAs(Object.entries(numbersReadAs(times))),
      services: readAs(services.readAs()),
      staff: readAs(staff.readAs()),
      status: readAs(statuses),
    },
    missing: { services: missing(services.missing()), staff: missing(staff.missing()) },
    counts,
    agenda_day: shownStart === undefined ? null : localDate(shownStart, team.timeZone).toString(),
    ...firstNotes(notes),
  };
}

const emptyReport = (file: CsvFile): ImportReport => ({
  applied: false,
  encoding: file.encoding,
  delimiter: delimiterName(file),
  header: [...file.header],
  problem: null,
  columns: [],
  additional: [],
  ignored: [],
  time_zone: null,
  read_as: { dates: [], numbers: [], services: [], staff: [], status: [] },
  missing: { services: [], staff: [] },
  counts: null,
  agenda_day: null,
  looks_like: null,
  problems: noNotes(),
  repetitions: noNotes(),
  totals: noNotes(),
  differences: noNotes(),
});

/** Imports one batch after the other, with the turns of others between them: SQLite keeps the process busy. */
const inTurns =
  <Row, Outcome>(process: (rows: readonly Row[]) => Promise<Outcome[]>) =>
  async (rows: readonly Row[]): Promise<Outcome[]> => {
    await setImmediate();
    return process(rows);
  };

/** @throws ColumnError if the business has no such record */
function chosen(field: string, id: string | undefined, records: readonly { id: string }[]): string | undefined {
  if (id === undefined || records.some((record) => record.id === id)) return id;
  throw new ColumnError(`${field}: the business has no such record. Nothing was changed. Choose another one.`);
}

const columnsOf = (file: CsvFile, parts: Readonly<Record<string, readonly number[]>>) =>
  Object.entries(parts).flatMap(([field, indexes]) =>
    indexes.length > 0 ? [{ field, headers: headersOf(file, indexes) }] : [],
  );

const datesReadAs = ({ ambiguous }: BookingFile, order: Parameters<typeof readDay>[1]) =>
  ambiguous === undefined ? [] : readAs([[ambiguous, `${readDay(ambiguous, order)} (${order})`]]);

const readAs = (names: Iterable<[string, string]>) => [...names].map(([text, meaning]) => ({ text, meaning }));
const missing = (names: Iterable<[string, number]>) => [...names].map(([name, rows]) => ({ name, rows }));

const firstNotes = <Kind extends string>(notes: Readonly<Record<Kind, Notes>>): Record<Kind, Notes> =>
  Object.fromEntries(
    Object.entries<Notes>(notes).map(([kind, { total, first }]) => [
      kind,
      { total, first: first.slice(0, MAX_REPORTED_NOTES) },
    ]),
  ) as Record<Kind, Notes>;

const demoText = (name: string) =>
  `This server shows the demo business ${name}, not yours. Nothing was changed. Remove the demo in a terminal with rcpt-mcp demo remove, and set up your business with rcpt-mcp business init`;
