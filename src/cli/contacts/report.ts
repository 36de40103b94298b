import { cleanLine, truncate } from '../../lib/text.ts';
import { wrapText } from '../runtime/wrap.ts';
import type { Columns } from './columns.ts';
import type { CsvFile } from './csv-file.ts';
import type { Note, Tally } from './tally.ts';

const MAX_LINES = 20;
const WIDTH = 100;
const INDENT = '  ';
const DELIMITER_NAMES = { ',': 'comma', ';': 'semicolon', '\t': 'tab' } as const;

export interface ImportReport {
  file: CsvFile;
  columns: Columns;
  tally: Tally;
  /** False for a prediction. */
  applied: boolean;
}

/** The report as JSON, for programs. */
export function reportJson({ file, columns, tally, applied }: ImportReport) {
  const { notes, ...counts } = tally;
  const named = (indexes: readonly number[]) => indexes.map((index) => file.header[index] ?? '');
  return {
    applied,
    file: file.path,
    encoding: file.encoding,
    delimiter: DELIMITER_NAMES[file.delimiter],
    columns: {
      ...Object.fromEntries(Object.entries(columns.parts).map(([part, indexes]) => [part, named(indexes)])),
      additional: Object.fromEntries([...columns.additional].map(([field, index]) => [field, file.header[index]])),
      ignored: named(columns.ignored),
    },
    ...counts,
    ...notes,
  };
}

/** What is read from which column. */
export function reportColumns({ file, columns }: Pick<ImportReport, 'file' | 'columns'>): string[] {
  const names = (indexes: readonly number[]) =>
    indexes.map((index) => cleanLine(file.header[index] ?? '')).join(', else ');
  const found = Object.entries(columns.parts).filter(([, indexes]) => indexes.length > 0);
  const lines = [
    `${file.path} (${file.encoding}, separated by ${DELIMITER_NAMES[file.delimiter]})`,
    ...found.map(([part, indexes]) => `  ${part.replace('_', ' ')}: ${names(indexes)}`),
    ...[...columns.additional].map(([field, index]) => `  field ${field}: ${names([index])}`),
  ];
  if (columns.parts.phone.length === 0) lines.push('  phone: no column found; --map phone=HEADER names it');
  if (columns.ignored.length > 0) {
    const ignored = columns.ignored.map((index) => cleanLine(file.header[index] ?? '')).join(', ');
    lines.push(`  ignored: ${ignored}`, '  (--keep-columns keeps ignored columns, --map says which column holds what)');
  }
  return lines.map((line) => truncate(line, WIDTH));
}

/** What happened to the rows, or would happen, with the first lines of each kind of note. */
export function reportRows({ tally, applied }: Pick<ImportReport, 'tally' | 'applied'>): string[] {
  const count = (number: number) => number.toLocaleString('en-US');
  const title = applied ? 'Imported' : 'An import would do this with';
  return [
    `${title} ${count(tally.rows)} ${tally.rows === 1 ? 'row' : 'rows'}:`,
    `  ${count(tally.added)} new`,
    `  ${count(tally.merged)} merged into existing contacts, whose empty fields ${applied ? 'were' : 'would be'} filled`,
    `  ${count(tally.unchanged)} unchanged`,
    `  ${count(tally.repeated)} repeated in the file`,
    `  ${count(tally.invalid)} not importable`,
    ...section('Not importable', tally.notes.problems, tally.invalid),
    ...section('Repeated in the file', tally.notes.repetitions, tally.repeated),
    ...section('To check', tally.notes.differences, tally.notes.differences.length),
  ];
}

function section(title: string, notes: readonly Note[], total: number): string[] {
  if (notes.length === 0) return [];
  const shown = notes.slice(0, MAX_LINES);
  const column = 'line '.length + String(shown.at(-1)?.line).length + 1;
  const lines = shown.flatMap(({ line, text }) =>
    wrapText(cleanLine(text), WIDTH - INDENT.length - column).map(
      (part, index) => `${INDENT}${(index === 0 ? `line ${line}` : '').padEnd(column)}${part}`,
    ),
  );
  const more = total - shown.length;
  if (more > 0) lines.push(`${INDENT}and ${more.toLocaleString('en-US')} more; --json lists up to 1,000`);
  return ['', `${title}:`, ...lines];
}
