import type { Columns } from '../../imports/contacts/columns.ts';
import type { Tally } from '../../imports/contacts/tally.ts';
import { type CsvFile, delimiterName, headersOf } from '../../imports/csv/csv-file.ts';
import { truncate } from '../../lib/text/text.ts';
import { fileLine, shownHeaders } from '../imports/file-lines.ts';
import { erasedLines, keptNotes, noteLines, REPORT_WIDTH } from '../imports/note-lines.ts';

interface ImportReport {
  file: CsvFile;
  columns: Columns;
  tally: Tally;
  /** False for a prediction. */
  applied: boolean;
}

/** The report as JSON, for programs. */
export function reportJson({ file, columns, tally, applied }: ImportReport) {
  const { notes, ...counts } = tally;
  const named = (indexes: readonly number[]) => headersOf(file, indexes);
  return {
    applied,
    file: file.name,
    encoding: file.encoding,
    delimiter: delimiterName(file),
    columns: {
      ...Object.fromEntries(Object.entries(columns.parts).map(([part, indexes]) => [part, named(indexes)])),
      additional: Object.fromEntries([...columns.additional].map(([field, index]) => [field, file.header[index]])),
      ignored: named(columns.ignored),
    },
    ...counts,
    ...keptNotes(notes),
  };
}

/** What is read from which column. */
export function reportColumns({ file, columns }: Pick<ImportReport, 'file' | 'columns'>): string[] {
  const found = Object.entries(columns.parts).filter(([, indexes]) => indexes.length > 0);
  const lines = [
    fileLine(file),
    ...found.map(([part, indexes]) => `  ${part.replace('_', ' ')}: ${shownHeaders(file, indexes)}`),
    ...[...columns.additional].map(([field, index]) => `  field ${field}: ${shownHeaders(file, [index])}`),
  ];
  if (columns.parts.phone.length === 0) lines.push('  phone: no column found; --map phone=HEADER names it');
  if (columns.ignored.length > 0) {
    const ignored = shownHeaders(file, columns.ignored, ', ');
    lines.push(`  ignored: ${ignored}`, '  (--keep-columns keeps ignored columns, --map says which column holds what)');
  }
  return lines.map((line) => truncate(line, REPORT_WIDTH));
}

/** What happened to the rows, or would happen, with the first lines of each kind of note. */
export function reportRows({ tally, applied }: Pick<ImportReport, 'tally' | 'applied'>): string[] {
  const count = (number: number) => number.toLocaleString('en-US');
  const title = applied ? 'Result for' : 'An import would do this with';
  return [
    `${title} ${count(tally.rows)} ${tally.rows === 1 ? 'row' : 'rows'}:`,
    `  ${count(tally.added)} new`,
    `  ${count(tally.merged)} merged into existing contacts, whose empty fields ${applied ? 'were' : 'would be'} filled`,
    `  ${count(tally.unchanged)} unchanged`,
    `  ${count(tally.repeated)} repeated in the file`,
    `  ${count(tally.invalid)} not importable`,
    ...erasedLines(tally.erased),
    ...noteLines('Not importable', tally.notes.problems),
    ...noteLines('Repeated in the file', tally.notes.repetitions),
    ...noteLines('To check', tally.notes.differences),
  ];
}
