import type { Desk } from './context.ts';
import { inQuotes } from './in-quotes.ts';
import { plainNote } from './plain-note.ts';
import { answerOf, type ContactItem } from './records.ts';

/** The answer of `create_contact`. */
interface Added {
  contact?: ContactItem;
  /** False: a contact with the same details exists, and nothing was added. */
  created?: boolean;
  note?: string;
}

const ADDED = 'The contact was added.';
const ALREADY_THERE = 'This contact exists already. Nothing was added.';

export interface AddedContact {
  contact: ContactItem | undefined;
  /** False: it was among the contacts already. */
  isNew: boolean;
  /** What to announce. */
  message: string;
}

/**
 * Adds a contact. If another one has the same telephone number or e-mail address, as in a family, the user says whether they
 * are two people. Returns undefined if nothing was added because the user said no.
 * @param advice what to do after a no.
 * @throws RequestError
 */
export async function addContact(
  values: Record<string, string>,
  { callTool, ask }: Pick<Desk, 'callTool' | 'ask'>,
  advice = 'change the contact that is there',
): Promise<AddedContact | undefined> {
  const result = await callTool('create_contact', values);
  if (!result) return undefined;
  const { created, note, contact } = answerOf<Added>(result);
  if (created !== false) return { contact, isNew: true, message: plainNote(note) || ADDED };
  // A note names what differs.
  if (!note) return { contact, isNew: false, message: ALREADY_THERE };
  if (!(await ask(questionAbout(contact, values, advice), 'Yes, add another person'))) return undefined;
  const other = await callTool('create_contact', { ...values, allow_duplicate: true });
  return other && { contact: answerOf<Added>(other).contact, isNew: true, message: ADDED };
}

function questionAbout(
  contact: ContactItem | undefined,
  { name = '', phone, email }: Record<string, string>,
  advice: string,
): string {
  const who = contact?.name ? inQuotes(contact.name) : 'A contact without a name';
  const details = [...(phone ? ['telephone number'] : []), ...(email ? ['e-mail address'] : [])];
  const has = details.length > 0 ? `has this ${details.join(' or ')} already` : 'is among the contacts already';
  return `${who} ${has}. Add ${inQuotes(name)} as another person? If they are the same person, say no, and ${advice}.`;
}
