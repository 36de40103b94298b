import { isErasedContact, isOtherDetail } from '../../contract/index.ts';
import { nextSlice } from '../../lib/concurrency/slices.ts';
import { entityTag } from '../http/entity-tag.ts';
import { HttpError, notFound } from '../http/errors.ts';
import { updateBooking } from '../store/bookings/bookings.ts';
import { callEventRecord, updateCall } from '../store/calls/calls.ts';
import { bookingsOfContact, callsOfContact, countRecordsOf, deleteContact } from '../store/contacts/contact-merge.ts';
import { contactRecord, emailKey, findContact, updateContact } from '../store/contacts/contacts.ts';
import { appendEvent } from '../store/events.ts';
import type { ContactRow, Db } from '../store/schema/schema.ts';
import { changedColumns, recordEvent } from './book.ts';
import { type AdditionalFields, additionalCountProblem } from './contact-body.ts';
import { changeCopies, copyOf } from './contact-copies.ts';
import { contactErased } from './erased-contact.ts';

/** Bookings, and calls, that one merge moves at most, so that other writers wait for a second or two. */
const MAX_MOVED = 1_000;
const CHANGED =
  'One of the two contacts was changed meanwhile, so nothing was merged. Check both as they are now, and merge again.';
/** Records that are moved before the event loop gets its turn. */
const SLICE = 20;

/** The contact that stays, and the one that is merged into it. */
interface MergedPair {
  kept: ContactRow;
  other: ContactRow;
}

interface MergeRequest {
  teamId: string;
  keptId: string;
  otherId: string;
}

/** What a merge would do. */
interface MergePlan {
  /** Bookings and calls of the other contact. */
  bookings: number;
  calls: number;
  /** The fields in which both have a value, and not the same. */
  differing: string[];
  /** Stands for both contacts as they are now. */
  state: string;
}

export async function planMerge(db: Db, request: MergeRequest): Promise<MergePlan> {
  const pair = await requirePair(db, request);
  const records = await countRecordsOf(db, pair.other, MAX_MOVED + 1);
  requireMovable(records);
  return { ...records, differing: differingFields(pair), state: stateOf(pair) };
}

/**
 * Merges a contact into another one, in the transaction: the bookings and calls of the other move to the kept one, with the
 * events of such a change, and the other is deleted.
 * @param take the fields whose value is that of the other contact, where both have one.
 */
export async function mergeContacts(
  tx: Db,
  request: MergeRequest,
  { take, state }: { take: readonly string[]; state: string },
  now: number,
): Promise<{ bookings: number; calls: number }> {
  const pair = await requirePair(tx, request);
  if (stateOf(pair) !== state) throw refused(CHANGED);
  const merged = mergedContact(pair, take);
  const isChanged = entityTag(contactRecord(merged)) !== entityTag(contactRecord(pair.kept));
  const moved = {
    bookings: await moveBookings(tx, pair, merged, now),
    calls: await moveCalls(tx, pair, now),
  };
  await deleteContact(tx, pair.other);
  // Read again, because the deletion can move it.
  const { position } = await requireContact(tx, request.teamId, request.keptId);
  if (isChanged) await updateContact(tx, { ...merged, position, updated_at: now });
  return moved;
}

async function requirePair(db: Db, { teamId, keptId, otherId }: MergeRequest): Promise<MergedPair> {
  if (keptId === otherId) throw refused('A contact cannot be merged with itself.');
  const [kept, other] = [await requireContact(db, teamId, keptId), await requireContact(db, teamId, otherId)];
  if (isErasedContact(kept) || isErasedContact(other)) throw contactErased();
  return { kept, other };
}

async function requireContact(db: Db, teamId: string, id: string): Promise<ContactRow> {
  const contact = await findContact(db, teamId, id);
  if (!contact) throw notFound('contact');
  return contact;
}

const refused = (message: string) => new HttpError(400, { error: 'merge_refused', message });

function requireMovable({ bookings, calls }: { bookings: number; calls: number }): void {
  if (Math.max(bookings, calls) <= MAX_MOVED) return;
  throw refused(
    `The other contact has more than ${MAX_MOVED} bookings or calls, which are too many to move. Merge in the other direction: this contact into that one.`,
  );
}

const stateOf = ({ kept, other }: MergedPair) => entityTag([contactRecord(kept), contactRecord(other)]);

const additionalOf = ({ additional_json }: ContactRow) => JSON.parse(additional_json) as AdditionalFields;

