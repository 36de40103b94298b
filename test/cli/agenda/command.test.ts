import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoDatabase } from '../../support/demo-database.ts';
import { type ListedPlatform, startListedPlatform } from '../../support/listed-platform.ts';
import { cleanEnvironment, runProgram } from '../../support/program.ts';
import { startHttp } from '../../support/session.ts';
import { HAS_TERMINAL, startOnTerminal } from '../../support/terminal.ts';
import { booking, MONDAY } from './records.ts';

const home = mkdtempSync(join(tmpdir(), 'rcpt-agenda-'));
const database = demoDatabase(home);
const environment = (extra: Record<string, string> = {}) =>
  cleanEnvironment(home, { TZ: 'America/New_York', RCPT_DATABASE: database, ...extra });
const agenda = (args: readonly string[], extra: Record<string, string> = {}) =>
  runProgram(['agenda', ...args], environment(extra));

let remote: ListedPlatform;
const onRemote = () => ({ RCPT_BASE_URL: remote.url, RCPT_API_KEY: 'sk_live_0123456789abcdef0123456789abcdef' });
beforeAll(async () => {
  remote = await startListedPlatform();
});
afterAll(async () => {
  await remote.close();
  rmSync(home, { recursive: true, force: true });
});

interface Day {
  date: string;
  open: object[] | null;
  people: { name: string; free: object[] | null }[];
  appointments: { from: string; contact: string; staff_id: string | null }[];
}

describe('rcpt-mcp agenda on the embedded platform', () => {
  it.each(['', 'Foo/Bar'])('mentions no clock of a computer whose zone is unknown: TZ="%s"', async (TZ) => {
    const { code, stdout, stderr } = await agenda([], { TZ });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).not.toMatch(/undefined|This computer's clock/);
  });

  it('draws seven days and prints the same as JSON', async () => {
    const [drawn, printed] = await Promise.all([agenda(['--week']), agenda(['today', '--week', '--json'])]);
    expect(drawn.code, drawn.stderr).toBe(0);
    const { business, time_zone, days } = JSON.parse(printed.stdout) as {
      business: string;
      time_zone: string;
      days: Day[];
    };
    expect([business, time_zone, days.length]).toEqual(['Brindlebrook Dental', 'America/New_York', 7]);
    const appointments = days.flatMap((day) => day.appointments);
    expect(drawn.stdout).toContain(`${appointments.length} appointments`);
    for (const { date } of days) expect(drawn.stdout).toContain(date);
    for (const name of days.flatMap(({ people }) => people.map((person) => person.name))) {
      expect(drawn.stdout).toContain(`  ${name} `);
    }
    for (const line of drawn.stdout.split('\n')) expect(line.length, line).toBeLessThanOrEqual(100);
    expect(drawn.stdout).not.toContain('\u001b');
  });

  it('shows an appointment of the longest service on each day on which it is not over', async () => {
    const session = await startHttp({ RCPT_TOOLSETS: 'bookings,setup', RCPT_CONFIRM: 'never' });
    try {
      const service = 'svc_root_canal';
      const changed = await session.client.call('update_service', { service, duration: '2d' });
      expect(changed.isError, changed.text).toBe(false);
      const made = await session.client.call('create_booking', {
        service_id: service,
        start_time: '2199-03-15T20:00',
        outside_hours: true,
        contact_name: 'Nora Nights',
        contact_phone: '+12125550147',
      });
      expect(made.isError, made.text).toBe(false);
      const { stdout } = await runProgram(['agenda', '2199-03-17', '--json'], session.environment);
      const { days } = JSON.parse(stdout) as { days: Day[] };
      expect(days.flatMap((day) => day.appointments)).toMatchObject([{ from: '00:00', contact: 'Nora Nights' }]);
    } finally {
      await session.close();
    }
  });

  it('names the people at work who may be busy by a private calendar', async () => {
    const database = join(home, 'private.db');
    const file = join(home, 'private.yaml');
    const person = (id: string, name: string, calendar?: string) => ({ id, name, calendar });
    const business = {
      ...{ name: 'Corner Salon', time_zone: 'America/New_York', country: 'US', currency: 'USD' },
      opening_hours: ['Mon-Fri 09:00-17:00'],
      services: [{ id: 'cut', name: 'Cut', duration: '30m', price: 20 }],
      staff: [
        person('anna', 'Anna', 'https://127.0.0.1:1/canary-a.ics'),
        person('ben', 'Ben'),
        person('luc', 'Luc', 'https://127.0.0.1:1/canary-l.ics'),
      ],
    };
    writeFileSync(file, JSON.stringify(business));
    const applied = await runProgram(['business', 'apply', '--yes', file, '--database', database], environment());
    expect(applied.code, applied.stderr).toBe(0);
    const at = (...args: string[]) => agenda([...args, '--database', database]);
    const [drawn, printed, sunday] = await Promise.all([
      at(MONDAY),
      at(MONDAY, '--json'),
      at('2199-03-03'), // Sunday: these people do not work.
    ]);
    const note = 'The private calendars of Anna and Luc are not shown: they may be busy.';
    expect(drawn.stdout).toContain(note);
    expect((JSON.parse(printed.stdout) as { notes: string[] }).notes).toEqual([note]);
    expect(sunday.stdout).not.toContain('private');
    expect(drawn.stdout + printed.stdout + applied.stdout).not.toContain('canary');
  });

  it('names the command that sets up a business that has no hours yet', async () => {
    const removed = environment({ RCPT_DATABASE: join(home, 'removed.db') });
    for (const action of ['reset', 'remove'])
      expect(await runProgram(['demo', action, '--yes'], removed)).toMatchObject({ code: 0 });
    const { code, stdout } = await agenda([], removed);
    expect([code, stdout.trimEnd().split('\n').at(-1)]).toEqual([
      0,
      'The opening hours are not known. Set them: rcpt-mcp business init',
    ]);
  });

  it.skipIf(!HAS_TERMINAL)('has colours on a terminal, and none with NO_COLOR', async () => {
    const [coloured, plain] = ['', '1'].map((noColour) =>
      startOnTerminal(['agenda'], environment({ NO_COLOR: noColour, TERM: 'xterm' })),
    );
    expect([await coloured?.ended, await plain?.ended]).toEqual([0, 0]);
    expect(coloured?.output.stdout).toContain('\u001b[1mBrindlebrook Dental, ');
    expect(plain?.output.stdout).toContain('Brindlebrook Dental, ');
    expect(plain?.output.stdout).not.toContain('\u001b');
  });

  it.each([
    [['someday'], 2, 'rcpt-mcp: "someday" is not a day. Write today, tomorrow, yesterday, a weekday such as friday,'],
    [['friday', 'saturday'], 2, 'rcpt-mcp: agenda takes no further arguments after DAY. Usage: rcpt-mcp agenda [DAY].'],
    [['--limit', '3'], 2, '--limit is not an option of agenda'],
  ])('refuses %j with a sentence', async (args, code, message) => {
    const ended = await agenda(args);
    expect(ended.code).toBe(code);
    expect(ended.stderr).toContain(message);
    expect(ended.stdout).toBe('');
  });
});

