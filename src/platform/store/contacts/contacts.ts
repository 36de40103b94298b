import { type RawBuilder, sql } from 'kysely';
import type { Contact } from '../../../contract/index.ts';
import type { JsonObject } from '../../../lib/json.ts';
import { deriveAdded, deriveChanged, versionToAdd } from '../../derived/derive.ts';
import { contactKeys } from '../../derived/keys.ts';
import type { Condition } from '../engine.ts';
import { countAdded, type NumberedPage, type PageRequest, positionOf, queryPage } from '../paging.ts';
import { prepared } from '../prepared.ts';
import type { ContactRow, Db, Unnumbered } from '../schema/schema.ts';
import { send } from '../sent.ts';
import { toIso } from '../time.ts';
import { columnsToAdd } from '../words.ts';
import { addOtherDetails, contactsWithOther, replaceOtherDetails, withOtherDetail } from './other-details.ts';

/** A page of the team's contacts, newest first. */
export async function listContacts(db: Db, teamId: string, page: PageRequest): Promise<NumberedPage<ContactRow>> {
  return queryPage(db, teamId, 'contacts', page, (from) =>
    db
      .selectFrom('contacts')
      .selectAll()
      .where('team_id', '=', teamId)
      .where('position', '<=', from)
      .orderBy('position', 'desc')
      .limit(page.perPage)
      .execute(),
  );
}

export async function findContact(db: Db, teamId: string, id: string): Promise<ContactRow | undefined> {
  return db.selectFrom('contacts').selectAll().where('id', '=', id).where('team_id', '=', teamId).executeTakeFirst();
}

/**
 * The contacts with an id, an e-mail address or a telephone number (E.164), oldest first. Those that have it in a further field
 * come after the others.
 */
export async function contactsBy(
  db: Db,
  teamId: string,
  by: { id: string } | { email: string } | { phone: string },
): Promise<ContactRow[]> {
  const contacts = db.selectFrom('contacts').selectAll().where('team_id', '=', teamId).orderBy('position');
  if ('id' in by) return contacts.where('id', '=', by.id).execute();
  const value = 'email' in by ? emailKey(by.email) : by.phone;
  const own = await contacts.where('email' in by ? 'email_key' : 'phone', '=', value).execute();
  const others = await contactsWithOther(db, teamId, value);
  return [...own, ...others.filter(({ id }) => own.every((contact) => contact.id !== id))];
}

/** The oldest contact with a phone number, or else the oldest with it in a further field. */
export async function oldestWithPhone(db: Db, teamId: string, phone: string): Promise<ContactRow | undefined> {
  const own = await db
    .selectFrom('contacts')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('phone', '=', phone)
    .orderBy('position')
    .limit(1)
    .executeTakeFirst();
  return own ?? (await contactsWithOther(db, teamId, phone))[0];
}

/** What several contacts can have in common. */
type SharedKey = 'email_key' | 'phone';

/** The contacts with one e-mail address or phone number, oldest first. */
interface SharingContacts {
  contacts: readonly Sharing[];
  /** True if they have it in a further field. */
  isOther: boolean;
  /** The condition that they still are the same, with the same names. */
  isSame: Condition;
}

type Sharing = Pick<ContactRow, 'id' | 'name'>;

/**
 * How many contacts that share an address or a phone are read, apart from one with exactly the name: thousands can share the
 * number that stands for an unknown one.
 */
const MAX_SHARING = 50;

