/** Whose package this is: what package.json says of the place where it is kept. */
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

/** The address of the repository for a browser, where package.json names one. */
export function webAddress({ repository }: PackageFile): string | undefined {
  return repository?.url.replace(/^git\+/, '').replace(/\.git$/, '');
}

/** A file of this version in the repository. */
export function fileAddress(about: PackageFile, path: string): string | undefined {
  const address = webAddress(about);
  return address && `${address}/blob/v${about.version}/${path}`;
}

/**
 * What package.json says in a repository on GitHub. The tree names none, so that a copy of it does not claim to be
 * somebody's; a release fills this in with the repository that it runs in (`scripts/release.ts`).
 * @param repository `owner/name`
 */
export function withRepository<T extends PackageFile>(about: T, repository: string) {
  const [owner = '', name = '', ...more] = repository.split('/');
  if (!/^[\w-]+$/.test(owner) || !/^[\w.-]+$/.test(name) || more.length > 0) {
    throw new Error(`"${repository}" is no repository, such as owner/name`);
  }
  const address = `https://github.com/${owner}/${name}`;
  return {
    ...about,
    // The registry gives everybody the name space of their GitHub account.
    mcpName: `io.github.${owner}/${about.name}`,
    repository: { type: 'git' as const, url: `git+${address}.git` },
    homepage: `${address}#readme`,
    bugs: { url: `${address}/issues` },
  };
}
