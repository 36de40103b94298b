/**
 * Types the commands of README.md and of the guides as three readers do: a newcomer, a practice, a company. Each page begins with
 * an empty home folder, Node and npm; `npx -y rcpt-mcp` gets the package as it is packed. Fails when a command fails, or prints
 * something else than the page shows (CONTRIBUTING.md, "Commands in pages").
 * `npm run test:guides -- --node 20 --node 24 --reader practice --page docs/agenda.md`
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { nodeBinaries } from '../bench/lib/nodes.ts';
import { describeNode, pack } from '../test/package/install.ts';
import { GUIDES, type Guide } from './guides/guides.ts';
import { HAS_TERMINAL } from './guides/terminal.ts';
import { typeGuide } from './guides/type-guide.ts';
import { createWorld } from './guides/world.ts';

const { values } = parseArgs({
  options: {
    node: { type: 'string', multiple: true, default: ['20', '22', '24'] },
    reader: { type: 'string', multiple: true, default: Object.keys(GUIDES) },
    /** Only these pages. */
    page: { type: 'string', multiple: true },
  },
});
if (!HAS_TERMINAL) throw new Error('npm run test:guides needs the program script of util-linux, which Linux has.');

const root = fileURLToPath(new URL('..', import.meta.url));
const isWanted = ({ page }: Guide) => values.page === undefined || values.page.includes(page);
const upstream = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8', cwd: root }).trim();
const folder = mkdtempSync(join(tmpdir(), 'rcpt-packed-'));
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const packed = { tarball: pack(folder), manifest };
let failed = 0;
try {
  for (const { path } of nodeBinaries(values.node)) {
    const world = await createWorld(describeNode(path), [packed], upstream);
    try {
      for (const reader of values.reader) {
        for (const guide of (GUIDES[reader as keyof typeof GUIDES] ?? []).filter(isWanted)) {
          const { typed, compared, skipped, failures } = await typeGuide(root, guide, world);
          failed += failures.length;
          const counts = `${typed} commands, ${compared} outputs compared, ${skipped.length} not typed`;
          console.log(`Node ${world.node.version}, ${reader}, ${guide.page}: ${counts}, ${failures.length} failed`);
          for (const { command, reason } of skipped) console.log(`  not typed, ${reason}: ${command.split('\n')[0]}`);
          for (const failure of failures) console.log(`  FAILED ${failure.replaceAll('\n', '\n    ')}`);
        }
      }
    } finally {
      await world.close();
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
if (failed > 0) {
  console.log(`${failed} failed`);
  process.exitCode = 1;
}
