import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manyBookings } from '../support/many.ts';
import { type StartedPlatform, startPlatform } from '../support/platform.ts';
import { type HttpSession, startHttp } from '../support/session.ts';

/** Completion in a business with more records than one page has. The platform lists the newest first. */
const base = manyBookings(5_000);
const contacts = Array.from({ length: 400 }, (_, index) => ({
  ...base.contacts[0],
  id: `ct_${index}`,
  name: index === 3 ? 'Renée Öztürk' : `Person ${index}`,
  email: index === 4 ? 'office@example.org' : null,
  phone: index === 4 ? null : `+1212555${1_000 + index}`,
  created_at: new Date(Date.parse('2025-01-01T00:00:00Z') + index * 1_000).toISOString(),
}));
const business = { ...base, contacts: [...base.contacts, ...(contacts as typeof base.contacts)] };
let platform: StartedPlatform;
let session: HttpSession;

beforeAll(async () => {
  platform = await startPlatform({ business });
  session = await startHttp({ RCPT_BASE_URL: platform.url, RCPT_API_KEY: await platform.key() });
  // The first search loads code for longer, on a busy machine, than a completion may take.
  await session.client.call('list_contacts', { query: 'renee' });
  await session.client.call('list_bookings', { query: 'quist' });
});
afterAll(async () => {
  await session?.close();
  await platform?.close();
});

const complete = (prompt: string, argument: string, typed: string) =>
  session.client.complete({ prompt }, argument, typed);

describe('completion in a large business', () => {
  it.each(['renee', 'öztürk', 'Renée Ö', 'oztur'])('finds an early contact by %s', async (typed) => {
    expect(await complete('book_appointment', 'customer', typed)).toEqual(['[ct_3] Renée Öztürk, +12125551003']);
    expect(await session.client.complete({ uri: 'rcpt://contacts/{id}' }, 'id', typed)).toEqual(['ct_3']);
  });

  it('finds a contact by a part of the telephone number or the e-mail address that is shown', async () => {
    expect(await complete('book_appointment', 'customer', '+12125551007')).toEqual(['[ct_7] Person 7, +12125551007']);
    expect(await complete('book_appointment', 'customer', 'office@example')).toEqual([
      '[ct_4] Person 4, office@example.org',
    ]);
  });

  it('suggests the next appointments first, and one far ahead by its name', async () => {
    const next = await complete('cancel_appointment', 'appointment', '');
    expect(next.slice(0, 2)).toEqual([
      '[bk_000001] Monday 2199-01-07 01:00, Person 1',
      '[bk_000002] Monday 2199-01-07 02:00, Person 2',
    ]);
    expect(await complete('cancel_appointment', 'appointment', 'quist')).toEqual([
      expect.stringMatching(/^\[bk_004321\] .*, Zoë Quist$/),
    ]);
  });

  it('suggests what the first page has for a text that has no word', async () => {
    expect((await complete('cancel_appointment', 'appointment', '-01-0')).length).toBeGreaterThan(10);
    expect(await complete('book_appointment', 'customer', 'unheard of name')).toEqual([]);
  });
});
