import { sql } from 'kysely';
import { DatabaseError } from '../../lib/database/database-error.ts';
import type { Db } from '../store/schema/schema.ts';
import { changeProgress, UNREAD } from './lists.ts';
import { MIRRORED_KINDS, type MirroredKind, withMirrorTables } from './schema.ts';

/** The account of the platform whose records a mirror has. */
export interface MirroredAccount {
  /** Base URL of the platform. */
  address: string;
  /** Digest of the credential that reads it. */
  credential: string;
  /** Country of telephone numbers without +. */
  country: string | undefined;
}

/** When a record was read that may be another team's: in no answer, and counted in none. */
const UNCONFIRMED = 0;

/**
 * Binds the mirror to an account of a platform. With another credential, which may belong to another team, nothing that is
 * stored counts until it was read again: each list is, and each record before an answer shows it. With another country,
 * numbers have another meaning: each record is also stored again.
 * @returns whether the mirror has records that another credential has read
 * @throws DatabaseError if the mirror has the records of another platform.
 */
export async function bindAccount(
  tx: Db,
  { address, credential, country: given }: MirroredAccount,
  now: number,
): Promise<boolean> {
  const db = withMirrorTables(tx);
  const country = given ?? '';
  const bound = await db.selectFrom('mirror_source').selectAll().executeTakeFirst();
  if (!bound) {
    await db.insertInto('mirror_source').values({ address, credential, country, used_at: now }).execute();
    return false;
  }
  if (bound.address !== address) {
    throw new DatabaseError(
      'The index has the records of another platform. Choose another file with --index, or delete this one with rcpt-mcp index clear.',
      {
        operatorMessage: `The index has the records of ${bound.address}, not of ${address}. Choose another file with --index, or delete this one with rcpt-mcp index clear.`,
      },
    );
  }
  await db.updateTable('mirror_source').set({ used_at: now }).execute();
  if (bound.credential === credential && bound.country === country) return false;
  await db.updateTable('mirror_source').set({ credential, country }).execute();
  // What a record is compared with when it is read again.
  if (bound.country !== country) await db.updateTable('mirror_records').set({ raw_json: '{}' }).execute();
  await db.updateTable('mirror_records').set({ read_at: UNCONFIRMED }).execute();
  await db.updateTable('mirror_records').set({ detail_at: 0 }).where('detail_at', 'is not', null).execute();
  await db.updateTable('mirror_records').set({ detail_read_at: 0 }).where('detail_read_at', 'is not', null).execute();
  for (const kind of MIRRORED_KINDS) {
    await changeProgress(tx, kind, ({ records, stated, listed, priced }) => ({
      ...UNREAD,
      records,
      stated,
      listed,
      priced,
    }));
  }
  if (bound.credential === credential) return false;
  return (await db.selectFrom('mirror_records').select('id').limit(1).execute()).length > 0;
}

/** Returns the lists with a record that was not read since `bindAccount` has changed the account. */
export async function unconfirmedKinds(db: Db): Promise<Set<MirroredKind>> {
  // An index has the kind and the time.
  const found = MIRRORED_KINDS.map(
    (kind) =>
      sql`exists (select 1 from mirror_records where kind = ${sql.lit(kind)} and read_at = ${sql.lit(UNCONFIRMED)}) as ${sql.id(kind)}`,
  );
  const { rows } = await sql<Record<string, number | boolean>>`select ${sql.join(found)}`.execute(db);
  return new Set(MIRRORED_KINDS.filter((kind) => rows[0]?.[kind]));
}
