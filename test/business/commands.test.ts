import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { copyTemplate, temporaryFolder } from '../support/engines.ts';
import { cleanEnvironment, runProgram, startProgram } from '../support/program.ts';
import { practice } from './support/practice.ts';

/** `rcpt-mcp business` as a person or a script runs it. */
const EXAMPLE = fileURLToPath(new URL('../../docs/examples/bright-smile-dental.yaml', import.meta.url));
const home = temporaryFolder();
const env = cleanEnvironment(home, { TZ: 'Europe/Vienna', LANG: 'de_AT.UTF-8' });
afterAll(() => rmSync(home, { recursive: true, force: true }));

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
  return () => rmSync(folder, { recursive: true, force: true });
});

const run = (...args: string[]) => runProgram(['business', ...args, '--database', 'p.db'], env, '', folder);
const lines = (text: string) => text.trimEnd().split('\n');

function write(content: object, name = 'business.yaml'): string {
  writeFileSync(join(folder, name), stringify(content));
  return name;
}

describe('business plan and apply', () => {
  it('exit with 2 and 0, and the last line of a plan is the command that applies it', async () => {
    const plan = await run('plan', EXAMPLE);
    expect(plan).toMatchObject({ code: 2, stderr: '' });
    expect(lines(plan.stdout)[0]).toBe('25 changes, in a database that holds no business yet:');
    expect(lines(plan.stdout).at(-1)).toBe(
      `To apply it: rcpt-mcp business apply ${EXAMPLE} --revision 0 --database p.db`,
    );
    expect(readdirSync(folder)).toEqual([]);
    const applied = await run('apply', '--yes', EXAMPLE, '--revision', '0');
    expect(applied).toMatchObject({ code: 0, stderr: '' });
    expect(lines(applied.stdout)[0]).toBe('25 changes applied: the business is at revision 2.');
    const again = await run('plan', EXAMPLE);
    expect(again).toMatchObject({ code: 0, stderr: '' });
    expect(again.stdout).toBe(`No changes: the database is as ${EXAMPLE} says (revision 2).\n`);
  });

  it('exit with 1 for a file with errors, and name line, field and a right value', async () => {
    write({ name: 'A', services: [{ id: 'exam', duration: '30m', staff: ['x'] }] });
    const refused = await run('plan', 'business.yaml');
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(lines(refused.stderr)).toEqual([
      'rcpt-mcp: business.yaml has 4 problems.',
      'business.yaml:1: time_zone: is required for a new business, such as America/Denver',
      'business.yaml:1: country: is required for a new business, such as US',
      'business.yaml:1: currency: is required for a new business, such as USD',
      'business.yaml:5: services[0].staff: there is no staff member x; known: none yet',
    ]);
    const json = await run('apply', '--yes', 'business.yaml', '--json');
    expect(json).toMatchObject({ code: 1, stderr: '' });
    expect(JSON.parse(json.stdout).problems).toHaveLength(4);
  });

  it('apply shows the plan where it cannot ask, and changes nothing without --yes', async () => {
    write(practice());
    const needed = 'rcpt-mcp: Nothing was changed. To apply the file, repeat the command with --yes.\n';
    const refused = await run('apply', 'business.yaml');
    expect(refused).toMatchObject({ code: 2, stderr: needed });
    expect(refused.stdout).toContain('New user Pat Owner');
    const json = await run('apply', 'business.yaml', '--json');
    expect(json).toMatchObject({ code: 2, stderr: needed });
    expect(JSON.parse(json.stdout)).toMatchObject({ applied: false });
    expect((await run('show')).code).toBe(1);
    await run('apply', '--yes', 'business.yaml');
    expect(await run('apply', 'business.yaml')).toMatchObject({ code: 0, stderr: '' });
  });

  it('name new equal names of services and of people, once', async () => {
    const { services: [service] = [], staff: [person] = [], ...rest } = practice();
    const twins = {
      ...rest,
      services: [
        { ...service, id: 'first', name: 'Color', staff: 'all' },
        { ...service, id: 'second', name: 'color', staff: 'all' },
      ],
      staff: [person, { ...person, id: 'twin', name: person?.name }],
    };
    const { stdout } = await run('apply', '--yes', write(twins));
    expect(stdout).toContain(
      'Equal names, which tools understand only by id:\n  services: Color (first, second)\n  staff: ',
    );
    expect((await run('plan', 'business.yaml')).stdout).not.toContain('Equal names');
  });

  it('name what left the file, and archive it with --prune', async () => {
    await run('apply', '--yes', write(practice()));
    const { services = [], ...rest } = practice();
    write({ ...rest, services: services.slice(0, 1) });
    const kept = await run('plan', 'business.yaml');
    expect(kept.code).toBe(0);
    expect(lines(kept.stdout)).toEqual([
      'No changes: the database is as business.yaml says (revision 2).',
      '',
      'In the database, not in the file, and kept. With --prune:',
      '  Archive service New patient exam',
    ]);
    const pruned = await run('plan', 'business.yaml', '--prune');
    expect(pruned.code).toBe(2);
    expect(lines(pruned.stdout)).toEqual([
      '1 change since revision 2:',
      '  Archive service New patient exam',
      '',
      'To apply it: rcpt-mcp business apply business.yaml --prune --revision 2 --database p.db',
    ]);
  });

  it('say in the past what apply has archived, removed and restored', async () => {
    const { services = [], closures = [], ...rest } = practice();
    const all = { ...rest, services, closures: [...closures, { from: '2199-12-24' }] };
    await run('apply', '--yes', write(all));
    write({ ...all, services: services.slice(0, 1), closures });
    const applied = await run('apply', 'business.yaml', '--prune', '--yes');
    expect(lines(applied.stdout)).toEqual([
      '2 changes applied: the business is at revision 3.',
      '  Removed: closed 2199-12-24',
      '  Archived service New patient exam',
    ]);
    const restored = await run('apply', write(all), '--yes');
    expect(restored.stdout).toContain('\n  Restored archived service New patient exam: ');
  });

  it('name the API keys that end with a user who is removed, or have fewer scopes with another role', async () => {
    const owner = (email: string, role = 'owner') => ({ email: `${email}@example.com`, name: email, role });
    const fileOf = (...users: object[]) => write({ ...practice(), users });
    await run('apply', '--yes', fileOf(owner('ada')));
    const args = ['keys', 'create', '--name', 'till', '--scopes', 'read:services,webhooks:manage'];
    const created = await runProgram([...args, '--database', 'p.db'], env, '', folder);
    const [id = 'none'] = created.stdout.match(/\bkey_\w+/) ?? [];
    const next = 'A key for programs that still need access: rcpt-mcp keys create --name NAME --database p.db';

    const demoted = lines((await run('apply', '--yes', fileOf(owner('ada', 'member'), owner('ben')))).stdout);
    expect(demoted.slice(-3)).toEqual(['', `Key ${id} (till) has only the scopes read:services now.`, next]);
    const replaced = fileOf(owner('ben'));
    const planned = lines((await run('plan', replaced, '--prune')).stdout);
    expect(planned.slice(-5)).toEqual([
      '',
      `Key ${id} (till) will work no longer.`,
      next,
      '',
      expect.stringMatching(/^To apply it: /),
    ]);
    const applied = await run('apply', '--yes', replaced, '--prune', '--json');
    expect(JSON.parse(applied.stdout).limited_keys).toEqual([{ id, name: 'till', status: 'no_access', scopes: [] }]);
    expect(lines((await run('plan', replaced, '--prune')).stdout)).toHaveLength(1);
  });

  it('refuse a file that is not UTF-8, instead of storing names without their accents', async () => {
    const text = stringify({ ...practice(), name: 'Zahnarztpraxis Müller' });
    for (const encoding of ['latin1', 'utf16le'] as const) {
      writeFileSync(join(folder, 'business.yaml'), Buffer.from(text, encoding));
      for (const action of ['plan', 'apply']) {
        const refused = await run(action, 'business.yaml');
        expect(refused.code).toBe(1);
        expect(refused.stderr).toMatch(/^rcpt-mcp: business\.yaml .* save it as UTF-8\./);
        expect(refused.stderr.includes('Nothing was changed.')).toBe(action === 'apply');
      }
    }
    writeFileSync(join(folder, 'business.yaml'), `\ufeff${text}`);
    expect(await run('apply', '--yes', 'business.yaml')).toMatchObject({ code: 0, stderr: '' });
    expect((await run('show')).stdout).toContain('Zahnarztpraxis Müller');
  });

  it('refuse a database that holds the demo business', async () => {
    await runProgram(['demo', 'reset', '--yes', '--database', 'p.db'], env, '', folder);
    for (const action of ['plan', 'apply']) {
      const { code, stderr } = await run(action, write(practice()));
      expect(code).toBe(1);
      const outcome = action === 'apply' ? ' Nothing was changed.' : '';
      expect(stderr).toBe(
        `rcpt-mcp: This database holds the demo business Brindlebrook Dental.${outcome} Choose another database with --database, or remove the demo: rcpt-mcp demo remove --database p.db\n`,
      );
    }
  });

  it.each([
    [['plan'], 'business plan needs FILE. Usage: rcpt-mcp business plan FILE.'],
    [['apply', 'a', 'b'], 'business apply takes no further arguments after FILE'],
    [['show', 'a'], 'business show takes no further arguments. Usage: rcpt-mcp business show.'],
    [
      ['export', 'a', 'b'],
      'business export takes no further arguments after FILE. Usage: rcpt-mcp business export [FILE].',
    ],
    [['plan', 'a', '--revision', '3'], '--revision is not an option of business plan; it belongs to business apply.'],
    [['import'], 'business needs one of init, plan, apply, export, show'],
    [[], 'business needs one of init'],
  ])('business %j is a wrong command line', async (args, message) => {
    expect(await run(...args)).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
  });

  it('refuse a text that the database would cut off', async () => {
    const text = stringify(practice()).replace('Jin Kim', '"Jin\\0Kim"');
    writeFileSync(join(folder, 'business.yaml'), text);
    const refused = await run('apply', '--yes', 'business.yaml');
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toMatch(/staff\[2\]\.name: must be well-formed Unicode without U\+0000/);
  });

  it('report a file that does not exist and a folder', async () => {
    expect(await run('plan', 'none.yaml')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('There is no file none.yaml'),
    });
    expect(await run('plan', '.')).toMatchObject({ code: 1, stderr: expect.stringContaining('it is a folder') });
  });
});

