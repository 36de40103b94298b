import { isPostgresUrl } from '../../lib/database-url.ts';
import { isNewEnough } from '../../platform/store/sqlite/driver.ts';
import { LIBRARY_PACKAGE } from '../../platform/store/sqlite/errors.ts';
import { VERSION } from '../version.ts';
import { type Finding, finding, type Looking } from './finding.ts';

/** The program, its Node, and the SQLite that the embedded platform would use. */
export async function lookAtProgram({ given }: Looking): Promise<Finding[]> {
  const { node, sqlite } = process.versions;
  const found = [
    finding('program', 'ok', `rcpt-mcp ${VERSION} on ${process.platform} ${process.arch}`, {
      data: { version: VERSION },
    }),
    // An older one does not get as far as this: see entry.cjs.
    finding('node', 'ok', `Node ${node}`, { data: { version: node, path: process.execPath } }),
  ];
  const embedded = given['base-url'] === undefined && !isPostgresUrl(String(given.database ?? ''));
  return embedded ? [...found, await lookAtSqlite(sqlite)] : found;
}

async function lookAtSqlite(version: string | undefined): Promise<Finding> {
  if (isNewEnough(version)) {
    return finding('sqlite', 'ok', `SQLite ${version}, Node's own`, { data: { version, from: 'node' } });
  }
  try {
    await import('@photostructure/sqlite');
    return finding('sqlite', 'ok', `SQLite of the package ${LIBRARY_PACKAGE}`, { data: { from: LIBRARY_PACKAGE } });
  } catch {
    return finding('sqlite', 'problem', 'The embedded platform has no SQLite without the WAL-reset bug', {
      fix: `Use Node 22.22.3, 24.15, 26 or newer, or npx -y -p rcpt-mcp -p ${LIBRARY_PACKAGE} rcpt-mcp.`,
      data: { nodes: version ?? null },
    });
  }
}
