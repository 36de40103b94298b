import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { copyTemplate } from '../support/engines.ts';
import { temporaryFolder } from '../support/platform.ts';
import { cleanEnvironment, runProgram } from '../support/program.ts';

/** Which database the commands use that manage data, and what they say about it. */
const home = temporaryFolder();
const env = cleanEnvironment(home);
const missing = join(home, 'typo.db');
const customers = join(home, 'customers.csv');
writeFileSync(customers, 'Name,Phone\nErika Muster,+15550100101\n');
afterAll(() => rm(home, { recursive: true, force: true }));

it.each([
  ['contacts', 'export'],
  ['contacts', 'import', customers, '--yes'],
  ['bookings', 'export'],
  ['keys', 'create', '--name', 'desk'],
  ['users', 'list'],
  ['calls', 'list'],
  ['agenda', 'today'],
  ['calendars', 'list'],
  ['platform', 'webhooks', 'list'],
  ['business', 'show'],
  ['business', 'export'],
])('%s %s refuses a path without a database, and creates none', async (...words) => {
  const given: [string[], object, string][] = [
    [['--database', missing], {}, '--database'],
    [[], { RCPT_DATABASE: missing }, 'RCPT_DATABASE'],
  ];
  for (const [flag, variable, named] of given) {
    const { code, stdout, stderr } = await runProgram([...words, ...flag], { ...env, ...variable });
    expect([code, stdout]).toEqual([1, '']);
    // Of a command that only reads, this goes without saying.
    const outcome = /import|create/.test(words.join(' ')) ? ' Nothing was changed.' : '';
    expect(stderr).toContain(`There is no database at ${missing}.${outcome} Correct the path (${named})`);
    expect(existsSync(missing)).toBe(false);
  }
});

it.each([
  ['contacts', 'export'],
  ['bookings', 'export'],
  ['users', 'list'],
  ['agenda', 'today'],
])('%s %s refuses an empty file, and leaves it empty', async (...words) => {
  const empty = join(home, 'empty.db');
  writeFileSync(empty, '');
  const { code, stdout, stderr } = await runProgram([...words, '--database', empty], env);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain(`There is no database at ${empty}: the file is empty. Correct the path`);
  expect(readFileSync(empty)).toHaveLength(0);
});

it.each(['contacts', 'bookings'])('%s export refuses a database whose business was never stored', async (records) => {
  const unseeded = join(home, `unseeded-${records}.db`);
  copyTemplate('platform', unseeded);
  const { code, stdout, stderr } = await runProgram([records, 'export', '--database', unseeded], env);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain('The database is empty. Choose another one');
});

it('a demo, and an invented call, are made where no database is', async () => {
  for (const words of [
    ['demo', 'reset', '--yes'],
    ['calls', 'simulate'],
  ]) {
    const path = join(home, `${words[0]}.db`);
    expect(await runProgram([...words, '--database', path], env)).toMatchObject({ code: 0, stderr: '' });
  }
});

it('the default database is created, because a command can be the first that a new user runs', async () => {
  const listed = await runProgram(['users', 'list'], env);
  expect(listed).toMatchObject({ code: 0, stdout: expect.stringContaining('naomi.whitfield@example.com'), stderr: '' });
});

it('contacts import refuses the demo business, and says how to come to one’s own', async () => {
  const people = async () => (await runProgram(['contacts', 'export', '--json'], env)).stdout;
  const before = await people();
  for (const flags of [['--yes'], ['--json'], []]) {
    const refused = await runProgram(['contacts', 'import', customers, ...flags], env);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toMatch(/demo business .* Nothing was changed\..*demo remove.*business init/);
  }
  expect(await people()).toBe(before);
});

it.skipIf(process.platform === 'win32')(
  'a database whose mode lets every user read it is warned of by commands and doctor',
  async () => {
    const path = join(home, 'exposed.db');
    await runProgram(['demo', 'reset', '--yes', '--database', path], env);
    const users = () => runProgram(['users', 'list', '--database', path], env);
    const doctor = async () => {
      const { stdout } = await runProgram(['doctor', '--json', '--database', path], env);
      const { checks } = JSON.parse(stdout) as { checks: { id: string; fix?: string }[] };
      return checks.find(({ id }) => id === 'database.exposure');
    };
    expect([(await users()).stderr, await doctor()]).toEqual(['', undefined]);
    chmodSync(path, 0o644);
    expect((await users()).stderr).toContain(
      'the database has mode 644, which lets every user of this machine read it: chmod 600 it',
    );
    expect(await doctor()).toMatchObject({ status: 'warning', fix: `chmod 600 ${path}` });
  },
);

it.each([
  ['contacts', 'export'],
  ['keys', 'list'],
  ['platform', 'webhooks', 'list'],
  ['business', 'show'],
])('%s %s says that the address of a remote platform is not used', async (...words) => {
  const remote = { RCPT_BASE_URL: 'https://receptionist.example.com', RCPT_API_KEY: 'sk_live_x' };
  const { code, stderr } = await runProgram(words, { ...env, ...remote });
  expect(code, stderr).toBe(0);
  expect(stderr).toMatch(/RCPT_BASE_URL is not used: this command is about the embedded platform/);
  expect(stderr.trim().split('\n')).toHaveLength(1);
});

it.skipIf(process.platform === 'win32')(
  'an empty or relative home folder stores no data in the working folder',
  async () => {
    const folder = temporaryFolder();
    const { XDG_DATA_HOME, ...others } = env;
    for (const [HOME, data] of [
      ['', ''],
      ['home', 'data'],
    ] as const) {
      const run = (more: object) => runProgram(['demo', 'reset', '--yes'], { ...others, HOME, ...more }, '', folder);
      // XDG Base Directory: a relative path is ignored.
      const refused = await run(process.platform === 'linux' ? { XDG_DATA_HOME: data } : {});
      expect([refused.code, refused.stdout]).toEqual([2, '']);
      expect(refused.stderr).toMatch(/^rcpt-mcp: This user has no home folder for data: set HOME to a folder/);
      expect(readdirSync(folder)).toEqual([]);
      expect(await run({ RCPT_DATABASE: join(home, 'named.db') })).toMatchObject({ code: 0, stderr: '' });
    }
    await rm(folder, { recursive: true });
  },
);