/** The contacts with the e-mail address, then those with the phone number, then those with either in a further field. */
export async function sharingContacts(
  db: Db,
  teamId: string,
  { name, email, phone }: { name: string; email: string | null; phone: string | null },
): Promise<SharingContacts[]> {
  const keys: [SharedKey, string][] = [];
  if (email !== null) keys.push(['email_key', emailKey(email)]);
  if (phone !== null) keys.push(['phone', phone]);
  return Promise.all([
    ...keys.map(async ([column, value]) => {
      const contacts = await SELECT_SHARING[column]({ teamId, value }).execute(db);
      const isSame = areSame(
        sql`(select id, name from contacts where team_id = ${teamId} and ${sql.ref(column)} = ${value}
          order by position limit ${MAX_SHARING})`,
        contacts,
      );
      const isCut = contacts.length === MAX_SHARING && !contacts.some((contact) => contact.name === name);
      const named = isCut ? await oldestNamed(db, teamId, [column, value], name) : undefined;
      if (!named) return { contacts, isSame, isOther: false };
      const isStill = sql<boolean>`exists (select 1 from contacts where id = ${named.id} and name = ${name}
        and ${sql.ref(column)} = ${value})`;
      return { contacts: [named, ...contacts], isSame: sql<boolean>`(${isSame} and ${isStill})`, isOther: false };
    }),
    ...keys.map(async ([, value]) => {
      const contacts = await SELECT_WITH_OTHER({ teamId, value }).execute(db);
      contacts.sort((a, b) => a.position - b.position);
      const sharing = sql`(select id, name from contacts where id in ${withOtherDetail(db, teamId, value)})`;
      return { contacts, isSame: areSame(sharing, contacts), isOther: true };
    }),
  ]);
}

const selectSharing = (column: SharedKey) =>
  prepared((db, { teamId, value }: { teamId: string; value: string }) =>
    db
      .selectFrom('contacts')
      .select(['id', 'name'])
      .where('team_id', '=', teamId)
      .where(column, '=', value)
      .orderBy('position')
      .limit(MAX_SHARING),
  );
const SELECT_SHARING = { email_key: selectSharing('email_key'), phone: selectSharing('phone') };

const SELECT_WITH_OTHER = prepared((db, { teamId, value }: { teamId: string; value: string }) =>
  db
    .selectFrom('contacts')
    .select(['id', 'name', 'position'])
    .where('id', 'in', withOtherDetail(db, teamId, value)),
);

const oldestNamed = (db: Db, teamId: string, [column, value]: [SharedKey, string], name: string) =>
  db
    .selectFrom('contacts')
    .select(['id', 'name'])
    .where('team_id', '=', teamId)
    .where(column, '=', value)
    .where('name', '=', name)
    .orderBy('position')
    .limit(1)
    .executeTakeFirst();

/** @param sharing selects their ids and names */
function areSame(sharing: RawBuilder<unknown>, contacts: readonly Sharing[]): Condition {
  if (contacts.length === 0) return sql<boolean>`not exists ${sharing}`;
  const known = sql.join(contacts.map((contact) => sql`(${contact.id}, ${contact.name})`));
  return sql<boolean>`(select count(*) from ${sharing} as present) = ${contacts.length}
    and not exists (select 1 from ${sharing} as present where (id, name) not in (values ${known}))`;
}

/** The form of an e-mail address in which it is compared: lower case. */
export function emailKey(email: string): string;
export function emailKey(email: string | null): string | null;
export function emailKey(email: string | null): string | null {
  return email === null ? null : email.toLowerCase();
}

/** Inserts a contact, without waiting for the answer. */
export async function insertContact(tx: Db, contact: Unnumbered<ContactRow>): Promise<void> {
  const row = { ...contact, ...(await contactKeys(contact)), derived_version: versionToAdd(tx, 'contacts') };
  send(tx, insertRow({ ...row, added: countAdded(tx, contact.team_id, 'contacts') }));
  addOtherDetails(tx, [row]);
  await deriveAdded(tx, 'contacts', [row]);
}

type NewRow = Omit<ContactRow, 'position'> & { added: number };

const insertRow = prepared((db, { added, ...row }: NewRow) =>
  db
    .insertInto('contacts')
    .values({ ...row, position: positionOf(row.team_id, 'contacts', added), ...columnsToAdd(db, 'contacts') }),
);

export async function updateContact(tx: Db, contact: ContactRow): Promise<void> {
  const { id, team_id, created_at, derived_version: _stored, ...changed } = contact;
  await tx
    .updateTable('contacts')
    .set({ ...changed, ...(await contactKeys(contact)) })
    .where('id', '=', id)
    .where('team_id', '=', team_id)
    .execute();
  replaceOtherDetails(tx, contact);
  await deriveChanged(tx, 'contacts', contact);
}

export function contactRecord(row: Unnumbered<ContactRow>): Contact & JsonObject {
  return {
    ...(JSON.parse(row.additional_json) as JsonObject),
    id: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    created_at: toIso(row.created_at),
    updated_at: toIso(row.updated_at),
  };
}
