import * as z from 'zod';
import type { DashboardEndpoint } from './endpoint.ts';

/** Notes of one kind in one report: the first of them. */
export const MAX_REPORTED_NOTES = 100;
/** Maximum size of a file, in bytes. */
export const MAX_FILE_BYTES = 8 * 1024 * 1024;
const MAX_NAME_LENGTH = 300;
const MAX_HEADER_LENGTH = 10_000;

const note = () => z.strictObject({ line: z.int().describe('Line of the file; the first is 1'), text: z.string() });
export const notes = () =>
  z.strictObject({
    total: z.int(),
    first: z.array(note()).max(MAX_REPORTED_NOTES),
  });
export const readAs = () => z.strictObject({ text: z.string().describe('As the file has it'), meaning: z.string() });
const missingName = () => z.strictObject({ name: z.string(), rows: z.int() });

const column = () => z.strictObject({ field: z.string(), headers: z.array(z.string()) });

const counts = () =>
  z.strictObject({
    rows: z.int(),
    added: z.int(),
    ahead: z.int().optional(),
    customers: z.int().optional(),
    merged: z.int().optional(),
    unchanged: z.int(),
    repeated: z.int(),
    cancelled: z.int().optional(),
    invalid: z.int(),
    erased: z.int(),
    totals_rows: z.int().optional(),
  });

const report = () =>
  z.strictObject({
    applied: z.boolean(),
    encoding: z.string(),
    delimiter: z.enum(['comma', 'semicolon', 'tab']),
    header: z.array(z.string()),
    problem: z.string().nullable(),
    columns: z.array(column()),
    additional: z.array(column()),
    ignored: z.array(z.string()),
    time_zone: z.string().nullable(),
    read_as: z.strictObject({
      dates: z.array(readAs()),
      numbers: z.array(readAs()),
      services: z.array(readAs()),
      staff: z.array(readAs()),
      status: z.array(readAs()),
    }),
    missing: z.strictObject({ services: z.array(missingName()), staff: z.array(missingName()) }),
    counts: counts().nullable(),
    agenda_day: z.string().nullable(),
    looks_like: z.enum(['contacts', 'bookings']).nullable(),
    problems: notes(),
    repetitions: notes(),
    totals: notes(),
    differences: notes(),
  });

/** Imports of records from files of other programs. */
export const IMPORT_ENDPOINTS = {
  importFile: {
    method: 'POST',
    path: '/dashboard/teams/{team_id}/imports',
    access: 'admin',
    body: z.strictObject({
      records: z.enum(['contacts', 'bookings']),
      content: z.string(),
      dry_run: z.boolean(),
      columns: z.record(z.string().max(MAX_NAME_LENGTH), z.string().max(MAX_HEADER_LENGTH).nullable()).optional(),
      keep_columns: z.boolean().optional(),
      restore_erased: z.boolean().optional(),
      names: z.record(z.string().max(MAX_HEADER_LENGTH), z.string().max(MAX_NAME_LENGTH)).optional(),
      default_service_id: z.string().max(MAX_NAME_LENGTH).optional(),
      default_staff_id: z.string().max(MAX_NAME_LENGTH).optional(),
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
