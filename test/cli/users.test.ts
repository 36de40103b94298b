import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/platform.ts';
import { cleanEnvironment, type RunningProgram, runProgram, startProgram } from '../support/program.ts';
import { HAS_TERMINAL, startOnTerminal } from '../support/terminal.ts';

/** The commands that manage dashboard users, next to a running platform on the same database. */
const PASSWORD = 'correct horse "battery"';
const EMAIL = 'sam.ortiz@example.com';
const home = temporaryFolder();
const database = ['--database', join(home, 'users.db')];
const env = cleanEnvironment(home);
let platform: RunningProgram;
let url: string;

const run = (...args: string[]) => runProgram(['users', ...args, ...database], env);
const withInput = (input: string, ...args: string[]) => runProgram(['users', ...args, ...database], env, input);
const login = async (password: string, email = EMAIL) => {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ email, password });
  return (await fetch(`${url}/api/dashboard/login`, { method: 'POST', headers, body })).status;
};

beforeAll(async () => {
  platform = startProgram(['platform', '--port', '0', ...database], env);
  url = (await platform.until(/http:\/\/127\.0\.0\.1:\d+/))[0];
  const added = await run('add', EMAIL, '--name', 'Sam Ortiz', '--role', 'admin');
  expect(added).toMatchObject({ code: 0, stdout: expect.stringContaining(`${EMAIL} (Sam Ortiz) is added as admin.`) });
});
afterAll(async () => {
  await platform.stop();
  rmSync(home, { recursive: true, force: true });
});

it('servers say how the first user signs in, until a user has a password', async () => {
  const signIn = /^ {2}To sign in: (.*)$/m;
  await platform.until(/Ctrl-C/);
  const command = `rcpt-mcp users set-password naomi.whitfield@example.com --generate --database ${database[1]}`;
  expect(platform.output.stdout.match(signIn)?.[1]).toBe(command);
  const http = async (...args: string[]) => {
    const server = startProgram(['http', '--port', '0', ...args, ...database], env);
    await server.until(/Ctrl-C/);
    await server.stop();
    return server.output.stdout.match(signIn)?.[1];
  };
  expect(await http()).toBe(command);
  expect(await http('--dashboard=false')).toBeUndefined();
  const set = await runProgram(command.split(' ').slice(1), env);
  expect(set.stdout.trimEnd().split('\n')).toEqual([
    `Sign in at /app of your server, or start one: rcpt-mcp http --database ${database[1]}, then http://127.0.0.1:8787/app`,
    'Dashboard password of naomi.whitfield@example.com, shown this once:',
    expect.stringMatching(/^\S{20}$/),
  ]);
  expect(await http()).toBeUndefined();
});

