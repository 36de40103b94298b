import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

it('the demo books for real, is refused a double booking, moves, cancels and reads a transcript', async () => {
  const run = promisify(execFile);
  const { stdout, stderr } = await run(process.execPath, ['--import', 'tsx', 'scripts/demo.ts'], { cwd: root });
  const order = [
    'MCP 2026-07-28',
    'Page 1: 12 of 12 services',
    'Booked for Tuesday',
    'refused the request (400)',
    'Changed: it is now on Tuesday',
    '? Cancel the booking of "Robin Tester" on Tuesday',
    'accepted the cancellation',
    'callback_promised',
    'Turns 1 to',
  ].map((text) => stdout.indexOf(text));
  expect(order).not.toContain(-1);
  expect(order).toEqual([...order].sort((a, b) => a - b));
  expect(stdout).not.toContain('\u001b[');
  expect(stderr).toBe('');
});