describe('business export', () => {
  it('writes what a plan finds nothing to change in, to stdout and to a new private file', async () => {
    await run('apply', '--yes', EXAMPLE);
    const printed = await run('export');
    writeFileSync(join(folder, 'printed.yaml'), printed.stdout);
    expect(lines(printed.stdout)[0]).toMatch(/^# yaml-language-server: \$schema=https:\/\/\S+business\.schema\.json$/);
    const written = await run('export', 'written.yaml');
    expect(written.stdout).toBe(
      'written.yaml is written. Compare it with the database: rcpt-mcp business plan written.yaml --database p.db\n',
    );
    expect(readFileSync(join(folder, 'written.yaml'), 'utf8')).toBe(printed.stdout);
    if (process.platform !== 'win32') expect(statSync(join(folder, 'written.yaml')).mode & 0o777).toBe(0o600);
    for (const file of ['printed.yaml', 'written.yaml']) expect((await run('plan', file, '--prune')).code).toBe(0);
    expect(await run('export', 'written.yaml')).toMatchObject({
      code: 1,
      stderr:
        'rcpt-mcp: written.yaml exists already. Nothing was written. rcpt-mcp business export written.yaml --replace --database p.db replaces it. Or choose another name.\n',
    });
    expect((await run('export', '-')).stdout).toBe(printed.stdout);
    expect(await run('export', 'nowhere/b.yaml')).toMatchObject({
      code: 1,
      stderr:
        'rcpt-mcp: The folder of nowhere/b.yaml does not exist. Make it, or choose another one. Nothing was written.\n',
    });
    for (const name of ['-', 'nowhere']) expect(existsSync(join(folder, name)), name).toBe(false);
  });

  it('replaces a file as a whole with --replace, which keeps its mode, and makes one that is not there', async () => {
    await run('apply', '--yes', EXAMPLE);
    const { stdout: text } = await run('export');
    const old = join(folder, 'old.yaml');
    writeFileSync(old, `${text}# and more\n`.repeat(2), { mode: 0o640 });
    for (const name of ['old.yaml', 'new.yaml']) {
      expect(await run('export', name, '--replace')).toMatchObject({ code: 0, stderr: '' });
      expect(readFileSync(join(folder, name), 'utf8')).toBe(text);
    }
    if (process.platform !== 'win32') {
      expect(['old.yaml', 'new.yaml'].map((name) => statSync(join(folder, name)).mode & 0o777)).toEqual([0o640, 0o600]);
    }
    expect(await run('export', '--replace')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining(
        '--replace needs the name of a file, such as rcpt-mcp business export business.yaml --replace.',
      ),
    });
    expect(await run('export', 'nowhere/b.yaml', '--replace')).toMatchObject({ code: 1 });
    expect(existsSync(join(folder, 'nowhere'))).toBe(false);
  });

  it('export and show name the next step in a database without a business', async () => {
    copyTemplate('platform', join(folder, 'p.db'));
    for (const action of ['export', 'show']) {
      const { code, stderr } = await run(action);
      expect([code, stderr]).toEqual([
        1,
        expect.stringContaining('To set one up: rcpt-mcp business init --database p.db'),
      ]);
    }
  });
});

