import { realpathSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { LIBRARY_PACKAGE } from '../../platform/store/sqlite/errors.ts';

/** How a client starts this program. */
export interface LaunchCommand {
  command: string;
  args: string[];
  /** True if the first start may download the package. */
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

/**
 * Returns the path of Node: the one in PATH if it is this Node, because it stays valid after an update, in contrast to the
 * file that it links to.
 */
function nodePath(env: NodeJS.ProcessEnv): string {
  const currentNode = realPath(process.execPath);
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '' && resolve(folder) === folder);
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  return folders.map((folder) => join(folder, name)).find((path) => realPath(path) === currentNode) ?? process.execPath;
}

/**
 * Returns the command for a client. In a checkout or a permanent installation, it runs this file with this Node, which
 * works with any PATH of the client. Under npx it is `npx -y rcpt-mcp`, through `cmd` on Windows, where `npx` is a script.
 * @param embedded true if the server will need SQLite
 */
export function launchCommand(embedded: boolean, env: NodeJS.ProcessEnv, platform: NodeJS.Platform): LaunchCommand {
  const script = realPath(process.argv[1] ?? '') ?? '';
  if (!TEMPORARY_FOLDER.test(script)) return { command: nodePath(env), args: [script], downloads: false };
  const hasSqlite = !embedded || process.versions.sqlite !== undefined;
  const args = hasSqlite ? ['-y', PACKAGE] : ['-y', '-p', PACKAGE, '-p', LIBRARY_PACKAGE, PACKAGE];
  return platform === 'win32'
    ? { command: 'cmd', args: ['/c', 'npx', ...args], downloads: true }
    : { command: 'npx', args, downloads: true };
}
