import { type OtherDetails, otherDetails } from '../../../contract/index.ts';
import { sendInChunks } from '../insert.ts';
import type { ContactRow, Db } from '../schema/schema.ts';
import { send } from '../sent.ts';

/** Contacts with one other number or address that are read: more than people share. */
const MAX_WITH_OTHER = 50;

type OfContact = Pick<ContactRow, 'id' | 'team_id' | 'additional_json'>;

/** The numbers and addresses that a contact has in further fields, by which it is found after others have not. */
export const otherDetailsOf = ({ additional_json: json }: Pick<ContactRow, 'additional_json'>): OtherDetails =>
  // Most have none, and lists of contacts are long.
  json.includes('"other_') ? otherDetails(JSON.parse(json) as Record<string, unknown>) : { phones: [], emails: [] };

/** Stores by what else contacts that were added are found, without waiting for the answer. */
export function addOtherDetails(tx: Db, contacts: readonly OfContact[]): void {
  const rows = contacts.flatMap((contact) => {
    const { phones, emails } = otherDetailsOf(contact);
    return [...new Set([...phones, ...emails])].map((value) => ({
      team_id: contact.team_id,
      value,
      contact_id: contact.id,
    }));
  });
  sendInChunks(tx, 'other_details', rows);
}

/** The same of a contact that was changed. */
export function replaceOtherDetails(tx: Db, contact: OfContact): void {
  send(tx, tx.deleteFrom('other_details').where('contact_id', '=', contact.id));
  addOtherDetails(tx, [contact]);
}

/** The ids of contacts with another number, or address in lower case. */
export const withOtherDetail = (db: Db, teamId: string, value: string) =>
  db
    .selectFrom('other_details')
    .select('contact_id')
    .where('team_id', '=', teamId)
    .where('value', '=', value)
    .orderBy('contact_id')
    .limit(MAX_WITH_OTHER);

/** The contacts with another number, or address in lower case, oldest first. */
export async function contactsWithOther(db: Db, teamId: string, value: string): Promise<ContactRow[]> {
  const contacts = await db
    .selectFrom('contacts')
    .selectAll()
    .where('id', 'in', withOtherDetail(db, teamId, value))
    .execute();
  return contacts.sort((a, b) => a.position - b.position);
}
