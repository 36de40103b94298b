import * as z from 'zod';
import type { Booking, CreatedBooking, Read } from '../../contract/index.ts';
import type { ToolContext } from '../core/context.ts';
import { mayShow } from '../core/record-kinds.ts';

/** The output field that states whether the person of a new booking was a contact before. Absent if unknown. */
export const contactStatusShape = () => ({
  contact_status: z.enum(['known', 'new']).optional().describe('known: the contact existed before'),
});

const OTHER_CONTACT = 'The platform gave the booking to another contact than contact_id: compare booking.contact_id.';

/**
 * Returns an answer with what is known about the contact of its booking. The platform states it (extension
 * `contact_created`), or the caller named a contact that exists.
 * @param contactId the contact that the caller named.
 */
export function withContactStatus<A extends { note?: string | undefined }>(
  answer: A,
  { fields }: Read<typeof Booking> | Read<typeof CreatedBooking>,
  contactId: string | undefined,
  context: ToolContext,
): A & { contact_status?: 'known' | 'new' } {
  if (!mayShow('contact', context)) return answer;
  const isNew = 'contact_created' in fields ? fields.contact_created : undefined;
  const isOther = contactId !== undefined && Boolean(fields.contact_id) && fields.contact_id !== contactId;
  const isKnown = isNew === false || (contactId !== undefined && !isOther);
  const note = [answer.note, isOther ? OTHER_CONTACT : undefined].filter(Boolean).join(' ');
  return {
    ...answer,
    ...(note ? { note } : {}),
    ...(isNew ? { contact_status: 'new' as const } : isKnown ? { contact_status: 'known' as const } : {}),
  };
}
