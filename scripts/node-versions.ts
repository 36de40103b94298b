/**
 * Runs the checks of the packed package on several versions of Node, which npm downloads (`-p node@N`), and prints a
 * Markdown table.
 * `npm run test:node-versions -- --node 20 --node 24 --old 18`; with `--write`, the table goes into docs/conformance.md.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { nodeBinaries } from '../bench/lib/nodes.ts';
import { assertUnsupportedNode, CHECKS } from '../test/package/checks.ts';
import { describeNode, install } from '../test/package/install.ts';
import { startPlatform } from '../test/support/platform.ts';
import { replaceSection, table } from './markdown.ts';

const PAGE = 'docs/conformance.md';

const { values } = parseArgs({
  options: {
    /**
     * The newest of each major version, the oldest supported one, the first ones with SQLite (22.5.0 itself is broken) and with
     * it without a flag, and the last one whose SQLite has the WAL-reset bug.
     */
    node: {
      type: 'string',
      multiple: true,
      default: ['20.19.0', '20', '22.5.1', '22.12.0', '22.13.0', '22.22.2', '22', '24', '26'],
    },
    /** Versions that are too old: the program must report which Node it needs. */
    old: { type: 'string', multiple: true, default: ['14', '16', '18'] },
    write: { type: 'boolean', default: false },
  },
});

const installed = install();
const platform = await startPlatform({ demo: true });
const remote = { RCPT_BASE_URL: platform.url, RCPT_API_KEY: await platform.key() };
const nodes = nodeBinaries(values.node).map(({ path }) => describeNode(path));
const old = nodeBinaries(values.old).map(({ path }) => describeNode(path));
const rows: string[][] = [];

/** The outcome of a check, for a cell of the table. Failures are printed immediately, with their stack. */
async function outcome(name: string, version: string, work: () => Promise<void>): Promise<string> {
  process.stderr.write(`Node ${version}: ${name} … `);
  try {
    await work();
    process.stderr.write('passed\n');
    return 'passed';
  } catch (error) {
    process.stderr.write(`FAILED\n${error instanceof Error ? error.stack : error}\n`);
    process.exitCode = 1;
    return 'FAILED';
  }
}

try {
  for (const { name, only = true, run } of CHECKS) {
    const cells: string[] = [];
    for (const node of nodes) {
      cells.push(only ? await outcome(name, node.version, () => run(installed, node, remote)) : 'not runnable here');
    }
    rows.push([name, ...cells]);
  }
  const reported = 'reports in one line which Node is needed';
  const refused: string[] = [];
  for (const node of old) {
    refused.push(
      `${node.version} ${await outcome(reported, node.version, () => assertUnsupportedNode(installed, node))}`,
    );
  }
  const head = ['check', ...nodes.map(({ version, sqlite }) => `Node ${version}, SQLite ${sqlite ?? 'none'}`)];
  const lines = [table(head, rows)];
  if (refused.length > 0) lines.push(`Older ones, each ${reported}: ${refused.join(', ')}.`);
  const text = lines.join('\n\n');
  console.log(text);
  if (values.write) writeFileSync(PAGE, replaceSection(readFileSync(PAGE, 'utf8'), 'nodes', text));
} finally {
  await platform.close();
  installed.remove();
}
