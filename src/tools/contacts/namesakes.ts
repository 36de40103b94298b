import type { Contact, Read } from '../../contract/index.ts';
import { joined, listed, quoted, type Sentence, say, trusted } from '../../lib/text/sentence.ts';
import type { ToolContext } from '../core/context.ts';
import { mayShow } from '../core/record-kinds.ts';
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

/** States which other contacts have a name like that of a contact that was added: one can be the same person, misspelt. */
export async function similarTo(
  { id, name }: Pick<Read<typeof Contact>['fields'], 'id' | 'name'>,
  context: ToolContext,
): Promise<Sentence | undefined> {
  const { extensions, signal, logger } = context;
  if (!name || !mayShow('contact', context) || !(await extensions.has('list_filters', signal))) return undefined;
  const { askForPerson } = await import('./ask-for-person.ts');
  try {
    const similar = (await askForPerson(context).similar(name)).filter(({ fields }) => fields.id !== id);
    if (similar.length === 0) return undefined;
    const isOne = similar.length === 1;
    const fact = trusted(isOne ? 'Another contact has a similar name' : 'Other contacts have similar names');
    const names = listed(similar.map((read) => quoted(read.fields.name ?? '')));
    const ids = listed(similar.map((read) => read.fields.id ?? ''));
    // The dashboard shows what stands before the colon.
    return say`${fact}, ${names}: ask the user whether ${isOne ? 'it' : 'one'} is the same person (contact_id ${ids}).`;
  } catch (error) {
    // The contact is added, which the answer has to say.
    logger.info('similar contacts could not be found', { error });
    return undefined;
  }
}
