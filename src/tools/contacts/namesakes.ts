import type { Contact, Read } from '../../contract/index.ts';
import { joined, listed, quoted, type Sentence, say, trusted } from '../../lib/sentence.ts';
import type { ToolContext } from '../core/context.ts';
import { findContacts } from './find-contacts.ts';

const MAX_NAMED = 3;

/** States which contacts have a name, or a similar one, so that a call can be repeated with the id of one. */
export async function namesakesOf(name: string, context: ToolContext): Promise<Sentence> {
  // A search that reads all contacts would take longer than the call that was refused.
  if (!(await context.extensions.has('list_filters', context.signal)))
    return trusted('lookup_caller finds contacts by a part of the name.');
  const { askForPerson } = await import('./ask-for-person.ts');
  const { found, total, similar } = await findContacts({ name }, MAX_NAMED, askForPerson(context));
  if (total === 0 && similar.length === 0) return trusted('No contact has such a name.');
  const contacts = total === 0 ? similar : found;
  const kind = trusted(total === 0 ? 'a similar' : 'this');
  const rest = total > contacts.length ? say` lookup_caller has all ${total}.` : say``;
  return say`Contacts of ${kind} name: ${listed(contacts.map(described))}.${rest}`;
}

function described({ fields: { id, name, phone, email } }: Read<typeof Contact>): Sentence {
  const detail = phone ?? email;
  return say`${quoted(name ?? '')} (${joined([id ?? '', ...(detail ? [quoted(detail)] : [])], ', ')})`;
}
