/**
 * Measures start-up and resident memory of a stdio server, compared with bare Node and the unbundled SDK. Each round starts
 * all servers in turn; two warm-up rounds are dropped; the results are medians. `npm run bench:startup -- --node 20 --node 24 --runs 15`
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
    /** A path, or a major version that npm downloads. */
    node: { type: 'string', multiple: true, default: [process.execPath] },
    runs: { type: 'string', default: '15' },
    /** Paths of this program; several to compare builds. */
    program: { type: 'string', multiple: true, default: [fileURLToPath(new URL('../dist/cli.js', import.meta.url))] },
  },
});
const runs = Number(values.runs);
/** The delay between `tools/list` and reading the memory: long enough for deferred work of the server. */
const SETTLE_MS = 500;

interface Variant {
  name: string;
  args: string[];
  era: Era;
  call: { name: string; arguments: object };
  env?: Record<string, string>;
}

interface Sample {
  /** From spawn to the complete answer to `tools/list`, in milliseconds. */
  list: number;
  /** Processor time of all threads by then, in milliseconds. */
  cpu: number;
  /** From spawn to the answer to the first tool call, which follows the list. */
  call: number;
  /** Processor time of all threads by then, in milliseconds. */
  callCpu: number;
  now: number;
  peak: number;
}

const server = (name: string) => [fileURLToPath(new URL(`servers/${name}.mjs`, import.meta.url))];
const thing = { name: 'get_thing', arguments: {} };
const ours = values.program.flatMap((program): Variant[] => {
  const name = values.program.length > 1 ? program : 'rcpt-mcp';
  const args = [program];
  const call = { name: 'get_booking', arguments: { booking_id: 'bk_1' } };
  const embedded = { env: { RCPT_BASE_URL: '', RCPT_API_KEY: '' }, call: { name: 'list_bookings', arguments: {} } };
  return [
    { name: `${name}, 2025`, args, call, era: '2025' },
    { name: `${name}, 2026`, args, call, era: '2026' },
    { name: `${name}, embedded, 2025`, args, ...embedded, era: '2025' },
  ];
});
const VARIANTS: Variant[] = [
  { name: 'bare Node', args: server('bare'), era: '2025', call: thing },
  { name: 'raw SDK, 2025', args: server('sdk'), era: '2025', call: thing },
  { name: 'raw SDK, 2026', args: server('sdk'), era: '2026', call: thing },
  ...ours,
];

/** The environment of one variant. All its starts share a home folder, so that they share caches. */
function environment(home: string, extra: Record<string, string> = {}): NodeJS.ProcessEnv {
  const { PATH, SystemRoot } = process.env;
  const env = { PATH, SystemRoot, HOME: home, USERPROFILE: home, LOCALAPPDATA: home, TMPDIR: home, TEMP: home };
  const platform = { RCPT_BASE_URL: url, RCPT_API_KEY: 'sk_live_bench' };
  const folders = { XDG_CACHE_HOME: join(home, 'cache'), XDG_DATA_HOME: join(home, 'data') };
  return { ...env, ...platform, ...folders, ...extra };
}

/** Measures one start. Every other start calls a tool immediately; the others stay idle until their memory is read. */
async function start(node: NodeBinary, variant: Variant, home: string, calls: boolean): Promise<Partial<Sample>> {
  const peer = new Peer(node.path, variant.args, environment(home, variant.env), variant.era);
  const since = () => performance.now() - peer.started;
  const cpuMs = () => cpuMicros(peer.child.pid) / 1_000;
  try {
    await peer.open();
    await peer.request('tools/list');
    const list = since();
    const cpu = cpuMs();
    if (calls) {
      await peer.request('tools/call', variant.call);
      return { list, cpu, call: since(), callCpu: cpuMs() };
    }
    await sleep(SETTLE_MS);
    return { list, cpu, ...peer.memory() };
  } finally {
    await peer.end();
  }
}

async function measure(node: NodeBinary): Promise<void> {
  const samples = new Map<Variant, Partial<Sample>[]>(VARIANTS.map((variant) => [variant, []]));
  const homes = new Map(VARIANTS.map((variant) => [variant, mkdtempSync(join(tmpdir(), 'rcpt-bench-'))]));
  // Two warm-up rounds are dropped, one of each kind.
  for (let round = -2; round < runs; round++) {
    for (const [variant, home] of homes) {
      const sample = await start(node, variant, home, round % 2 === 0);
      if (round >= 0) samples.get(variant)?.push(sample);
    }
  }
  for (const home of homes.values()) rmSync(home, { recursive: true, force: true });
  const all = (variant: Variant | undefined, key: keyof Sample) =>
    (variant ? (samples.get(variant) ?? []) : []).flatMap((sample) => sample[key] ?? []);
  const of = (variant: Variant | undefined, key: keyof Sample) => median(all(variant, key));
  const [bare] = VARIANTS;
  const timed = (key: keyof Sample) => (variant: Variant) => [
    of(variant, key).toFixed(0),
    (of(variant, key) / of(bare, key)).toFixed(2),
  ];
  const rows = VARIANTS.map((variant) => [
    variant.name,
    ...(['list', 'cpu', 'call', 'callCpu'] as const).flatMap((key) => timed(key)(variant)),
    of(variant, 'now').toFixed(0),
    of(variant, 'peak').toFixed(0),
  ]);
  const times = ['list', 'list CPU', 'first call', 'first call CPU'].flatMap((name) => [name, '× bare']);
  console.log(`${table([`Node ${node.version}`, ...times, 'MiB', 'peak'], rows)}\n`);
}

console.log(`Medians of ${runs} starts. Milliseconds from spawn to the complete tools/list, and to the answer to a tool call
that follows it, with the processor time by then. Resident memory in MiB half a second after tools/list.\n`);
const upstream = runServer('upstream', [], {});
const url = await address(upstream);
for (const node of nodeBinaries(values.node)) await measure(node);
await stop(upstream);
