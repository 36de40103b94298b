import { afterAll, beforeAll, expect, it } from 'vitest';
import { CALLER, type Call, confirmed, openVoiceOffice, type VoiceOffice } from './support/office.ts';

/** What a caller says, or an agent writes, cannot be true. Today is Monday, 2 March 2026, 10:00. */
let office: VoiceOffice;
let call: Call;
beforeAll(async () => {
  office = await openVoiceOffice();
  call = office.as(CALLER);
  await confirmed(call, 'create_booking', {
    service: 'Cleaning',
    start: '2026-03-24T09:00',
    caller_name: 'Ann Archer',
  });
});
afterAll(() => office?.close());

it.each([
  ['cancel_booking', {}],
  ['update_booking', { new_start: '2026-03-25T09:00' }],
])(
  '%s finds no appointment by another service that the business offers, although there is only one',
  async (name, more) => {
    const said = (service: string) => call(name, { appointment: '2026-03-24T09:00', service, ...more });
    expect((await said('exam')).text).toMatch(/^I do not find that one\. You have Cleaning with /);
    for (const service of ['cleaning', 'that thing with the teeth'])
      expect((await said(service)).text).toMatch(/^I would (cancel|move) Cleaning/);
  },
);

it('opening hours of days that are over are not said', async () => {
  const question = 'Which day do you mean? You can say a date, a weekday, tomorrow, this weekend or next week.';
  for (const date of ['2025-03-24', '2026-02']) expect((await call('get_opening_hours', { date })).text).toBe(question);
});

it('wrong arguments lead to a text for the agent with those that the tool takes, and their values', async () => {
  const { callTool } = await import('../../../src/tools/index.ts');
  const { VOICE_TOOLS } = await import('../../../src/tools/voice/index.ts');
  const tool = VOICE_TOOLS.find(({ name }) => name === 'find_open_times');
  if (!tool) throw new Error('there is no such tool');
  const args = { service: 'Cleaning', part_of_day: 'noon' };
  const result = await callTool(tool, args, office.services, { signal: AbortSignal.timeout(10_000), voice: CALLER });
  expect(result).toEqual({
    isError: true,
    content: [
      { type: 'text', text: 'I did not understand that, and nothing was changed. Please say it once more.' },
      {
        type: 'text',
        text: expect.stringMatching(
          /^Not to be said: part_of_day has another form\. find_open_times takes service \(required\): Name as said; .*part_of_day: morning or afternoon or evening; .* Correct the arguments and call again\.$/,
        ),
        annotations: { audience: ['assistant'] },
      },
    ],
  });
});