/** All that owners choose between, by the names of the API. */
const fieldsOf = (contact: ContactRow): AdditionalFields => ({
  name: contact.name,
  phone: contact.phone,
  email: contact.email,
  ...additionalOf(contact),
});

const isEmpty = (value: AdditionalFields[string] | undefined) => value === undefined || value === null || value === '';

function differingFields({ kept, other }: MergedPair): string[] {
  const [ours, theirs] = [fieldsOf(kept), fieldsOf(other)];
  const isSame = (name: string) =>
    name === 'email' ? emailKey(kept.email) === emailKey(other.email) : ours[name] === theirs[name];
  return Object.keys(ours).filter(
    // Of other numbers and addresses, none is lost.
    (name) => !isOtherDetail(name) && !isEmpty(ours[name]) && !isEmpty(theirs[name]) && !isSame(name),
  );
}

/**
 * The kept contact as it becomes: a field that it lacks is the other's. A number or address that loses stays as a further field,
 * by which the contact is still found.
 */
function mergedContact(pair: MergedPair, take: readonly string[]): ContactRow {
  const [ours, theirs] = [fieldsOf(pair.kept), fieldsOf(pair.other)];
  const differing = differingFields(pair);
  const fields: AdditionalFields = { ...ours };
  for (const [name, value] of Object.entries(theirs)) {
    if (isOtherDetail(name)) continue;
    if (isEmpty(ours[name]) || (differing.includes(name) && take.includes(name))) fields[name] = value;
  }
  const { name, phone, email, ...additional } = fields;
  const lost = (['phone', 'email'] as const)
    .filter((detail) => differing.includes(detail))
    .map((detail) => [`other_${detail}`, take.includes(detail) ? ours[detail] : theirs[detail]] as const);
  const others = Object.entries(theirs).filter(([field]) => isOtherDetail(field));
  for (const [field, value = null] of [...lost, ...others]) {
    const known = Object.entries(additional).flatMap(([one, of]) => (isOtherDetail(one) ? [of] : []));
    if (isEmpty(value) || [phone, email, ...known].includes(value)) continue;
    additional[freeName(field.replace(/_\d+$/, ''), additional)] = value;
  }
  const problem = additionalCountProblem(additional);
  if (problem) throw refused(`Nothing was merged: ${problem}. Remove some first.`);
  return {
    ...pair.kept,
    name: String(name),
    phone: phone as string | null,
    email: email as string | null,
    email_key: emailKey(email as string | null),
    additional_json: JSON.stringify(additional),
  };
}

/** A contact can be merged several times. */
function freeName(name: string, taken: AdditionalFields): string {
  if (!Object.hasOwn(taken, name)) return name;
  for (let number = 2; ; number++) if (!Object.hasOwn(taken, `${name}_${number}`)) return `${name}_${number}`;
}

/** Moves the bookings. Those ahead that have the details of a contact get the merged ones, as with a change of the contact. */
async function moveBookings(tx: Db, { kept, other }: MergedPair, merged: ContactRow, now: number): Promise<number> {
  const theirs = await bookingsOfContact(tx, other, MAX_MOVED + 1);
  requireMovable({ bookings: theirs.length, calls: 0 });
  await changeCopies(tx, kept, merged, now);
  for (const [index, booking] of theirs.entries()) {
    if (index > 0 && index % SLICE === 0) await nextSlice();
    const isAhead = booking.status === 'confirmed' && booking.end_time > now;
    const moved = {
      ...booking,
      ...(isAhead ? await copyOf(booking, other, merged) : {}),
      contact_id: kept.id,
      ...changedColumns(booking, now, null),
    };
    await updateBooking(tx, moved);
    await recordEvent(tx, 'booking.updated', moved);
  }
  return theirs.length;
}

async function moveCalls(tx: Db, { kept, other }: MergedPair, now: number): Promise<number> {
  const theirs = await callsOfContact(tx, other, MAX_MOVED + 1);
  requireMovable({ bookings: 0, calls: theirs.length });
  for (const [index, call] of theirs.entries()) {
    if (index > 0 && index % SLICE === 0) await nextSlice();
    const moved = { ...call, contact_id: kept.id };
    await updateCall(tx, moved);
    await appendEvent(tx, { teamId: call.team_id, type: 'call.updated', time: now, data: callEventRecord(moved) });
  }
  return theirs.length;
}
