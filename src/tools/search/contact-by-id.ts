import { ApiError } from '../../api/index.ts';
import { say } from '../../lib/text/sentence.ts';
import type { ToolContext } from '../core/context.ts';
import { ToolError } from '../core/errors.ts';
import { mayShow } from '../core/record-kinds.ts';
import type { Person } from './people.ts';

/**
 * Returns the person whose records are searched, with the contact's telephone number and e-mail address as far as the caller may
 * read contacts; and an error if there is no such contact.
 */
export async function contactById(
  id: string,
  context: ToolContext,
): Promise<{ person: Person & { id: string }; refusal?: ToolError }> {
  const { api, signal } = context;
  if (!mayShow('contact', context)) return { person: { id } };
  try {
    const { fields } = await api.getContact({ id, signal });
    return { person: { id, phone: fields.phone ?? undefined, email: fields.email ?? undefined } };
  } catch (error) {
    const kind = error instanceof ApiError ? error.details.kind : undefined;
    if (kind === 'forbidden') return { person: { id } };
    if (kind !== 'not_found') throw error;
    const refusal = new ToolError(
      say`contact_id: there is no contact ${id}. lookup_caller finds the id of a name, phone number or e-mail.`,
    );
    return { person: { id }, refusal };
  }
}
