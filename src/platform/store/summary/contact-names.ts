import type { Db } from '../schema/schema.ts';
import type { Read } from './question.ts';

/** Returns the present names of the contacts of groups, by their ids. */
export async function contactNames(
  read: Read,
  teamId: string,
  groups: readonly { contact_id?: string | null | undefined }[],
): Promise<Map<string, string>> {
  const ids = [...new Set(groups.flatMap(({ contact_id }) => contact_id ?? []))];
  const named = (db: Db) =>
    db.selectFrom('contacts').select(['id', 'name']).where('team_id', '=', teamId).where('id', 'in', ids).execute();
  const rows = ids.length > 0 ? await read(named) : [];
  return new Map(rows.map(({ id, name }) => [id, name]));
}
