import { isErasedContact } from '../../contract/index.ts';
import { newId } from '../../lib/ids.ts';
import { emailKey } from '../store/contacts/contacts.ts';
import { otherDetailsOf } from '../store/contacts/other-details.ts';
import { type AdditionalFields, additionalCountProblem } from './contact-body.ts';
import {
  type ContactIndex,
  type ImportedContact,
  type IndexedContact,
  identifiersOf,
  type MatchedBy,
} from './contact-index.ts';
import { areSameWords } from './same-words.ts';

/** What an import does with one row. */
export type ImportOutcome =
  | {
      kind: 'added';
      contactId: string;
      /** A contact with another name that has the same e-mail address or phone. */
      shared: SharedDetail | undefined;
    }
  | {
      /** `filled`: empty fields of an existing contact get the values of the row. */
      kind: 'filled' | 'unchanged';
      contactId: string;
      by: MatchedBy;
      /** The name of the contact. */
      name: string;
      /** Fields in which row and contact differ. */
      kept: KeptValue[];
    }
  | {
      kind: 'refused';
      problem: string;
      /** True if only an import that takes erased customers back accepts the row. */
      isErased?: true;
    };

export interface SharedDetail {
  detail: 'e-mail address' | 'phone';
  /** The name of the contact that has it. */
  name: string;
}

/** A field that the contact keeps, although the row has another value. */
export interface KeptValue {
  field: string;
  own: string;
  ofRow: string;
}

/** The outcome, and the contact as it is to be stored if it is new or changed. */
export interface ImportDecision {
  outcome: ImportOutcome;
  stored: IndexedContact | undefined;
}

/**
 * Decides what happens to a row, and enters the result into the index. Depends on nothing but the row and the contacts,
 * so that an import which was interrupted continues when the file is imported again.
 */
export function decideImport(index: ContactIndex, row: ImportedContact, teamId: string, now: number): ImportDecision {
  const match = index.find(row);
  const erasure = erasureOf(index, row, match?.contact);
  if (erasure) return erasure;
  if (!match) return addContact(index, row, teamId, now);
  const { contact, by } = match;
  const { after, kept } = merge(contact, row);
  // Who has only the name of a contact, and an address or another fact that contradicts it, is another person.
  if (by === 'name' && kept.length > 0 && (row.email !== null || row.phone !== null)) {
    return addContact(index, row, teamId, now);
  }
  const outcome = { contactId: contact.id, name: contact.name, by, kept };
  if (!after) return { outcome: { kind: 'unchanged', ...outcome }, stored: undefined };
  if (isErasedContact(contact)) return refused(erasedProblem(contact));
  const problem = fieldsProblem(after);
  if (problem) return refused(problem);
  const stored = { ...after, updated_at: now };
  index.update(contact, stored);
  return { outcome: { kind: 'filled', ...outcome }, stored };
}

/**
 * Refuses a row with a number or an address of an erased customer, who would be known again. Not if the contact that it describes has
 * it: the customer is back.
 */
function erasureOf(
  { erased }: ContactIndex,
  row: ImportedContact,
  contact?: IndexedContact,
): ImportDecision | undefined {
  if (erased.size === 0 || (contact && isErasedContact(contact))) return undefined;
  const own = contact ? [contact.email_key, contact.phone, ...Object.values(otherDetailsOf(contact)).flat()] : [];
  const found = identifiersOf(row).find((identifier) => erased.has(identifier) && !own.includes(identifier));
  if (found === undefined) return undefined;
  const detail = found.includes('@') ? 'e-mail address' : 'phone';
  const problem = `the customer with this ${detail} was erased on ${erased.get(found)} at their request`;
  return { outcome: { kind: 'refused', problem, isErased: true }, stored: undefined };
}

function addContact(index: ContactIndex, row: ImportedContact, team_id: string, now: number): ImportDecision {
  const { name, email, phone, additional } = row;
  if (name === undefined) return refused('a new contact needs a name, such as "Robin Tester"');
  const stored: IndexedContact = {
    id: newId('ct'),
    team_id,
    name,
    email,
    email_key: emailKey(email),
    phone,
    additional_json: JSON.stringify(additional),
    created_at: now,
    updated_at: now,
  };
  const problem = fieldsProblem(stored);
  if (problem) return refused(problem);
  const shared = sharedDetail(index, stored);
  index.add(stored);
  return { outcome: { kind: 'added', contactId: stored.id, shared }, stored };
}

function sharedDetail(index: ContactIndex, { email, phone }: IndexedContact): SharedDetail | undefined {
  const [withEmail, withPhone] = [index.sharing(email, 'email')[0], index.sharing(phone, 'phone')[0]];
  if (withEmail) return { detail: 'e-mail address', name: withEmail.name };
  return withPhone && { detail: 'phone', name: withPhone.name };
}

const refused = (problem: string): ImportDecision => ({ outcome: { kind: 'refused', problem }, stored: undefined });

const erasedProblem = ({ id }: IndexedContact) =>
  `contact ${id} was erased: nothing is added to it. To add a new contact, leave contact_id empty`;

const fieldsProblem = ({ additional_json }: IndexedContact) =>
  additionalCountProblem(JSON.parse(additional_json) as AdditionalFields);

/** Fills the empty fields of a contact. `after` is undefined if there is nothing to fill. */
function merge(
  contact: IndexedContact,
  row: ImportedContact,
): {
  after: IndexedContact | undefined;
  kept: KeptValue[];
} {
  const after = { ...contact };
  const kept: KeptValue[] = [];
  const keep = (field: string, own: string, ofRow: string) => kept.push({ field, own, ofRow });
  if (row.name !== undefined && row.name !== contact.name && !areSameWords(row.name, contact.name))
    keep('name', contact.name, row.name);
  if (contact.email === null && row.email !== null) {
    after.email = row.email;
    after.email_key = emailKey(row.email);
  } else if (row.email !== null && emailKey(row.email) !== contact.email_key) {
    keep('email', contact.email ?? '', row.email);
  }
  if (contact.phone === null) after.phone = row.phone;
  else if (row.phone !== null && row.phone !== contact.phone) keep('phone', contact.phone, row.phone);

  const additional = JSON.parse(contact.additional_json) as AdditionalFields;
  let isFilled = after.email !== contact.email || after.phone !== contact.phone;
  for (const [field, value] of Object.entries(row.additional)) {
    const present = Object.hasOwn(additional, field) ? additional[field] : undefined;
    if (present === undefined || present === null || present === '') {
      additional[field] = value;
      isFilled = true;
    } else if (comparable(String(present)) !== comparable(value)) {
      keep(field, String(present), value);
    }
  }
  after.additional_json = JSON.stringify(additional);
  return { after: isFilled ? after : undefined, kept };
}

/** A text as it comes back from a file: line breaks are the same everywhere, and space around it is lost. */
const comparable = (text: string) => text.replace(/\r\n?/g, '\n').trim();