describe('business show', () => {
  it('prints names whole into a pipe, and a section for each part', async () => {
    const file = practice();
    const long = 'A very long name of something that no person would shorten of their own accord';
    write({
      ...file,
      name: `${long} ${long}`,
      staff: file.staff?.map((member) => ({
        ...member,
        name: long,
        time_off: [{ from: '2100-01-01', to: '2100-02-01' }],
      })),
      services: file.services?.map((service) => ({ ...service, name: long, staff: 'all', price: 12_345_678.9 })),
      closures: [
        { from: '2100-01-01', reason: long },
        { from: '2020-01-01', reason: 'long ago' },
      ],
    });
    await run('apply', '--yes', 'business.yaml');
    const { stdout } = await run('show');
    expect(lines(stdout)).toContain(`${long} ${long}`);
    expect(stdout).toMatch(new RegExp(`^ {2}cleaning +${long} +45m `, 'm'));
    expect(stdout).not.toContain('…');
    for (const title of ['Opening hours', 'Closures', 'Services', 'People', 'Time off', 'Rules', 'Users']) {
      expect(lines(stdout)).toContain(title);
    }
    expect(stdout).toContain('2100-01-01 to 2100-02-01');
    expect(stdout).not.toContain('long ago');
  });

  it('names the people who have a private calendar, without its address', async () => {
    const person = { id: 'zoe', name: 'Zoe Alder', calendar: 'https://calendar.example.com/canary.ics' };
    write({ ...practice(), staff: [...(practice().staff ?? []), person] });
    await run('apply', '--yes', 'business.yaml');
    const { stdout } = await run('show');
    expect(stdout).toMatch(/^ {2}id +name +hours +calendar$/m);
    expect(stdout).toMatch(/^ {2}zoe +Zoe Alder +opening hours +private$/m);
    expect(stdout.match(/ private$/gm)).toHaveLength(1);
    expect(stdout).not.toContain('canary');
  });

  it('names notice and window of a service, and how long a day of opening hours is', async () => {
    const { services = [], ...file } = practice();
    write({
      ...file,
      rules: { ...file.rules, minimum_notice: '2h', notice_counts: 'opening_hours' },
      services: services.map((one) =>
        one.id === 'cleaning' ? { ...one, minimum_notice: '1d', booking_window: '60d' } : one,
      ),
    });
    const plan = await run('plan', 'business.yaml');
    expect(plan.stdout).toContain('minimum notice 1d (24h of opening hours), booking window 60d');
    await run('apply', '--yes', 'business.yaml');
    const shown = (await run('show')).stdout;
    expect(shown).toContain('\n  minimum notice: 2h of opening hours\n');
    expect(shown).toContain(
      '\nNotice and booking window of single services\n  cleaning  minimum notice 1d (24h of opening hours), booking window 60d\n',
    );
    const all = await run('plan', write({ rules: { notice_counts: 'all_hours' } }));
    expect(lines(all.stdout).slice(1, 4)).toEqual([
      '  Rules: minimum notice from 2h of opening hours to 2h',
      '  Rules: notice counts from opening_hours to all_hours',
      '  Service Cleaning: minimum notice from 1d (24h of opening hours) to 1d',
    ]);
  });

  it('shows the prices of today, and those of later dates', async () => {
    const { services = [], ...file } = practice();
    const price_changes = [
      { from: '2020-01-01', price: 119 },
      { from: '2198-01-01', price: 125 },
    ];
    write({
      ...file,
      services: services.map((service) => (service.id === 'cleaning' ? { ...service, price_changes } : service)),
    });
    await run('apply', '--yes', 'business.yaml');
    const shown = lines((await run('show')).stdout);
    expect(shown).toContainEqual(expect.stringMatching(/^ {2}cleaning +Cleaning +45m +119\.00 /));
    expect(shown.slice(shown.indexOf('Later prices') + 1)[0]).toBe('  2198-01-01  Cleaning  125.00');
  });

  it('shows the business as JSON without secret addresses of calendars', async () => {
    const file = practice();
    write({
      ...file,
      staff: file.staff?.map((member) => ({ ...member, calendar: 'https://calendar.example/canary' })),
    });
    await run('apply', '--yes', 'business.yaml');
    const { stdout } = await run('show', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ name: 'Bright Smile Dental', bookings_ahead: 0, is_demo: false });
    expect(stdout).not.toContain('canary');
    const plan = await run('plan', write({ staff: [{ id: 'lee', calendar: 'https://calendar.example/canary2' }] }));
    expect(plan.stdout).toContain('Dr. Dana Lee: calendar is set');
    expect(plan.stdout).not.toContain('canary');
  });
});

