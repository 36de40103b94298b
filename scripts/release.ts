/**
 * Sets the values that only a release knows.
 * `tsx scripts/release.ts --repository owner/name`: sets the repository in package.json; run `npm run gen` afterwards.
 * `tsx scripts/release.ts --bundle build/rcpt-mcp.mcpb`: adds the bundle of the release to server.json.
 * `--tag v1.2.3`: fails if this is not the tag of the version in package.json.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { readPackage, webAddress, withRepository } from './identity.ts';
import { registryEntry } from './registry-entry.ts';

const { values } = parseArgs({
  options: { repository: { type: 'string' }, bundle: { type: 'string' }, tag: { type: 'string' } },
});
const write = (file: string, content: object) => writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
const about = readPackage();

if (values.tag !== undefined && values.tag !== `v${about.version}`) {
  throw new Error(`The tag ${values.tag} is not that of version ${about.version}`);
}
if (values.repository !== undefined) write('package.json', withRepository(about, values.repository));
if (values.bundle !== undefined) {
  const address = webAddress(about);
  if (!address) throw new Error('package.json names no repository: run this with --repository first');
  const url = `${address}/releases/download/v${about.version}/${basename(values.bundle)}`;
  const sha256 = createHash('sha256').update(readFileSync(values.bundle)).digest('hex');
  write('server.json', registryEntry(about, { url, sha256 }));
}
