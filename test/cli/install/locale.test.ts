import { rmSync } from 'node:fs';
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type Home, newHome } from '../../support/installing.ts';
import { startPlatform } from '../../support/platform.ts';
import { HAS_TERMINAL, startOnTerminal } from '../../support/terminal.ts';

/** The time zone and country that `rcpt-mcp install` proposes for a real platform. */
const CURSOR = '.cursor/mcp.json';
const LIVE = { RCPT_BASE_URL: 'https://receptionist.example.com', RCPT_API_KEY: 'sk_live_canary12345678' };
const BERLIN = { ...LIVE, TZ: 'Europe/Berlin' };
const homes: Home[] = [];
let at: Home;

beforeEach(() => {
  at = newHome();
  homes.push(at);
});
afterAll(() => {
  for (const { path } of homes) rmSync(path, { recursive: true, force: true });
});

const variables = () => JSON.parse(at.read(CURSOR)).mcpServers.receptionist.env as Record<string, string> | undefined;

it('install writes the zone and country of this computer for a real platform, and says so', async () => {
  const { stdout } = await at.run(['install', 'cursor'], BERLIN);
  expect(variables()).toMatchObject({ RCPT_TIME_ZONE: 'Europe/Berlin', RCPT_DEFAULT_COUNTRY: 'DE' });
  expect(stdout).toContain(
    'The server uses the time zone Europe/Berlin and country DE, as on this computer. If the business is elsewhere, run this command again with --time-zone and --default-country.',
  );
});

it('install --print shows the proposal and says that it is one', async () => {
  const { stdout } = await at.run(['install', 'cursor', '--print'], BERLIN);
  expect(stdout).toContain('"RCPT_TIME_ZONE": "Europe/Berlin"');
  expect(stdout).toContain('as on this computer');
  expect(at.files()).toEqual([]);
});

it('install takes the country from a given time zone, and neither where both are given', async () => {
  const one = await at.run(['install', 'cursor', '--time-zone', 'America/New_York'], BERLIN);
  expect(variables()).toMatchObject({ RCPT_TIME_ZONE: 'America/New_York', RCPT_DEFAULT_COUNTRY: 'US' });
  expect(one.stdout).toContain('The server uses the country US, from the time zone.');
  const both = await at.run(['install', 'cursor', '--time-zone', 'Europe/Paris', '--default-country', 'BE'], BERLIN);
  expect(variables()).toMatchObject({ RCPT_TIME_ZONE: 'Europe/Paris', RCPT_DEFAULT_COUNTRY: 'BE' });
  expect(both.stdout).not.toContain('The server uses');
});

it('install keeps the zone and country of the entry when it is run again elsewhere', async () => {
  await at.run(['install', 'cursor', '--time-zone', 'America/New_York'], LIVE);
  const { stdout } = await at.run(['install', 'cursor'], BERLIN);
  expect(variables()).toMatchObject({ RCPT_TIME_ZONE: 'America/New_York', RCPT_DEFAULT_COUNTRY: 'US' });
  expect(stdout).toContain('as in the entry until now');
});

it('install proposes nothing on a computer in UTC, and says what to set', async () => {
  const { stdout } = await at.run(['install', 'cursor'], { ...LIVE, TZ: 'UTC' });
  expect(Object.keys(variables() ?? {})).toEqual(['RCPT_BASE_URL', 'RCPT_API_KEY_FILE']);
  expect(stdout).toContain('The server has no time zone, because that of this computer is UTC.');
});

it('install proposes nothing for the embedded platform, whose database says where the business is', async () => {
  const { stdout } = await at.run(['install', 'cursor'], { TZ: 'Europe/Berlin' });
  expect(variables()).toBeUndefined();
  expect(stdout).not.toContain('time zone');
});

/** A platform that states that its business is in New York. */
async function statingPlatform() {
  const platform = await startPlatform({ demo: true });
  onTestFinished(platform.close);
  return { RCPT_BASE_URL: platform.url, RCPT_API_KEY: await platform.key(), TZ: 'Europe/Berlin' };
}
const STATED = 'The server uses the time zone America/New_York and country US that the platform states.';

it('install leaves zone and country to a platform that states them', async () => {
  const { stdout } = await at.run(['install', 'cursor'], await statingPlatform());
  expect(Object.keys(variables() ?? {})).toEqual(['RCPT_BASE_URL', 'RCPT_API_KEY_FILE']);
  expect(stdout).toContain(STATED);
  expect(stdout).not.toContain('Europe/Berlin');
});

it('install keeps what the user gives, and leaves the rest to the platform', async () => {
  const { stdout } = await at.run(['install', 'cursor', '--time-zone', 'Europe/Paris'], await statingPlatform());
  expect(variables()).toMatchObject({ RCPT_TIME_ZONE: 'Europe/Paris' });
  expect(variables()).not.toHaveProperty('RCPT_DEFAULT_COUNTRY');
  expect(stdout).toContain('The server uses the country US that the platform states.');
});

it('install proposes those of this computer where the key of the platform is refused', async () => {
  const refused = { ...(await statingPlatform()), RCPT_API_KEY: 'sk_live_canary12345678' };
  await at.run(['install', 'cursor'], refused);
  expect(variables()).toMatchObject({ RCPT_TIME_ZONE: 'Europe/Berlin', RCPT_DEFAULT_COUNTRY: 'DE' });
});

describe.skipIf(!HAS_TERMINAL)('install on a terminal', () => {
  it('asks for zone and country with the proposal as the default', async () => {
    const program = startOnTerminal(['install', 'cursor'], { ...at.env, ...BERLIN });
    await program.until(/Time zone of the business \[Europe\/Berlin\]: /);
    program.child.stdin?.write('Mars/Phobos\n');
    await program.until(/It must be an IANA name, such as America\/New_York\./);
    program.child.stdin?.write('Europe/Vienna\n');
    await program.until(/Country of its telephone numbers \[AT\]: /);
    program.child.stdin?.write('\n');
    expect(await program.ended).toBe(0);
    expect(variables()).toMatchObject({ RCPT_TIME_ZONE: 'Europe/Vienna', RCPT_DEFAULT_COUNTRY: 'AT' });
    expect(program.output.stdout).toContain('"receptionist" is added');
    const long = program.output.stdout.split(/\r?\n/).filter((line) => line.length > 100 && line.includes(' '));
    expect(long).toEqual([]);
  });

  it('asks nothing that the platform states', async () => {
    const program = startOnTerminal(['install', 'cursor'], { ...at.env, ...(await statingPlatform()) });
    expect(await program.ended).toBe(0);
    expect(program.output.stdout.replace(/\s+/g, ' ')).toContain(STATED);
    expect(variables()).not.toHaveProperty('RCPT_TIME_ZONE');
  });

  it('asks nothing that the options say, and changes nothing without an answer', async () => {
    const given = startOnTerminal(['install', 'cursor', '--print'], { ...at.env, ...BERLIN });
    expect(await given.ended).toBe(0);
    const program = startOnTerminal(['install', 'cursor', '--time-zone', 'Europe/Paris'], { ...at.env, ...BERLIN });
    await program.until(/Country of its telephone numbers \[FR\]: /);
    program.child.stdin?.write('\u0004');
    expect(await program.ended).toBe(1);
    expect(program.output.stdout).toContain('There was no answer. Nothing was changed.');
    expect(at.files()).toEqual([]);
  });
});
