import { isPostgresUrl } from '../../lib/database-url.ts';
import { isNewEnough } from '../../platform/store/sqlite/driver.ts';
import { LIBRARY_PACKAGE } from '../../platform/store/sqlite/errors.ts';
import { VERSION } from '../runtime/version.ts';
import { type CheckContext, type CheckResult, result } from './check.ts';

/** Checks the versions of the program, of Node, and of the SQLite that the embedded platform would use. */
export async function checkProgram({ options }: CheckContext): Promise<CheckResult[]> {
  const { node, sqlite } = process.versions;
  const found = [
    result('program', 'ok', `rcpt-mcp ${VERSION} on ${process.platform} ${process.arch}`, {
      data: { version: VERSION },
    }),
    // Always new enough: entry.cjs rejects older versions.
    result('node', 'ok', `Node ${node}`, { data: { version: node, path: process.execPath } }),
  ];
  const embedded = options['base-url'] === undefined && !isPostgresUrl(options.database ?? '');
  return embedded ? [...found, await checkSqlite(sqlite)] : found;
}

async function checkSqlite(version: string | undefined): Promise<CheckResult> {
  if (isNewEnough(version)) {
    return result('sqlite', 'ok', `SQLite ${version}, Node's own`, { data: { version, from: 'node' } });
  }
  try {
    await import('@photostructure/sqlite');
    return result('sqlite', 'ok', `SQLite of the package ${LIBRARY_PACKAGE}`, { data: { from: LIBRARY_PACKAGE } });
  } catch {
    return result('sqlite', 'problem', 'The embedded platform has no SQLite without the WAL-reset bug', {
      fix: `Use Node 22.22.3, 24.15, 26 or newer, or npx -y -p rcpt-mcp -p ${LIBRARY_PACKAGE} rcpt-mcp.`,
      data: { nodes: version ?? null },
    });
  }
}
