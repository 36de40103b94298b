import { sql } from 'kysely';
import type { Contact } from '../../contract/index.ts';
import type { JsonObject } from '../../lib/json.ts';
import { deriveAdded, deriveChanged, versionToAdd } from '../derived/derive.ts';
import { contactKeys } from '../derived/keys.ts';
import type { Condition } from './engine.ts';
import { countAdded, type NumberedPage, type PageRequest, positionOf, queryPage } from './paging.ts';
import { prepared } from './prepared.ts';
import type { ContactRow, Db, Unnumbered } from './schema.ts';
import { send } from './sent.ts';
import { toIso } from './time.ts';
import { columnsToAdd } from './words.ts';

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

/** The contacts with an id, an e-mail address or a telephone number (E.164), oldest first. */
export function contactsBy(
  db: Db,
  teamId: string,
  by: { id: string } | { email: string } | { phone: string },
): Promise<ContactRow[]> {
  const contacts = db.selectFrom('contacts').selectAll().where('team_id', '=', teamId).orderBy('position');
  if ('id' in by) return contacts.where('id', '=', by.id).execute();
  if ('email' in by) return contacts.where('email_key', '=', emailKey(by.email)).execute();
  return contacts.where('phone', '=', by.phone).execute();
}

/** Finds a contact by e-mail address, or else by phone number. If several contacts share it, returns the oldest. */
export async function matchContact(
  db: Db,
  teamId: string,
  by: { email: string | null; phone: string | null },
): Promise<ContactRow | undefined> {
  return (await matchContacts(db, teamId, by)).find(({ found }) => found)?.found;
}

/** What a contact is found by. */
type MatchKey = 'email_key' | 'phone';

/** A search for the oldest contact with an e-mail address or a phone number, and what it has found. */
interface ContactMatch {
  found: ContactRow | undefined;
  /** The condition that the search still finds the same contact, or none. */
  isSame: Condition;
}

/** The oldest contact with the e-mail address and that with the phone number, as far as there are any. */
export async function matchContacts(
  db: Db,
  teamId: string,
  { email, phone }: { email: string | null; phone: string | null },
): Promise<ContactMatch[]> {
  const keys: [MatchKey, string][] = [];
  if (email !== null) keys.push(['email_key', emailKey(email)]);
  if (phone !== null) keys.push(['phone', phone]);
  return Promise.all(
    keys.map(async ([column, value]) => {
      const [found] = await SELECT_OLDEST[column]({ teamId, value }).execute(db);
      return { found, isSame: isSameMatch(teamId, column, value, found) };
    }),
  );
}

const selectOldest = (column: MatchKey) =>
  prepared((db, { teamId, value }: { teamId: string; value: string }) =>
    db
      .selectFrom('contacts')
      .selectAll()
      .where('team_id', '=', teamId)
      .where(column, '=', value)
      .orderBy('position')
      .limit(1),
  );
const SELECT_OLDEST = { email_key: selectOldest('email_key'), phone: selectOldest('phone') };

function isSameMatch(teamId: string, column: MatchKey, value: string, found: ContactRow | undefined): Condition {
  const oldest = sql`(select id from contacts where team_id = ${teamId} and ${sql.ref(column)} = ${value}
    order by position limit 1)`;
  return found ? sql<boolean>`${oldest} = ${found.id}` : sql<boolean>`not exists ${oldest}`;
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
