import { expect, it } from 'vitest';
import { createSearchCache } from '../../../src/tools/index.ts';
import {
  ExpiringMap,
  MAX_FAILED_CALLERS,
  MAX_PROPOSALS,
  memoryOf,
  PROPOSAL_TTL_MS,
  proposalKey,
} from '../../../src/tools/voice/memory.ts';
import { manualClock } from '../../support/clock.ts';

it('the voice profile keeps 10,000 proposals, answers and failed callers each, and drops the oldest for more', () => {
  const memory = memoryOf({ searchCache: createSearchCache(), clock: manualClock(0) });
  for (let index = 0; index < MAX_PROPOSALS + 50; index++) {
    memory.proposals.set(`p${index}`, { basis: '' });
    memory.answers.set(`a${index}`, { key: '', answer: '', audited: { repeated: false } });
    memory.attempts.set(`c${index}`, 1);
  }
  expect([memory.proposals.size, memory.answers.size, memory.attempts.size]).toEqual([
    MAX_PROPOSALS,
    MAX_PROPOSALS,
    MAX_FAILED_CALLERS,
  ]);
  expect(memory.proposals.get('p49')).toBeUndefined();
  expect(memory.proposals.get('p50')).toEqual({ basis: '' });
});

it('an entry ends with its time by the monotonic clock, also if the wall clock is set back', () => {
  const clock = manualClock('2026-03-02T17:00:00Z');
  const map = new ExpiringMap<number>({ max: 10, ttlMs: PROPOSAL_TTL_MS }, clock);
  map.set('a', 1);
  clock.setBack(3_600_000);
  clock.advance(PROPOSAL_TTL_MS - 1);
  expect(map.get('a')).toBe(1);
  clock.advance(1);
  expect(map.get('a')).toBeUndefined();
  // An expired entry takes no room once another is set.
  map.set('b', 2);
  expect(map.size).toBe(1);
});

it('the memory belongs to the services of one credential', () => {
  const clock = manualClock(0);
  const [one, two] = [createSearchCache(), createSearchCache()];
  expect(memoryOf({ searchCache: one, clock })).toBe(memoryOf({ searchCache: one, clock }));
  expect(memoryOf({ searchCache: one, clock })).not.toBe(memoryOf({ searchCache: two, clock }));
});

it('the key of a proposal is one of caller, call, tool and arguments, and contains none of them', () => {
  const caller = { phone: '+13035550101', callId: 'c' };
  const key = proposalKey('cancel_booking', caller, { a: 1, b: 'Bea' });
  expect(proposalKey('cancel_booking', { ...caller }, { b: 'Bea', a: 1 })).toBe(key);
  const others = [
    proposalKey('update_booking', caller, { a: 1, b: 'Bea' }),
    proposalKey('cancel_booking', { ...caller, phone: null }, { a: 1, b: 'Bea' }),
    proposalKey('cancel_booking', { ...caller, callId: null }, { a: 1, b: 'Bea' }),
    proposalKey('cancel_booking', caller, { a: 2, b: 'Bea' }),
  ];
  expect(new Set([key, ...others]).size).toBe(5);
  expect(key).not.toMatch(/303|Bea/);
});
