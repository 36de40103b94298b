import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/platform.ts';
import { cleanEnvironment, PROGRAM, runProgram, startProcess } from '../support/program.ts';

/** Commands that the program prints, as a person copies them into a shell. */
const home = temporaryFolder();
const file = join(home, 'my practice.db');
const env = cleanEnvironment(home, { NODE: process.execPath, PROGRAM });
const run = (...args: string[]) => runProgram([...args, '--database', file], env, '', home);
/** Runs a printed command, with the built program, in a shell. */
const paste = (command: string) =>
  promisify(execFile)('sh', ['-c', command.replace('rcpt-mcp', '"$NODE" "$PROGRAM"')], { env, cwd: home });
const COMMAND = /rcpt-mcp (?!:).*/g;

beforeAll(async () => {
  const made = await run('business', 'init', '--yes', '--name', 'Corner Salon', '--owner', 'owner@example.com');
  expect(made).toMatchObject({ code: 0 });
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

describe.skipIf(process.platform === 'win32')('a command that is printed', () => {
  it('sets the password of the user who was added to this database', async () => {
    const { stdout } = await run('users', 'add', 'pat@example.com', '--name', 'Pat');
    const [command = ''] = stdout.match(COMMAND) ?? [];
    expect(await paste(`${command} --generate`)).toMatchObject({
      stdout: expect.stringContaining('Dashboard password of pat@example.com'),
    });
  });

  it.each([
    ['users remove nouser@example.com', 'pat@example.com'],
    ['keys revoke key_none', 'no API keys yet'],
    ['calls show call_none', 'no calls yet'],
    ['calls sources remove src_none --yes', 'no sources yet'],
    ['calls sources replay rep_none', 'No report has arrived yet'],
    ['calendars revoke cal_none', 'no calendar feeds yet'],
    ['platform webhooks ping wh_none', 'There are no webhooks.'],
  ])('lists what there is in this database, after %s', async (mistaken, listed) => {
    const { code, stderr } = await run(...mistaken.split(' '));
    expect(code).toBe(1);
    const command = stderr.trimEnd().match(COMMAND)?.at(-1) ?? '';
    const shown = await paste(command.slice(command.lastIndexOf('rcpt-mcp ')));
    expect(shown.stdout).toContain(listed);
  });

  it.each([
    ['keys list', 'keys create --name NAME'],
    ['calls list', 'calls sources add VENDOR --name NAME'],
    ['calls sources list', 'calls sources add vapi --name "front desk"'],
    ['calendars list', 'calendars add'],
  ])('names the database, after the empty %s', async (empty, next) => {
    const { stdout } = await run(...empty.split(' '));
    expect(stdout).toContain(`rcpt-mcp ${next} --database '${file}'\n`);
  });

  it('names no database that the environment names', async () => {
    const { stdout } = await runProgram(['keys', 'list'], { ...env, RCPT_DATABASE: file });
    expect(stdout).toBe('There are no API keys yet. To make one: rcpt-mcp keys create --name NAME\n');
  });
});

describe.skipIf(process.platform === 'win32')('a printed command', () => {
  const empty = ['keys', 'list', '--database', file];

  it('runs as it is in the folder of a checkout', async () => {
    const cwd = join(dirname(PROGRAM), '..');
    const checkout = startProcess([process.execPath, 'dist/cli.js', ...empty], env, cwd);
    expect(await checkout.ended).toBe(0);
    const [command = ''] = checkout.output.stdout.match(/node .*/) ?? [];
    const named = command.replace('NAME', 'bot');
    expect(named).toMatch(/^node dist\/cli\.js keys create --name bot /);
    const made = await promisify(execFile)('sh', ['-c', named], { env, cwd });
    expect(made.stdout).toMatch(/^sk_live_/m);
    await promisify(execFile)('sh', ['-c', made.stdout.match(/node .* keys revoke .*/)?.[0] ?? ''], { env, cwd });
  });

  it('begins with npx, and stays whole, if npx has started the program', async () => {
    const folder = join(home, '.npm', '_npx', '1a2b', 'node_modules', '.bin');
    mkdirSync(folder, { recursive: true });
    symlinkSync(PROGRAM, join(folder, 'rcpt-mcp'));
    const byNpx = async (...args: string[]) => {
      const program = [process.execPath, join(folder, 'rcpt-mcp'), ...args, '--database', file];
      const started = startProcess(program, env);
      expect(await started.ended, started.output.stderr).toBe(0);
      return started.output.stdout;
    };
    const npx = 'npx -y (?:-p \\S+ -p \\S+ )?rcpt-mcp';
    expect(await byNpx('calls', 'list')).toMatch(new RegExp(`: ${npx} calls sources add VENDOR`));
    expect(await byNpx('doctor')).toMatch(new RegExp(`with the same options:\n  ${npx} install claude-desktop\n$`));
  });
});

it('the screen of a new source of calls has whole commands for this database', async () => {
  const { stdout } = await run('calls', 'sources', 'add', 'elevenlabs', '--name', 'desk');
  const [, id = ''] = stdout.match(/^Source (src_\w+)/) ?? [];
  const printed = stdout.match(COMMAND)?.filter((command) => command.startsWith('rcpt-mcp calls sources'));
  expect(printed).toEqual([
    `rcpt-mcp calls sources rotate ${id} --secret-file FILE --database '${file}'`,
    `rcpt-mcp calls sources log ${id} --database '${file}'`,
  ]);
});
