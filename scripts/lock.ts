/**
 * Adds the optional packages of other platforms to package-lock.json. npm omits those that it did not resolve when it
 * wrote the file (npm/cli issue 4828), and `npm ci` then rejects the file on all platforms. Run it after every
 * `npm install` that changes the lockfile.
 */
import { readFileSync, writeFileSync } from 'node:fs';

interface Entry {
  version?: string;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
}

const OS = ['android', 'aix', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32'];
const CPU = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];
/** Other spellings of platforms in package names. */
const ALIASES: Record<string, string> = {
  fsevents: 'darwin',
  armv7: 'arm',
  riscv64gc: 'riscv64',
  ppc64le: 'ppc64',
  powerpc64le: 'ppc64',
};

/** Derives the platform of a package from its name: `@rollup/rollup-linux-x64-musl`. */
function platformOf(name: string): Pick<Entry, 'os' | 'cpu' | 'libc'> {
  const words = name.split(/[/@-]/).map((word) => ALIASES[word] ?? word);
  const os = OS.find((candidate) => words.includes(candidate));
  const cpu = CPU.find((candidate) => words.includes(candidate));
  const libc = ['musl', 'gnu'].find((candidate) => words.some((word) => word.startsWith(candidate)));
  if (!os && !cpu) throw new Error(`cannot derive the platform of ${name}`);
  return {
    ...(cpu ? { cpu: [cpu] } : {}),
    ...(os ? { os: [os] } : {}),
    ...(os === 'linux' && libc ? { libc: [libc === 'gnu' ? 'glibc' : libc] } : {}),
  };
}

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Entry> };

/** Yields the paths at which Node would find a dependency of the package at `path`, the nearest first. */
function* lookupPaths(path: string, name: string): Generator<string> {
  for (let at = path; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    yield `${at}/node_modules/${name}`;
  }
  yield `node_modules/${name}`;
}

for (const [path, entry] of Object.entries(lock.packages)) {
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    const [nearest] = [...lookupPaths(path, name)].filter((candidate) => lock.packages[candidate]);
    // The parent package pins its packages for one platform to an exact version.
    if (nearest && (lock.packages[nearest]?.version === range || !/^\d/.test(range))) continue;
    const target = nearest ? `${path}/node_modules/${name}` : `node_modules/${name}`;
    const version = range.replace(/^[^\d]*/, '');
    lock.packages[target] = { version, dev: true, optional: true, ...platformOf(name) };
  }
}
const sorted = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en'));
writeFileSync('package-lock.json', `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`);
