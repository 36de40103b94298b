import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { diagnose } from '../support/doctor.ts';
import { type Home, newHome } from '../support/installing.ts';
import { cleanEnvironment, startProgram } from '../support/program.ts';

/** A salon in Berlin, and a time zone in the options that contradicts it. */
const NEW_YORK = ['--time-zone', 'America/New_York'];
const HERE = [...NEW_YORK, '--database', 'salon.db'];
let home: Home;

beforeAll(async () => {
  home = newHome();
  const init = 'business init --yes --name Salon --time-zone Europe/Berlin --default-country DE --database salon.db';
  const made = await home.run([...init.split(' '), '--opening-hours', 'daily 09:00-18:00']);
  expect(made).toMatchObject({ code: 0 });
});
afterAll(() => rmSync(home.path, { recursive: true, force: true }));

it('doctor warns that the zone is not that of the business, and says what a time means', async () => {
  const { code, check, next } = await diagnose(home, {}, HERE);
  expect([code, check('time_zone').status]).toEqual([0, 'warning']);
  expect(check('time_zone').summary).toMatch(
    /^--time-zone \(RCPT_TIME_ZONE\) is America\/New_York, and Salon is in Europe\/Berlin: .* "10:00" means 1[56]:00 at the business$/,
  );
  expect(next).toContain('Remove --time-zone (RCPT_TIME_ZONE)');
});

it('doctor accepts a zone whose clocks show the same as those of the business', async () => {
  const { check } = await diagnose(home, { RCPT_TIME_ZONE: 'Europe/Vienna', RCPT_DATABASE: 'salon.db' });
  expect(check('time_zone')).toMatchObject({ status: 'ok', data: { time_zone: 'Europe/Vienna' } });
});

it('the log of a server has one line about it when it starts', async () => {
  const database = join(home.path, 'project', 'salon.db');
  const env = cleanEnvironment(home.path);
  const start = async (...args: string[]) => {
    const server = startProgram(['http', '--port', '0', '--database', database, ...args], env);
    await server.until(/Ctrl-C/);
    await server.stop();
    return server.output.stderr.match(/is America\/New_York, and Salon is in Europe\/Berlin/g) ?? [];
  };
  expect(await start(...NEW_YORK)).toHaveLength(1);
  expect(await start()).toEqual([]);
});

it('the agenda has hours and free times in the zone that it names', async () => {
  const { stdout } = await home.run(['agenda', '2199-01-15', '--json', ...HERE]);
  const { time_zone, days, notes } = JSON.parse(stdout);
  expect(time_zone).toBe('America/New_York');
  expect(days[0]).toMatchObject({
    open: [{ from: '03:00', to: '12:00' }],
    people: [{ free: [{ from: '03:00', to: '12:00' }] }],
  });
  expect(notes).toEqual(['Salon is in Europe/Berlin: all times here are in America/New_York.']);
});