describe('rcpt-mcp users', () => {
  it('list has no name for a user of whom only the address is known', async () => {
    await run('add', 'desk@example.com', '--name', 'desk@example.com');
    expect((await run('list')).stdout).toMatch(/^desk@example\.com {2,}member +none$/m);
    await run('remove', 'desk@example.com');
  });

  it('add names the link of the dashboard once an owner can sign in and make it, and set-password before', async () => {
    const add = async (at: string[]) => {
      const { stdout } = await runProgram(['users', 'add', 'pat@example.com', '--name', 'Pat', ...at], env);
      return stdout.split('\n')[1]?.replace(/ rcpt-mcp users set-password pat@example\.com --database .*$/, ' COMMAND');
    };
    expect(await add(database)).toBe(
      'To choose a password, the user needs a link, which an owner makes on the page "Users" of the dashboard. To set one instead: COMMAND',
    );
    await run('remove', 'pat@example.com');
    const fresh = ['--database', join(home, 'fresh.db')];
    await runProgram(['business', 'init', join(home, 'fresh.yaml'), '--yes', '--name', 'Fresh', ...fresh], env);
    expect(await add(fresh)).toBe('To sign in, the user needs a password: COMMAND');
  });

  it('add changes an existing user, and says so', async () => {
    expect((await run('add', EMAIL, '--name', 'Sam Ortiz')).stdout).toContain('is admin already: nothing changes');
    const changed = await run('add', EMAIL.toUpperCase(), '--role', 'owner', '--json');
    expect(JSON.parse(changed.stdout)).toEqual({
      outcome: 'changed',
      user: {
        email: EMAIL,
        name: 'Sam Ortiz',
        role: 'owner',
        has_password: false,
        last_sign_in_at: null,
        staff_id: null,
        staff_name: null,
      },
    });
  });

  it('list shows all users, and with --json their records', async () => {
    const long = `${'long.'.repeat(12)}name@example.com`;
    await run('add', long, '--name', `Long ${'name '.repeat(30)}`);
    const { stdout } = await run('list');
    expect(stdout).toMatch(/^sam\.ortiz@example\.com +Sam Ortiz +owner +none$/m);
    const users = JSON.parse((await run('list', '--json')).stdout) as { email: string }[];
    expect(users.map(({ email }) => email)).toContain(long);
  });

  it('list shows the last sign-in of a user, also after the session has ended', async () => {
    const email = 'kim@example.com';
    await run('add', email, '--name', 'Kim Park');
    await withInput(PASSWORD, 'set-password', email);
    const listed = async () =>
      (JSON.parse((await run('list', '--json')).stdout) as { email: string; last_sign_in_at: string | null }[]).find(
        (user) => user.email === email,
      )?.last_sign_in_at;
    expect(await listed()).toBe(null);
    expect((await run('list')).stdout).not.toContain('last sign-in');
    const before = Date.now();
    expect(await login(PASSWORD, email)).toBe(200);
    await withInput(PASSWORD, 'set-password', email);
    const { stdout } = await run('list');
    expect(stdout).toMatch(/^e-mail .* last sign-in$/m);
    expect(stdout).toMatch(
      /^kim@example\.com +Kim Park +member +set +\w+day \d{4}-\d\d-\d\d \d\d:\d\d \(America\/New_York\)$/m,
    );
    const at = Date.parse(String(await listed()));
    expect(at).toBeGreaterThanOrEqual(before);
    expect(at).toBeLessThanOrEqual(Date.now());
    await run('remove', email);
  });

  it('add --staff chooses the person of a user by name or id, list shows it, and none takes it away', async () => {
    const email = 'keisha@example.com';
    expect((await run('list')).stdout).not.toMatch(/ person$/m);
    const added = await run('add', email, '--name', 'Keisha Brandt', '--staff', 'keisha');
    expect(added.stdout).toContain('is added as member.\nThe agenda of the dashboard opens with Keisha Brandt.\n');
    expect((await run('list')).stdout).toMatch(/^keisha@example\.com +Keisha Brandt +member +none +Keisha Brandt$/m);
    const changed = JSON.parse((await run('add', email, '--staff', 'stf_ibarra', '--json')).stdout);
    expect(changed).toMatchObject({ outcome: 'changed', user: { staff_id: 'stf_ibarra' } });
    // Without the option, the person stays.
    await run('add', email, '--role', 'admin');
    const shown = async () =>
      (JSON.parse((await run('list', '--json')).stdout) as { email: string }[]).find((user) => user.email === email);
    expect(await shown()).toMatchObject({ role: 'admin', staff_name: 'Dr. Rafael Ibarra' });
    const none = await run('add', email, '--staff', 'none');
    expect(none.stdout).toContain('The agenda of the dashboard opens with everyone.');
    expect(await shown()).toMatchObject({ staff_id: null, staff_name: null });
    await run('remove', email);
  });

  it('add --staff refuses an unknown, an ambiguous and an archived person, and adds no user', async () => {
    const business = (...args: string[]) => runProgram(['business', ...args, ...database], env);
    const listed = async () => (await run('list', '--json')).stdout;
    const before = await listed();
    const file = join(home, 'business.json');
    const apply = async (content: object) => {
      writeFileSync(file, JSON.stringify(content));
      expect(await business('apply', file, '--prune', '--yes')).toMatchObject({ code: 0 });
    };
    const present = JSON.parse((await business('export', '--json')).stdout);
    await apply({ ...present, staff: [...present.staff, { id: 'stf_leaving', name: 'Lea Leaving' }] });
    await run('add', EMAIL, '--staff', 'Leaving');
    expect(await listed()).toContain('Lea Leaving');
    await apply(present);
    expect(await listed()).toBe(before);
    for (const [staff, message] of [
      ['Anyone Else', '--staff: "Anyone Else" is not a staff member. State the id of one of: '],
      ['Dr.', '--staff: "Dr." is a name of several people. State the id of one of: '],
      ['lea', '--staff: "lea" is archived, so that it cannot be chosen.'],
      ['stf_leaving', '--staff: "stf_leaving" is archived, so that it cannot be chosen.'],
    ] as const) {
      const refused = await run('add', 'new@example.com', '--name', 'New', '--staff', staff);
      expect(refused).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(message) });
      expect(refused.stderr).toContain('Nothing was changed.');
    }
    expect(await listed()).toBe(before);
  });

  it('remove takes a user out, but not the last owner', async () => {
    await run('add', 'temp@example.com', '--name', 'Temp');
    expect(await run('remove', 'temp@example.com')).toMatchObject({ code: 0 });
    expect((await run('list')).stdout).not.toContain('temp@example.com');
    const owners = (JSON.parse((await run('list', '--json')).stdout) as { email: string; role: string }[]).filter(
      ({ role }) => role === 'owner',
    );
    const last = owners.pop()?.email ?? '';
    for (const { email } of owners) await run('add', email, '--role', 'admin');
    const refused = await run('remove', last);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/is the last owner.*Nothing was changed/) });
  });

  it('add and remove say which API keys of the user are limited, and keys list shows it', async () => {
    const email = 'keys@example.com';
    await run('add', email, '--name', 'Kay', '--role', 'admin');
    await withInput(PASSWORD, 'set-password', email);
    const send = async (path: string, body: unknown, headers: Record<string, string> = {}) =>
      fetch(`${url}/api${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
    const signedIn = await send('/dashboard/login', { email, password: PASSWORD });
    const team = ((await signedIn.json()) as { data: { teams: { id: string }[] } }).data.teams[0]?.id;
    const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
    const key = { name: 'till', scopes: ['read:services', 'webhooks:manage'] };
    const created = await send(`/teams/${team}/api-keys`, key, { cookie, origin: url });
    const { id } = ((await created.json()) as { data: { id: string } }).data;
    const listed = async () => {
      const { stdout } = await runProgram(['keys', 'list', '--json', ...database], env);
      return (JSON.parse(stdout) as { id: string }[]).find((one) => one.id === id);
    };
    expect(await listed()).toMatchObject({ status: 'active', scopes: key.scopes });
    const demoted = await run('add', email, '--role', 'member');
    expect(demoted.stdout).toContain(`Key ${id} (till) has only the scopes read:services now.`);
    expect(await listed()).toMatchObject({ status: 'active', scopes: ['read:services'] });
    expect((await run('remove', email)).stdout).toContain(`Key ${id} (till) works no longer.`);
    expect(await listed()).toMatchObject({ status: 'no_access' });
  });

  it('set-password reads a password from stdin, and from a file', async () => {
    expect(await withInput(`${PASSWORD}\n`, 'set-password', EMAIL)).toMatchObject({ code: 0 });
    expect([await login(PASSWORD), await login('another password')]).toEqual([200, 401]);
    const file = join(home, 'password.txt');
    writeFileSync(file, 'from a file, and long\r\n');
    const set = await run('set-password', EMAIL, '--password-file', file, '--json');
    expect(JSON.parse(set.stdout)).toEqual({ email: EMAIL });
    expect(await login('from a file, and long')).toBe(200);
  });

  it('set-password reads a file that a Windows editor saved as UTF-8 with byte order mark', async () => {
    const file = join(home, 'marked.txt');
    writeFileSync(file, '\ufeffgrößer, and long\r\n');
    expect(await run('set-password', EMAIL, '--password-file', file)).toMatchObject({ code: 0 });
    expect(await login('größer, and long')).toBe(200);
  });

  it.each([
    ['UTF-16', Buffer.from(`\ufeff${PASSWORD}\r\n`, 'utf16le'), 'is not a text in UTF-8'],
    ['UTF-16 without byte order mark', Buffer.from(PASSWORD, 'utf16le'), 'the password alone'],
    ['Windows-1252', Buffer.from('größer, and long', 'latin1'), 'is not a text in UTF-8'],
    ['two lines', Buffer.from(`${PASSWORD}\nfor the front desk\n`), 'the password alone, on one line'],
  ])('set-password refuses a file in %s, and the password stays', async (_what, bytes, message) => {
    await withInput(PASSWORD, 'set-password', EMAIL);
    const file = join(home, 'refused.txt');
    writeFileSync(file, bytes);
    const refused = await run('set-password', EMAIL, '--password-file', file);
    expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(message) });
    expect(refused.stderr).toContain('Nothing was changed.');
    expect(await login(PASSWORD)).toBe(200);
  });

  it.runIf(HAS_TERMINAL)('set-password reads a typed password twice, and the terminal does not show it', async () => {
    for (const [second, expected] of [
      [PASSWORD, 0],
      ['something else', 1],
    ] as const) {
      const typing = startOnTerminal(['users', 'set-password', EMAIL, ...database], env);
      await typing.until(/New password: /);
      typing.child.stdin?.write(`${PASSWORD}\r`);
      await typing.until(/Again: /);
      typing.child.stdin?.write(`${second}\r`);
      expect(await typing.ended, typing.output.stdout).toBe(expected);
      expect(typing.output.stdout).not.toContain(PASSWORD);
      expect(typing.output.stdout).toContain(
        expected === 0 ? 'is set' : 'The two passwords differ. Nothing was changed.',
      );
    }
    expect(await login(PASSWORD)).toBe(200);
  });

  it.runIf(HAS_TERMINAL)('Ctrl-C and Ctrl-D at a question end the program, and change nothing', async () => {
    await withInput(PASSWORD, 'set-password', EMAIL);
    for (const key of ['\u0003', '\u0004']) {
      const typing = startOnTerminal(['users', 'set-password', EMAIL, ...database], env);
      await typing.until(/New password: /);
      typing.child.stdin?.write(key);
      expect(await typing.ended).not.toBe(0);
    }
    expect(await login(PASSWORD)).toBe(200);
  });

  it.each([
    [[], '', 2, 'users needs one of add, list, remove, set-password'],
    [['add'], '', 2, 'users add needs EMAIL. Usage: rcpt-mcp users add EMAIL --name NAME.'],
    [['add', 'new@example.com'], '', 2, 'needs a name, such as --name "Pat Owner"'],
    [['add', 'new'], '', 2, 'needs a name, such as --name "Pat Owner". "new" is not an e-mail address, such as owner'],
    [['add', 'new', '--name', 'New'], '', 1, '"new" is not an e-mail address, such as owner@example.com'],
    [['add', EMAIL, '--role', 'boss'], '', 2, '--role must be one of owner, admin, member, such as --role admin'],
    [['remove', 'nouser@example.com'], '', 1, 'There is no user nouser@example.com. To see all: rcpt-mcp users list'],
    [['set-password', EMAIL], '', 2, 'There is no password: type it on a terminal'],
    [['set-password', EMAIL], 'short', 1, 'A password must have 12 to 200 characters.'],
    [['set-password', EMAIL], 'x'.repeat(5_000), 1, 'stdin is too long for a password'],
    [['set-password', EMAIL, '--password-file', '/no/file'], '', 1, '/no/file does not exist. Nothing was changed.'],
    [['set-password', EMAIL, '--password-file', '/'], '', 1, '/ is a folder. Nothing was changed. Name a file.'],
    [['set-password', EMAIL, '--password-file', '/x', '--generate'], '', 2, 'both set: keep one of them'],
    [['set-password', EMAIL, PASSWORD], '', 2, 'users set-password takes no further arguments after EMAIL'],
  ])('rejects users %j with advice', async (args, input, code, message) => {
    const result = await withInput(input, ...args);
    expect(result).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(message) });
    expect(result.stderr).not.toContain(PASSWORD);
  });
});