describe('business init without a terminal', () => {
  it('takes options and proposals, writes the file, and sets up the database', async () => {
    const done = await run(
      'init',
      '--yes',
      '--name',
      'Zahnarztpraxis Lindner',
      '--people',
      'Dr. Zoë Lindner, Sam Ortiz',
      '--services',
      'Mundhygiene 45m 95.50, Beratung 30m kostenlos',
      '--opening-hours',
      'Mo Di Do Fr 8-12 u. 14-18, Sa 9-12',
      '--time-zone',
      'Österreich',
      '--default-country',
      'Österreich',
      '--owner',
      'zoe@example.com',
    );
    expect(done).toMatchObject({ code: 0, stderr: '' });
    expect(lines(done.stdout)[0]).toBe(
      'business.yaml is written, and the database (p.db) holds Zahnarztpraxis Lindner.',
    );
    expect(done.stdout).toContain('rcpt-mcp users set-password zoe@example.com --database p.db');
    expect((await run('plan', 'business.yaml', '--prune')).code).toBe(0);
    const { stdout } = await run('export', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      name: 'Zahnarztpraxis Lindner',
      time_zone: 'Europe/Vienna',
      country: 'AT',
      currency: 'EUR',
      opening_hours: ['Mon, Tue, Thu, Fri 08:00-12:00, 14:00-18:00', 'Sat 09:00-12:00'],
      services: [
        { id: 'beratung', name: 'Beratung', duration: '30m', price: 0, staff: 'all' },
        { id: 'mundhygiene', price: 95.5 },
      ],
      staff: [{ id: 'dr_zoe_lindner', name: 'Dr. Zoë Lindner' }, { id: 'sam_ortiz' }],
      users: [{ email: 'zoe@example.com', role: 'owner' }],
    });
  });

  it('init --yes says that the time zone is UTC because that of the computer is, and how to change it', async () => {
    const utc = { ...env, TZ: 'UTC' };
    const init = (file: string, ...more: string[]) =>
      runProgram(
        ['business', 'init', file, '--yes', '--name', 'A', ...more, '--database', `${file}.db`],
        utc,
        '',
        folder,
      );
    const sentence =
      'The time zone is UTC, because that of this computer is UTC. If the business is elsewhere, change time_zone in a.yaml, such as to America/New_York, then: rcpt-mcp business apply a.yaml --database a.yaml.db';
    const said = await init('a.yaml');
    expect([said.code, lines(said.stdout)[1], said.stderr]).toEqual([0, sentence, '']);
    const json = await init('b.yaml', '--json');
    expect(JSON.parse(json.stdout)).toMatchObject({ file: 'b.yaml' });
    expect(json.stderr).toContain('change time_zone in b.yaml');
    const args = ['business', 'init', 'unknown.yaml', '--yes', '--name', 'A', '--database', 'unknown.db'];
    const unknown = await runProgram(args, { ...env, TZ: '' }, '', folder);
    expect(unknown).toMatchObject({ code: 0, stderr: '' });
    expect(lines(unknown.stdout)[1]).toContain('The time zone is UTC, because that of this computer is unknown. If');
    for (const zone of ['UTC', 'Europe/Vienna']) {
      const stated = await init(`${zone.slice(0, 3)}.yaml`, '--time-zone', zone);
      expect(stated.stdout + stated.stderr).not.toContain('The time zone is');
    }
  });

  it('init --yes without --owner says that the owner is a placeholder', async () => {
    const init = (file: string, ...more: string[]) =>
      runProgram(
        ['business', 'init', file, '--yes', '--name', 'A', ...more, '--database', `${file}.db`],
        env,
        '',
        folder,
      );
    const sentence =
      'The owner is the placeholder owner@example.com. Write the right address into users in o.yaml, then: rcpt-mcp business apply o.yaml --prune --database o.yaml.db';
    expect(lines((await init('o.yaml')).stdout)).toContain(sentence);
    writeFileSync(
      join(folder, 'o.yaml'),
      readFileSync(join(folder, 'o.yaml'), 'utf8').replace('owner@example.com', 'pat@example.com'),
    );
    const apply = ['business', 'apply', 'o.yaml', '--prune', '--yes', '--database', 'o.yaml.db'];
    expect(await runProgram(apply, env, '', folder)).toMatchObject({ code: 0 });
    const shown = await runProgram(['business', 'show', '--json', '--database', 'o.yaml.db'], env, '', folder);
    expect(shown.stdout).not.toContain('owner@example.com');
    expect((await init('q.yaml', '--json')).stderr).toContain('the placeholder');
    expect((await init('r.yaml', '--owner', 'pat@example.com')).stdout).not.toContain('placeholder');
  });

  it('init - is refused, because a file of this name is hardly meant', async () => {
    const args = ['business', 'init', '-', '--yes', '--name', 'A', '--database', 'dash.db'];
    const { code, stderr } = await runProgram(args, env, '', folder);
    expect([code, stderr]).toEqual([2, expect.stringContaining('such as rcpt-mcp business init business.yaml')]);
    expect(existsSync(join(folder, '-'))).toBe(false);
  });

  it('overwrites no file and no business', async () => {
    write({ name: 'A' });
    const exists = await run('init', '--yes', '--name', 'B');
    expect([exists.code, exists.stderr]).toEqual([
      1,
      expect.stringContaining('business.yaml exists. Nothing was changed.'),
    ]);
    expect(existsSync(join(folder, 'p.db'))).toBe(false);
    expect((await run('init', 'b.yaml', '--yes', '--name', 'B')).code).toBe(0);
    expect(readFileSync(join(folder, 'b.yaml'), 'utf8')).toContain(
      '# What the business is. After a change: rcpt-mcp business plan b.yaml --database p.db, then apply.\n',
    );
    const again = await run('init', 'c.yaml', '--yes', '--name', 'C');
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('This database holds the business B.')]);
    expect(existsSync(join(folder, 'c.yaml'))).toBe(false);
  });

  it.each([
    [[], /asks questions on a terminal\. Without one, .* --yes --name/],
    [['--yes'], /needs the name of the business, such as --name/],
    [
      ['--yes', '--name', 'A', '--services', 'Schnitt 45m 49,30 Bart 30m 29'],
      /"Schnitt 45m 49,30 Bart 30m 29" must be .* Consultation 30m 0, with a space after the comma/,
    ],
    [['--yes', '--name', 'A', '--services', 'Cleaning'], /"Cleaning" must be a name, a duration and a price, such as/],
    [['--yes', '--name', 'A', '--owner', 'pat'], /must be an e-mail address such as/],
    [['--yes', '--name', 'A', '--currency', 'bucks'], /Currency: It must be an ISO 4217 currency code such as USD/],
    [['--yes', '--name', 'A', '--people', ','], /at least one name/],
    [['--yes', '--name', 'A', '--time-zone', 'Mars'], /Time zone: It must be an IANA time zone such as/],
    [['--yes', '--name', 'A', '--opening-hours', 'Mon'], /Opening hours: "Mon" is not days and times/],
  ])('refuses %j and writes nothing', async (args, message) => {
    const { code, stderr } = await run('init', ...args);
    expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
    for (const name of ['business.yaml', 'p.db']) expect(existsSync(join(folder, name)), name).toBe(false);
  });
});

