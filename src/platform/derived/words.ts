import type { Override, TranscriptTurn } from '../../contract/index.ts';
import { nextSlice } from '../../lib/concurrency/slices.ts';
import type { JsonObject } from '../../lib/json.ts';
import { callTexts } from '../../lib/search/call-text.ts';
import { bookingText, contactText, listedCallText, type RecordText } from '../../lib/search/record-text.ts';
import { sequenceWords } from '../../lib/search/sequences.ts';
import { searchedText } from '../../lib/search/text-search.ts';
import { idWord, indexWords, listedWord } from '../../lib/search/words.ts';
import { shownStatus } from '../store/bookings/shown-status.ts';
import type { BookingRow, CallRow, ContactRow, Db, Unnumbered } from '../store/schema/schema.ts';
import { type WordIndex, wordIndexOf } from '../store/words.ts';

/** Calls whose words are stored with one statement: some hundred thousand words. */
const CHUNK_CALLS = 20;

/** Stores the words of what was said in calls with their summaries, with their sequences, and those of their texts in lists. */
export async function storeCallWords(tx: Db, calls: readonly Unnumbered<CallRow>[]): Promise<void> {
  const index = wordIndexOf(tx);
  if (!index) return;
  for (let start = 0; start < calls.length; start += CHUNK_CALLS) {
    if (start > 0) await nextSlice();
    const records = calls.slice(start, start + CHUNK_CALLS).map((call) => {
      return { id: call.id, teamId: call.team_id, words: wordsOfCall(call, index) };
    });
    await index.put(tx, 'calls', records);
  }
}

/** Stores the sequences of words that were said in calls, where they are not among their words. */
export function storeCallSequences(tx: Db, calls: readonly Unnumbered<CallRow>[]): void {
  const index = wordIndexOf(tx);
  const records = calls.map((call) => {
    return { id: call.id, teamId: call.team_id, words: index ? sequenceWords(textsOf(call), index.sequences) : [] };
  });
  index?.putSequences?.(tx, records);
}

const textsOf = ({ transcript_json, summary }: Pick<CallRow, 'transcript_json' | 'summary'>) => [
  ...callTexts(JSON.parse(transcript_json) as TranscriptTurn[], summary),
];

function wordsOfCall(call: Unnumbered<CallRow>, { sequences, putSequences }: WordIndex): string[] {
  const texts = textsOf(call);
  const listed = callTextOf(call, undefined);
  return [
    ...indexWords(texts),
    ...(putSequences ? [] : sequenceWords(texts, sequences)),
    ...textWords(listed).map(listedWord),
    ...referenceWords(listed, call.id),
  ];
}

/** What is searched of a call in lists. The name of its contact is that of another record. */
export function callTextOf(call: ListedCall, contactName: string | null | undefined): RecordText {
  const { id, direction, status, phone, contact_id, outcome, language, summary, call_reference, further_text } = call;
  const contact_name = contactName;
  // Not a copy of the row, which takes longer than all the rest: thousands of records are compared.
  return listedCallText(
    { id, direction, status, phone, contact_id, contact_name, outcome, language, summary, call_reference },
    further_text ? { further_text } : {},
  );
}

type ListedCall = Pick<
  CallRow,
  | 'id'
  | 'direction'
  | 'status'
  | 'phone'
  | 'contact_id'
  | 'outcome'
  | 'language'
  | 'summary'
  | 'call_reference'
  | 'further_text'
>;

/** Stores the words of contacts. */
export async function storeContactWords(tx: Db, contacts: readonly Unnumbered<ContactRow>[]): Promise<void> {
  const records = contacts.map((contact) => {
    const text = contactText(contact, JSON.parse(contact.additional_json) as JsonObject);
    return { id: contact.id, teamId: contact.team_id, words: textWords(text) };
  });
  await wordIndexOf(tx)?.put(tx, 'contacts', records);
}

/** Stores the words of bookings. */
export async function storeBookingWords(tx: Db, bookings: readonly Unnumbered<BookingRow>[]): Promise<void> {
  const records = bookings.map((booking) => {
    const text = bookingTextOf({ ...booking, status: shownStatus(booking) }, { service: undefined, staff: undefined });
    const words = [...textWords(text), ...referenceWords(text, booking.id)];
    return { id: booking.id, teamId: booking.team_id, words };
  });
  await wordIndexOf(tx)?.put(tx, 'bookings', records);
}

/** What is searched of a booking. The names of its service and staff member are those of other records. */
export function bookingTextOf(
  booking: SearchedRow,
  { service: service_name, staff: staff_name }: { service: string | undefined; staff: string | undefined },
): RecordText {
  const { id, service_id, staff_id, contact_id, status, notes, call_reference, overrides_json } = booking;
  const contact = { name: booking.contact_name, email: booking.contact_email, phone: booking.contact_phone };
  const overrides = overrides_json === '[]' ? [] : (JSON.parse(overrides_json) as Override[]);
  return bookingText(
    {
      id,
      service_id,
      service_name,
      staff_id,
      staff_name,
      contact_id,
      contact,
      status,
      notes,
      overrides,
      call_reference,
    },
    {},
  );
}

type SearchedRow = Pick<
  BookingRow,
  | 'id'
  | 'service_id'
  | 'staff_id'
  | 'contact_id'
  | 'contact_name'
  | 'contact_email'
  | 'contact_phone'
  | 'notes'
  | 'overrides_json'
  | 'call_reference'
> & { status: string };

const textWords = ({ texts }: RecordText) => indexWords([searchedText(texts)]);

/** The words of the records to which a record belongs, and of its references. A record is found by its own id without one. */
const referenceWords = ({ ids }: RecordText, own: string): string[] =>
  ids.filter((id) => typeof id === 'string' && id !== '' && id !== own).map((id) => idWord(id as string));
