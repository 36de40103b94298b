import * as z from 'zod';
import { ApiError } from '../../api/index.ts';
import type { Booking, CreatedBooking, Read } from '../../contract/index.ts';
import { areEqualNames } from '../../lib/search/equal-names.ts';
import type { ToolContext } from '../core/context.ts';
import { mayShow } from '../core/record-kinds.ts';
import type { Updated } from '../idempotency/concurrent-update.ts';

/** The output field that states whether the person of a new booking was a contact before. Absent if unknown. */
export const contactStatusShape = () => ({
  contact_status: z.enum(['known', 'new']).optional().describe('known: the contact existed before'),
});

const OTHER_CONTACT = 'The platform gave the booking to another contact than contact_id: compare booking.contact_id.';

const OTHER_NAME =
  'The contact with this telephone number or e-mail address has another name: compare it with get_contact, and tell the user.';

const PASSED_ON =
  'The changed details gave the booking to another contact than before (before.contact_id). Compare booking.contact_id, and tell the user; contact_id chooses the contact.';

/** The specification does not show whether a change of a booking reaches its contact. That of the embedded platform does not. */
const FORMER_DETAILS =
  'This changed the booking; its contact may keep the former address or number. If the customer has a new one from now on, give it to update_contact too.';

/** The contact of a changed booking, as the caller gave it. */
interface GivenContact {
  contact_id?: string | undefined;
  contact_email?: string | undefined;
  contact_phone?: string | undefined;
}

/**
 * Returns an answer with a note if its booking belongs to another contact than the caller gave, or than before if none was given;
 * or if the booking has a new address or number that its contact does not get.
 */
export function withContactNote<A extends { note?: string | undefined }>(
  answer: A,
  updated: Updated<Read<typeof Booking>>,
  given: GivenContact,
  context: ToolContext,
): A {
  const note = mayShow('contact', context) && contactNote(updated, given);
  return note ? { ...answer, note: [answer.note, note].filter(Boolean).join(' ') } : answer;
}

function contactNote(
  { before, result: { fields } }: Updated<Read<typeof Booking>>,
  { contact_id: id, contact_email, contact_phone }: GivenContact,
): string | undefined {
  const expected = id ?? before?.fields.contact_id ?? undefined;
  if (isOtherContact(fields.contact_id, expected)) return id === undefined ? PASSED_ON : OTHER_CONTACT;
  const has = (details: { email?: string | null | undefined; phone?: string | null | undefined } | null | undefined) =>
    [details?.email, details?.phone].join();
  const isGiven = Boolean(contact_email || contact_phone);
  return isGiven && before && fields.contact_id && has(before.fields.contact) !== has(fields.contact)
    ? FORMER_DETAILS
    : undefined;
}

const isOtherContact = (id: string | null | undefined, requested: string | undefined) =>
  requested !== undefined && Boolean(id) && id !== requested;

/**
 * Returns an answer with what is known about the contact of its booking. The platform states it (extension
 * `contact_created`), or the caller named a contact that exists.
 * @param requested the contact or the name that the caller gave.
 */
export async function withContactStatus<A extends { note?: string | undefined }>(
  answer: A,
  { fields }: Read<typeof Booking> | Read<typeof CreatedBooking>,
  { contact_id: contactId, contact_name: name }: { contact_id?: string | undefined; contact_name?: string | undefined },
  context: ToolContext,
): Promise<A & { contact_status?: 'known' | 'new' }> {
  if (!mayShow('contact', context)) return answer;
  const isNew = 'contact_created' in fields ? fields.contact_created : undefined;
  const isOther = isOtherContact(fields.contact_id, contactId);
  const isKnown = isNew === false || (contactId !== undefined && !isOther);
  // Only a contact that the platform found by its details can be another person.
  const isFound = isNew === false && contactId === undefined;
  const hasOtherName = isFound && (await hasAnotherName(fields.contact_id, name, context));
  const note = [answer.note, isOther && OTHER_CONTACT, hasOtherName && OTHER_NAME].filter(Boolean).join(' ');
  return {
    ...answer,
    ...(note ? { note } : {}),
    ...(isNew ? { contact_status: 'new' as const } : isKnown ? { contact_status: 'known' as const } : {}),
  };
}

/** True if the contact has another name than the requested one. The booking is made: what cannot be read is not compared. */
async function hasAnotherName(
  id: string | null | undefined,
  requested: string | undefined,
  { api, signal }: ToolContext,
): Promise<boolean> {
  if (!id || requested === undefined) return false;
  try {
    const { name } = (await api.getContact({ id, signal })).fields;
    return Boolean(name) && !areEqualNames(name ?? '', requested);
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}