it('init with a price that its currency cannot have leaves no file, no database and no folder', async () => {
  const args = [
    'init',
    '--yes',
    '--name',
    'A',
    '--currency',
    'JPY',
    '--services',
    'Cut 45m 1.50',
    '--database',
    'new/p.db',
  ];
  const { code, stderr } = await runProgram(['business', ...args], env, '', folder);
  expect([code, stderr]).toEqual([2, expect.stringContaining('the price must have at most 0 decimal places')]);
  expect(readdirSync(folder)).toEqual([]);
});

it('init with a database that cannot be made writes no file', async () => {
  writeFileSync(join(folder, 'taken'), '');
  const args = ['business', 'init', '--yes', '--name', 'A', '--database', 'taken/p.db'];
  const { code, stderr } = await runProgram(args, env, '', folder);
  expect([code, stderr]).toEqual([1, expect.stringContaining('p.db')]);
  expect(readdirSync(folder)).toEqual(['taken']);
});

it('http says whose business it serves', async () => {
  const database = join(folder, 'p.db');
  await run('apply', '--yes', write(practice()));
  const server = startProgram(['http', '--port', '0', '--database', database], env);
  const [line] = await server.until(/^rcpt-mcp .*$/m);
  await server.stop();
  expect(line).toContain(`tools for Bright Smile Dental, on the embedded platform (${database})`);
});

