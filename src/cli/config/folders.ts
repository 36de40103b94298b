import { homedir } from 'node:os';
import { join } from 'node:path';
import { UsageError } from '../runtime/usage-error.ts';

/**
 * The user's home folder. Containers often run under a user id without an account and without HOME.
 * @throws UsageError
 */
export function homeFolder(): string {
  try {
    return homedir();
  } catch {
    throw new UsageError(
      'This user has no home folder to keep data in: set HOME to a folder, or --database (RCPT_DATABASE) to a file, or to :memory: to keep nothing.',
    );
  }
}

/** The folder in which programs of this user keep data, by the platform's convention (XDG Base Directory on Linux). Throws `UsageError` where there is none. */
export function dataFolder(env: NodeJS.ProcessEnv = process.env, platform: NodeJS.Platform = process.platform): string {
  if (platform === 'win32') return join(env.LOCALAPPDATA ?? join(homeFolder(), 'AppData', 'Local'), 'rcpt-mcp');
  if (platform === 'darwin') return join(homeFolder(), 'Library', 'Application Support', 'rcpt-mcp');
  return join(env.XDG_DATA_HOME || join(homeFolder(), '.local', 'share'), 'rcpt-mcp');
}

/** The folder of caches, by the same conventions. Throws as `dataFolder` does. */
export function cacheFolder(
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): string {
  if (platform === 'win32') return join(dataFolder(env, platform), 'cache');
  if (platform === 'darwin') return join(homeFolder(), 'Library', 'Caches', 'rcpt-mcp');
  return join(env.XDG_CACHE_HOME || join(homeFolder(), '.cache'), 'rcpt-mcp');
}

/** The embedded platform's file when nothing else is configured. */
export function defaultDatabase(): string {
  return join(dataFolder(), 'platform.db');
}

/** The folder of secrets that tools receive for the user. */
export function secretsFolder(): string {
  return join(dataFolder(), 'secrets');
}
