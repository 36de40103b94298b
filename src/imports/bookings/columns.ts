import { say } from '../../lib/text/sentence.ts';
import { type Columns, findColumns } from '../contacts/columns.ts';
import { HEADERS } from '../contacts/headers.ts';
import { ColumnError } from '../errors.ts';
import { type ColumnMap, mappedColumns, namesOf, normalHeader } from '../headers.ts';
import { BOOKING_HEADERS, type BookingPart } from './headers.ts';

const PARTS = Object.keys(BOOKING_HEADERS) as BookingPart[];
const isPart = (field: string): field is BookingPart => Object.hasOwn(BOOKING_HEADERS, field);

/** Words before the part of a customer: `Client e-mail`, `Kunden-Telefon`. */
const OF_CUSTOMER =
  /^(?:(?:customer|client|patient|invitee|attendee|guest|cliente|paciente|paziente|kunde|kundin)(?:['’]?s)?[\s_.:-]+|(?:kunden|patienten)[\s_-]?)(?=\p{L})/iu;

/** What a column can hold of the customer. */
const CUSTOMER_PARTS = ['name', 'first_name', 'last_name', 'email', 'phone', 'contact_id'];

/** What a row can have several of, in numbered columns: `Service 1`, `Service 2`. */
const NUMBERED = ['service', 'staff'] as const;
type NumberedPart = (typeof NUMBERED)[number];

/** The columns of a file of bookings, by their index. Of several for one part, the first that is not empty counts. */
export interface BookingColumns {
  parts: Readonly<Record<BookingPart, readonly number[]>>;
  /** Columns of further services of the same visit, and of the people who perform them, in the order of their numbers. */
  further: Readonly<Record<NumberedPart, readonly number[]>>;
  /** Those of the customer. */
  customer: Columns;
  ignored: readonly number[];
}

/**
 * Finds out what each column holds, by `map` and by the usual headers.
 * @throws ColumnError if a column of `map` does not exist, or if no column holds the start, or the customer
 */
export function findBookingColumns(header: readonly string[], map: ColumnMap): BookingColumns {
  const ofCustomer: Record<string, string | null> = {};
  const mapped = new Map<BookingPart, number[]>();
  for (const [field, column] of Object.entries(map)) {
    if (isPart(field)) mapped.set(field, mappedColumns(header, column));
    else if (CUSTOMER_PARTS.includes(field)) ofCustomer[field === 'contact_id' ? 'id' : field] = column;
    else throw unknownField(field);
  }
  const ofMap = Object.values(ofCustomer).flatMap((column) => mappedColumns(header, column));
  const taken = new Set([...[...mapped.values()].flat(), ...ofMap]);
  const columnsOf = (part: BookingPart): number[] => {
    const usual = () =>
      BOOKING_HEADERS[part].flatMap((known) =>
        header.flatMap((text, at) => (normalHeader(text) === known && !taken.has(at) ? [at] : [])),
      );
    return mapped.get(part) ?? usual();
  };
  const parts = Object.fromEntries(PARTS.map((part) => [part, columnsOf(part)])) as Record<BookingPart, number[]>;
  if (parts.start.length + parts.date.length === 0) throw noStart(header);
  const further: Record<NumberedPart, number[]> = { service: [], staff: [] };
  for (const part of NUMBERED) {
    if (mapped.has(part)) continue;
    const numbered = numberedColumns(header, part).filter((at) => !taken.has(at));
    const firsts = parts[part].length > 0 ? parts[part] : numbered.splice(0, 1);
    [parts[part], further[part]] = [firsts, numbered];
  }
  const used = new Set([...Object.values(parts), ...Object.values(further)].flat());
  // Without the columns of the booking: its notes are not those of the customer.
  const others = header.map((text, index) => (used.has(index) ? '' : text));
  const normal = (text: string) => normalHeader(text.replace(OF_CUSTOMER, ''));
  const { ignored, ...customer } = findColumns(others, { map: ofCustomer, keepOthers: false, normal });
  return { parts, further, customer: { ...customer, ignored: [] }, ignored };
}

/** What the usual headers of a file say that it holds; undefined if they leave it open. */
export function looksLike(header: readonly string[]): 'bookings' | 'contacts' | undefined {
  const words = header.map(normalHeader);
  const hasOne = (...lists: (readonly string[])[]) => lists.flat().some((known) => words.includes(known));
  const { date, start, end, minutes, service, staff } = BOOKING_HEADERS;
  if (hasOne(date, start)) return hasOne(end, minutes, service, staff) ? 'bookings' : undefined;
  return hasOne(HEADERS.phone, HEADERS.email) ? 'contacts' : undefined;
}

/** The columns whose headers are a usual one with a number behind it, in the order of the numbers. */
function numberedColumns(header: readonly string[], part: NumberedPart): number[] {
  const found = header.flatMap((text, at) => {
    const [, word = '', number] = /^(.*?\D)(\d{1,2})$/.exec(normalHeader(text)) ?? [];
    const known: readonly string[] = BOOKING_HEADERS[part];
    return number !== undefined && known.includes(word) ? [{ at, number: Number(number) }] : [];
  });
  return found.sort((a, b) => a.number - b.number).map(({ at }) => at);
}

/** All columns by the field that they hold, those of the customer included: `contact_id` is the id of the contact. */
export function columnsByField(columns: BookingColumns): Readonly<Record<string, readonly number[]>> {
  const { parts, further, customer } = columns;
  const { id, ...others } = customer.parts;
  const [service, staff] = NUMBERED.map((part) => [...parts[part], ...further[part]]) as [number[], number[]];
  return { ...parts, service, staff, ...others, contact_id: id };
}

function unknownField(field: string): ColumnError {
  return new ColumnError(
    `${field} is not a field of a booking. Its fields are ${[...PARTS, ...CUSTOMER_PARTS].join(', ')}.`,
  );
}

function noStart(header: readonly string[]): ColumnError {
  return new ColumnError(
    String(say`No column holds the start of the appointment: the columns are ${namesOf(header)}.`),
    { text: 'Say which one does', example: 'date=Day,start=Time' },
  );
}
