import type { Db } from '../schema/schema.ts';

/** The contact of each of some phone numbers, by the number: the id of the oldest one with it, or else of the oldest with it in a further field. */
export async function oldestWithPhones(
  db: Db,
  teamId: string,
  phones: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const current = await oldestWithOwn(db, teamId, phones);
  const others = phones.filter((phone) => !current.has(phone));
  return new Map([...(await oldestWithOther(db, teamId, others)), ...current]);
}

async function oldestWithOther(db: Db, teamId: string, phones: readonly string[]): Promise<Map<string, string>> {
  if (phones.length === 0) return new Map();
  const contacts = await db
    .selectFrom('other_details')
    .innerJoin('contacts', 'contacts.id', 'other_details.contact_id')
    .select(['value', 'contact_id', 'position'])
    .where('other_details.team_id', '=', teamId)
    .where('value', 'in', phones)
    .execute();
  // The oldest one of each number replaces the others.
  contacts.sort((a, b) => b.position - a.position);
  return new Map(contacts.map(({ value, contact_id }) => [value, contact_id]));
}

async function oldestWithOwn(db: Db, teamId: string, phones: readonly string[]): Promise<ReadonlyMap<string, string>> {
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
