import { Booking, Call, CallDetail, Contact, type Resource, Service, Staff } from '../../contract/index.ts';
import type { JsonObject } from '../../lib/json.ts';
import { stringsIn } from '../../lib/text-search.ts';
import { deriveChanged, versionToAdd } from '../derived/derive.ts';
import { emailKey } from '../store/contacts.ts';
import type { BookingRow, BookingStatus, CallRow, ContactRow, Db, Unnumbered } from '../store/schema.ts';
import { wordIndexOf } from '../store/words.ts';
import {
  fieldsOf,
  type Mirrored,
  placeholderService,
  placeholderStaff,
  writeService,
  writeStaff,
} from './catalogue-rows.ts';
import type { MirroredKind } from './schema.ts';

/** The resource of each list, and of its single records. */
export const LISTED = {
  services: Service,
  staff: Staff,
  contacts: Contact,
  bookings: Booking,
  calls: Call,
} as const satisfies Record<MirroredKind, Resource>;

/** What is computed from a row follows. */
type NewRow<R extends { position: number; derived_version: number }> = Unnumbered<R> &
  Pick<R, 'position' | 'derived_version'>;

type Write = (tx: Db, record: Mirrored) => Promise<boolean>;

/**
 * Writes the row of a record, from which searches find it. What they show is the platform's own record. Fields that the
 * record lacks get placeholders. Returns false if it lacks a field that every search needs: it gets no row.
 */
export const WRITE_ROW: Record<MirroredKind, Write> = {
  services: writeService,
  staff: writeStaff,
  contacts: writeContact,
  bookings: writeBooking,
  calls: writeCall,
};

/** Epoch milliseconds; undefined if the text is not an instant. */
function instant(text: string | null | undefined): number | undefined {
  const time = text ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

/** Texts in fields that the specification does not name: a search finds them, too. */
const furtherTexts = (other: JsonObject): string => [...stringsIn(other)].join('\n');

async function writeContact(tx: Db, record: Mirrored): Promise<boolean> {
  const fields = fieldsOf(Contact, record);
  const row: NewRow<ContactRow> = {
    id: record.id,
    team_id: record.teamId,
    position: record.position,
    name: fields.name ?? '',
    email: fields.email ?? null,
    email_key: emailKey(fields.email ?? null),
    phone: fields.phone ?? null,
    additional_json: JSON.stringify(record.read.other),
    created_at: instant(fields.created_at) ?? 0,
    updated_at: instant(fields.updated_at) ?? 0,
    derived_version: versionToAdd(tx, 'contacts'),
  };
  const { id: _, ...changed } = row;
  const stored = await tx
    .insertInto('contacts')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(changed))
    .returningAll()
    .executeTakeFirstOrThrow();
  await deriveChanged(tx, 'contacts', stored);
  return true;
}

async function writeBooking(tx: Db, record: Mirrored): Promise<boolean> {
  const { teamId, position, id, read } = record;
  const fields = fieldsOf(Booking, record);
  const start = instant(fields.start_time);
  if (start === undefined) return false;
  const [serviceId, staffId] = [fields.service_id ?? '', fields.staff_id ?? ''];
  // Bookings are read together with their service and staff member, who may have left the lists.
  const service = { ...placeholderService(teamId, serviceId), name: fields.service_name ?? serviceId };
  await tx
    .insertInto('services')
    .values(service)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const staff = { ...placeholderStaff(teamId, staffId), name: fields.staff_name ?? staffId };
  await tx
    .insertInto('staff')
    .values(staff)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const end = instant(fields.end_time) ?? start;
  const row: NewRow<BookingRow> = {
    id,
    team_id: teamId,
    position,
    service_id: serviceId,
    staff_id: staffId,
    contact_id: fields.contact_id ?? '',
    contact_name: fields.contact?.name ?? '',
    contact_email: fields.contact?.email ?? null,
    contact_phone: fields.contact?.phone ?? null,
    start_time: start,
    end_time: end,
    busy_start: start,
    busy_end: end,
    // Platforms have more statuses than ours: the mirror's database accepts them.
    status: (fields.status ?? (fields.cancelled_at ? 'cancelled' : '')) as BookingStatus,
    notes: [fields.notes ?? '', furtherTexts(read.other)].filter(Boolean).join('\n'),
    created_at: instant(fields.created_at) ?? 0,
    updated_at: instant(fields.updated_at) ?? 0,
    cancelled_at: instant(fields.cancelled_at) ?? null,
    overrides_json: JSON.stringify(fields.overrides ?? []),
    call_reference: fields.call_reference ?? null,
    sequence: 0,
    derived_version: versionToAdd(tx, 'bookings'),
  };
  const { id: _, ...changed } = row;
  const stored = await tx
    .insertInto('bookings')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(changed))
    .returningAll()
    .executeTakeFirstOrThrow();
  await deriveChanged(tx, 'bookings', stored);
  return true;
}

/** In the form of lists the call has no transcript: that of its row remains, until the detailed form replaces it. */
async function writeCall(tx: Db, record: Mirrored): Promise<boolean> {
  const { teamId, position, id, read } = record;
  const fields = fieldsOf(CallDetail, record);
  const started = instant(fields.started_at);
  if (started === undefined) return false;
  const duration = fields.duration_seconds ?? 0;
  const facts = { ...fields.fields, ...read.other };
  const row: NewRow<CallRow> = {
    id,
    team_id: teamId,
    position,
    direction: fields.direction ?? '',
    status: fields.status ?? '',
    phone: fields.phone ?? null,
    contact_id: fields.contact_id ?? null,
    started_at: started,
    ended_at: instant(fields.ended_at) ?? started + duration * 1_000,
    duration_seconds: duration,
    outcome: fields.outcome ?? '',
    language: fields.language ?? '',
    booking_id: fields.booking_id ?? null,
    summary: fields.summary ?? null,
    transcript_json: JSON.stringify(fields.transcript ?? []),
    source_id: null,
    call_reference: fields.call_reference ?? null,
    business_phone: fields.business_phone ?? null,
    recording_url: fields.recording_url ?? null,
    fields_json: Object.keys(facts).length > 0 ? JSON.stringify(facts) : null,
    tools_json: fields.tools ? JSON.stringify(fields.tools) : null,
    derived_version: versionToAdd(tx, 'calls'),
  };
  const { id: _, ...all } = row;
  const { transcript_json: __, ...listed } = all;
  const stored = await tx
    .insertInto('calls')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(fields.transcript ? all : listed))
    .returningAll()
    .executeTakeFirstOrThrow();
  await deriveChanged(tx, 'calls', stored);
  return true;
}

/** Deletes the row of a record that the platform no longer has. Rows that bookings are read together with remain. */
export async function deleteRow(tx: Db, kind: MirroredKind, id: string): Promise<void> {
  if (kind === 'contacts' || kind === 'bookings' || kind === 'calls') {
    await wordIndexOf(tx)?.remove(tx, kind, id);
    await tx.deleteFrom(kind).where('id', '=', id).execute();
  }
}
