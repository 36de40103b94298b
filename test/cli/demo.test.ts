import { rm } from 'node:fs/promises';
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
  expect(await run('demo')).toMatchObject({ code: 2, stderr: expect.stringContaining('reset, remove') });
});

it('demo reset makes it new, demo remove leaves a database for a business of one’s own', async () => {
  expect((await run('calls', 'simulate')).code).toBe(0);
  expect(await run('demo', 'reset', '--yes')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('as in a new'),
  });
  const removed = await run('demo', 'remove', '--yes', '--json');
  expect(JSON.parse(removed.stdout)).toMatchObject({ removed: { contacts: expect.any(Number) } });
  for (const action of ['reset', 'remove']) {
    const refused = await run('demo', action, '--yes');
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('not the demo business') });
  }
  const simulated = await run('calls', 'simulate');
  expect(simulated).toMatchObject({ code: 1, stderr: expect.stringContaining('the demo business only') });
});
