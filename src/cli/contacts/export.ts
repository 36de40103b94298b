import { EXPORT_COLUMNS } from '../../imports/contacts/headers.ts';
import type { AdminContacts } from '../../platform/index.ts';
import { csvHeader, csvLine } from '../exports/csv.ts';

type Contacts = Pick<AdminContacts, 'all'>;

/**
 * Yields all contacts as CSV (RFC 4180), in pieces. Additional fields have a column each; one that a contact gets while
 * the export runs may be missing.
 */
export async function* exportCsv(contacts: Contacts, { bom }: { bom: boolean }): AsyncGenerator<string> {
  const additional = await additionalFields(contacts);
  yield csvHeader([...EXPORT_COLUMNS, ...additional], { bom });
  for await (const contact of contacts.all()) {
    const { id, name, email, phone, created_at, updated_at } = contact;
    yield csvLine([id, name, email, phone, created_at, updated_at, ...additional.map((field) => contact[field])]);
  }
}

async function additionalFields(contacts: Contacts): Promise<string[]> {
  const fields = new Set<string>();
  for await (const contact of contacts.all()) for (const field of Object.keys(contact)) fields.add(field);
  for (const field of ['id', ...EXPORT_COLUMNS]) fields.delete(field);
  return [...fields].sort();
}
