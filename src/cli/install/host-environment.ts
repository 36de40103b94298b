import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { homeFolder } from '../../config/folders.ts';

/** The properties of the computer that determine the paths of configuration files. */
export interface HostEnvironment {
  platform: NodeJS.Platform;
  env: NodeJS.ProcessEnv;
  home: string;
  /** The current folder: the project of `--scope project`. */
  folder: string;
  exists(path: string): boolean;
  /** Returns the text of a file; undefined if it cannot be read. */
  read(path: string): string | undefined;
}

export function hostEnvironment(): HostEnvironment {
  return {
    platform: process.platform,
    env: process.env,
    home: homeFolder(),
    folder: process.cwd(),
    exists: existsSync,
    read: readText,
  };
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** Returns the folder for settings of desktop programs, by the system's convention (XDG Base Directory on Linux). */
export function applicationFolder({ platform, env, home }: HostEnvironment): string {
  if (platform === 'win32') return env.APPDATA || join(home, 'AppData', 'Roaming');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support');
  return configFolder({ env, home });
}

/** Returns `XDG_CONFIG_HOME`, which some programs use on macOS too. */
export function configFolder({ env, home }: Pick<HostEnvironment, 'env' | 'home'>): string {
  return env.XDG_CONFIG_HOME || join(home, '.config');
}
