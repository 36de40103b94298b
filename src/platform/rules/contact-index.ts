import { otherDetails } from '../../contract/index.ts';
import { emailKey } from '../store/contacts/contacts.ts';
import { otherDetailsOf } from '../store/contacts/other-details.ts';
import type { ContactRow, Unnumbered } from '../store/schema/schema.ts';
import { haveSameSuffix, isSameName } from './same-name.ts';

/** A contact of the database, or one that an import is about to add. */
export type IndexedContact = Unnumbered<ContactRow>;

/** A person as a row of an imported file describes it. */
export interface ImportedContact {
  /** The id of a contact, as an export has it. */
  id: string | undefined;
  /** May be missing in rows that only complete an existing contact. */
  name: string | undefined;
  email: string | null;
  /** In international format. */
  phone: string | null;
  additional: Readonly<Record<string, string>>;
}

/** The numbers, and the addresses in lower case, that a row has. */
export function identifiersOf({ email, phone, additional }: ImportedContact): string[] {
  const { phones, emails } = otherDetails(additional);
  return [emailKey(email), phone, ...emails, ...phones].filter((value) => value !== null);
}

/** What a row and a contact have in common. */
export type MatchedBy = 'id' | 'email' | 'phone' | 'name';

/** New contacts come after all positions of the database. */
const FIRST_NEW = 2 ** 40;

/** How many contacts that share an address or a phone have their names compared word by word. Equal names are always found. */
const MAX_COMPARED = 50;

/** Contacts in memory, oldest first, by everything that identifies one. */
export class ContactIndex {
  readonly #byId = new Map<string, IndexedContact>();
  readonly #positions = new Map<string, number>();
  /** The days on which customers were erased, by those of their numbers and addresses whose rows are refused. */
  readonly erased = new Map<string, string>();
  /** By e-mail address, phone, either of them in a further field, each with the name, or name alone; see `keysOf`. */
  readonly #byKey = new Map<string, IndexedContact[]>();

  /**
   * Adds a contact, unless it is known: then what is known is as new or newer.
   * @param position its position in the database; if undefined, the contact is new
   */
  add(contact: IndexedContact, position?: number): void {
    if (this.#byId.has(contact.id)) return;
    this.#positions.set(contact.id, position ?? FIRST_NEW + this.#positions.size);
    this.#insert(contact);
  }

  /** Replaces the content of a contact. */
  update(before: IndexedContact, after: IndexedContact): void {
    for (const key of keysOf(before)) {
      const others = this.#with(key).filter((contact) => contact.id !== before.id);
      this.#byKey.set(key, others);
    }
    this.#insert(after);
  }

  /**
   * Finds the contact that a row describes: by id; by e-mail address or phone, if the names can be those of one person, because
   * families share both; by either in a further field, under the same condition; by exactly the same name, if the contact has
   * neither address nor phone.
   */
  find({ id, name, email, phone }: ImportedContact): { contact: IndexedContact; by: MatchedBy } | undefined {
    const ofSameName = (contacts: readonly IndexedContact[]) =>
      contacts.slice(0, MAX_COMPARED).find((contact) => name === undefined || isSamePerson(name, contact.name));
    const byId = id === undefined ? undefined : this.#byId.get(id);
    if (byId) return { contact: byId, by: 'id' };
    for (const [by, of, value] of [
      ['email', 'email', emailKey(email)],
      ['phone', 'phone', phone],
      ['email', 'other', emailKey(email)],
      ['phone', 'other', phone],
    ] as const) {
      if (value === null) continue;
      const [equal] = name === undefined ? [] : this.#with(keyOf(of, value, name));
      const contact = equal ?? ofSameName(this.#with(keyOf(of, value)));
      if (contact) return { contact, by };
    }
    const [byName] = name === undefined ? [] : this.#with(keyOf('name', name));
    return byName && { contact: byName, by: 'name' };
  }

  withId(id: string): IndexedContact | undefined {
    return this.#byId.get(id);
  }

  /** The contacts with an e-mail address or a phone number, and then those that have it in a further field. */
  sharing(value: string | null, of: 'email' | 'phone'): readonly IndexedContact[] {
    const folded = of === 'email' ? emailKey(value) : value;
    return folded === null ? [] : [...this.#with(keyOf(of, folded)), ...this.#with(keyOf('other', folded))];
  }

  #with(key: string): IndexedContact[] {
    return this.#byKey.get(key) ?? [];
  }

  #insert(contact: IndexedContact): void {
    this.#byId.set(contact.id, contact);
    const positionOf = ({ id }: IndexedContact) => this.#positions.get(id) ?? 0;
    for (const key of keysOf(contact)) {
      const contacts = this.#byKey.get(key);
      if (!contacts) {
        // An array of one element; `push` into an empty one would reserve room for 17.
        this.#byKey.set(key, [contact]);
        continue;
      }
      const last = contacts.at(-1);
      contacts.push(contact);
      // Most come in their order, and thousands can share the number that stands for an unknown one.
      if (last && positionOf(last) > positionOf(contact)) contacts.sort((a, b) => positionOf(a) - positionOf(b));
    }
  }
}

/** Neither addresses nor telephone numbers have line breaks. */
const keyOf = (of: 'email' | 'phone' | 'other' | 'name', ...values: string[]) => [of, ...values].join('\n');

const isSamePerson = (name: string, other: string) => isSameName(name, other) && haveSameSuffix(name, other);

/** What a contact is found by. By name alone only if it has nothing else. */
function keysOf(contact: IndexedContact): string[] {
  const { name, email_key: email, phone } = contact;
  const { phones, emails } = otherDetailsOf(contact);
  const others = [...new Set([...emails, ...phones])].flatMap((value) => [
    keyOf('other', value),
    keyOf('other', value, name),
  ]);
  if (email === null && phone === null) return [keyOf('name', name), ...others];
  const ofEmail = email === null ? [] : [keyOf('email', email), keyOf('email', email, name)];
  const ofPhone = phone === null ? [] : [keyOf('phone', phone), keyOf('phone', phone, name)];
  return [...ofEmail, ...ofPhone, ...others];
}
