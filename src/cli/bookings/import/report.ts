import { type BookingColumns, columnsByField } from '../../../imports/bookings/columns.ts';
import type { RecordFinder } from '../../../imports/bookings/find-records.ts';
import { readDay } from '../../../imports/bookings/read-day.ts';
import { numbersReadAs, type TimeReading } from '../../../imports/bookings/read-times.ts';
import type { BookingTally } from '../../../imports/bookings/tally.ts';
import { type CsvFile, delimiterName, headersOf } from '../../../imports/csv/csv-file.ts';
import { quoteCell } from '../../../imports/quote-cell.ts';
import { pluralize, truncate } from '../../../lib/text/text.ts';
import { fileLine, shownHeaders } from '../../imports/file-lines.ts';
import { erasedLines, keptNotes, noteLines, REPORT_WIDTH } from '../../imports/note-lines.ts';
import { wrapText } from '../../terminal/wrap.ts';

/** Names of each kind that a report lists. */
const MAX_NAMES = 20;

/** Names that `--rename` takes in any shell. */
const RENAMED = /^[\p{L}\p{N} .'&/()+-]{1,60}$/u;

interface BookingReport {
  file: CsvFile;
  columns: BookingColumns;
  /** A date of the file that could be read in both orders. */
  ambiguous: string | undefined;
  /** How dates and times are read. */
  times: TimeReading;
}

/** What is read from which column. */
export function reportBookingColumns({ file, columns, ambiguous, times }: BookingReport): string[] {
  const found = Object.entries(columnsByField(columns));
  const lines = [
    fileLine(file),
    ...found.flatMap(([part, indexes]) =>
      indexes.length > 0
        ? [`  ${part.replaceAll('_', ' ')}: ${shownHeaders(file, indexes, separatorOf(columns, part))}`]
        : [],
    ),
    `  times without an offset: ${times.zone}`,
  ];
  if (ambiguous !== undefined)
    lines.push(`  dates: ${ambiguous} is ${readDay(ambiguous, times.order)} (${times.order})`);
  for (const [text, meant] of Object.entries(numbersReadAs(times))) lines.push(`  numbers: ${text} is ${meant}`);
  if (columns.ignored.length > 0) {
    lines.push(`  ignored: ${shownHeaders(file, columns.ignored, ', ')}`, '  (--map says which column holds what)');
  }
  return lines.map((line) => truncate(line, REPORT_WIDTH));
}

/** Of several columns for one part, the first that is not empty counts; of numbered ones, all. */
const separatorOf = (columns: BookingColumns, part: string): string | undefined =>
  (part === 'service' || part === 'staff') && columns.further[part].length > 0 ? ', ' : undefined;

interface BookingRowsReport {
  tally: BookingTally;
  /** False for a prediction. */
  applied: boolean;
  services: RecordFinder;
  staff: RecordFinder;
  statuses: ReadonlyMap<string, string>;
  /** The names that the business has. */
  known: Record<'services' | 'staff', readonly string[]>;
}

/** What happened to the rows, or would happen, with the first lines of each kind of note. */
export function reportBookingRows({ tally, applied, services, staff, statuses, known }: BookingRowsReport): string[] {
  const count = (number: number) => number.toLocaleString('en-US');
  return [
    `${applied ? 'Result for' : 'An import would do this with'} ${count(tally.rows)} ${tally.rows === 1 ? 'row' : 'rows'}:`,
    `  ${count(tally.added)} new, ${count(tally.ahead)} of them ahead, with ${pluralize(tally.customers, 'new customer')}`,
    `  ${count(tally.unchanged)} unchanged`,
    `  ${count(tally.repeated)} repeated in the file`,
    `  ${count(tally.cancelled)} cancelled in the file, left out`,
    `  ${count(tally.invalid)} not importable`,
    ...erasedLines(tally.erased),
    ...(tally.totals_rows > 0 ? [`  ${count(tally.totals_rows)} with totals, left out`] : []),
    ...readAsLines('services are', services.readAs()),
    ...readAsLines('people are', staff.readAs()),
    ...readAsLines('the status is', statuses),
    ...missingLines('Services', services, known.services),
    ...missingLines('People', staff, known.staff),
    ...noteLines('Not importable', tally.notes.problems),
    ...noteLines('Repeated in the file', tally.notes.repetitions),
    ...noteLines('With totals, left out', tally.notes.totals),
    ...noteLines('To check', tally.notes.differences),
  ];
}

function readAsLines(what: string, readAs: ReadonlyMap<string, string>): string[] {
  const names = [...readAs];
  if (names.length === 0) return [];
  const lines = names.slice(0, MAX_NAMES).map(([name, meant]) => `  ${quoteCell(name)} is ${meant}`);
  return ['', `How ${what} read:`, ...lines.map((line) => truncate(line, REPORT_WIDTH))];
}

function missingLines(title: string, finder: RecordFinder, known: readonly string[]): string[] {
  const names = [...finder.missing()];
  const [first] = names;
  if (!first) return [];
  const lines = names.slice(0, MAX_NAMES).map(([name, rows]) => `${quoteCell(name)} in ${pluralize(rows, 'row')}`);
  const advice = [
    `The business has ${known.slice(0, MAX_NAMES).join(', ') || 'none'}.`,
    `If one of them is meant: ${RENAMED.test(first[0]) ? `--rename "${first[0]}=NAME"` : 'correct the name in the file'}`,
  ];
  return ['', `${title} that the business does not have:`, ...indented([...lines, ...advice])];
}

const indented = (texts: readonly string[]) =>
  texts.flatMap((text) => wrapText(text, REPORT_WIDTH - 2).map((line) => `  ${line}`));

/** The report as JSON, for programs. */
export function bookingReportJson(
  { file, columns, times }: BookingReport,
  { tally, applied, services, staff, statuses }: BookingRowsReport,
) {
  const { notes, ...counts } = tally;
  const parts = Object.entries(columnsByField(columns));
  return {
    applied,
    file: file.name,
    encoding: file.encoding,
    delimiter: delimiterName(file),
    time_zone: times.zone,
    date_order: times.order.replace(' ', '_'),
    columns: {
      ...Object.fromEntries(parts.map(([part, indexes]) => [part, headersOf(file, indexes)])),
      ignored: headersOf(file, columns.ignored),
    },
    ...counts,
    read_as: {
      services: Object.fromEntries(services.readAs()),
      staff: Object.fromEntries(staff.readAs()),
      status: Object.fromEntries(statuses),
      numbers: numbersReadAs(times),
    },
    missing: { services: Object.fromEntries(services.missing()), staff: Object.fromEntries(staff.missing()) },
    ...keptNotes(notes),
  };
}
