/** Reads and sets the identity of the package: its name, its version and its repository in package.json. */
import { readFileSync } from 'node:fs';

export interface PackageFile {
  name: string;
  version: string;
  description: string;
  license: string;
  keywords: string[];
  engines: { node: string };
  /** The name in the MCP registry. */
  mcpName: string;
  repository?: { type: 'git'; url: string };
}

export const readPackage = (file = 'package.json'): PackageFile => JSON.parse(readFileSync(file, 'utf8'));

/** Returns the web address of the repository; undefined if package.json names none. */
export function webAddress({ repository }: PackageFile): string | undefined {
  return repository?.url.replace(/^git\+/, '').replace(/\.git$/, '');
}

/** Returns the web address of a file in this version; undefined if package.json names no repository. */
export function fileAddress(about: PackageFile, path: string): string | undefined {
  const address = webAddress(about);
  return address && `${address}/blob/v${about.version}/${path}`;
}

/**
 * Sets the fields of package.json for a repository on GitHub. The source tree names none, so that a fork does not claim
 * to be another repository; a release sets the repository in which it runs (`scripts/release.ts`).
 * @param repository `owner/name`
 */
export function withRepository<T extends PackageFile>(about: T, repository: string) {
  const [owner = '', name = '', ...more] = repository.split('/');
  if (!/^[\w-]+$/.test(owner) || !/^[\w.-]+$/.test(name) || more.length > 0) {
    throw new Error(`"${repository}" is not a repository, such as owner/name`);
  }
  const address = `https://github.com/${owner}/${name}`;
  return {
    ...about,
    // The registry assigns each GitHub account its own name space.
    mcpName: `io.github.${owner}/${about.name}`,
    repository: { type: 'git' as const, url: `git+${address}.git` },
    homepage: `${address}#readme`,
    bugs: { url: `${address}/issues` },
  };
}
