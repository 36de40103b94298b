import { sql } from 'kysely';
import type { Db } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import { phoneKey } from './keys.ts';
import { DERIVED_VERSION } from './versions.ts';

/** Rows that are read at a time. */
const BATCH_ROWS = 1_000;

interface Numbered {
  id: string;
  phone: string;
}

/**
 * Stores the key of the contacts and calls of a team with one telephone number, as far as it was not computed yet: after an
 * update of the program, rows of earlier versions are not found by their number until the background work has come to them.
 */
export async function storeKeysOfNumber(store: Store, teamId: string, phone: string): Promise<void> {
  const key = await phoneKey(phone);
  for (const kind of ['contacts', 'calls'] as const) {
    let after = '';
    for (;;) {
      const rows = await store.readUncoordinated((db) => rowsWithoutKey(db, { kind, teamId, after }));
      for (const row of rows) {
        if ((await phoneKey(row.phone)) !== key) continue;
        const set = sql`update ${sql.table(kind)} set phone_key = ${key} where id = ${row.id} and phone = ${row.phone}`;
        await store.write(async (tx) => void (await set.execute(tx)), { team: teamId });
      }
      if (rows.length < BATCH_ROWS) break;
      after = rows.at(-1)?.id ?? '';
    }
  }
}

async function rowsWithoutKey(
  db: Db,
  { kind, teamId, after }: { kind: 'contacts' | 'calls'; teamId: string; after: string },
): Promise<Numbered[]> {
  const { rows } = await sql<Numbered>`select id, phone from ${sql.table(kind)}
    where team_id = ${teamId} and derived_version < ${sql.lit(DERIVED_VERSION[kind])} and id > ${after}
      and phone is not null and phone_key is null
    order by id limit ${BATCH_ROWS}`.execute(db);
  return rows;
}
