import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPlatform } from '../../../src/platform/index.ts';
import { readCalendar } from '../../platform/feeds/calendar.ts';
import { smallBusiness } from '../../platform/support/fixture.ts';
import { temporaryFolder } from '../../support/platform.ts';
import { cleanEnvironment, type RunningProgram, runProgram, startProgram } from '../../support/program.ts';

/** `rcpt-mcp calendars`, next to a running platform on the same database. */
const home = temporaryFolder();
const env = cleanEnvironment(home);
const database = ['--database', join(home, 'calendars.db')];
let platform: RunningProgram;
let url: string;

const run = (...args: string[]) => runProgram(['calendars', ...args, ...database], env);
const json = async (...args: string[]) => JSON.parse((await run(...args, '--json')).stdout);
const status = async (path: string) => (await fetch(url + path)).status;

beforeAll(async () => {
  await (await openPlatform({ database: database[1] as string, business: smallBusiness() })).close();
  platform = startProgram(['platform', '--port', '0', '--log-level', 'debug', ...database], env);
  url = (await platform.until(/http:\/\/127\.0\.0\.1:\d+/))[0];
});
afterAll(async () => {
  await platform.stop();
  rmSync(home, { recursive: true, force: true });
});

describe('rcpt-mcp calendars', () => {
  it('add prints the address once, how to subscribe, and that the address is local', async () => {
    const { code, stdout } = await run('add');
    expect(code).toBe(0);
    const [, path = ''] =
      /^Address {3}http:\/\/127\.0\.0\.1:8787(\/api\/calendars\/rcpt_cal_\w{40}\.ics)$/m.exec(stdout) ?? [];
    expect(stdout).toMatch(/^Calendar feed feed_\w+ has the bookings of the whole business, with names/);
    for (const word of [
      'shown this once',
      '--public-url',
      'Google',
      'can take a day',
      'Apple',
      'Outlook',
      'docs/calendars.md',
    ])
      expect(stdout).toContain(word);
    for (const line of stdout.split('\n'))
      if (!line.startsWith('Address')) expect(line.length).toBeLessThanOrEqual(100);
    expect(await status(path)).toBe(200);
    for (const args of [['list'], ['list', '--json']]) expect((await run(...args)).stdout).not.toContain('rcpt_cal_');
    await expect
      .poll(async () => (await run('list')).stdout)
      .toMatch(/the whole business +no +\S+ \S+ +\d{4}-\S+ \S+ +other/);
    await expect.poll(() => platform.output.stderr).toContain('"route":"/api/calendars/*"');
    expect(platform.output.stderr).not.toContain('rcpt_cal_');
  });

  it('add prints the whole address if the public one of the server is known', async () => {
    const set = { ...env, RCPT_PUBLIC_URL: 'https://desk.example.com/office/' };
    const { stdout } = await runProgram(['calendars', 'add', ...database], set);
    expect(stdout).toMatch(/^Address {3}https:\/\/desk\.example\.com\/office\/api\/calendars\/rcpt_cal_\w+\.ics$/m);
    expect(stdout).not.toContain('--public-url');
    const added = JSON.parse((await runProgram(['calendars', 'add', '--json', ...database], set)).stdout);
    expect(added.address).toBe(`https://desk.example.com/office${added.path}`);
    const local = await runProgram(['calendars', 'add', '--public-url', 'http://localhost:8788', ...database], env);
    expect(local.stdout).toContain('only programs on it can read');
  });

  it('add makes a masked calendar of one person, by name or by id', async () => {
    for (const staff of ['cleo', 'st_2_a']) {
      const { feed, path, address } = await json('add', '--staff', staff, '--masked');
      expect(feed).toMatchObject({ staff_id: 'st_2_a', staff_name: 'Cleo', masked: true });
      expect(address).toBeNull();
      expect(readCalendar(await (await fetch(url + path)).text()).name).toBe('Cleo (Salon a)');
    }
    const unknown = await run('add', '--staff', 'Anna');
    expect(unknown).toMatchObject({ code: 2, stdout: '' });
    expect(unknown.stderr).toContain(
      '--staff: "Anna" is not a staff member. State the id of one of: Sam (st_1_a), Cleo (st_2_a).',
    );
  });

  it('renew replaces the address and revoke ends it, with immediate effect', async () => {
    const { feed, path } = await json('add');
    const renewed = await run('renew', feed.id);
    expect(renewed.stdout).toMatch(/^The previous address is not valid any more\.\nCalendar feed/);
    const [next = ''] = /\/api\/calendars\/\S+/.exec(renewed.stdout) ?? [];
    expect([await status(path), await status(next)]).toEqual([404, 200]);
    const revoked = await run('revoke', feed.id);
    expect(revoked.stdout).toContain(`Calendar feed ${feed.id} is revoked`);
    expect(await status(next)).toBe(404);
    for (const action of ['renew', 'revoke']) {
      const again = await run(action, feed.id);
      expect(again).toMatchObject({ code: 1, stdout: '' });
      expect(again.stderr).toContain(
        `There is no calendar feed ${feed.id}. Nothing was changed. To see all: rcpt-mcp calendars list`,
      );
    }
  });

  it.each([
    [[], 'calendars needs one of add, list, renew, revoke'],
    [['ad'], 'There is no command "calendars ad". Did you mean rcpt-mcp calendars add?'],
    [['add', 'Cleo'], 'calendars add takes no further arguments'],
    [['list', 'x'], 'calendars list takes no further arguments'],
    [['renew'], 'calendars renew needs ID. Usage: rcpt-mcp calendars renew ID.'],
  ])('explains the usage error of: %j', async (args, message) => {
    const ended = await run(...args);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toContain(message);
  });
});
