import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

const PRELOAD = fileURLToPath(new URL('../support/start-date.cjs', import.meta.url));

/** Runs the demo and returns its output. */
async function runDemo(args: string[], env: NodeJS.ProcessEnv = {}) {
  const run = promisify(execFile);
  const script = ['--import', 'tsx', 'scripts/demo/index.ts', ...args];
  return run(process.execPath, script, { cwd: root, env: { ...process.env, ...env } });
}

/** Checks that the output of the demo contains the texts in this order. */
async function expectOutput(args: string[], texts: string[]): Promise<void> {
  const { stdout, stderr } = await runDemo(args);
  const order = texts.map((text) => stdout.indexOf(text));
  expect(order).not.toContain(-1);
  expect(order).toEqual([...order].sort((a, b) => a - b));
  expect(stdout).not.toContain('\u001b[');
  expect(stderr).toBe('');
}

it('npm run demo books, is refused a double booking, moves and cancels the booking, and reads a transcript', () =>
  expectOutput(
    [],
    [
      'MCP 2026-07-28',
      'Page 1: 12 of 12 services',
      'Booked for Tuesday',
      'refused it by the rule slot_unavailable (400)',
      'Moved from Tuesday',
      '? Cancel the booking "',
      ' is cancelled.',
      ' overdue; ',
      'Turns 1 to',
    ],
  ));

it.each([
  ['before a change of the clocks', '2026-10-18T23:30:00-04:00'],
  ['before a holiday', '2026-12-08T09:00:00-05:00'],
  ['on the last evening of a year', '2027-12-31T22:00:00-05:00'],
])('npm run demo books and moves within the opening hours %s', { timeout: 60_000 }, async (_when, date) => {
  const { stdout } = await runDemo([], { NODE_OPTIONS: `--require ${PRELOAD}`, START_DATE: date });
  const times = [...stdout.matchAll(/(?:Booked for|to) Tuesday (\S+) (\d\d:\d\d) \(America\/New_York\)/g)];
  expect(times.length).toBeGreaterThanOrEqual(3);
  for (const [, day = '', time = ''] of times) {
    expect(day >= date.slice(0, 10)).toBe(true);
    // A cleaning takes 45 minutes, and the practice is open from 08:00 to 17:00.
    expect(time >= '08:00' && time <= '16:15', `${day} ${time}`).toBe(true);
  }
});

it('npm run demo -- --live is notified of an incoming call and reads its transcript', () =>
  expectOutput(
    ['--live'],
    [
      'MCP 2026-07-28',
      'The webhook was created.',
      'subscriptions/listen rcpt://events/recent',
      'A customer calls the practice',
      'notifications/resources/updated rcpt://events/recent',
      '"type": "call.completed"',
      '# Transcript of call',
      'receptionist:',
      '1 event.',
    ],
  ));
