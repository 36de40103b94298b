import { expect, it } from 'vitest';
import { stateLines } from '../../src/cli/commands/index-lines.ts';

it('index status says on a line of its own that a process reads the platform', () => {
  const state = { bytes: 4_000_000, lists: [], callsWithoutDetail: 0, unreadableCalls: 0, unconfirmedRecords: 0 };
  const name = 'https://receptionist.example.com/ (schema rcpt_index_18dac1d64776daea4661)';
  expect(stateLines(name, { ...state, isRead: true }).slice(-2)).toEqual([
    `${name}: 3.8 MiB`,
    'A process reads the platform now.',
  ]);
  expect(stateLines(name, { ...state, isRead: false }).at(-1)).toBe(`${name}: 3.8 MiB`);
});
