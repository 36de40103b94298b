import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

const APT = '/usr/bin/apt-get';

/** Installs `$1`. The lists of packages are read again if they are missing or old. Two test files wait for each other. */
const INSTALL = `
install() { apt-get install -y --no-install-recommends -o DPkg::Lock::Timeout=300 -- "$1"; }
install "$1" || { apt-get update && install "$1"; }`;

/** Returns the path of the first of these programs in PATH. */
export function inPath(...names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));
}

/**
 * Returns what `find` finds, by default the program with the package's name, and installs the Debian package if that is
 * missing: as root, or in CI through sudo. Where it cannot be installed, prints why and returns undefined; the caller
 * then skips its tests.
 * @throws in CI on Linux, so that no test is left out there.
 */
export async function requirePackage(
  name: string,
  find: () => string | undefined = () => inPath(name),
): Promise<string | undefined> {
  const reason = find() === undefined ? await install(name) : undefined;
  const found = find();
  if (found !== undefined) return found;
  const message = `${name} is missing, and tests that need it are skipped: ${reason ?? 'its package does not contain it'}`;
  if (process.env.CI === 'true' && process.platform === 'linux') throw new Error(message);
  console.warn(message);
  return undefined;
}

/** Returns why the package could not be installed. */
async function install(name: string): Promise<string | undefined> {
  if (!existsSync(APT)) return 'this is not Debian';
  const isRoot = process.getuid?.() === 0;
  const canSudo = process.env.CI === 'true' && spawnSync('sudo', ['-n', 'true']).status === 0;
  if (!isRoot && !canSudo) return `installing needs root (apt-get install ${name})`;
  process.stderr.write(`Installing ${name} for tests …\n`);
  // flock is part of every Debian; the kernel ends the lock with its process.
  const lock = ['flock', join(tmpdir(), 'rcpt-mcp-apt.lock'), 'sh', '-c', INSTALL, 'sh', name];
  const [command = '', ...args] = isRoot ? lock : ['sudo', '-n', ...lock];
  const child = spawn(command, args, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  return code === 0 ? undefined : `apt-get ended with ${code}: ${output.trim().split('\n').slice(-3).join(' ')}`;
}
