import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { home } from '../folders.ts';

/** What decides where programs keep their configuration. */
export interface Surroundings {
  platform: NodeJS.Platform;
  env: NodeJS.ProcessEnv;
  home: string;
  /** The folder that the user is in: the project of `--scope project`. */
  folder: string;
  exists(path: string): boolean;
}

export function surroundings(): Surroundings {
  return {
    platform: process.platform,
    env: process.env,
    home: home(),
    folder: process.cwd(),
    exists: existsSync,
  };
}

/** Where desktop programs keep their settings, by the system's convention (XDG Base Directory on Linux). */
export function applicationFolder({ platform, env, home }: Surroundings): string {
  if (platform === 'win32') return env.APPDATA || join(home, 'AppData', 'Roaming');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support');
  return configFolder({ env, home });
}

/** `XDG_CONFIG_HOME`, which some programs follow on macOS too. */
export function configFolder({ env, home }: Pick<Surroundings, 'env' | 'home'>): string {
  return env.XDG_CONFIG_HOME || join(home, '.config');
}
