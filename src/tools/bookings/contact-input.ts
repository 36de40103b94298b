import { ApiError } from '../../api/index.ts';
import type { CreateBooking } from '../../contract/index.ts';
import { say, trusted } from '../../lib/text/sentence.ts';
import type { ToolContext } from '../core/context.ts';
import { type Suggestion, ToolError, type ToolFailure } from '../core/errors.ts';
import * as field from '../core/fields.ts';
import { mayShow } from '../core/record-kinds.ts';
import { hiddenReason } from '../output/hidden-records.ts';

export const contactInput = () => ({
  contact_id: field.contactId().optional(),
  contact_email: field.emailAddress().optional(),
  contact_phone: field.phoneNumber().optional(),
});

interface ContactInput {
  contact_id?: string | undefined;
  contact_name?: string | undefined;
  contact_email?: string | undefined;
  contact_phone?: string | undefined;
}

type BookingContact = NonNullable<CreateBooking['contact']>;

/**
 * Returns the person of a new booking: the given values, and for the others those of the contact with the given id, which
 * is read. Numbers are in international format, so that the idempotency key is the same however the person is given.
 * @throws ToolError if the input names no person, or no contact that this caller may read.
 */
export async function contactOf(input: ContactInput, context: ToolContext): Promise<BookingContact> {
  if (input.contact_id === undefined && input.contact_name === undefined)
    throw new ToolError('Give contact_id or contact_name: a booking is for a person.');
  const given = await givenValues(input, context);
  if (input.contact_id === undefined) return given;
  const isChosen = await context.extensions.has('contact_choice', context.signal);
  const stored = await storedValues(input.contact_id, context);
  const contact = { ...(isChosen ? { id: input.contact_id } : {}), ...stored, ...given };
  if (!contact.name)
    throw new ToolError(say`contact_id: the contact ${input.contact_id} has no name. Give contact_name, too.`);
  return contact;
}

/** Suggests what else to give after a refusal that names no rule, if the person was given by the name alone. */
export async function suggestContact(
  { contact_id, contact_name: name, contact_email, contact_phone }: ContactInput,
  { rule, status }: ToolFailure,
  context: ToolContext,
): Promise<Suggestion | undefined> {
  if (rule || status === 409 || (contact_id ?? contact_email ?? contact_phone) !== undefined) return undefined;
  const { namesakesOf } = await import('../contacts/namesakes.ts');
  const sentence = !mayShow('contact', context)
    ? 'If the name is not enough: give contact_phone or contact_email, too.'
    : say`If the name is not enough: for a known customer give contact_id, otherwise contact_phone or contact_email. ${await namesakesOf(name ?? '', context)}`;
  return { sentence, alternatives: [] };
}

/**
 * Returns what changes about the person of a booking; undefined if nothing does. Another contact replaces all details: null
 * stands for those that it does not have.
 * @throws ToolError as `contactOf`.
 */
export async function changedContactOf(input: ContactInput, context: ToolContext): Promise<BookingContact | undefined> {
  if (input.contact_id !== undefined) return { email: null, phone: null, ...(await contactOf(input, context)) };
  const given = await givenValues(input, context);
  return Object.keys(given).length > 0 ? given : undefined;
}

async function givenValues(input: ContactInput, context: ToolContext): Promise<BookingContact> {
  return {
    ...(input.contact_name ? { name: input.contact_name } : {}),
    ...(input.contact_email ? { email: input.contact_email } : {}),
    ...(input.contact_phone ? { phone: await context.phone(input.contact_phone) } : {}),
  };
}

async function storedValues(id: string, context: ToolContext): Promise<BookingContact> {
  const { api, settings, signal } = context;
  if (!mayShow('contact', context)) {
    const reason = trusted(hiddenReason('contact', context));
    throw new ToolError(
      say`contact_id: this caller may not read contacts (${reason}). Give contact_name, with contact_email or contact_phone, instead.`,
    );
  }
  const { fields } = await api.getContact({ id, signal }).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.details.kind !== 'not_found') throw error;
    throw new ToolError(say`contact_id: there is no contact ${id}. Find it with lookup_caller, or give contact_name.`);
  });
  const { normalizePhone } = await import('../../lib/phone/phone.ts');
  return {
    ...(fields.name ? { name: fields.name } : {}),
    ...(fields.email ? { email: fields.email } : {}),
    ...(fields.phone ? { phone: normalizePhone(fields.phone, settings.defaultCountry) ?? fields.phone } : {}),
  };
}
