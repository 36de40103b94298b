import { afterAll, beforeAll, expect, it } from 'vitest';
import { QuestionError } from '../../../src/tools/core/question.ts';
import { createToolContext } from '../../../src/tools/index.ts';
import { withOwnCheck } from '../../../src/tools/voice/caller/own-overlaps.ts';
import { openOffice } from '../../../src/tools/voice/core/office.ts';
import { CALLER, confirmed, OTHER_CALLER, openVoiceOffice, type VoiceOffice } from './support/office.ts';

/** Other code asks about appointments of a person that it finds by more than the number of the caller. */
let office: VoiceOffice;
beforeAll(async () => {
  office = await openVoiceOffice();
  const args = { service: 'Cleaning', start: '2026-03-24T09:00', caller_name: 'Ann Archer' };
  await confirmed(office.as(CALLER), 'create_booking', args);
});
afterAll(() => office?.close());

const TIME = { start: Date.parse('2026-03-24T15:30:00Z'), minutes: 45 };

/** Makes a change as a caller, which asks unless others are allowed. Returns the result, and how it was called. */
async function change(
  voice: typeof CALLER,
  more: { start?: number; movedId?: string; had?: [] } = {},
  kind: 'same_person' | 'outside_hours' = 'same_person',
) {
  const scope = { signal: AbortSignal.timeout(10_000), voice };
  const opened = await openOffice(await createToolContext(office.services, scope));
  const calls: boolean[] = [];
  const result = withOwnCheck({ ...TIME, had: [], ...more }, opened, async (mayOverlap) => {
    calls.push(mayOverlap);
    if (mayOverlap) return 'made';
    throw new QuestionError({ kind, sentence: 'Somewhere else?', argument: 'allow_duplicate' });
  });
  return { result: await result, calls };
}

it('a change is not made if the caller got an appointment at that time since the question', async () => {
  expect(await change(CALLER)).toEqual({ result: undefined, calls: [false] });
});

it('a change is made if the appointment at that time is of another number, or is the one that is moved', async () => {
  expect(await change(OTHER_CALLER)).toEqual({ result: 'made', calls: [false, true] });
  const [own] = await office.booked();
  expect(await change(CALLER, { movedId: String(own?.id) })).toEqual({ result: 'made', calls: [false, true] });
  expect(await change(CALLER, { start: TIME.start + 15 * 60_000 })).toEqual({ result: 'made', calls: [false, true] });
});

it('a question about the opening hours is not answered by the caller', async () => {
  await expect(change(OTHER_CALLER, {}, 'outside_hours')).rejects.toThrow(QuestionError);
});
