import { afterAll, beforeAll, expect, it } from 'vitest';
import { practice } from '../../business/support/practice.ts';
import { CALLER, openVoiceOffice, type VoiceOffice } from './support/office.ts';

/** A business has switched off a service whose name another one contains. */
let office: VoiceOffice;
beforeAll(async () => {
  const [cleaning] = practice().services ?? [];
  office = await openVoiceOffice(
    {},
    {
      services: [
        { ...cleaning, id: 'plain', name: 'Cleaning', duration: '45m', active: false },
        { ...cleaning, id: 'deep', name: 'Deep cleaning', duration: '1h' },
        { ...cleaning, id: 'kids', name: 'Cleaning kids', duration: '30m' },
      ],
    },
  );
});
afterAll(() => office?.close());

const ask = async (tool: string, service: string, more = {}) =>
  (await office.as(CALLER)(tool, { service, ...more })).text;

it.each(['cleaning', 'a cleaning', 'the cleaning', 'un cleaning', "l'cleaning", 'cleaning appointment'])(
  'a caller who names a switched-off service as %j hears what is offered instead, and no question about another one',
  async (said) => {
    const answer = 'We do not offer that. We offer Cleaning kids and Deep cleaning.';
    expect(await ask('list_services', said)).toBe(answer);
    expect(await ask('find_open_times', said, { date: '2026-03-03' })).toBe(answer);
    const start = '2026-03-03T09:00';
    expect(await ask('create_booking', said, { start, caller_name: 'Robin Tester' })).toBe(answer);
  },
);

it('a caller who names a part of an offered service means that one', async () => {
  for (const said of ['deep', 'the deep', 'a deep cleaning', 'deep cleaning, please'])
    expect(await ask('list_services', said), said).toMatch(/^Deep cleaning takes /);
  expect(await ask('list_services', 'cleaning for kids')).toMatch(/^Cleaning kids takes /);
});
