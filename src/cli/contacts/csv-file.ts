import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { CommandError } from '../runtime/usage-error.ts';
import { decodeLines, detectEncoding, type Encoding } from './encoding.ts';

/** A table in a file. */
export interface CsvFile {
  path: string;
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

/** No row of contacts is longer, unless a quotation mark is missing. In characters. */
const MAX_ROW_LENGTH = 100_000;

/**
 * Opens a CSV file (RFC 4180), and detects its encoding and its delimiter.
 * @throws CommandError, also from `rows`, if it cannot be read or is not CSV
 */
export async function openCsv(path: string): Promise<CsvFile> {
  const encoding = await detectEncoding(path);
  let best: { delimiter: Delimiter; header: readonly string[] } | undefined;
  for (const delimiter of DELIMITERS) {
    const header = await readHeader(path, encoding, delimiter);
    if (header.length > (best?.header.length ?? 0)) best = { delimiter, header };
  }
  if (!best)
    throw new CommandError(`${path} is empty: the first line must name the columns, such as Name,Phone,E-mail.`);
  const { delimiter } = best;
  return {
    path,
    encoding,
    ...best,
    async *rows() {
      const records = readRecords(path, encoding, delimiter);
      await records.next();
      yield* records;
    },
  };
}

async function readHeader(path: string, encoding: Encoding, delimiter: Delimiter): Promise<readonly string[]> {
  for await (const { cells } of readRecords(path, encoding, delimiter)) return cells.map((cell) => cell.trim());
  return [];
}

async function* readRecords(path: string, encoding: Encoding, delimiter: Delimiter): AsyncGenerator<CsvRow> {
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
  pipeline(Readable.from(decodeLines(path, encoding)), parser, () => {});
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      const breaks = record.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0);
      yield { line: info.lines - breaks, cells: record };
    }
  } catch (error) {
    throw error instanceof CsvError ? explain(path, linesRead + 1, error) : error;
  }
}

function explain(path: string, line: number, error: CsvError): Error {
  if (error.code !== 'CSV_QUOTE_NOT_CLOSED' && error.code !== 'CSV_MAX_RECORD_SIZE') return error;
  return new CommandError(
    `${path}: the row that begins in line ${line} does not end. A cell that begins with a quotation mark must end with one, such as "Tester, Robin". Nothing was changed.`,
    { cause: error },
  );
}
