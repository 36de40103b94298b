import { expect, it } from 'vitest';
import { compose } from '../../../src/app/compose.ts';
import { parseInvocation } from '../../../src/cli/parser/parse.ts';
import { readSettings } from '../../../src/config/settings.ts';
import { silentLogger } from '../../../src/lib/logging/logger.ts';
import { confirmAloud } from '../../../src/tools/voice/core/confirm.ts';
import {
  createVoiceMemory,
  ExpiringMap,
  MAX_FAILED_CALLERS,
  MAX_PROPOSALS,
  PROPOSAL_TTL_MS,
  proposalKey,
} from '../../../src/tools/voice/core/memory.ts';
import { offeredDay, offerTimes } from '../../../src/tools/voice/core/offered.ts';
import type { Office } from '../../../src/tools/voice/core/office.ts';
import { NOW } from '../../business/support/practice.ts';
import { manualClock } from '../../support/clock.ts';

it('the voice profile keeps 10,000 proposals, answers, offers and failed callers each, and drops the oldest for more', () => {
  const memory = createVoiceMemory(manualClock(0));
  for (let index = 0; index < MAX_PROPOSALS + 50; index++) {
    memory.proposals.set(`p${index}`, { basis: '' });
    memory.answers.set(`a${index}`, {
      key: '',
      words: '',
      offered: undefined,
      asked: undefined,
      answer: '',
      audited: { repeated: false },
    });
    memory.offers.set(`o${index}`, { items: [], isCut: false, dates: [], at: 0 });
    memory.attempts.set(`c${index}`, 1);
  }
  expect([memory.proposals, memory.answers, memory.offers, memory.attempts].map(({ size }) => size)).toEqual([
    MAX_PROPOSALS,
    MAX_PROPOSALS,
    MAX_PROPOSALS,
    MAX_FAILED_CALLERS,
  ]);
  expect(memory.proposals.get('p49')).toBeUndefined();
  expect(memory.proposals.get('p50')).toEqual({ basis: '' });
});

it('what a caller was offered stays if a confirmed change is no longer possible, and ends with one that is made', async () => {
  const clock = manualClock(NOW);
  const context = { voiceMemory: createVoiceMemory(clock), clock, audited: {} };
  const office = { context, caller: { phone: '+13035550101', callId: 'c' }, local: () => ({ date: '2026-03-05' }) };
  const inOffice = office as unknown as Office;
  const change = (outcome: string | undefined) => {
    const plan = async () => ({ question: 'At 3 on Thursday?', basis: [], perform: async () => outcome });
    const confirm = (confirmed: boolean) =>
      confirmAloud({ tool: 'update_booking', request: {}, confirmed, plan }, inOffice);
    return confirm(false).then(() => confirm(true));
  };
  offerTimes([[1]], inOffice);
  expect(await change(undefined)).toBe('At 3 on Thursday?');
  expect(offeredDay(inOffice)).toBe('2026-03-05');
  expect(await change('It is moved.')).toBe('It is moved.');
  expect(offeredDay(inOffice)).toBeUndefined();
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

it('each credential of the voice profile has its own memory, so that no other one can confirm its changes', async () => {
  const { options } = parseInvocation(['http', '--profile', 'voice', '--database', ':memory:'], {});
  const composition = await compose(readSettings(options), silentLogger);
  const callers = await composition.callers();
  for (const id of ['one', 'two'])
    callers.callerViewFor({ id, name: id, readOnly: false }, { readOnly: false, toolsets: undefined });
  const memories = [composition.services, ...callers.all()].map(({ voiceMemory }) => voiceMemory);
  await composition.close();
  expect(memories.length).toBe(3);
  expect(new Set(memories).size).toBe(3);
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
