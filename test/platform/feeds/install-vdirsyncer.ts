import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Returns whether vdirsyncer is there. If it is missing, root installs it from Debian's packages. Where that is not possible, the
 * reason is shown; CI on Linux must not leave its tests out.
 */
export async function hasVdirsyncer(): Promise<boolean> {
  if (await isInstalled()) return true;
  const reason = await install();
  if (reason === undefined) return true;
  if (process.env.CI === 'true' && process.platform === 'linux') throw new Error(reason);
  console.warn(`Tests with vdirsyncer are skipped: ${reason}`);
  return false;
}

const isInstalled = () =>
  run('vdirsyncer', ['--version']).then(
    () => true,
    () => false,
  );

/** Returns why vdirsyncer cannot be installed. */
async function install(): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return 'vdirsyncer is not installed, and this user may not install it.';
  try {
    // The lists of packages may be missing, as in a new container.
    await aptGet('install', '-y', '--no-install-recommends', 'vdirsyncer').catch(async () => {
      await aptGet('update');
      await aptGet('install', '-y', '--no-install-recommends', 'vdirsyncer');
    });
    return undefined;
  } catch (error) {
    return `apt-get cannot install vdirsyncer: ${String(error).slice(-500)}`;
  }
}

/** Waits for the lock, which the same test of the other engine may hold. */
const aptGet = (...args: string[]) =>
  run('apt-get', ['-o', 'DPkg::Lock::Timeout=120', ...args], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    maxBuffer: 16 * 1024 * 1024,
  });
