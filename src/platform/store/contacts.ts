import type { Contact } from '../../contract/index.ts';
import type { JsonObject } from '../../lib/json.ts';
import { deriveAdded, deriveChanged, versionToAdd } from '../derived/derive.ts';
import { contactKeys } from '../derived/keys.ts';
import { incrementTotal, type NumberedPage, type PageRequest, queryPage } from './paging.ts';
import type { ContactRow, Db, Unnumbered } from './schema.ts';
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
  const first = (column: 'email_key' | 'phone', value: string) =>
    db
      .selectFrom('contacts')
      .selectAll()
      .where('team_id', '=', teamId)
      .where(column, '=', value)
      .orderBy('position')
      .limit(1)
      .executeTakeFirst();
  const byEmail = by.email === null ? undefined : await first('email_key', emailKey(by.email));
  return byEmail ?? (by.phone === null ? undefined : await first('phone', by.phone));
}

/** The form of an e-mail address in which it is compared: lower case. */
export function emailKey(email: string): string;
export function emailKey(email: string | null): string | null;
export function emailKey(email: string | null): string | null {
  return email === null ? null : email.toLowerCase();
}

export async function insertContact(tx: Db, contact: Unnumbered<ContactRow>): Promise<ContactRow> {
  const position = await incrementTotal(tx, contact.team_id, 'contacts', 1);
  const row = { ...contact, ...(await contactKeys(contact)), position, derived_version: versionToAdd(tx, 'contacts') };
  await tx.insertInto('contacts').values(row).execute();
  await deriveAdded(tx, 'contacts', [row]);
  return row;
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

export function contactRecord(row: ContactRow): Contact & JsonObject {
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
