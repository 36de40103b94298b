import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** What `npm publish` would publish. */
export interface PackedPackage {
  unpackedSize: number;
  /** The paths of all files, relative to the package. */
  paths: string[];
}

let known: PackedPackage | undefined;

/** Lists the files of the published package. Needs a build. */
export function packedPackage(): PackedPackage {
  known ??= pack();
  return known;
}

function pack(): PackedPackage {
  const printed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    encoding: 'utf8',
    shell: process.platform === 'win32',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [{ unpackedSize, files }] = JSON.parse(printed) as [{ unpackedSize: number; files: { path: string }[] }];
  return { unpackedSize, paths: files.map(({ path }) => path) };
}
