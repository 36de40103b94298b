import { homedir } from 'node:os';
import { join } from 'node:path';

/** The folder in which programs of this user keep data, by the platform's convention (XDG Base Directory on Linux). */
export function dataFolder(env: NodeJS.ProcessEnv = process.env, platform: NodeJS.Platform = process.platform): string {
  if (platform === 'win32') return join(env.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local'), 'rcpt-mcp');
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'rcpt-mcp');
  return join(env.XDG_DATA_HOME || join(homedir(), '.local', 'share'), 'rcpt-mcp');
}

/** The folder for what can be made again, by the same conventions. */
export function cacheFolder(
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): string {
  if (platform === 'win32') return join(dataFolder(env, platform), 'cache');
  if (platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'rcpt-mcp');
  return join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'rcpt-mcp');
}

/** The embedded platform's file when nothing else is configured. */
export function defaultDatabase(): string {
  return join(dataFolder(), 'platform.db');
}

/** Where secrets that a tool was given for the user are put. */
export function secretsFolder(): string {
  return join(dataFolder(), 'secrets');
}
