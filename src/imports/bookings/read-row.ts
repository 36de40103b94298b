import { unguardFormula } from '../../lib/text/formula.ts';
import type { ImportedBooking } from '../../platform/index.ts';
import { MAX_NOTES_LENGTH } from '../../platform/rules/fields.ts';
import { readRow } from '../contacts/read-row.ts';
import { quoteCell as show } from '../quote-cell.ts';
import type { BookingReading } from './booking-reading.ts';
import type { BookingColumns } from './columns.ts';
import { readNames } from './read-names.ts';
import { readStatus, statusReadAs } from './read-status.ts';
import { readTimes } from './read-times.ts';

/** Words for a status that are kept: `Cancelled by Ann` can be another one in each row. */
const MAX_STATUSES = 100;

/** A booking of a file. */
export interface ReadBooking {
  booking: ImportedBooking;
  /** Values that can be imported, but that the owner should check. */
  remarks: string[];
}

/** Reads the booking that a row describes. @returns the reason as a text, with a correct value, if the row cannot be imported */
export function readBookingRow(cells: readonly string[], reading: BookingReading): ReadBooking | string {
  const { columns } = reading;
  const textsOf = (indexes: readonly number[]) =>
    indexes.map((index) => unguardFormula((cells[index] ?? '').trim()).trim()).filter(Boolean);
  const textOf = (part: keyof BookingColumns['parts']) => textsOf(columns.parts[part])[0] ?? '';
  // As in one cell with several names. No name of a service or a person is divided by a semicolon.
  const namesOf = (part: keyof BookingColumns['further']) =>
    [textOf(part), ...textsOf(columns.further[part])].filter(Boolean).join('; ');
  const customer = readRow(cells, columns.customer, reading);
  const times = readTimes(
    { date: textOf('date'), start: textOf('start'), end: textOf('end'), minutes: textOf('minutes') },
    reading,
  );
  const statusCells = { status: textOf('status'), cancelled: textOf('cancelled'), no_show: textOf('no_show') };
  const status = readStatus(statusCells);
  const readAs = statusReadAs(statusCells.status);
  if (readAs && reading.statuses.size < MAX_STATUSES) reading.statuses.set(statusCells.status, readAs);
  // An appointment that is not imported needs no service and no person.
  const isCancelled = status === 'cancelled';
  const [serviceText, staffText] = [namesOf('service'), namesOf('staff')];
  const names = readNames({ service: serviceText, staff: staffText }, reading, !isCancelled);
  const notes = textOf('notes');
  const problemsOfImported = [
    ...names.problems,
    status === undefined ? statusProblem(Object.values(statusCells).filter(Boolean).join(', ')) : undefined,
    notes.length > MAX_NOTES_LENGTH ? `the notes have more than ${MAX_NOTES_LENGTH} characters` : undefined,
  ];
  const problems = [
    typeof customer === 'string' ? customer : customerProblem(customer.contact),
    typeof times === 'string' ? times : undefined,
    ...(isCancelled ? [] : problemsOfImported),
  ].filter((problem) => problem !== undefined);
  const state = stateOf(status, names.serviceIds);
  if (problems.length > 0 || typeof customer === 'string' || typeof times === 'string' || !state)
    return problems.join('; ');
  const id = textOf('booking_id') || undefined;
  const { contact } = customer;
  const key = reading.keyOf({
    id,
    start: times.start,
    service: serviceText,
    staff: staffText,
    customer: contact,
    isCancelled,
  });
  const { start, end } = times;
  const booking = { id, key, contact, staffIds: names.staffIds, start, end, notes, ...state };
  return { booking, remarks: [...customer.remarks.map(({ text }) => text), ...(times.remark ? [times.remark] : [])] };
}

/** Returns undefined if status or service are not known, although the booking needs them. */
function stateOf(status: ImportedBooking['status'] | undefined, serviceIds: readonly string[]) {
  if (status === 'cancelled') return { status, serviceIds };
  const [first, ...others] = serviceIds;
  return status === undefined || first === undefined ? undefined : { status, serviceIds: [first, ...others] as const };
}

function customerProblem({ id, name, email, phone }: ImportedBooking['contact']): string | undefined {
  return [id, name, email, phone].some(Boolean) ? undefined : 'it names no customer';
}

const statusProblem = (text: string) => `the status ${show(text)} is not known: write confirmed, cancelled or no-show`;
