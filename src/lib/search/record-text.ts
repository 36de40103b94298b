import type { JsonObject } from '../json.ts';
import { withoutSecrets } from '../secrets/secret-fields.ts';
import { stringsIn } from './text-search.ts';

/** What is searched of a record in a list, by its platform and by tools. Times are not. */
export interface RecordText {
  /** Ids and references: a query that is one of them finds the record. */
  ids: readonly Text[];
  /** Texts in which the words of a query must occur. */
  texts: readonly string[];
  /** Names of other records, in which words may occur instead. No number or phrase is in two of them. */
  names?: readonly Text[];
}

type Text = string | null | undefined;

/** Most records have no further fields, and thousands of them are compared. */
const furtherTexts = (other: JsonObject): string[] =>
  Object.keys(other).length === 0 ? [] : stringsIn(withoutSecrets(other));

interface SearchedContact {
  id?: Text;
  name?: Text;
  email?: Text;
  phone?: Text;
}

/** @param other further fields, as far as the search may read them. */
export const contactText = ({ id, name, email, phone }: SearchedContact, other: JsonObject): RecordText => ({
  ids: [id],
  texts: [...stringsIn([name, email, phone]), ...furtherTexts(other)],
});

interface SearchedBooking {
  id?: Text;
  service_id?: Text;
  service_name?: Text;
  staff_id?: Text;
  staff_name?: Text;
  contact_id?: Text;
  /** The person, as of the booking. */
  contact?: { name?: Text; email?: Text; phone?: Text } | null;
  status?: Text;
  notes?: Text;
  overrides?: readonly { rule: string; by: string }[] | null;
  call_reference?: Text;
}

/** @param other further fields, as far as the search may read them. */
export const bookingText = (booking: SearchedBooking, other: JsonObject): RecordText => ({
  ids: [booking.id, booking.service_id, booking.staff_id, booking.contact_id, booking.call_reference],
  texts: [...stringsIn([booking.contact, booking.status, booking.notes, booking.overrides]), ...furtherTexts(other)],
  names: [booking.service_name, booking.staff_name],
});

interface SearchedCall {
  id?: Text;
  direction?: Text;
  status?: Text;
  phone?: Text;
  contact_id?: Text;
  /** At present. Absent for those who may not read contacts. */
  contact_name?: Text;
  outcome?: Text;
  language?: Text;
  summary?: Text;
  call_reference?: Text;
}

/** The text of a call in lists: without its turns. @param other further fields, as far as the search may read them. */
export const listedCallText = (call: SearchedCall, other: JsonObject): RecordText => ({
  ids: [call.id, call.contact_id, call.call_reference],
  texts: [
    ...stringsIn([call.direction, call.status, call.phone, call.outcome, call.language, call.summary]),
    ...furtherTexts(other),
  ],
  names: [call.contact_name],
});

/** Returns the id that a query may be. */
export const idIn = (query: string): string => query.trim();
