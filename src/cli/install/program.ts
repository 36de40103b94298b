import { existsSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { isTemporary, SQLITE_PACKAGE } from '../../lib/command-line.ts';
import type { HostEnvironment } from './host-environment.ts';

/** How a client starts this program. */
interface LaunchCommand {
  command: string;
  args: string[];
  /** Variables that the command needs. */
  env: Record<string, string>;
  /** True if the first start may download the package. */
  downloads: boolean;
  /** True if this shell can start the command, and the client may not. */
  isInShellOnly: boolean;
}

const PACKAGE = 'rcpt-mcp';
/** The folder that fnm creates for one shell. */
const SHELL_FOLDER = /[\\/]fnm_multishells[\\/]/;
/** Where programs that a desktop starts search for commands. Folders of version managers (nvm, fnm, Volta) are not there. */
export const SYSTEM_FOLDERS = ['/usr/local/bin', '/usr/bin', '/bin', '/opt/homebrew/bin'];

export const realPath = (path: string) => {
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
function nodePath({ env, platform }: Pick<HostEnvironment, 'env' | 'platform'>): string {
  const currentNode = realPath(process.execPath);
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '' && resolve(folder) === folder);
  const name = platform === 'win32' ? 'node.exe' : 'node';
  const lasting = folders.filter((folder) => !SHELL_FOLDER.test(join(folder, name)));
  return lasting.map((folder) => join(folder, name)).find((path) => realPath(path) === currentNode) ?? process.execPath;
}

/**
 * Returns the command for a client. In a checkout or a permanent installation, it runs this file with this Node, which
 * works with any PATH of the client. Under npx it is `npx -y rcpt-mcp`, through `cmd` on Windows, where `npx` is a script.
 * @param needs `usesSqlite`: the server will need SQLite; `isDesktopProgram`: the client does not have the shell's PATH
 */
export function launchCommand(
  host: Pick<HostEnvironment, 'env' | 'platform'>,
  needs: { usesSqlite: boolean; isDesktopProgram: boolean },
): LaunchCommand {
  const script = realPath(process.argv[1] ?? '') ?? '';
  const node = nodePath(host);
  const common = { env: {}, downloads: true, isInShellOnly: false };
  if (!isTemporary(script)) return { ...common, command: node, args: [script], downloads: false };
  const hasSqlite = !needs.usesSqlite || process.versions.sqlite !== undefined;
  const args = hasSqlite ? ['-y', PACKAGE] : ['-y', '-p', PACKAGE, '-p', SQLITE_PACKAGE, PACKAGE];
  if (host.platform === 'win32') {
    const isInShellOnly = needs.isDesktopProgram && SHELL_FOLDER.test(host.env.PATH ?? '');
    return { ...common, command: 'cmd', args: ['/c', 'npx', ...args], isInShellOnly };
  }
  const folder = dirname(node);
  const npx = join(folder, 'npx');
  if (!needs.isDesktopProgram || SYSTEM_FOLDERS.includes(folder)) return { ...common, command: 'npx', args };
  if (!existsSync(npx)) return { ...common, command: 'npx', args, isInShellOnly: true };
  // npx and the program are scripts that search for `node` in PATH.
  return { ...common, command: npx, args, env: { PATH: [folder, ...SYSTEM_FOLDERS].join(delimiter) } };
}
