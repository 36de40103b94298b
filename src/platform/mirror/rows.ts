import {
  Booking,
  Call,
  CallDetail,
  Contact,
  type Read,
  type Resource,
  Service,
  Staff,
  type TranscriptTurn,
} from '../../contract/index.ts';
import { transcriptOf } from '../../contract/read-transcript.ts';
import type { JsonObject } from '../../lib/json.ts';
import { normalizePhone } from '../../lib/phone/phone.ts';
import { stringsIn } from '../../lib/search/text-search.ts';
import { epochMs } from '../../lib/time/intervals.ts';
import { versionToAdd } from '../derived/derive.ts';
import { bookingKeys, callKeys, contactKeys } from '../derived/keys.ts';
import { emailKey } from '../store/contacts/contacts.ts';
import type { BookingRow, BookingStatus, CallRow, ContactRow, Db, NumberedKind } from '../store/schema/schema.ts';
import { fieldsOf, type Mirrored } from './catalogue-rows.ts';
import { PLACEHOLDERS } from './placeholders.ts';
import type { MirroredKind } from './schema.ts';

/** The resource of each list, and of its single records. */
export const LISTED = {
  services: Service,
  staff: Staff,
  contacts: Contact,
  bookings: Booking,
  calls: Call,
} as const satisfies Record<MirroredKind, Resource>;

/** The rows that searches read. */
export interface Rows {
  contacts: ContactRow;
  bookings: BookingRow;
  calls: CallRow;
}

/**
 * The row of a record, from which searches find it. What they show is the platform's own record. Fields that the record
 * lacks get placeholders. Undefined if it lacks a field that every search needs.
 */
export const ROW_OF: { [K in NumberedKind]: (tx: Db, record: Mirrored) => Promise<Rows[K] | undefined> } = {
  contacts: contactRow,
  bookings: bookingRow,
  calls: callRow,
};

/** Texts in fields that the specification does not name: a search finds them, too. */
const furtherTexts = (other: JsonObject): string => [...stringsIn(other)].join('\n');

/** A number in any notation, in the one in which numbers are compared. */
const phoneOf = (phone: string | null | undefined, country: string | undefined): string | null =>
  phone && phone.length <= MAX_PHONE_LENGTH ? (normalizePhone(phone, country) ?? phone) : null;
/** A longer text is no number. */
const MAX_PHONE_LENGTH = 1_000;

// `Object.assign` instead of a spread: rows with all columns take a third of the memory.

async function contactRow(tx: Db, record: Mirrored): Promise<ContactRow> {
  const fields = fieldsOf(Contact, record);
  const { other } = record.read;
  const phone = phoneOf(fields.phone, record.country);
  const row = {
    id: record.id,
    team_id: record.teamId,
    position: record.position,
    name: fields.name ?? '',
    email: fields.email ?? null,
    email_key: emailKey(fields.email ?? null),
    phone,
    // Searches by words find the number as it is written, too.
    additional_json: JSON.stringify(fields.phone === phone ? other : { ...other, phone: fields.phone }),
    created_at: epochMs(fields.created_at) ?? 0,
    updated_at: epochMs(fields.updated_at) ?? 0,
    derived_version: versionToAdd(tx, 'contacts'),
  };
  return Object.assign(row, await contactKeys(row));
}

async function bookingRow(tx: Db, record: Mirrored): Promise<BookingRow | undefined> {
  const { teamId, position, id, read, country } = record;
  const fields = fieldsOf(Booking, record);
  const start = epochMs(fields.start_time);
  if (start === undefined) return undefined;
  const end = epochMs(fields.end_time) ?? start;
  const row = {
    id,
    team_id: teamId,
    position,
    service_id: fields.service_id ?? PLACEHOLDERS.bookings.service_id,
    staff_id: fields.staff_id ?? PLACEHOLDERS.bookings.staff_id,
    contact_id: fields.contact_id ?? PLACEHOLDERS.bookings.contact_id,
    contact_name: fields.contact?.name ?? '',
    contact_email: fields.contact?.email ?? null,
    contact_phone: phoneOf(fields.contact?.phone, country),
    start_time: start,
    end_time: end,
    busy_start: start,
    busy_end: end,
    // Platforms have more statuses than ours: the mirror's database accepts them.
    status: (fields.status ?? (fields.cancelled_at ? 'cancelled' : PLACEHOLDERS.bookings.status)) as BookingStatus,
    attendance: null,
    notes: [
      fields.notes,
      furtherTexts(read.other),
      // As the record states them.
      ...[fields.service_name, fields.staff_name, fields.contact?.phone],
    ]
      .filter(Boolean)
      .join('\n'),
    created_at: epochMs(fields.created_at) ?? PLACEHOLDERS.bookings.created_at,
    updated_at: epochMs(fields.updated_at) ?? 0,
    cancelled_at: epochMs(fields.cancelled_at) ?? null,
    overrides_json: JSON.stringify(fields.overrides ?? []),
    call_reference: fields.call_reference ?? null,
    sequence: 0,
    derived_version: versionToAdd(tx, 'bookings'),
  };
  return Object.assign(row, await bookingKeys(row));
}

/** Platforms have other forms of transcripts than the specification: searches find what is said in them, too. */
const turnsInOtherForm = (read: Read<Resource>): TranscriptTurn[] =>
  (transcriptOf(read as Read<typeof CallDetail>) ?? []).map(({ speaker = '', text, offset_seconds = 0 }) => ({
    speaker,
    text,
    offset_seconds,
  }));

async function callRow(tx: Db, record: Mirrored): Promise<CallRow | undefined> {
  const { teamId, position, id, read, country } = record;
  const fields = fieldsOf(CallDetail, record);
  const started = epochMs(fields.started_at);
  if (started === undefined) return undefined;
  const duration = fields.duration_seconds ?? PLACEHOLDERS.calls.duration_seconds;
  const facts = { ...fields.fields, ...read.other };
  const row = {
    id,
    team_id: teamId,
    position,
    direction: fields.direction ?? PLACEHOLDERS.calls.direction,
    status: fields.status ?? PLACEHOLDERS.calls.status,
    phone: phoneOf(fields.phone, country),
    contact_id: fields.contact_id ?? null,
    started_at: started,
    ended_at: epochMs(fields.ended_at) ?? started + Math.max(0, duration) * 1_000,
    duration_seconds: duration,
    outcome: fields.outcome ?? PLACEHOLDERS.calls.outcome,
    language: fields.language ?? PLACEHOLDERS.calls.language,
    booking_id: fields.booking_id ?? null,
    summary: fields.summary ?? null,
    transcript_json: JSON.stringify(fields.transcript ?? turnsInOtherForm(read)),
    source_id: null,
    call_reference: fields.call_reference ?? null,
    business_phone: fields.business_phone ?? null,
    recording_url: fields.recording_url ?? null,
    fields_json: Object.keys(facts).length > 0 ? JSON.stringify(facts) : null,
    tools_json: fields.tools ? JSON.stringify(fields.tools) : null,
    further_text: [furtherTexts(read.other), fields.contact_name, fields.phone].filter(Boolean).join('\n') || null,
    erased_at: null,
    derived_version: versionToAdd(tx, 'calls'),
  };
  return Object.assign(row, await callKeys(row));
}
