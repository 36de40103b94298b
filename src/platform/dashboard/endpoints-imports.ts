import * as z from 'zod';
import type { DashboardEndpoint } from './endpoints.ts';

/** Notes of one kind in one report: the first of them. */
export const MAX_REPORTED_NOTES = 100;
/** Maximum size of a file, in bytes. */
export const MAX_FILE_BYTES = 8 * 1024 * 1024;
const MAX_NAME_LENGTH = 300;
const MAX_HEADER_LENGTH = 10_000;

const note = () => z.strictObject({ line: z.int().describe('Line of the file; the first is 1'), text: z.string() });
const notes = () =>
  z.strictObject({
    total: z.int(),
    first: z.array(note()).max(MAX_REPORTED_NOTES),
  });
const readAs = () => z.strictObject({ text: z.string().describe('As the file has it'), meaning: z.string() });
const missingName = () => z.strictObject({ name: z.string(), rows: z.int() });

const column = () => z.strictObject({ field: z.string(), headers: z.array(z.string()) });

const counts = () =>
  z.strictObject({
    rows: z.int(),
    added: z.int(),
    ahead: z.int().optional().describe('New bookings that are ahead'),
    customers: z.int().optional().describe('New contacts of bookings'),
    merged: z.int().optional().describe('Rows that fill empty fields of contacts'),
    unchanged: z.int(),
    repeated: z.int().describe('Rows about the same record as an earlier row'),
    cancelled: z.int().optional().describe('Rows of cancelled appointments, which are left out'),
    invalid: z.int().describe('Rows that cannot be imported'),
    totals_rows: z.int().optional().describe('Rows of totals, which are left out'),
  });

const report = () =>
  z.strictObject({
    applied: z.boolean().describe('False for a prediction'),
    encoding: z.string(),
    delimiter: z.enum(['comma', 'semicolon', 'tab']),
    header: z.array(z.string()).describe('The columns of the file'),
    problem: z
      .string()
      .nullable()
      .describe('Why no row can be read: no column holds what each row needs. Choose one with `columns`'),
    columns: z.array(column()).describe('What is read from which columns: of several, the first that is not empty'),
    additional: z.array(column()).describe('Additional fields of contacts, and their columns'),
    ignored: z.array(z.string()).describe('Columns that nothing is read from'),
    time_zone: z.string().nullable().describe('IANA zone of times without an offset. Null for contacts'),
    read_as: z.strictObject({
      dates: z.array(readAs()).describe('Dates that could be read in two ways'),
      numbers: z.array(readAs()).describe('Times that the file has as numbers'),
      services: z.array(readAs()),
      staff: z.array(readAs()),
    }),
    missing: z
      .strictObject({ services: z.array(missingName()), staff: z.array(missingName()) })
      .describe('Names that the business does not have, with their number of rows'),
    counts: counts().nullable().describe('Null with a `problem`'),
    problems: notes().describe('Why rows cannot be imported'),
    repetitions: notes(),
    totals: notes(),
    differences: notes().describe('What should be checked'),
  });

/** Imports of records from files of other programs. */
export const IMPORT_ENDPOINTS = {
  importFile: {
    method: 'POST',
    path: '/dashboard/teams/{team_id}/imports',
    access: 'admin',
    body: z.strictObject({
      records: z.enum(['contacts', 'bookings']),
      content: z.string().describe('The bytes of a CSV file, compressed with gzip (RFC 1952), in base64'),
      dry_run: z.boolean().describe('True: only the report of what the import would do'),
      columns: z
        .record(z.string().max(MAX_NAME_LENGTH), z.string().max(MAX_HEADER_LENGTH).nullable())
        .optional()
        .describe(
          'Headers of columns by the fields that they hold, where these are not the usual ones. Null: no column holds the field',
        ),
      keep_columns: z.boolean().optional().describe('True: other columns become additional fields. Only for contacts'),
      names: z
        .record(z.string().max(MAX_HEADER_LENGTH), z.string().max(MAX_NAME_LENGTH))
        .optional()
        .describe('Names of services and staff in the business by those of the file. Only for bookings'),
      default_service_id: z.string().max(MAX_NAME_LENGTH).optional().describe('The service of rows that name none'),
      default_staff_id: z.string().max(MAX_NAME_LENGTH).optional().describe('The person of rows that name none'),
    }),
    data: report,
    needsServer: true,
    dryRuns: true,
  },
} as const satisfies Record<string, DashboardEndpoint>;

/** What an import is asked for. */
export type ImportRequest = z.output<(typeof IMPORT_ENDPOINTS)['importFile']['body']>;

/** What an import did, or would do. */
export type ImportReport = z.input<ReturnType<typeof report>>;