describe('--demo=false', () => {
  it.each([
    [['--demo=false'], {}],
    [[], { RCPT_DEMO: 'false' }],
  ])('with %j and %j a new database stays empty', async (args, variables) => {
    const initialize = {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } },
    };
    const call = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'list_services', arguments: {} } };
    const messages = [initialize, { jsonrpc: '2.0', method: 'notifications/initialized' }, call];
    const input = messages.map((message) => `${JSON.stringify(message)}\n`).join('');
    const { stdout } = await runProgram(['--database', 'p.db', ...args], { ...env, ...variables }, input, folder);
    expect(
      lines(stdout)
        .map((line) => JSON.parse(line))
        .find(({ id }) => id === 2).result.structuredContent,
    ).toMatchObject({ items: [], total: 0 });
    expect((await run('apply', '--yes', write(practice()))).code).toBe(0);
  });
});

it.each([
  ['apply --yes', 'name: A\nhourss: Mon 09:00-17:00\n', 'hourss: is not a field'],
  ['apply --yes', 'name: A\n', 'time_zone: is required'],
  ['plan', 'name: A\n', 'time_zone: is required'],
])('%s of a refused file makes no database: %j', async (command, file, problem) => {
  writeFileSync(join(folder, 'business.yaml'), file);
  const args = ['business', ...command.split(' '), 'business.yaml', '--database', 'new/p.db'];
  const { code, stderr } = await runProgram(args, env, '', folder);
  expect([code, stderr]).toEqual([1, expect.stringContaining(problem)]);
  expect(readdirSync(folder)).toEqual(['business.yaml']);
});
