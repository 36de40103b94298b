import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { ImportFileError } from '../errors.ts';
import { decodeLines, detectEncoding, type Encoding } from './encoding.ts';
import type { FileSource } from './source.ts';

/** A table in a file. */
export interface CsvFile {
  /** How messages name it. */
  name: string;
  encoding: Encoding;
  delimiter: Delimiter;
  header: readonly string[];
  /** Reads the rows after the header, without empty ones. The file is read again with each call. */
  rows(): AsyncGenerator<CsvRow>;
}

export interface CsvRow {
  /** The line of the file in which the row begins; the first is 1. */
  line: number;
  cells: readonly string[];
}

const DELIMITERS = [',', ';', '\t'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

const DELIMITER_NAMES = { ',': 'comma', ';': 'semicolon', '\t': 'tab' } as const;

export const delimiterName = ({ delimiter }: Pick<CsvFile, 'delimiter'>) => DELIMITER_NAMES[delimiter];

/** Headers of columns as the file has them, for programs. */
export const headersOf = ({ header }: CsvFile, indexes: readonly number[]): string[] =>
  indexes.map((index) => header[index] ?? '');

/** No row of contacts is longer, unless a quotation mark is missing. In characters. */
const MAX_ROW_LENGTH = 100_000;

/** Rows that decide between separators with equally many columns. */
const SAMPLE_ROWS = 20;

/** The layout of a file: its separator, its columns, and the records before the rows. */
interface Layout {
  delimiter: Delimiter;
  header: readonly string[];
  skipped: number;
}

/**
 * Opens a CSV file (RFC 4180), and detects its encoding and its delimiter.
 * @throws ImportFileError, also from `rows`, if it cannot be read or is not CSV
 */
export async function openCsv(source: FileSource): Promise<CsvFile> {
  const encoding = await detectEncoding(source);
  const { delimiter, header, skipped } =
    (await statedLayout(source, encoding)) ?? (await likelyLayout(source, encoding));
  if (header.length === 0)
    throw new ImportFileError(`${source.name} is empty: its first line must name the columns. Nothing was changed.`);
  const [, format] = /^BEGIN:(VCALENDAR|VCARD)$/i.exec(header[0] ?? '') ?? [];
  if (format)
    throw new ImportFileError(
      `${source.name} is ${/card/i.test(format) ? 'a vCard' : 'an iCalendar'} file: export CSV, and import that file. Nothing was changed.`,
    );
  return {
    name: source.name,
    encoding,
    delimiter,
    header,
    async *rows() {
      const records = readRecords(source, encoding, delimiter);
      for (let count = 0; count < skipped; count++) await records.next();
      yield* records;
    },
  };
}

/** The layout of a file that begins with a line such as `sep=;`, which programs write for Excel. */
async function statedLayout(source: FileSource, encoding: Encoding): Promise<Layout | undefined> {
  for (const delimiter of DELIMITERS) {
    const [first, second = []] = await firstRecords(source, encoding, delimiter, 2);
    if (first?.join(delimiter).toLowerCase() === `sep=${delimiter}`)
      return { delimiter, header: trimmed(second), skipped: 2 };
  }
  return undefined;
}

/** By the number of columns; of equal ones, by the rows that have as many cells. */
async function likelyLayout(source: FileSource, encoding: Encoding): Promise<Layout> {
  const layouts: Layout[] = [];
  for (const delimiter of DELIMITERS) {
    const [header = []] = await firstRecords(source, encoding, delimiter, 1);
    layouts.push({ delimiter, header: trimmed(header), skipped: 1 });
  }
  const [first, ...more] = layouts as [Layout, ...Layout[]];
  const width = Math.max(...layouts.map(({ header }) => header.length));
  const widest = layouts.filter(({ header }) => header.length === width);
  if (width < 2 || widest.length < 2) return widest[0] ?? first;
  // Commas are last: names and addresses have them, too.
  let best = { layout: first, fitting: -1 };
  for (const layout of [...more, first].filter((one) => widest.includes(one))) {
    const fitting = await countFitting(source, encoding, layout);
    if (fitting > best.fitting) best = { layout, fitting };
  }
  return best.layout;
}

async function countFitting(source: FileSource, encoding: Encoding, { delimiter, header }: Layout): Promise<number> {
  const rows = await firstRecords(source, encoding, delimiter, 1 + SAMPLE_ROWS).catch((error: unknown) => {
    if (error instanceof ImportFileError) return [];
    throw error;
  });
  return rows.filter((cells) => cells.length === header.length).length;
}

const trimmed = (cells: readonly string[]) => cells.map((cell) => cell.trim());

async function firstRecords(source: FileSource, encoding: Encoding, delimiter: Delimiter, limit: number) {
  const records: (readonly string[])[] = [];
  for await (const { cells } of readRecords(source, encoding, delimiter)) {
    records.push(cells);
    if (records.length === limit) break;
  }
  return records;
}

async function* readRecords(source: FileSource, encoding: Encoding, delimiter: Delimiter): AsyncGenerator<CsvRow> {
  let linesRead = 0;
  const parser = parse({
    delimiter,
    record_delimiter: '\n',
    info: true,
    max_record_size: MAX_ROW_LENGTH,
    on_record(record: string[], { lines }) {
      linesRead = lines;
      return record;
    },
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
  });
  // A failure of the source, too, comes out of the iteration over the parser.
  pipeline(Readable.from(decodeLines(source, encoding)), parser, () => {});
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      const breaks = record.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0);
      yield { line: info.lines - breaks, cells: record };
    }
  } catch (error) {
    throw error instanceof CsvError ? explain(source, linesRead + 1, error) : error;
  }
}

function explain(source: FileSource, line: number, error: CsvError): Error {
  if (error.code !== 'CSV_QUOTE_NOT_CLOSED' && error.code !== 'CSV_MAX_RECORD_SIZE') return error;
  return new ImportFileError(
    `${source.name}: the row that begins in line ${line} does not end. A cell that begins with a quotation mark must end with one, such as "Tester, Robin". Nothing was changed.`,
    { cause: error },
  );
}
