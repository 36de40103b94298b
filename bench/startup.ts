/**
 * Start-up and resident memory of a stdio server, beside bare Node and the SDK as it is installed. Rounds go over all
 * servers in turn, the first one is dropped, medians count. `npm run bench:startup -- --node 20 --node 24 --runs 15`
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type NodeBinary, nodeBinaries } from './lib/nodes.ts';
import { median, table } from './lib/numbers.ts';
import { type Era, Peer } from './lib/peer.ts';
import { address, cpuMicros, runServer, stop } from './lib/process.ts';

const { values } = parseArgs({
  options: {
    /** A path, or a major version to be had from npm. */
    node: { type: 'string', multiple: true, default: [process.execPath] },
    runs: { type: 'string', default: '15' },
    /** What is started as ours. */
    program: { type: 'string', default: fileURLToPath(new URL('../dist/cli.js', import.meta.url)) },
  },
});
const runs = Number(values.runs);
/** After `tools/list`, before memory is read: long enough for what a server does once it has answered. */
const SETTLE_MS = 500;

interface Variant {
  name: string;
  args: string[];
  era: Era;
  call: { name: string; arguments: object };
  /** `cold`: no cached bytecode, as after an installation. `warm`: as from the second start on. */
  cache: 'cold' | 'warm';
}

interface Sample {
  list: number;
  /** Processor time of all threads by then, in milliseconds. */
  cpu: number;
  call: number;
  now: number;
  peak: number;
}

const server = (name: string) => [fileURLToPath(new URL(`servers/${name}.mjs`, import.meta.url))];
const thing = { name: 'get_thing', arguments: {} };
const ours = { args: [values.program], call: { name: 'get_booking', arguments: { booking_id: 'bk_1' } } };
const VARIANTS: Variant[] = [
  { name: 'bare Node', args: server('bare'), era: '2025', call: thing, cache: 'warm' },
  { name: 'raw SDK, 2025', args: server('sdk'), era: '2025', call: thing, cache: 'warm' },
  { name: 'raw SDK, 2026', args: server('sdk'), era: '2026', call: thing, cache: 'warm' },
  { name: 'rcpt-mcp, 2025, cold', ...ours, era: '2025', cache: 'cold' },
  { name: 'rcpt-mcp, 2025', ...ours, era: '2025', cache: 'warm' },
  { name: 'rcpt-mcp, 2026, cold', ...ours, era: '2026', cache: 'cold' },
  { name: 'rcpt-mcp, 2026', ...ours, era: '2026', cache: 'warm' },
];

/** A home of its own for each start that is to be cold; one for all that are warm. */
function environment(home: string): NodeJS.ProcessEnv {
  const { PATH, SystemRoot } = process.env;
  const env = { PATH, SystemRoot, HOME: home, USERPROFILE: home, LOCALAPPDATA: home, TMPDIR: home, TEMP: home };
  const platform = { RCPT_BASE_URL: url, RCPT_API_KEY: 'sk_live_bench' };
  return { ...env, ...platform, XDG_CACHE_HOME: join(home, 'cache'), XDG_DATA_HOME: join(home, 'data') };
}

/** One start. Every other one calls a tool at once; the rest stay quiet until their memory is read. */
async function start(node: NodeBinary, variant: Variant, home: string, calls: boolean): Promise<Partial<Sample>> {
  const peer = new Peer(node.path, variant.args, environment(home), variant.era);
  const since = () => performance.now() - peer.started;
  try {
    await peer.open();
    await peer.request('tools/list');
    const list = since();
    const cpu = cpuMicros(peer.child.pid) / 1_000;
    if (calls) {
      const before = since();
      await peer.request('tools/call', variant.call);
      return { list, cpu, call: since() - before };
    }
    await sleep(SETTLE_MS);
    return { list, cpu, ...peer.memory() };
  } finally {
    await peer.end();
  }
}

async function measure(node: NodeBinary): Promise<void> {
  const samples = new Map<Variant, Partial<Sample>[]>(VARIANTS.map((variant) => [variant, []]));
  const warm = mkdtempSync(join(tmpdir(), 'rcpt-bench-'));
  // Two rounds are dropped, one of each kind.
  for (let round = -2; round < runs; round++) {
    for (const variant of VARIANTS) {
      const home = variant.cache === 'warm' ? warm : mkdtempSync(join(tmpdir(), 'rcpt-bench-'));
      const sample = await start(node, variant, home, round % 2 === 0);
      if (round >= 0) samples.get(variant)?.push(sample);
      if (home !== warm) rmSync(home, { recursive: true, force: true });
    }
  }
  rmSync(warm, { recursive: true, force: true });
  const all = (variant: Variant | undefined, key: keyof Sample) =>
    (variant ? (samples.get(variant) ?? []) : []).flatMap((sample) => sample[key] ?? []);
  const of = (variant: Variant | undefined, key: keyof Sample) => median(all(variant, key));
  const fastest = (variant: Variant | undefined) => Math.min(...all(variant, 'list'));
  const [bare] = VARIANTS;
  const rows = VARIANTS.map((variant) => [
    variant.name,
    of(variant, 'list').toFixed(0),
    (of(variant, 'list') / of(bare, 'list')).toFixed(2),
    fastest(variant).toFixed(0),
    (fastest(variant) / fastest(bare)).toFixed(2),
    of(variant, 'cpu').toFixed(0),
    (of(variant, 'cpu') / of(bare, 'cpu')).toFixed(2),
    of(variant, 'call').toFixed(0),
    of(variant, 'now').toFixed(0),
    of(variant, 'peak').toFixed(0),
  ]);
  const head = [`Node ${node.version}`, 'list', '× bare', 'best', '× bare', 'CPU', '× bare', 'call', 'MiB', 'peak'];
  console.log(`${table(head, rows)}\n`);
}

console.log(`Medians of ${runs} starts. Milliseconds from spawn to complete tools/list; the shortest of them; processor time
by then; the first tool call after it. Resident memory in MiB half a second after tools/list.\n`);
const upstream = runServer('upstream', [], {});
const url = await address(upstream);
for (const node of nodeBinaries(values.node)) await measure(node);
await stop(upstream);
