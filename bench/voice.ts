/**
 * Measures the first answer of a fresh connection in the voice profile, for each handshake, beside bare Node that answers
 * the same bytes. Callers hear silence until then. `npm run bench:voice -- --rounds 300 --starts 10`
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type FreshRequest, postFresh } from './lib/fresh.ts';
import { percentile, table } from './lib/numbers.ts';
import { address, PROGRAM, run, runServer, stop } from './lib/process.ts';

const { values } = parseArgs({
  options: {
    /** Connections for each request. */
    rounds: { type: 'string', default: '300' },
    /** Starts of the server for each handshake. */
    starts: { type: 'string', default: '10' },
  },
});

const REVISIONS = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'] as const;
type Revision = (typeof REVISIONS)[number];

const INFO = { name: 'bench', version: '1.0.0' };
const CALL = { name: 'list_services', arguments: {} };
const META = 'io.modelcontextprotocol/';

function requestOf(revision: Revision, method: string, params: Record<string, unknown>): FreshRequest {
  const common = ['Content-Type', 'application/json', 'Accept', 'application/json', 'X-Call-Id', 'call-1'];
  const message = { jsonrpc: '2.0', id: 1, method, params };
  if (revision !== '2026-07-28') {
    const isNamed = revision >= '2025-06-18' && method !== 'initialize';
    return {
      headers: [...common, ...(isNamed ? ['MCP-Protocol-Version', revision] : [])],
      body: JSON.stringify(message),
    };
  }
  const envelope = {
    [`${META}protocolVersion`]: revision,
    [`${META}clientInfo`]: INFO,
    [`${META}clientCapabilities`]: {},
  };
  const name = typeof params.name === 'string' ? ['Mcp-Name', params.name] : [];
  const headers = [...common, 'MCP-Protocol-Version', revision, 'Mcp-Method', method, ...name];
  return { headers, body: JSON.stringify({ ...message, params: { ...params, _meta: envelope } }) };
}

const handshakeOf = (revision: Revision) =>
  revision === '2026-07-28'
    ? requestOf(revision, 'server/discover', {})
    : requestOf(revision, 'initialize', { protocolVersion: revision, capabilities: {}, clientInfo: INFO });

const REQUESTS = REVISIONS.flatMap((revision) => [
  {
    name: `${revision} ${revision === '2026-07-28' ? 'server/discover' : 'initialize'}`,
    request: handshakeOf(revision),
  },
  { name: `${revision} tools/list`, request: requestOf(revision, 'tools/list', {}) },
  { name: `${revision} tools/call`, request: requestOf(revision, 'tools/call', CALL) },
]);

const folder = mkdtempSync(join(tmpdir(), 'rcpt-bench-'));
const env = { HOME: folder, XDG_DATA_HOME: folder, XDG_CACHE_HOME: folder, RCPT_DATABASE: join(folder, 'platform.db') };
const start = () => run([PROGRAM, 'http', '--profile', 'voice', '--port', '0'], env);
const fixed = (ms: number) => ms.toFixed(2);

/** Sends a request, and fails if the answer is an error: an error would be measured as a fast answer. */
async function post(url: string, request: FreshRequest) {
  const answer = await postFresh(url, request);
  if (answer.status !== 200 || /"(error|isError)":/.test(answer.body)) throw new Error(answer.body);
  return answer;
}

async function measureRunning(rounds: number): Promise<void> {
  const server = start();
  const url = await address(server);
  const recorded = join(folder, 'answers.json');
  const answers = await Promise.all(REQUESTS.map(({ request }) => post(url, request)));
  writeFileSync(recorded, JSON.stringify(answers));
  const bare = runServer('recorded', [recorded], {});
  const bareUrl = await address(bare);
  const taken = REQUESTS.map(() => ({ ours: [] as number[], bare: [] as number[] }));
  // Warm-up rounds are dropped; both servers answer in turn, so that other load affects them equally.
  for (let round = -20; round < rounds; round++) {
    for (const [index, { request }] of REQUESTS.entries()) {
      const { ms } = await post(url, request);
      const { ms: bareMs } = await post(`${bareUrl}/${index}`, request);
      if (round < 0) continue;
      taken[index]?.ours.push(ms);
      taken[index]?.bare.push(bareMs);
    }
  }
  await Promise.all([stop(server), stop(bare)]);
  const rows = REQUESTS.map(({ name }, index) => {
    const { ours = [], bare: other = [] } = taken[index] ?? {};
    const of = (hundredths: number) => {
      const [mine, theirs] = [percentile(ours, hundredths), percentile(other, hundredths)];
      return [fixed(mine), fixed(theirs), (mine / theirs).toFixed(2)];
    };
    return [name, ...of(50), ...of(99)];
  });
  console.log(table(['fresh connection', 'p50 ms', 'bare Node', '×', 'p99 ms', 'bare Node', '×'], rows));
}

/** Measures the very first request of a server after its start. */
async function measureStarts(starts: number): Promise<void> {
  const rows: string[][] = [];
  for (const revision of REVISIONS) {
    const taken: number[] = [];
    for (let index = 0; index < starts; index++) {
      const server = start();
      const { ms } = await post(await address(server), requestOf(revision, 'tools/call', CALL));
      taken.push(ms);
      await stop(server);
    }
    rows.push([`${revision} tools/call`, fixed(percentile(taken, 50)), fixed(Math.max(...taken))]);
  }
  console.log(table(['first request after the start', 'p50 ms', 'slowest'], rows));
}

const [rounds, starts] = [Number(values.rounds), Number(values.starts)];
console.log(`Milliseconds from opening a connection on loopback to the last byte of the answer. ${rounds} connections for each
request, and ${starts} starts of the server for each handshake.\n`);
await measureRunning(rounds);
console.log('');
await measureStarts(starts);
rmSync(folder, { recursive: true, force: true });
