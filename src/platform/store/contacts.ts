import type { Contact } from '../../contract/index.ts';
import type { JsonObject } from '../../lib/json.ts';
import { type Listed, numberedPage, type Page, raiseTotal } from './paging.ts';
import type { ContactRow, Db, Unnumbered } from './schema.ts';
import { toIso } from './time.ts';

/** All contacts of the team, latest created first. */
export async function listContacts(db: Db, teamId: string, page: Page): Promise<Listed<ContactRow>> {
  return numberedPage(db, teamId, 'contacts', page, (from) =>
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

/** The contact that an e-mail address or else a phone number belongs to: the oldest, if several share it. */
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

/** What e-mail addresses are compared by. */
export function emailKey(email: string): string;
export function emailKey(email: string | null): string | null;
export function emailKey(email: string | null): string | null {
  return email === null ? null : email.toLowerCase();
}

export async function insertContact(tx: Db, contact: Unnumbered<ContactRow>): Promise<ContactRow> {
  const row = { ...contact, position: await raiseTotal(tx, contact.team_id, 'contacts', 1) };
  await tx.insertInto('contacts').values(row).execute();
  return row;
}

export async function updateContact(tx: Db, { id, team_id, created_at, ...changed }: ContactRow): Promise<void> {
  await tx.updateTable('contacts').set(changed).where('id', '=', id).where('team_id', '=', team_id).execute();
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
