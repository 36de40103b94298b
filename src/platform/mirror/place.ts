import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { sql } from 'kysely';
import type { Clock } from '../../lib/time/clock.ts';
import type { LockScope } from '../store/engine.ts';
import type { Db } from '../store/schema/schema.ts';
import { realFile } from '../store/sqlite/real-file.ts';
import { openStore, type Store, type StoreKind } from '../store/store.ts';
import type { MirroredAccount } from './account.ts';
import { mirrorMigrations } from './migration.ts';
import { unpackRow } from './packed-texts.ts';
import { SCHEMA_PREFIX, sharedEngine, withoutOverlapConstraint } from './shared-engine.ts';

/** Where mirrors are: a SQLite file has one. A PostgreSQL database has one for each account, each in a schema of its own. */
export type MirrorPlace = { file: string } | { database: string };

/** The database of a mirror. */
export interface MirrorStore {
  store: Store;
  /** True if processes on several machines use it. */
  isShared: boolean;
  /** The lock scope of all writes. */
  scope: LockScope;
  /** The time of the clock that all its processes share, in epoch milliseconds. */
  now(db: Db): Promise<number>;
  /** Its size on the disk, without what new records can take without making it larger. */
  bytes(): Promise<number>;
}

/** Connections of one process to a shared mirror, besides the one that listens for changes. */
const MAX_CONNECTIONS = 6;
/** How long the size of a shared mirror is not read again, in milliseconds. */
const SIZE_TTL_MS = 5_000;

/** Opens the database of a mirror, and creates it if there is none. Rejects with `DatabaseError`. */
export const openMirrorStore = (place: MirrorPlace, account: MirroredAccount, clock: Clock): Promise<MirrorStore> =>
  'file' in place ? openFile(place.file, clock) : openShared(place.database, account, clock);

async function openFile(file: string, clock: Clock): Promise<MirrorStore> {
  const kind: StoreKind = {
    migrations: mirrorMigrations('sqlite'),
    constraints: false,
    // What a power failure undoes is read from the platform again, because the progress of the reading is undone with it.
    durable: false,
    decode: unpackRow,
    // Half as many as the platform's own: a phrase with a short last word is compared in more calls.
    sequences: 'few',
    adapt: withoutOverlapConstraint,
  };
  const store = await openStore(file, clock.now(), kind);
  const path = realFile(file);
  return {
    store,
    isShared: false,
    scope: 'all',
    now: async () => clock.now(),
    async bytes() {
      const free = await store.readUncoordinated(freeBytes);
      return sizeOf(path) + sizeOf(`${path}-wal`) - free;
    },
  };
}

/** The pages of a SQLite file that deleted records have left. */
async function freeBytes(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select freelist_count * page_size as bytes from pragma_freelist_count(), pragma_page_size()`.execute(db);
  return rows[0]?.bytes ?? 0;
}

const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

async function openShared(database: string, account: MirroredAccount, clock: Clock): Promise<MirrorStore> {
  const schema = schemaOf(account);
  const kind: StoreKind = {
    migrations: mirrorMigrations('postgres'),
    constraints: false,
    adapt: (engine) => sharedEngine(engine, schema),
    postgres: { schema, maxConnections: MAX_CONNECTIONS },
  };
  const store = await openStore(database, clock.now(), kind);
  let size: { bytes: number; readAt: number } | undefined;
  return {
    store,
    isShared: true,
    // Mirrors in one database, and a platform in it, do not wait for each other.
    scope: { team: schema },
    now: store.now,
    async bytes() {
      if (!size || clock.monotonic() - size.readAt > SIZE_TTL_MS) {
        const bytes = await store.readUncoordinated((db) => schemaBytes(db, schema));
        size = { bytes, readAt: clock.monotonic() };
      }
      return size.bytes;
    },
  };
}

/**
 * The schema of an account's mirror: processes whose accounts differ share no record, and the name reveals neither address nor
 * credential.
 */
function schemaOf({ address, credential, country }: MirroredAccount): string {
  const identity = JSON.stringify([address, credential, country ?? null]);
  return SCHEMA_PREFIX + createHash('sha256').update(identity).digest('hex').slice(0, 20);
}

/** Size of the tables of a schema with their indexes. */
export async function schemaBytes(db: Db, schema: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(pg_total_relation_size(c.oid)), 0)::bigint as bytes
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = ${schema} and c.relkind in ('r', 'p')`.execute(db);
  return rows[0]?.bytes ?? 0;
}
