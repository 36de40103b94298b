import { realpathSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { isNewEnough } from '../../platform/store/sqlite/driver.ts';
import { LIBRARY_PACKAGE } from '../../platform/store/sqlite/errors.ts';

/** How a client starts this program. */
export interface LaunchCommand {
  command: string;
  args: string[];
  /** Whether the first start may download the package. */
  downloads: boolean;
}

const PACKAGE = 'rcpt-mcp';
/** Temporary folders of npx, pnpm dlx, yarn dlx and bunx. */
const TEMPORARY_FOLDER = /[\\/](_npx|dlx-[^\\/]*|bunx-[^\\/]*)[\\/]|[\\/]pnpm[\\/]dlx[\\/]/;

const realPath = (path: string) => {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
};

/** Node's path: the one in PATH if that is this Node, because it outlives updates where the file behind it does not. */
function nodePath(env: NodeJS.ProcessEnv): string {
  const here = realPath(process.execPath);
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '' && resolve(folder) === folder);
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  return folders.map((folder) => join(folder, name)).find((path) => realPath(path) === here) ?? process.execPath;
}

/**
 * From a checkout, or installed to stay: this very file under this Node, which works whatever a client's PATH is. Run by
 * npx: `npx -y rcpt-mcp`, through `cmd` on Windows, where `npx` is no program but a script.
 * @param embedded whether it will need a SQLite
 */
export function launchCommand(embedded: boolean, env: NodeJS.ProcessEnv, platform: NodeJS.Platform): LaunchCommand {
  const script = realPath(process.argv[1] ?? '') ?? '';
  if (!TEMPORARY_FOLDER.test(script)) return { command: nodePath(env), args: [script], downloads: false };
  const brings = !embedded || isNewEnough(process.versions.sqlite);
  const args = brings ? ['-y', PACKAGE] : ['-y', '-p', PACKAGE, '-p', LIBRARY_PACKAGE, PACKAGE];
  return platform === 'win32'
    ? { command: 'cmd', args: ['/c', 'npx', ...args], downloads: true }
    : { command: 'npx', args, downloads: true };
}
