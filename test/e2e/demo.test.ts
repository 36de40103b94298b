import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Runs the demo, and looks for these in its output, in this order. */
async function shows(args: string[], texts: string[]): Promise<void> {
  const run = promisify(execFile);
  const script = ['--import', 'tsx', 'scripts/demo/index.ts', ...args];
  const { stdout, stderr } = await run(process.execPath, script, { cwd: root });
  const order = texts.map((text) => stdout.indexOf(text));
  expect(order).not.toContain(-1);
  expect(order).toEqual([...order].sort((a, b) => a - b));
  expect(stdout).not.toContain('\u001b[');
  expect(stderr).toBe('');
}

it('the demo books for real, is refused a double booking, moves, cancels and reads a transcript', () =>
  shows(
    [],
    [
      'MCP 2026-07-28',
      'Page 1: 12 of 12 services',
      'Booked for Tuesday',
      'refused the request (400)',
      'Changed: it is now on Tuesday',
      '? Cancel the booking of "Robin Tester" on Tuesday',
      'accepted the cancellation',
      'callback_promised',
      'Turns 1 to',
    ],
  ));

it('the live demo hears of a call that comes in, and reads what was said', () =>
  shows(
    ['--live'],
    [
      'MCP 2026-07-28',
      'The webhook was created.',
      'subscriptions/listen rcpt://events/recent',
      'Somebody calls the practice',
      'notifications/resources/updated rcpt://events/recent',
      '"type": "call.completed"',
      '# Transcript of call',
      'receptionist:',
      '1 event.',
    ],
  ));
