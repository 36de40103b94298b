/**
 * Soak test: measures the memory of a stdio server over many reads, searches, refused calls and bookings on the embedded
 * platform. `npm run bench:soak -- --calls 100000` prints samples. Reads resident memory with `ps`, so not on Windows.
 */

import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { openHour } from '../test/support/open-hours.ts';

const { values } = parseArgs({ options: { calls: { type: 'string', default: '100000' } } });
const total = Number(values.calls);
const SAMPLES = 20;
const IN_FLIGHT = 8;

const folder = await mkdtemp(join(tmpdir(), 'rcpt-soak-'));
const transport = new StdioClientTransport({
  command: process.execPath,
  args: ['dist/cli.js', '--database', join(folder, 'soak.db'), '--confirm', 'never'],
  stderr: 'ignore',
});
const client = new Client({ name: 'soak', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
await client.connect(transport);

/** Returns the server's resident memory in MiB. */
const residentMiB = () =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(transport.pid)], { encoding: 'utf8' })) / 1024;

/** Of a hundred calls, one books and one searches; the others read or are refused. */
function call(index: number): Promise<unknown> {
  const { name, arguments: args } = choose(index);
  return client.callTool({ name, arguments: args });
}

function choose(index: number): { name: string; arguments: Record<string, unknown> } {
  const position = index % 100;
  if (position === 0) {
    const start = openHour(index / 100);
    return {
      name: 'create_booking',
      arguments: {
        service_id: 'svc_cleaning',
        start_time: start,
        contact_name: `Soak ${index}`,
        contact_email: 'soak@example.com',
      },
    };
  }
  if (position === 50) return { name: 'search_calls', arguments: { query: 'refund', limit: 3 } };
  if (position % 10 === 3) return { name: 'get_booking', arguments: { booking_id: 'bk_none' } };
  if (position % 10 === 6) return { name: 'get_booking', arguments: { id: 'wrong argument' } };
  if (position % 3 === 0) return { name: 'get_call', arguments: { call_id: 'call_1012' } };
  if (position % 3 === 1) return { name: 'list_bookings', arguments: { per_page: 10 } };
  return { name: 'get_account_context', arguments: {} };
}

console.log('| calls | resident, MiB | calls per second |\n| ---: | ---: | ---: |');
console.log(`| 0 | ${residentMiB().toFixed(0)} | |`);
let next = 0;
for (let sample = 1; sample <= SAMPLES; sample++) {
  const end = Math.round((total * sample) / SAMPLES);
  const begin = { calls: next, at: Date.now() };
  const worker = async () => {
    while (next < end) await call(next++);
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
  const rate = (end - begin.calls) / ((Date.now() - begin.at) / 1_000);
  console.log(`| ${end} | ${residentMiB().toFixed(0)} | ${rate.toFixed(0)} |`);
}
await client.close();
await rm(folder, { recursive: true, force: true });
