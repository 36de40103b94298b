/**
 * Measures resident memory over many calls, and their processor time, on both transports, with a remote platform and with
 * the embedded one in process. `npm run bench:memory -- --calls 100000 --node-option=--max-semi-space-size=4`
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type BenchClient, httpClient, stdioClient } from './lib/callers.ts';
import { rush } from './lib/load.ts';
import { table } from './lib/numbers.ts';
import { address, type Child, cpuMicros, PROGRAM, residentMiB, run, runServer, stop } from './lib/process.ts';

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '100000' },
    /** An option of Node for the program, such as `--max-semi-space-size=4`. */
    'node-option': { type: 'string', multiple: true, default: [] },
  },
});
const COMMAND = [...values['node-option'], PROGRAM];
const STEPS = [0, 1_000, 10_000, Number(values.calls)].filter((step) => step <= Number(values.calls));
const IN_FLIGHT = 8;

const home = mkdtempSync(join(tmpdir(), 'rcpt-memory-'));
const upstream = runServer('upstream', [], {});
const remote = { RCPT_BASE_URL: await address(upstream), RCPT_API_KEY: 'sk_live_bench0000' };

type Call = readonly [name: string, args: Record<string, unknown>];
const PLATFORMS: { name: string; env(index: number): Record<string, string>; calls: Call[] }[] = [
  { name: 'remote', env: () => remote, calls: [['get_booking', { booking_id: 'bk_1' }]] },
  {
    name: 'embedded',
    env: (index) => ({ RCPT_DATABASE: join(home, `${index}.db`) }),
    calls: [
      ['list_bookings', { per_page: 10 }],
      ['get_call', { call_id: 'call_1012' }],
      ['get_account_context', {}],
    ],
  },
];

async function open(transport: string, env: Record<string, string>): Promise<{ child: Child; client: BenchClient }> {
  if (transport === 'stdio') {
    const child = run(COMMAND, env);
    return { child, client: await stdioClient(child, '2026-07-28') };
  }
  const child = run([...COMMAND, 'http', '--port', '0'], env);
  return { child, client: httpClient(await address(child), '2026-07-28', IN_FLIGHT) };
}

const rows: string[][] = [];
for (const { name, env, calls } of PLATFORMS) {
  for (const transport of ['stdio', 'HTTP']) {
    const { child, client } = await open(transport, env(rows.length));
    await client.list();
    const cpuBefore = cpuMicros(child.pid);
    let next = 0;
    const call = () => client.call(...(calls[next++ % calls.length] as Call));
    const row = [`${transport}, ${name}`];
    for (const step of STEPS) {
      await rush(call, IN_FLIGHT, { calls: step - next });
      row.push(residentMiB(child.pid).toFixed(0));
    }
    row.push(((cpuMicros(child.pid) - cpuBefore) / Math.max(1, next)).toFixed(0));
    rows.push(row);
    await stop(child);
    await client.close();
  }
}
console.log('Resident memory in MiB after a number of calls.\n');
console.log(table(['', ...STEPS.map((step) => `${step} calls`), 'CPU µs a call'], rows));
await stop(upstream);
rmSync(home, { recursive: true, force: true });
