import { afterAll, beforeAll, expect, it } from 'vitest';
import { cleanEnvironment, runProgram } from '../support/program.ts';
import { type Front, legacyCall, modernCall, startFront } from './support/front.ts';

/** JSON nested far deeper than the call stack allows, in every part of a message. */
let front: Front;
beforeAll(async () => {
  front = await startFront('none');
});
afterAll(() => front?.close());

const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const DEPTHS = [2_000, 10_000, 30_000, 400_000];

const positions: [string, (value: string) => { headers: Record<string, string>; body: string }][] = [
  ['an argument', (value) => legacyCall('get_booking', `{"booking_id":${value}}`)],
  ['an unknown argument', (value) => legacyCall('get_booking', `{"x":${value}}`)],
  ['clientInfo', (value) => modernCall('get_booking', '{}', { info: `{"name":"a","version":"1","x":${value}}` })],
  ['_meta of 2026', (value) => modernCall('get_booking', '{}', { meta: `,"x":${value}` })],
  ['_meta of 2025', (value) => legacyCall('get_booking', '{}', `,"_meta":{"x":${value}}`)],
  [
    'the id',
    (value) => ({ ...legacyCall('get_booking', '{}'), body: `{"jsonrpc":"2.0","id":${value},"method":"tools/list"}` }),
  ],
  ['the whole body', (value) => ({ ...legacyCall('get_booking', '{}'), body: value })],
];

it.each(positions)('deep nesting in %s fails the request, not the server', async (_position, make) => {
  for (const levels of DEPTHS) {
    for (const value of [deep(levels), `${'{"a":'.repeat(levels / 4)}1${'}'.repeat(levels / 4)}`]) {
      const { result, requests } = await front.recordRequests(async () => {
        const answer = await fetch(front.url, { method: 'POST', ...make(value) });
        return { status: answer.status, text: await answer.text() };
      });
      expect([200, 400, 413], result.text.slice(0, 200)).toContain(result.status);
      expect(result.text).not.toMatch(/RangeError|stack size/);
      expect(requests).toEqual([]);
    }
  }
  expect(front.program.child.exitCode).toBeNull();
});

it('an argument nested more than a hundred levels deep is rejected without an upstream request', async () => {
  const contact = (levels: number) =>
    legacyCall('create_contact', `{"name":"A","phone":"+12125550123","additional_fields":{"x":${deep(levels)}}}`);
  for (const levels of [99, 200, 3_000, 8_000]) {
    const { result, requests } = await front.recordRequests(async () => {
      const answer = await fetch(front.url, { method: 'POST', ...contact(levels) });
      return await answer.text();
    });
    expect(result).not.toMatch(/internal error|-32603/i);
    if (levels === 99) continue;
    expect(result).toMatch(/nested more than 100 levels deep|"error":\{"code":-32/);
    expect(requests).toEqual([]);
  }
});

it('deep nesting over stdio fails the message, not the server', async () => {
  const lines = DEPTHS.flatMap((levels) => positions.map(([, make]) => make(deep(levels)).body));
  const last = '{"jsonrpc":"2.0","id":"last","method":"ping"}';
  const { code, stdout } = await runProgram([], cleanEnvironment(front.home), `${[...lines, last].join('\n')}\n`);
  expect(code).toBe(0);
  expect(stdout).toContain('"last"');
});
