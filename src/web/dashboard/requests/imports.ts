import { requestBody } from './http.ts';

export type ImportedRecords = 'contacts' | 'bookings';

/** A file to import, and how to read it. */
export interface ImportRequest extends ImportOptions {
  records: ImportedRecords;
  /** The bytes of the file, compressed with gzip (RFC 1952), in base64. */
  content: string;
  /** True: nothing is changed, and the report is a prediction. */
  dry_run: boolean;
}

export interface ImportOptions {
  /** Headers of columns by the fields that they hold. Null: no column holds the field. */
  columns?: Record<string, string | null>;
  keep_columns?: boolean;
  /** Rows of erased customers are imported, too. */
  restore_erased?: boolean;
  /** Names of services and staff in the business by those of the file. */
  names?: Record<string, string>;
  default_service_id?: string;
  default_staff_id?: string;
}

export interface ReadColumn {
  field: string;
  headers: string[];
}

export interface ReadAs {
  text: string;
  meaning: string;
}

export interface MissingName {
  name: string;
  rows: number;
}

/** Notes of one kind: the first of them. */
export interface RowNotes {
  total: number;
  first: { line: number; text: string }[];
}

/** What an import did, or would do. All texts but `problem` have words of the file in them. */
export interface ImportReport {
  applied: boolean;
  encoding: string;
  delimiter: string;
  header: string[];
  /** Why no row can be read. */
  problem: string | null;
  columns: ReadColumn[];
  additional: ReadColumn[];
  ignored: string[];
  /** IANA; null for contacts. */
  time_zone: string | null;
  read_as: Record<'dates' | 'numbers' | 'services' | 'staff' | 'status', ReadAs[]>;
  missing: Record<'services' | 'staff', MissingName[]>;
  /** Null if there is a `problem`. */
  counts: ImportCounts | null;
  /** The day (YYYY-MM-DD) of the agenda to look at after the import. */
  agenda_day: string | null;
  /** What the file seems to hold, if that is something else. */
  looks_like: ImportedRecords | null;
  problems: RowNotes;
  repetitions: RowNotes;
  totals: RowNotes;
  differences: RowNotes;
}

/** Rows, but for `ahead` and `customers`. */
export interface ImportCounts {
  rows: number;
  added: number;
  /** New bookings that are ahead. */
  ahead?: number;
  /** New contacts of bookings. */
  customers?: number;
  merged?: number;
  unchanged: number;
  repeated: number;
  cancelled?: number;
  invalid: number;
  /** Those of them whose customers were erased. */
  erased: number;
  totals_rows?: number;
}

/** Imports a file, or predicts what that would do. @throws RequestError */
export async function importFile(teamId: string, body: ImportRequest): Promise<ImportReport> {
  const path = `/api/dashboard/teams/${encodeURIComponent(teamId)}/imports`;
  const { data } = (await requestBody('POST', path, body, body.dry_run)) as { data: ImportReport };
  return data;
}
