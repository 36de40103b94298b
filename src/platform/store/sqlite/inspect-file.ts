import { assertWritable } from './create-file.ts';
import { isWalSafe, loadSqlite } from './driver.ts';
import { explainError } from './errors.ts';
import { assertNoOtherWalUsers, versionOf } from './open.ts';
import { realFile } from './real-file.ts';
import type { SqliteConnection } from './sqlite-api.ts';

/**
 * Reads an existing file without changing it, under the conditions of a start: a SQLite with the WAL-reset bug does not
 * open a database whose WAL another process uses.
 * @throws DatabaseError if the database cannot be used.
 */
export async function inspectFile<T>(file: string, read: (connection: SqliteConnection) => T): Promise<T> {
  let connection: SqliteConnection | undefined;
  try {
    const path = realFile(file);
    assertWritable(path);
    const Sqlite = await loadSqlite();
    if (!isWalSafe(versionOf(Sqlite))) await assertNoOtherWalUsers(Sqlite, path);
    connection = new Sqlite(path);
    connection.exec('pragma busy_timeout = 10000');
    return read(connection);
  } catch (error) {
    throw explainError(file, error);
  } finally {
    connection?.close();
  }
}
