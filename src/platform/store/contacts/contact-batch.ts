import type { SelectQueryBuilder } from 'kysely';
import { deriveChanged } from '../../derived/derive.ts';
import { phoneKey } from '../../derived/keys.ts';
import type { ImportedContact } from '../../rules/contact-index.ts';
import type { ContactRow, Db, Schema, Unnumbered } from '../schema/schema.ts';
import { emailKey } from './contacts.ts';
import { replaceOtherDetails } from './other-details.ts';

/** Reads the contacts that the rows of a batch can match, oldest first. */
export async function candidatesFor(db: Db, teamId: string, rows: readonly ImportedContact[]): Promise<ContactRow[]> {
  const found = new Map<string, ContactRow>();
  const collect = async (
    values: (string | null | undefined)[],
    narrow: (
      query: SelectQueryBuilder<Schema, 'contacts', ContactRow>,
      values: string[],
    ) => SelectQueryBuilder<Schema, 'contacts', ContactRow>,
  ) => {
    const present = [...new Set(values.flatMap((value) => value ?? []))];
    if (present.length === 0) return;
    const query = db.selectFrom('contacts').selectAll().where('team_id', '=', teamId);
    for (const contact of await narrow(query, present).execute()) found.set(contact.id, contact);
  };
  await collect(
    rows.map(({ id }) => id),
    (query, ids) => query.where('id', 'in', ids),
  );
  await collect(
    rows.map(({ email }) => email && emailKey(email)),
    (query, emails) => query.where('email_key', 'in', emails),
  );
  await collect(
    rows.map(({ phone }) => phone),
    (query, phones) => query.where('phone', 'in', phones),
  );
  await collect(
    rows.flatMap(({ email, phone }) => [email && emailKey(email), phone]),
    (query, values) =>
      query.where('id', 'in', (eb) =>
        eb
          .selectFrom('other_details')
          .select('contact_id')
          .where('other_details.team_id', '=', teamId)
          .where('value', 'in', values),
      ),
  );
  await collect(
    rows.map(({ name }) => name),
    (query, names) => query.where('email_key', 'is', null).where('phone', 'is', null).where('name', 'in', names),
  );
  return [...found.values()].sort((a, b) => a.position - b.position);
}

/** A contact's fields that an import can fill. */
export async function fillContact(tx: Db, contact: Unnumbered<ContactRow>): Promise<void> {
  const { id, team_id, email, email_key, phone, additional_json, updated_at } = contact;
  const filled = await tx
    .updateTable('contacts')
    .set({ email, email_key, phone, phone_key: await phoneKey(phone), additional_json, updated_at })
    .where('id', '=', id)
    .where('team_id', '=', team_id)
    .returningAll()
    .executeTakeFirst();
  if (!filled) return;
  replaceOtherDetails(tx, filled);
  await deriveChanged(tx, 'contacts', filled);
}

/** The contacts of a team after a position, oldest first, up to the position `last`. */
export async function contactsAfter(
  db: Db,
  teamId: string,
  { position, last, limit }: { position: number; last: number; limit: number },
): Promise<ContactRow[]> {
  return db
    .selectFrom('contacts')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('position', '>', position)
    .where('position', '<=', last)
    .orderBy('position')
    .limit(limit)
    .execute();
}
