import { expect, it } from 'vitest';
import { isRewrite, type SentEvent, subjectOf } from '../../src/events/rewrite.ts';

const KEPT: SentEvent = {
  subject: subjectOf({ type: 'call.completed', recordId: 'call_1' }),
  content: 'before',
  signedAt: 100,
};

it.each<[string, Partial<SentEvent>, boolean]>([
  ['another body that was signed later', { content: 'after', signedAt: 101 }, true],
  ['another body that was signed in the same second', { content: 'after' }, true],
  ['the same body', { signedAt: 101 }, false],
  ['a body that was signed earlier, which can be replayed', { content: 'after', signedAt: 99 }, false],
  ['a body that was not signed', { content: 'after', signedAt: undefined }, false],
  [
    'a body about another record',
    { content: 'after', subject: subjectOf({ type: 'call.completed', recordId: 'call_2' }) },
    false,
  ],
  [
    'a body of another type',
    { content: 'after', subject: subjectOf({ type: 'call.started', recordId: 'call_1' }) },
    false,
  ],
])('%s under the id of a kept event is a rewrite of it: %j %s', (_what, delivery, expected) => {
  expect(isRewrite(KEPT, { ...KEPT, ...delivery })).toBe(expected);
});

it('nothing is a rewrite of an event whose delivery was not signed', () => {
  expect(isRewrite({ ...KEPT, signedAt: undefined }, { ...KEPT, content: 'after' })).toBe(false);
});
