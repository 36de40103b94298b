import { DatabaseError } from './database-error.ts';

/** One change of a schema. */
export interface Migration<Tx> {
  /** Sorts after the names of all earlier ones. Never changes once released: databases record it. */
  name: string;
  up(tx: Tx): Promise<void>;
}

/** The table in which a database records its migrations. */
export const MIGRATIONS_TABLE = 'schema_migrations';

/** A database to migrate. `Tx` runs statements. */
export interface MigrationTarget<Tx> {
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Runs `work` in one transaction, while no other process migrates this database. */
  exclusively(work: (tx: Tx) => Promise<void>): Promise<void>;
  /** Returns the names of the recorded migrations. Throws if the database is not one of this program. */
  applied(tx: Tx): Promise<string[]>;
  /** Creates `MIGRATIONS_TABLE` if it does not exist. */
  createTable(tx: Tx): Promise<void>;
  record(tx: Tx, name: string): Promise<void>;
  /** Returns the message for a database that has a migration which this program does not know. */
  newerVersion(name: string): string;
}

/**
 * Runs all pending migrations in one transaction, in one process at a time.
 * @throws DatabaseError if a newer version of this program has migrated the database.
 */
export async function migrate<Tx>(target: MigrationTarget<Tx>, migrations: readonly Migration<Tx>[]): Promise<void> {
  const pending = async (tx: Tx) => {
    const applied = await target.applied(tx);
    assertKnown(migrations, applied, target.newerVersion);
    return migrations.filter(({ name }) => !applied.includes(name));
  };
  // Most starts find no pending migration: they neither wait for a lock nor need the privilege to change the schema.
  if ((await target.read(pending)).length === 0) return;
  await target.exclusively(async (tx) => {
    // Read again, because another process may have migrated while this one waited for the lock.
    const missing = await pending(tx);
    await target.createTable(tx);
    for (const { name, up } of missing) {
      await up(tx);
      await target.record(tx, name);
    }
  });
}

type Named = Pick<Migration<unknown>, 'name'>;

/** Returns the first recorded migration that is unknown to this program, if there is one. */
export function unknownMigration(migrations: readonly Named[], applied: readonly string[]): string | undefined {
  return applied.find((name) => !migrations.some((migration) => migration.name === name));
}

/** @throws DatabaseError with the message of `newerVersion` if a recorded migration is unknown to this program. */
export function assertKnown(
  migrations: readonly Named[],
  applied: readonly string[],
  newerVersion: (name: string) => string,
): void {
  const unknown = unknownMigration(migrations, applied);
  if (unknown !== undefined) throw new DatabaseError(newerVersion(unknown));
}
