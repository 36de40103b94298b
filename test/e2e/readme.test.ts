import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Packed } from '../../scripts/guides/registry.ts';
import { HAS_TERMINAL } from '../../scripts/guides/terminal.ts';
import { type Outcome, typeGuide } from '../../scripts/guides/type-guide.ts';
import { createWorld, type World } from '../../scripts/guides/world.ts';
import { describeNode, pack } from '../package/install.ts';

/**
 * Types the commands of README.md in empty home folders, on the Node that runs the tests. `npm run test:guides` types all guides, on
 * several versions of Node.
 */
const root = fileURLToPath(new URL('../..', import.meta.url));
const SQLITE = '@photostructure/sqlite';
const readManifest = (folder: string) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

describe.skipIf(!HAS_TERMINAL)('README.md', () => {
  const packed = mkdtempSync(join(tmpdir(), 'rcpt-readme-'));
  let world: World;
  let outcome: Outcome;

  /** A package that loads the installed one of the same name, so that no registry is needed. */
  function packLink(name: string): Packed {
    const { version } = readManifest(join(root, 'node_modules', name));
    const folder = join(packed, 'link');
    mkdirSync(folder);
    const manifest = { name, version, main: 'index.cjs' };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    const installed = createRequire(join(root, 'package.json')).resolve(name);
    writeFileSync(join(folder, 'index.cjs'), `module.exports = require(${JSON.stringify(installed)});\n`);
    return { tarball: pack(packed, folder), manifest };
  }

  beforeAll(async () => {
    const node = describeNode(process.execPath);
    const packages = [{ tarball: pack(packed), manifest: readManifest(root) }];
    if (node.sqlite === undefined) packages.push(packLink(SQLITE) as (typeof packages)[number]);
    world = await createWorld(node, packages);
    outcome = await typeGuide(root, { page: 'README.md', isFreshForEachBlock: true }, world);
  }, 180_000);
  afterAll(async () => {
    await world?.close();
    rmSync(packed, { recursive: true, force: true });
  });

  it('has commands that succeed in an empty home folder, print what it shows, and configure clients that then work', () => {
    expect(outcome.failures).toEqual([]);
    expect(outcome.typed).toBeGreaterThan(7);
  });

  it('leaves out the commands of a checkout only', () => {
    expect(new Set(outcome.skipped.map(({ reason }) => reason))).toEqual(new Set(['needs a checkout']));
  });
});
