import { VERSION } from '../../config/version.ts';
import { NPX_WITH_SQLITE, SQLITE_PACKAGE } from '../../lib/command-line.ts';
import { DatabaseError } from '../../lib/database/database-error.ts';
import { isPostgresUrl } from '../../lib/database/database-url.ts';
import { isWalSafe, loadSqlite } from '../../platform/store/sqlite/driver.ts';
import { versionOf } from '../../platform/store/sqlite/open.ts';
import { type CheckContext, type CheckResult, result } from './check.ts';

/** Checks the versions of the program, of Node, and of the SQLite that the embedded platform would use. */
export async function checkProgram({ options }: CheckContext): Promise<CheckResult[]> {
  const { node } = process.versions;
  const found = [
    result('program', 'ok', `rcpt-mcp ${VERSION} on ${process.platform} ${process.arch}`, {
      data: { version: VERSION },
    }),
    // Always new enough: entry.cjs rejects older versions.
    result('node', 'ok', `Node ${node}`, { data: { version: node, path: process.execPath } }),
  ];
  const embedded = options['base-url'] === undefined && !isPostgresUrl(options.database ?? '');
  return embedded ? [...found, await checkSqlite()] : found;
}

/** Loads SQLite as the embedded platform does. */
async function checkSqlite(): Promise<CheckResult> {
  const own = process.versions.sqlite;
  try {
    const Sqlite = await loadSqlite();
    const version = versionOf(Sqlite);
    const from = own === undefined || (version !== own && !isWalSafe(own)) ? SQLITE_PACKAGE : 'node';
    const name = from === 'node' ? `SQLite ${version}, Node's own` : `SQLite ${version} of the package ${from}`;
    if (isWalSafe(version)) return result('sqlite', 'ok', name, { data: { version, from, journal: 'wal' } });
    return result(
      'sqlite',
      'note',
      `${name}: because it can corrupt databases in WAL mode (the WAL-reset bug), they use a rollback journal, which is safe and slower`,
      {
        fix: `For faster writes, use Node 22.22.3, 24.15, 26 or newer, or ${NPX_WITH_SQLITE}.`,
        data: { version, from, journal: 'rollback' },
      },
    );
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    return result('sqlite', 'problem', error.message, {
      fix: `Use Node 22.5 or newer, or ${NPX_WITH_SQLITE}.`,
      data: { nodes: own ?? null },
    });
  }
}
