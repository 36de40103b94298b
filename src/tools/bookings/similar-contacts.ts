import type { Booking, CreatedBooking, Read } from '../../contract/index.ts';
import { type Sentence, say, trusted } from '../../lib/text/sentence.ts';
import type { ToolContext } from '../core/context.ts';

interface Answer {
  note?: string | undefined;
  contact_status?: 'known' | 'new';
}

/**
 * Returns an answer with a note on the contacts whose name is like that of the contact that a booking has added: one can be the
 * same person, misspelt. Nothing is read for a contact that existed before.
 */
export async function withSimilarContacts<A extends Answer>(
  answer: A,
  { fields: { contact_id: id } }: Read<typeof Booking> | Read<typeof CreatedBooking>,
  name: string | undefined,
  context: ToolContext,
): Promise<Omit<A, 'note'> & { note?: string | Sentence | undefined }> {
  if (answer.contact_status !== 'new' || name === undefined || !id) return answer;
  const { similarTo } = await import('../contacts/namesakes.ts');
  const similar = await similarTo({ id, name }, context);
  if (!similar) return answer;
  return { ...answer, note: answer.note ? say`${trusted(answer.note)} ${similar}` : similar };
}
