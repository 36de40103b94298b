import { sql } from 'kysely';
import type { Contact } from '../../contract/index.ts';
import type { JsonObject } from '../../lib/json.ts';
import { deriveAdded, deriveChanged, versionToAdd } from '../derived/derive.ts';
import { contactKeys } from '../derived/keys.ts';
import type { Condition } from './engine.ts';
import { type NumberedPage, nextPosition, type PageRequest, queryPage } from './paging.ts';
import type { ContactRow, Db, Unnumbered } from './schema.ts';
import { send } from './sent.ts';
import { toIso } from './time.ts';

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

/** Finds a contact by e-mail address, or else by phone number. If several contacts share it, returns the oldest. */
export async function matchContact(
  db: Db,
  teamId: string,
  by: { email: string | null; phone: string | null },
): Promise<ContactRow | undefined> {
  return (await matchContacts(db, teamId, by)).find(({ found }) => found)?.found;
}

/** The oldest contact with the e-mail address and that with the phone number, as far as there are any, with their queries. */
export async function matchContacts(
  db: Db,
  teamId: string,
  { email, phone }: { email: string | null; phone: string | null },
) {
  const queries = [
    ...(email === null ? [] : [oldestWith(db, teamId, 'email_key', emailKey(email))]),
    ...(phone === null ? [] : [oldestWith(db, teamId, 'phone', phone)]),
  ];
  return Promise.all(queries.map(async (query) => ({ query, found: await query.selectAll().executeTakeFirst() })));
}

const oldestWith = (db: Db, teamId: string, column: 'email_key' | 'phone', value: string) =>
  db.selectFrom('contacts').where('team_id', '=', teamId).where(column, '=', value).orderBy('position').limit(1);

/** The condition that a query of `matchContacts` still finds the same contact, or none. */
export const isSameMatch = (query: ReturnType<typeof oldestWith>, found: ContactRow | undefined): Condition =>
  found ? sql<boolean>`${query.select('id')} = ${found.id}` : sql<boolean>`not exists ${query.select('id')}`;

/** The form of an e-mail address in which it is compared: lower case. */
export function emailKey(email: string): string;
export function emailKey(email: string | null): string | null;
export function emailKey(email: string | null): string | null {
  return email === null ? null : email.toLowerCase();
}

/** Inserts a contact, without waiting for the answer. */
export async function insertContact(tx: Db, contact: Unnumbered<ContactRow>): Promise<void> {
  const row = { ...contact, ...(await contactKeys(contact)), derived_version: versionToAdd(tx, 'contacts') };
  const position = nextPosition(tx, contact.team_id, 'contacts');
  send(tx, tx.insertInto('contacts').values({ ...row, position }));
  await deriveAdded(tx, 'contacts', [row]);
}

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
