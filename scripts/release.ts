/**
 * Fills in what only a release knows.
 * `tsx scripts/release.ts --repository owner/name`: in package.json, whose it is; then run `npm run gen`.
 * `tsx scripts/release.ts --bundle build/rcpt-mcp.mcpb`: in server.json, the bundle that the release offers.
 * `--tag v1.2.3`: fails when that is not the tag of this version.
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
