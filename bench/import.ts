/**
 * Measures `rcpt-mcp contacts import` and `export` while another process writes to the same database:
 * `npm run bench:import -- --rows 50000 --engine postgres`. Peak memory needs Linux.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openPlatform } from '../src/platform/index.ts';
import { databasesOf } from './lib/databases.ts';
import { percentile, table } from './lib/numbers.ts';
import { PROGRAM } from './lib/process.ts';

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '50000' }, engine: { type: 'string', default: 'sqlite' } },
});
const rows = Number(values.rows);
const databases = await databasesOf(values.engine, undefined);
const database = await databases.open('import');
const folder = mkdtempSync(join(tmpdir(), 'rcpt-import-'));
const path = join(folder, 'customers.csv');
const platform = await openPlatform({ database, demo: false });
const key = platform.issueProcessKey().reveal();

async function writeRows(): Promise<void> {
  const file = createWriteStream(path);
  file.write('First name,Last name,E-mail,Mobile,Notes\n');
  for (let i = 0; i < rows; i++) {
    const phone = `(212) ${200 + Math.floor(i / 10_000)}-${String(i % 10_000).padStart(4, '0')}`;
    const written = file.write(`First${i},Last${i},person${i}@example.com,${phone},"note ""${i}"", with a comma"\n`);
    if (!written) await once(file, 'drain');
  }
  file.end();
  await once(file, 'finish');
}

/** Runs the program, and meanwhile creates a contact every 20 ms. */
async function measure(label: string, ...args: string[]): Promise<string[]> {
  const started = performance.now();
  const child = spawn(process.execPath, [PROGRAM, 'contacts', ...args, '--database', database], { stdio: 'ignore' });
  let running = true;
  const ended = once(child, 'exit').finally(() => {
    running = false;
  });
  let peak = 0;
  const delays: number[] = [];
  while (running) {
    const before = performance.now();
    const body = JSON.stringify({ name: 'Walk-in customer' });
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const request = new Request('http://platform/api/v1/contacts', { method: 'POST', headers, body });
    const answer = await platform.fetch(request);
    if (answer.status !== 200) throw new Error(`a contact was refused: ${await answer.text()}`);
    delays.push(performance.now() - before);
    peak = Math.max(peak, peakMemory(child.pid));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await ended;
  const seconds = (performance.now() - started) / 1_000;
  return [label, seconds.toFixed(1), peak.toFixed(0), ...[50, 99, 100].map((p) => percentile(delays, p).toFixed(0))];
}

/** In MiB; 0 where it is not known. */
function peakMemory(pid: number | undefined): number {
  try {
    return Number(/VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024;
  } catch {
    return 0;
  }
}

await writeRows();
const results = [
  await measure('prediction', 'import', path, '--keep-columns'),
  await measure('import', 'import', path, '--keep-columns', '--yes'),
  await measure('the same file again', 'import', path, '--keep-columns', '--yes'),
  await measure('export', 'export', join(folder, 'export.csv')),
];
const head = ['', 's', 'peak MiB', 'others p50 ms', 'p99 ms', 'max ms'];
console.log(`${rows} rows, ${values.engine}\n\n${table(head, results)}`);
await platform.close();
await databases.remove();
rmSync(folder, { recursive: true, force: true });
