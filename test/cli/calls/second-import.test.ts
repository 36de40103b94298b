import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Call, CallDetail } from '../../../src/contract/index.ts';
import { openPlatform, type Platform } from '../../../src/platform/index.ts';
import { smallBusiness } from '../../platform/support/fixture.ts';
import { temporaryFolder } from '../../support/platform.ts';
import { cleanEnvironment, runProgram } from '../../support/program.ts';

/** `rcpt-mcp calls import`, of calls that were imported before. */
const home = temporaryFolder();
const env = cleanEnvironment(home);
const path = join(home, 'history.jsonl');
const database = join(home, 'calls.db');

let platform: Platform;
beforeAll(async () => {
  platform = await openPlatform({ database, business: smallBusiness(), deliveries: false });
});
afterAll(async () => {
  await platform.close();
  rmSync(home, { recursive: true, force: true });
});

const run = (...args: string[]) => runProgram(['calls', ...args, '--database', database], env);
const importLines = async (...reports: object[]) => {
  writeFileSync(path, reports.map((report) => `${JSON.stringify(report)}\n`).join(''));
  return JSON.parse((await run('import', path, '--json')).stdout);
};
const imported = async (callId: string) => {
  const calls = await platform.calls.list({ limit: 1_000 });
  const { id } = calls.find(({ call_reference }) => call_reference === callId) as Call;
  return (await platform.calls.find(id)) as CallDetail;
};

const CALL = {
  call_id: 'a1',
  phone: '+15550100101',
  started_at: '2026-03-04T09:00:00Z',
  duration_seconds: 62,
  summary: 'Wants a haircut',
  turns: [{ speaker: 'caller', text: 'A haircut, please', offset_seconds: 1 }],
};
const RECORDING = 'https://recordings.example.com/1.mp3';

it('a later line with fewer values adds its own to the call and erases nothing', async () => {
  await importLines(CALL);
  const before = await imported('a1');
  expect(await importLines({ call_id: 'a1', recording_url: RECORDING })).toMatchObject({ changed: 1 });
  expect(await imported('a1')).toEqual({ ...before, recording_url: RECORDING });
  expect(await importLines(CALL)).toMatchObject({ unchanged: 1, changed: 0 });
});

const STORED = { started_at: CALL.started_at, ended_at: '2026-03-04T09:01:02Z', duration_seconds: 62 };
it.each([
  [{ duration_seconds: 10 }, { ...STORED, duration_seconds: 10, ended_at: '2026-03-04T09:00:10Z' }],
  [{ ended_at: '2026-03-04T09:02:00Z' }, { ...STORED, duration_seconds: 120, ended_at: '2026-03-04T09:02:00Z' }],
  [
    { started_at: '2026-03-05T09:00:00Z' },
    { ...STORED, started_at: '2026-03-05T09:00:00Z', ended_at: '2026-03-05T09:01:02Z' },
  ],
  [
    { started_at: '2026-03-04T09:00:02Z', ended_at: STORED.ended_at },
    { ...STORED, started_at: '2026-03-04T09:00:02Z', duration_seconds: 60 },
  ],
  [
    { ended_at: '2026-03-04T08:00:00Z', duration_seconds: 62 },
    { ...STORED, started_at: '2026-03-04T07:58:58Z', ended_at: '2026-03-04T08:00:00Z' },
  ],
  [
    { ended_at: '2026-03-04T08:00:00Z' },
    { ...STORED, started_at: '2026-03-04T07:58:58Z', ended_at: '2026-03-04T08:00:00Z' },
  ],
  [
    { ended_at: '2026-03-14T08:00:00Z' },
    { ...STORED, started_at: '2026-03-14T07:58:58Z', ended_at: '2026-03-14T08:00:00Z' },
  ],
])('a later line with %j changes the other times of the call to fit', async (correction, expected) => {
  const call_id = `times ${JSON.stringify(correction)}`.replaceAll(/[^\w]/g, '-');
  await importLines({ ...CALL, call_id });
  await importLines({ call_id, ...correction });
  expect(await imported(call_id)).toMatchObject(expected);
});

it('a later line with another status has the outcome of that status', async () => {
  await importLines({ ...CALL, call_id: 'status', status: 'missed' });
  expect(await imported('status')).toMatchObject({ outcome: 'no_answer' });
  await importLines({ call_id: 'status', status: 'completed' });
  expect(await imported('status')).toMatchObject({ status: 'completed', outcome: 'unclassified' });
});

it('a corrected number links the call with the contact that has it', async () => {
  const names = [];
  for (const phone of ['+15550100101', '+15550100102', '+15550100199']) {
    await importLines({ ...CALL, call_id: 'number', phone });
    names.push((await imported('number')).contact_name);
  }
  expect(names).toEqual(['Erika Muster', 'Hans Muster', null]);
});

it.each(['unknown', 'anonymous'])('a later line with the phone %s keeps the number and its contact', async (phone) => {
  await importLines({ ...CALL, call_id: phone, business_phone: '+15550100100' });
  const before = await imported(phone);
  expect(before).toMatchObject({ phone: '+15550100101', contact_name: 'Erika Muster' });
  await importLines({ call_id: phone, phone, business_phone: phone, summary: 'Wants a shave' });
  expect(await imported(phone)).toEqual({ ...before, summary: 'Wants a shave' });
});

