import type { BookingImportOutcome } from '../../platform/index.ts';
import { addNote, type Notes, noNotes } from '../notes.ts';
import { quoteCell } from '../quote-cell.ts';
import type { RowAdvice } from './booking-reading.ts';
import type { ReadBooking } from './read-row.ts';

/** What happened to the rows of a file. Each row counts once: as new, unchanged, repeated, cancelled, invalid or one of totals. */
export interface BookingTally {
  rows: number;
  /** Rows whose bookings are new. */
  added: number;
  /** Those of them that are ahead. */
  ahead: number;
  /** New contacts. */
  customers: number;
  /** Rows that were imported before, or whose customer has the appointment already. */
  unchanged: number;
  /** Rows about the same booking as an earlier row of the file. */
  repeated: number;
  /** Rows of cancelled appointments, which are left out. */
  cancelled: number;
  /** Rows that cannot be imported. */
  invalid: number;
  /** Those of them that are refused because their customer was erased. */
  erased: number;
  /** Rows of totals, which are no appointments. */
  totals_rows: number;
  /** Those of each kind, with the line of the row. */
  notes: Record<'problems' | 'repetitions' | 'differences' | 'totals', Notes>;
}

/** Counts outcomes, and collects what people should check. Remembers the line of each booking. */
export function createBookingTally(now: number, advice: RowAdvice) {
  const notes: BookingTally['notes'] = {
    problems: noNotes(),
    repetitions: noNotes(),
    differences: noNotes(),
    totals: noNotes(),
  };
  const counts = { rows: 0, added: 0, ahead: 0, customers: 0, unchanged: 0, repeated: 0, cancelled: 0, invalid: 0 };
  const result: BookingTally = { ...counts, erased: 0, totals_rows: 0, notes };
  const lines = new Map<string, number>();
  let firstAhead: number | undefined;
  let lastOver: number | undefined;
  const refuse = (line: number, problem: string) => {
    result.rows += 1;
    result.invalid += 1;
    addNote(notes.problems, line, problem);
  };
  const addTotals = (line: number, text: string) => {
    result.rows += 1;
    result.totals_rows += 1;
    addNote(notes.totals, line, text);
  };
  const addNew = (line: number, { customer, remarks }: Added, read: ReadBooking) => {
    const { start } = read.booking;
    result.added += 1;
    if (start > now) {
      result.ahead += 1;
      firstAhead = Math.min(start, firstAhead ?? start);
    } else lastOver = Math.max(start, lastOver ?? start);
    if (customer.kind === 'added') result.customers += 1;
    for (const text of [...read.remarks, ...remarks, ...customerRemarks(customer)])
      addNote(notes.differences, line, text);
  };
  const addKnown = (line: number, { kept }: Unchanged, earlier: number | undefined) => {
    if (earlier === undefined) result.unchanged += 1;
    else {
      result.repeated += 1;
      addNote(notes.repetitions, line, `the same appointment as line ${earlier}`);
    }
    for (const { bookingId: id, field, own, ofRow } of kept) {
      addNote(notes.differences, line, `booking ${id} keeps its ${field} ${own}, not ${ofRow}`);
    }
  };
  const add = (line: number, outcome: BookingImportOutcome, read: ReadBooking) => {
    if (outcome.kind === 'refused') {
      const other = outcome.takenBy === undefined ? undefined : lines.get(outcome.takenBy);
      if (outcome.isErased) result.erased += 1;
      const problem = outcome.lacksStaff ? `${outcome.problem}: ${advice.staff}` : outcome.problem;
      refuse(line, other === undefined ? problem : `${problem} (line ${other})`);
      return;
    }
    result.rows += 1;
    if (outcome.kind === 'cancelled') {
      result.cancelled += 1;
      return;
    }
    const [first = ''] = outcome.bookingIds;
    const earlier = lines.get(first);
    for (const id of outcome.bookingIds) if (!lines.has(id)) lines.set(id, line);
    if (outcome.kind === 'added') addNew(line, outcome, read);
    else addKnown(line, outcome, earlier);
  };
  return { result, refuse, add, addTotals, shownStart: () => firstAhead ?? lastOver };
}

type Added = BookingImportOutcome & { kind: 'added' };
type Unchanged = BookingImportOutcome & { kind: 'unchanged' };

function customerRemarks(customer: Added['customer']): string[] {
  if (customer.kind === 'added') {
    const { shared } = customer;
    return shared
      ? [`a new contact, although ${quoteCell(shared.name)} has the same ${shared.detail}: the names differ`]
      : [];
  }
  if (customer.kind === 'refused') return [];
  // Names that differ are spellings of one: the booking has that of the file.
  const kept = customer.kept.filter(({ field }) => field !== 'name');
  if (kept.length === 0) return [];
  const values = kept.map(({ field, own, ofRow }) => `${field} ${quoteCell(own)}, not ${quoteCell(ofRow)}`);
  return [`contact ${quoteCell(customer.name)} keeps its own ${values.join('; ')}`];
}
