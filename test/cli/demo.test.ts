import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { temporaryFolder } from '../support/platform.ts';
import { cleanEnvironment, runProgram } from '../support/program.ts';

/** `rcpt-mcp demo` of the built program. */
const home = temporaryFolder();
const env = cleanEnvironment(home);
const run = (...args: string[]) => runProgram([...args, '--database', join(home, 'demo.db')], env);
afterAll(() => rm(home, { recursive: true, force: true }));

it('demo reset and remove ask first, and say what is lost', async () => {
  for (const action of ['reset', 'remove']) {
    const refused = await run('demo', action);
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toMatch(/\d+ contacts, \d+ bookings and \d+ calls.*Add --yes to confirm/);
  }
  expect((await run('demo', 'remove')).stderr).toMatch(/its dashboard users \(\d+\) and the password of the owner/);
  expect(await run('demo')).toMatchObject({ code: 2, stderr: expect.stringContaining('reset, remove') });
});

it('demo reset makes the business what it is in a new database, and keeps its users', async () => {
  const database = ['--database', join(home, 'changed.db')];
  const own = (...args: string[]) => runProgram([...args, ...database], env);
  await own('demo', 'reset', '--yes');
  const exported = async () => JSON.parse((await own('business', 'export', '--json')).stdout);
  const { users, ...initial } = await exported();
  const file = join(home, 'changed.json');
  const changes = {
    name: initial.name,
    opening_hours: null,
    closures: [{ from: '2198-12-27' }],
    special_hours: [{ from: '2198-12-28', hours: '09:00-10:00' }],
    rules: { minimum_notice: '2h', booking_window: '90d', max_per_day: 3 },
    services: [
      { id: 'svc_cleaning', buffer_after: '10m', active: false, price_changes: [{ from: '2198-01-01', price: 1 }] },
      { id: 'bleaching', duration: '1h' },
    ],
    staff: [{ id: 'stf_ibarra', opening_hours: 'Mon 09:00-10:00', time_off: [{ from: '2198-12-27' }], active: false }],
    users: [{ email: 'desk@example.com', name: 'Front desk' }],
  };
  await writeFile(file, JSON.stringify(changes));
  expect(await own('business', 'apply', file, '--yes')).toMatchObject({ code: 0, stderr: '' });
  await own('users', 'add', 'desk@example.com', '--staff', 'stf_ibarra');
  expect((await own('demo', 'reset', '--yes')).code).toBe(0);
  expect((await own('users', 'list', '--json')).stdout).toContain('"Dr. Rafael Ibarra"');
  const { users: kept, ...reset } = await exported();
  expect(reset).toEqual(initial);
  expect(kept).toHaveLength(users.length + 1);
  expect(kept).toEqual(expect.arrayContaining([...users, { ...changes.users[0], role: 'member' }]));
});

it('demo reset makes it new, demo remove leaves a database for a business of one’s own', async () => {
  expect((await run('calls', 'simulate')).code).toBe(0);
  const owner = 'naomi.whitfield@example.com';
  expect((await run('users', 'add', owner, '--staff', 'stf_whitfield')).code).toBe(0);
  expect(await run('demo', 'reset', '--yes')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('as in a new'),
  });
  const removed = await run('demo', 'remove', '--yes', '--json');
  expect(JSON.parse(removed.stdout)).toMatchObject({ removed: { contacts: expect.any(Number) } });
  const listed = JSON.parse((await run('users', 'list', '--json')).stdout);
  expect(JSON.stringify(listed).match(/@/g)).toHaveLength(1);
  for (const action of ['reset', 'remove']) {
    const refused = await run('demo', action, '--yes');
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('not the demo business') });
  }
  const simulated = await run('calls', 'simulate');
  expect(simulated).toMatchObject({ code: 1, stderr: expect.stringContaining('the demo business only') });
});
