import type { Db } from './schema.ts';

/** The oldest contact with each of some phone numbers: its id by the number. */
export async function oldestWithPhones(
  db: Db,
  teamId: string,
  phones: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (phones.length === 0) return new Map();
  const oldest = db
    .selectFrom('contacts')
    .select(({ fn }) => fn.min('position').as('position'))
    .where('team_id', '=', teamId)
    .where('phone', 'in', phones)
    .groupBy('phone');
  const contacts = await db
    .selectFrom('contacts')
    .select(['id', 'phone'])
    .where('team_id', '=', teamId)
    .where('position', 'in', oldest)
    .execute();
  return new Map(contacts.flatMap(({ id, phone }) => (phone === null ? [] : [[phone, id]])));
}
