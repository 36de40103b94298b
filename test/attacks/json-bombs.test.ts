import { afterAll, beforeAll, expect, it } from 'vitest';
import { cleanEnvironment, runProgram } from '../support/program.ts';
import { type Front, legacyCall, modernCall, startFront } from './support/front.ts';

/** Somebody who knows how JSON is read: depth, numbers, names and characters that programs stumble over. */
let front: Front;
beforeAll(async () => {
  front = await startFront('none');
});
afterAll(() => front?.close());

const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const DEPTHS = [2_000, 10_000, 30_000, 400_000];

const places: [string, (value: string) => { headers: Record<string, string>; body: string }][] = [
  ['an argument', (value) => legacyCall('get_booking', `{"booking_id":${value}}`)],
  ['an argument that there is not', (value) => legacyCall('get_booking', `{"x":${value}}`)],
  [
    'what a client says of itself',
    (value) => modernCall('get_booking', '{}', { info: `{"name":"a","version":"1","x":${value}}` }),
  ],
  ['remarks', (value) => modernCall('get_booking', '{}', { meta: `,"x":${value}` })],
  ['remarks of 2025', (value) => legacyCall('get_booking', '{}', `,"_meta":{"x":${value}}`)],
  [
    'the id',
    (value) => ({ ...legacyCall('get_booking', '{}'), body: `{"jsonrpc":"2.0","id":${value},"method":"tools/list"}` }),
  ],
  ['everything', (value) => ({ ...legacyCall('get_booking', '{}'), body: value })],
];

it.each(places)('nesting in %s costs the request, not the server', async (_where, make) => {
  for (const levels of DEPTHS) {
    for (const value of [deep(levels), `${'{"a":'.repeat(levels / 4)}1${'}'.repeat(levels / 4)}`]) {
      const { result, requests } = await front.recordRequests(async () => {
        const answer = await fetch(front.url, { method: 'POST', ...make(value) });
        return { status: answer.status, text: await answer.text() };
      });
      expect([200, 400], result.text.slice(0, 200)).toContain(result.status);
      expect(result.text).not.toMatch(/RangeError|stack size/);
      expect(requests).toEqual([]);
    }
  }
  expect(front.program.child.exitCode).toBeNull();
});

it('nesting costs a stdio server its message alone', async () => {
  const lines = DEPTHS.flatMap((levels) => places.map(([, make]) => make(deep(levels)).body));
  const last = '{"jsonrpc":"2.0","id":"last","method":"ping"}';
  const { code, stdout } = await runProgram([], cleanEnvironment(front.home), `${[...lines, last].join('\n')}\n`);
  expect(code).toBe(0);
  expect(stdout).toContain('"last"');
});
