import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Runs the demo and checks that its output contains the texts in this order. */
async function expectOutput(args: string[], texts: string[]): Promise<void> {
  const run = promisify(execFile);
  const script = ['--import', 'tsx', 'scripts/demo/index.ts', ...args];
  const { stdout, stderr } = await run(process.execPath, script, { cwd: root });
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
      'refused the request (400)',
      'Changed: it is now on Tuesday',
      '? Cancel booking bk_',
      'accepted the cancellation',
      'callback_promised',
      'Turns 1 to',
    ],
  ));

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
