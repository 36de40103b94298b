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
      ],
    },
  );
});
afterAll(() => office?.close());

const ask = async (tool: string, service: string, more = {}) =>
  (await office.as(CALLER)(tool, { service, ...more })).text;

it('a caller who names a switched-off service hears what is offered instead, and no question about another one', async () => {
  const answer = 'We do not offer that. We offer Deep cleaning.';
  expect(await ask('list_services', 'cleaning')).toBe(answer);
  expect(await ask('find_open_times', 'cleaning', { date: '2026-03-03' })).toBe(answer);
  const start = '2026-03-03T09:00';
  expect(await ask('create_booking', 'cleaning', { start, caller_name: 'Robin Tester' })).toBe(answer);
});

it('a caller who names a part of an offered service means that one', async () => {
  expect(await ask('list_services', 'deep')).toContain('Deep cleaning');
});