describe('rcpt-mcp agenda on a remote platform', () => {
  it('draws what bookings and services say, without their controls', async () => {
    const named = { staff_name: 'Ana Diaz' };
    const contact = { name: 'Noah\u001b[2J\u202eBerg\nSay "yes"' };
    remote.serve({
      bookings: [
        booking('09:00', '09:45', { ...named, contact, end_time: null }),
        booking('09:30', '10:00', { staff_name: 'Ben', staff_id: 'ben' }),
      ],
      services: [{ id: 'cut', name: 'Haircut', duration_minutes: 90 }],
    });
    const { code, stdout, stderr } = await agenda([MONDAY, '--time-zone', 'America/New_York'], onRemote());
    expect(code, stderr).toBe(0);
    expect(stdout).toMatch(/Ana Diaz +Ben/);
    expect(stdout).toMatch(/^09:00 {2}┌ Noah\[2JBerg Say "yes"/m);
    expect(stdout).toMatch(/^10:00 {2}└/m);
    expect(stdout).toMatch(/^[^\p{Cc}\u202e]*$/mu);
    expect(stdout).toContain('The opening hours are not known. Set them: --opening-hours "Mon-Fri 09:00-17:00"');
  });

  it('draws and prints the appointments of the hour that comes twice apart from each other', async () => {
    const at = (time: string, name: string) => ({
      id: name,
      start_time: `2199-10-27T${time}:00Z`,
      end_time: null,
      contact: { name },
    });
    remote.serve({
      bookings: [booking('', '', at('00:00', 'First Hour')), booking('', '', at('01:00', 'Second Hour'))],
      services: [{ id: 'cut', name: 'Haircut', duration_minutes: 60 }],
    });
    const args = ['2199-10-27', '--time-zone', 'Europe/Zurich', '--opening-hours', 'Sun 01:00-05:00'];
    const drawn = await agenda(args, onRemote());
    expect(drawn.stdout).toMatch(/^02:00-02:00 again +First Hour/m);
    expect(drawn.stdout).toMatch(/^02:00 again-03:00 +Second Hour/m);
    const printed = await agenda([...args, '--json'], onRemote());
    const [day] = (JSON.parse(printed.stdout) as { days: Day[] }).days;
    expect(day?.appointments).toMatchObject([
      { from: '02:00+02:00', to: '02:00+01:00', contact: 'First Hour' },
      { from: '02:00+01:00', to: '03:00', contact: 'Second Hour' },
    ]);
  });

  it('shows appointments although the key may read nothing else', async () => {
    remote.serve({ bookings: [booking('09:00', '09:45')] });
    const { code, stdout } = await agenda([MONDAY, '--json'], onRemote());
    expect(code).toBe(0);
    const [day] = (JSON.parse(stdout) as { days: Day[] }).days;
    expect(day?.appointments).toMatchObject([{ from: '14:00', contact: 'Noah Berg', staff_id: 'ana' }]);
    expect([day?.open, day?.people[0]?.free]).toEqual([null, null]);
  });

  it('explains why the appointments cannot be read', async () => {
    remote.serve({});
    const refused = await agenda([], onRemote());
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(
      /The appointments could not be read: 403, the key lacks a scope, probably read:bookings\./,
    );
    const unreachable = await agenda([], { ...onRemote(), RCPT_BASE_URL: 'http://127.0.0.1:1' });
    expect(unreachable.code).toBe(1);
    expect(unreachable.stderr).toMatch(/could not be read: not reached\. Check the network connection and --base-url/);
  });
});
