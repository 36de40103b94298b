import { afterEach, expect, it } from 'vitest';
import type { BusinessFile } from '../../../src/contract/business.ts';
import { HOUR_MS } from '../../../src/lib/time/units.ts';
import { practice } from '../../business/support/practice.ts';
import { CALLER, openVoiceOffice, type VoiceOffice } from './support/office.ts';

/** Today is Monday, 2 March 2026. The practice is open until 17:00, and the clock begins at 10:00. */
let office: VoiceOffice;
afterEach(() => office?.close());

interface Opened {
  hour?: number;
  language?: string;
  business?: Partial<BusinessFile>;
}

async function open({ hour = 18, language = 'en-GB', business = {} }: Opened = {}) {
  office = await openVoiceOffice({ language }, business);
  office.clock.advance((hour - 10) * HOUR_MS);
  const call = office.as(CALLER);
  return {
    find: async (args: object) => (await call('find_open_times', { service: 'Cleaning', ...args })).text,
    book: async (start: string) =>
      (await call('create_booking', { service: 'Cleaning', start, caller_name: 'Ann Archer' })).text,
  };
}

it('a caller who asks for today after closing hears that the business has closed, and the times of the next day', async () => {
  const { find } = await open();
  const answer = 'We are closed for today. Tomorrow: 8:00 to 11:15 and 13:00 to 16:15 are free.';
  expect(await find({ date: 'today' })).toBe(answer);
  expect(await find({ date: '2026-03-02' })).toBe(answer);
  expect(await find({ date: 'today', staff: 'Jin Kim' })).toBe(answer);
});

it('a caller who names the weekday of today after closing means the one in a week', async () => {
  const { find, book } = await open();
  expect(await find({ date: 'Monday' })).toMatch(/^Monday the 9th: 8:00 to 11:15 and 13:00 to 16:15 are free/);
  expect(await find({ date: 'this Monday morning', staff: 'Jin Kim' })).toMatch(/^Monday the 9th: 8:00 to 11:15 /);
  expect(await find({ date: 'Monday or Tuesday' })).toMatch(/^Tomorrow: .* Monday the 9th: /);
  expect(await book('Monday at 9')).toMatch(/Monday the 9th at 9:00/);
  expect(await find({ date: 'the 2nd' })).toMatch(/^We are closed for today/);
});

it.each([
  ['Monday at 9', 11, 'Monday the 9th at 9:00'],
  ['Monday at 2', 11, 'today at 14:00'],
  ['Monday at 3', 11, 'today at 15:00'],
])('%j means, at %d o’clock on a Monday, %s', async (start, hour, said) => {
  const { book } = await open({ hour });
  expect(await book(start)).toContain(said);
});

it('a part of a weekday that is over today is that of the next one', async () => {
  const { find } = await open({ hour: 14 });
  expect(await find({ date: 'Monday morning' })).toMatch(/^Monday the 9th: 8:00 to 11:15 /);
  expect(await find({ date: 'Monday afternoon' })).toMatch(/^Today: /);
});

it('the next times are of the part of the day that is asked for', async () => {
  const { find } = await open({ business: { special_hours: [{ from: '2026-03-07', hours: '10:00-20:00' }] } });
  expect(await find({ date: 'this afternoon' })).toBe('We are closed for today. Tomorrow: 13:00 to 16:15 are free.');
  expect(await find({ date: 'tonight' })).toBe('We are closed for today. Saturday the 7th: 17:00 to 19:15 are free.');
});

it.each([
  ['de-DE', 'heute', 'Für heute haben wir schon geschlossen. Morgen ist von 8:00 bis 11:15 Uhr und '],
  ['fr-FR', "aujourd'hui", "Nous avons déjà fermé pour aujourd'hui. Demain, il y a de la place "],
  ['es-ES', 'hoy', 'Por hoy ya hemos cerrado. Mañana hay hueco '],
  ['it-IT', 'oggi', "Per oggi abbiamo già chiuso. Domani c'è posto "],
  ['pt-BR', 'hoje', 'Por hoje já fechamos. Amanhã há vaga '],
])('in %s, a caller who asks for %j after closing hears that the business has closed', async (language, date, said) => {
  const { find } = await open({ language });
  expect((await find({ date })).slice(0, said.length)).toBe(said);
});

it('a later time of today is refused after closing because the business has closed', async () => {
  const { book } = await open();
  expect(await book('2026-03-02T19:00')).toMatch(/^We are closed for today\. It would be possible tomorrow at /);
});

it.each([
  ['the business is still open', 16.5, {}],
  [
    'a person works in the evening',
    18,
    {
      staff: practice().staff?.map((one) => (one.id === 'kim' ? { ...one, opening_hours: ['Mon 19:00-19:30'] } : one)),
    },
  ],
  ['a night has begun', 23.5, { opening_hours: ['daily 20:00-24:00, 00:00-01:00'] }],
])('nothing is called closed while %s', async (_, hour, business) => {
  const { find } = await open({ hour, business: business as Partial<BusinessFile> });
  expect(await find({ date: 'today' })).toMatch(/^Nothing is free then\. The next free time is /);
});

it('a day on which the business is closed stays closed in the evening', async () => {
  const { find } = await open({ business: { closures: [{ from: '2026-03-02', reason: 'Works' }] } });
  expect(await find({ date: 'today' })).toMatch(
    /^Today we are closed: Works\. The next free time is tomorrow at 8:00\.$/,
  );
});
