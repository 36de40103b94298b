import { expect, it } from 'vitest';
import { createSignedAnswers, MAX_ANSWERS_BYTES } from '../../../src/transport/voice/signed-answers.ts';

const message = (text: string, sender = 'source src_1') => ({ sender, body: Buffer.from(text) });

it('a signed message is answered once for each sender and body', async () => {
  const once = createSignedAnswers<string[]>();
  let made = 0;
  const make = async () => [`answer ${++made}`];
  expect(await once(message('a'), make)).toEqual(['answer 1']);
  expect(await once(message('a'), make)).toEqual(['answer 1']);
  expect(await once(message('b'), make)).toEqual(['answer 2']);
  expect(await once(message('a', 'source src_2'), make)).toEqual(['answer 3']);
  expect(await once(message('a'), make)).toEqual(['answer 1']);
});

it('a signed message waits for the answer to the same one', async () => {
  const once = createSignedAnswers<string[]>();
  let finish = (_answer: string[]) => {};
  const pending = new Promise<string[]>((resolve) => {
    finish = resolve;
  });
  const answers = [once(message('a'), () => pending)];
  for (let round = 0; round < 3; round++) answers.push(once(message('a'), () => Promise.reject(new Error('again'))));
  finish(['first']);
  expect(await Promise.all(answers)).toEqual(Array.from({ length: 4 }, () => ['first']));
});

it('a signed message is answered again if the same one failed or its client disconnected', async () => {
  const once = createSignedAnswers<string[]>();
  const failed = once(message('a'), () => Promise.reject(new Error('failed')));
  const disconnected = once(message('a'), async () => undefined);
  const answered = once(message('a'), async () => ['answer']);
  await expect(failed).rejects.toThrow('failed');
  expect(await disconnected).toBeUndefined();
  expect(await answered).toEqual(['answer']);
});

it('answers to signed messages are kept only up to a limit, and the oldest are dropped', async () => {
  const once = createSignedAnswers<string[]>();
  const large = ['x'.repeat(MAX_ANSWERS_BYTES / 8)];
  for (let index = 0; index < 10; index++) await once(message(`${index}`), async () => large);
  let made = 0;
  const make = async () => [`${++made}`];
  expect(await once(message('9'), make)).toBe(large);
  expect(await once(message('0'), make)).toEqual(['1']);
});