it.each([
  [{ started_at: '2199-03-04T09:00:00Z' }, 'started_at: is in the future; only calls of the past are imported'],
  [{ started_at: '0001-01-01T00:00:00Z' }, 'started_at: is before 1980; leave it out if it is unknown'],
  [{ ended_at: '1970-01-01T00:00:00Z' }, 'ended_at: is before 1980; leave it out if it is unknown'],
  [{ started_at: CALL.started_at, ended_at: '2026-03-04T08:59:59Z' }, 'ended_at: is before started_at'],
  [
    { started_at: CALL.started_at, ended_at: '2026-05-01T00:00:00Z' },
    'ended_at: is more than seven days after started_at',
  ],
])('a line with %j is refused', async (times, text) => {
  expect(await importLines({ call_id: 'never', ...times })).toMatchObject({ added: 0, problems: [{ line: 1, text }] });
});

it('lines whose phone is no number are counted, and the phone is left out', async () => {
  const phones = ['+15550100101', '0664 1234567', 'not a number', '12', null];
  const reports = phones.map((phone, index) => ({ ...CALL, call_id: `phone-${index}`, phone }));
  expect(await importLines(...reports)).toMatchObject({ added: 5, withheld: 2 });
  expect((await imported('phone-2')).phone).toBeNull();
  expect((await run('import', path)).stdout).toContain(
    '2 lines state a phone that is withheld or no number: it is left out.\n',
  );
});

it('the demo business is refused, because its calls are deleted with it', async () => {
  const demo = join(home, 'demo.db');
  await (await openPlatform({ database: demo })).close();
  writeFileSync(path, JSON.stringify(CALL));
  const { code, stdout, stderr } = await runProgram(['calls', 'import', path, '--database', demo], env);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(
    /demo business .* Nothing was changed\..* before you import calls, remove the demo .*business init/,
  );
});

it('a line without a time is counted, and the next import leaves its call unchanged', async () => {
  const before = Date.now();
  expect(await importLines({ call_id: 'a2' }, { ...CALL, call_id: 'a3' })).toMatchObject({ added: 2, undated: 1 });
  const first = await imported('a2');
  expect(Date.parse(first.started_at)).toBeGreaterThanOrEqual(before - 1_000);
  expect(await importLines({ call_id: 'a2' })).toMatchObject({ unchanged: 1, changed: 0, undated: 0 });
  expect(await imported('a2')).toEqual(first);
  writeFileSync(path, '{"call_id":"a4"}\n');
  const { stdout } = await run('import', path);
  expect(stdout).toContain('  1 added\n    1 of them states no time: it has that of the import\n');
});

it('a file with two different lines about one call changes nothing when it is imported again', async () => {
  const [first, second] = [
    { ...CALL, call_id: 'twice', outcome: 'booked' },
    { ...CALL, call_id: 'twice', outcome: 'cancelled', started_at: '2026-03-04T10:00:00Z' },
  ];
  const other = { ...CALL, call_id: 'once' };
  expect(await importLines(first, other, second)).toMatchObject({ added: 2, changed: 1, unchanged: 0 });
  const before = await imported('twice');
  expect(before.outcome).toBe('cancelled');
  expect(await importLines(first, other, second)).toMatchObject({ added: 0, changed: 0, unchanged: 3 });
  expect(await imported('twice')).toEqual(before);
  expect(await importLines(second, first)).toMatchObject({ changed: 1, unchanged: 1 });
  expect((await imported('twice')).outcome).toBe('booked');
});

it('calls list shows the offset of both times that a clock change makes alike, and calls show of one', async () => {
  const own = join(home, 'clocks.db');
  await (await openPlatform({ database: own, business: smallBusiness(), deliveries: false })).close();
  const starts = ['2025-10-26T00:30:00Z', '2025-10-26T01:30:00Z', '2025-10-26T14:30:00Z'];
  const reports = starts.map((started_at, index) => ({ ...CALL, call_id: `clocks-${index}`, started_at }));
  writeFileSync(path, reports.map((report) => `${JSON.stringify(report)}\n`).join(''));
  await runProgram(['calls', 'import', path, '--database', own], env);
  const { stdout } = await runProgram(['calls', 'list', '--database', own], env);
  const times = [...stdout.matchAll(/^ {2}(\d\d:\d\d.*?) +in /gm)].map(([, time]) => time);
  // Before them are those of the fixture.
  expect(times.slice(-3)).toEqual(['15:30', '02:30 (UTC+01:00)', '02:30 (UTC+02:00)']);
  const [, id = ''] = /\(UTC\+02:00\).*(call_\w+)/.exec(stdout) ?? [];
  const shown = await runProgram(['calls', 'show', id, '--database', own], env);
  expect(shown.stdout).toContain('Sunday 2025-10-26 02:30 (UTC+02:00) (Europe/Vienna)');
});
