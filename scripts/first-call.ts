import { resolve } from 'node:path';

/** The files that the program loads, after the tools are listed, to answer the first call of one. */
const ENTRIES = [
  'src/app/compose.ts',
  'src/server/index.ts',
  'src/transport/stdio/connection.ts',
  'src/api/network/network-sender.ts',
].map((path) => resolve(path));

/** What the bundler knows of a module: the paths of the modules that it imports, except dynamically. */
type ImportsOf = (path: string) => readonly string[];

/**
 * Returns a function that tells whether a module of ours is needed for every first call. What imports the SDK is not: other
 * commands share the rest, and do without the SDK.
 */
export function firstCallModules(importsOf: ImportsOf): (path: string) => boolean {
  const importsSdk = new Map<string, boolean>();
  const visit = (path: string): boolean => {
    const known = importsSdk.get(path);
    if (known !== undefined) return known;
    // A module that is being visited, too: circles change nothing.
    importsSdk.set(path, false);
    const found = importsOf(path).map(visit).includes(true) || path.includes('/@modelcontextprotocol/');
    importsSdk.set(path, found);
    return found;
  };
  for (const entry of ENTRIES) visit(entry);
  return (path) => importsSdk.get(path) === false && !path.includes('/node_modules/');
}
