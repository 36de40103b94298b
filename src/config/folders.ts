import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { UsageError } from './usage-error.ts';

/**
 * Returns the user's home folder. Containers often run under a user id without an account and without HOME. An empty or
 * relative HOME would be another folder for each folder in which the program starts.
 * @throws UsageError
 */
export function homeFolder(): string {
  const home = systemHome();
  if (home === undefined || !isAbsolute(home)) {
    throw new UsageError(
      'This user has no home folder for data: set HOME to a folder, or --database (RCPT_DATABASE) to a file, or to :memory: to store nothing.',
    );
  }
  return home;
}

function systemHome(): string | undefined {
  try {
    return homedir();
  } catch {
    return undefined;
  }
}

/** A folder of the XDG Base Directory specification, by which a relative path is ignored. */
const xdgFolder = (path: string | undefined) => (path && isAbsolute(path) ? path : undefined);

/**
 * Returns the folder for this program's data, by the platform's convention (XDG Base Directory on Linux).
 * @throws UsageError if the user has no home folder
 */
export function dataFolder(env: NodeJS.ProcessEnv = process.env, platform: NodeJS.Platform = process.platform): string {
  if (platform === 'win32') return join(env.LOCALAPPDATA ?? join(homeFolder(), 'AppData', 'Local'), 'rcpt-mcp');
  if (platform === 'darwin') return join(homeFolder(), 'Library', 'Application Support', 'rcpt-mcp');
  return join(xdgFolder(env.XDG_DATA_HOME) ?? join(homeFolder(), '.local', 'share'), 'rcpt-mcp');
}

/** Returns the folder for caches, by the same conventions. @throws UsageError */
export function cacheFolder(
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): string {
  if (platform === 'win32') return join(dataFolder(env, platform), 'cache');
  if (platform === 'darwin') return join(homeFolder(), 'Library', 'Caches', 'rcpt-mcp');
  return join(xdgFolder(env.XDG_CACHE_HOME) ?? join(homeFolder(), '.cache'), 'rcpt-mcp');
}

/** Returns the default path of the embedded platform's database. @throws UsageError */
export function defaultDatabase(): string {
  return join(dataFolder(), 'platform.db');
}

/** Returns the folder for secrets that tools receive for the user. @throws UsageError */
export function secretsFolder(): string {
  return join(dataFolder(), 'secrets');
}
