import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newDatabase, type TestDatabase, temporaryFolder } from '../../support/engines.ts';
import { cleanEnvironment, PROGRAM, runProgram } from '../../support/program.ts';

/** Two practices in one database, each in a schema of its own. */
const home = temporaryFolder();
let test: TestDatabase;
beforeAll(async () => {
  test = await newDatabase('empty');
  const { username } = new URL(test.database);
  await test.direct(`create schema practice_b authorization ${username}`);
});
afterAll(async () => {
  await test.remove();
  await rm(home, { recursive: true });
});

it('a printed command works on the practice whose schema the URL names', async () => {
  const url = new URL(test.database);
  const password = decodeURIComponent(url.password);
  const env = cleanEnvironment(home, { NODE: process.execPath, PROGRAM, PGPASSWORD: password });
  const database = `${url.href}?options=-c%20search_path%3Dpractice_b,public&sslmode=disable`;
  const init = ['business', 'init', '--yes', '--name', 'Practice B', '--owner', 'pat@example.com', '--database'];
  const { stdout, stderr } = await runProgram([...init, database], env, '', home);
  const [command = ''] = stdout.match(/rcpt-mcp users set-password .*/) ?? [];
  expect(command, stderr).not.toBe('');
  for (const text of [url.password, password]) expect(stdout).not.toContain(text);
  const pasted = command.replace('rcpt-mcp', '"$NODE" "$PROGRAM"');
  const run = promisify(execFile)('sh', ['-c', `${pasted} --generate`], { env, cwd: home });
  expect(await run).toMatchObject({ stdout: expect.stringContaining('Dashboard password of pat@example.com') });
});
