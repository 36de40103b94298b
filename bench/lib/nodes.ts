import { execFileSync } from 'node:child_process';

export interface NodeBinary {
  path: string;
  /** Such as `20.20.2`. */
  version: string;
}

/**
 * Resolves the Nodes to measure. A number is a version or its beginning, which npm's `node` package provides; anything else
 * is a path. Returns paths of Node itself, because npx would be measured as well.
 */
export function nodeBinaries(wanted: readonly string[]): NodeBinary[] {
  return wanted.map((name) => {
    const path = /^\d+(\.\d+){0,2}$/.test(name) ? fromNpm(name) : name;
    return { path, version: execFileSync(path, ['-p', 'process.versions.node'], { encoding: 'utf8' }).trim() };
  });
}

function fromNpm(major: string): string {
  const args = ['-y', '-p', `node@${major}`, 'node', '-p', 'process.execPath'];
  return execFileSync('npx', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
}
