import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPlatform } from '../../../src/platform/index.ts';
import { newDatabase, type TestDatabase, temporaryFolder } from '../../support/engines.ts';
import { cleanEnvironment, type RunningProgram, runProgram, startProgram } from '../../support/program.ts';
import { httpClient } from '../support/client.ts';
import { smallBusiness } from '../support/fixture.ts';
import { readWithIcalJs } from './calendar.ts';
import { hasVdirsyncer } from './install-vdirsyncer.ts';

/** vdirsyncer, a calendar client of Debian's packages, fetches a feed from the built program. */
const isThere = await hasVdirsyncer();
const home = temporaryFolder();
const env = cleanEnvironment(home);
let database: TestDatabase;
let platform: RunningProgram;
let url: string;
let path: string;
let key: string;

beforeAll(async () => {
  if (!isThere) return;
  database = await newDatabase();
  const opened = await openPlatform({ database: database.database, business: smallBusiness(), deliveries: false });
  const { ALL_SCOPES } = await import('../../../src/contract/index.ts');
  key = (await opened.keys.create({ name: 'test', scopes: ALL_SCOPES })).key.reveal();
  await opened.close();
  const at = ['--database', database.database];
  platform = startProgram(['platform', '--port', '0', ...at], env);
  url = (await platform.until(/http:\/\/127\.0\.0\.1:\d+/))[0];
  path = JSON.parse((await runProgram(['calendars', 'add', '--json', ...at], env)).stdout).path;
  mkdirSync(join(home, 'copy'));
  const config = `[general]
status_path = "${home}/status/"
[pair feed]
a = "remote"
b = "copy"
collections = null
conflict_resolution = "a wins"
[storage remote]
type = "http"
url = "${url}${path}"
[storage copy]
type = "filesystem"
path = "${home}/copy/"
fileext = ".ics"
`;
  writeFileSync(join(home, 'config'), config);
  vdirsyncer('discover');
}, 240_000);
afterAll(async () => {
  await platform?.stop();
  await database?.remove();
  rmSync(home, { recursive: true, force: true });
});

function vdirsyncer(command: string): string {
  const { status, stdout, stderr } = spawnSync('vdirsyncer', ['-c', join(home, 'config'), command], {
    encoding: 'utf8',
    env,
    input: 'y\n',
  });
  expect(status, stdout + stderr).toBe(0);
  return stdout + stderr;
}

/** The events that vdirsyncer has, by their summary. */
function copies() {
  const files = readdirSync(join(home, 'copy')).map((name) => readFileSync(join(home, 'copy', name), 'utf8'));
  return files.flatMap(readWithIcalJs).map(({ summary, status, sequence }) => [summary, status, sequence]);
}

const send = async (method: string, at: string, body: object) => {
  const answer = await httpClient(url)(method, at, { key, body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data;
};

it.runIf(isThere)('vdirsyncer fetches a calendar feed, then its changes, and nothing from a revoked one', async () => {
  // In 20 days, so that the window of the feed has it.
  const start_time = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 20 * 86_400_000).toISOString();
  const name = 'Ann\r\nEND:VEVENT; "Brown", \u{1F600}';
  const contact = { name, phone: '+15550100155' };
  const booking = await send('POST', '/v1/bookings', {
    service_id: 'sv_cut_a',
    start_time,
    contact,
    notes: 'ä'.repeat(200),
  });
  vdirsyncer('sync');
  const title = 'Cut: Ann END:VEVENT; "Brown", \u{1F600} (Sam)';
  expect(copies()).toEqual([[title, 'CONFIRMED', 0]]);
  await send('PUT', `/v1/bookings/${booking.id}`, { staff_id: 'st_2_a' });
  vdirsyncer('sync');
  expect(copies()).toEqual([[title.replace('Sam', 'Cleo'), 'CONFIRMED', 1]]);
  await send('POST', `/v1/bookings/${booking.id}/cancel`, {});
  vdirsyncer('sync');
  expect(copies()).toEqual([[`Cancelled: ${title.replace('Sam', 'Cleo')}`, 'CANCELLED', 2]]);
  const { data } = (await httpClient(url)('GET', '/v1/calendar-feeds', { key })).body;
  expect(data).toMatchObject([{ last_fetched_by: 'other' }]);
  expect(data[0]?.last_fetched_at).not.toBeNull();
  await httpClient(url)('DELETE', `/v1/calendar-feeds/${data[0]?.id}`, { key });
  const { status, stderr } = spawnSync('vdirsyncer', ['-c', join(home, 'config'), 'sync'], { encoding: 'utf8', env });
  expect(status, stderr).not.toBe(0);
  expect(copies().length).toBe(1);
});
