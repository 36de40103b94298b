import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ListedPlatform, startListedPlatform } from '../support/listed-platform.ts';
import { type HttpSession, startHttp } from '../support/session.ts';

let platform: ListedPlatform;
let session: HttpSession;
beforeAll(async () => {
  platform = await startListedPlatform();
  session = await startHttp({ RCPT_BASE_URL: platform.url, RCPT_API_KEY: 'sk_live_x' });
});
afterAll(async () => {
  await Promise.all([session?.close(), platform?.close()]);
});

const call = (index: number, fields: Record<string, unknown>) => ({
  id: `call_${index}`,
  direction: 'inbound',
  status: 'completed',
  outcome: 'booked',
  language: 'en',
  contact_id: `ct_${index}`,
  started_at: `2199-03-${String(index).padStart(2, '0')}T09:00:00Z`,
  duration_seconds: 10 * index,
  ...fields,
});
const CALLS = [
  call(1, { duration_seconds: 95 }),
  call(2, { direction: 'outbound', outcome: 'Callback Promised', contact_id: null }),
  call(3, { language: 'es-MX', status: 'missed', outcome: undefined, duration_seconds: 9.5 }),
  call(4, { language: 'es', contact_id: null, duration_seconds: 1_000 }),
  call(5, { duration_seconds: undefined, language: undefined, direction: undefined }),
];
beforeEach(() => platform.serve({ calls: CALLS, contacts: [] }));

const send = (args: Record<string, unknown>) => session.client.call('list_calls', args);
const list = async (args: Record<string, unknown>) => {
  const answer = await send(args);
  expect(answer.isError, answer.text).toBe(false);
  return (answer.data.items as { id: string }[]).map(({ id }) => id.replace('call_', ''));
};
const refusal = async (args: Record<string, unknown>) => {
  const answer = await send(args);
  expect(answer.isError, answer.text).toBe(true);
  return answer.text;
};

describe('filters of list_calls', () => {
  it.each([
    ['direction', { direction: 'Outbound' }, ['2']],
    ['outcome, in any case and with any separator', { outcome: 'callback_promised' }, ['2']],
    ['status', { status: 'missed' }, ['3']],
    ['status with the value of an outcome', { status: 'booked' }, ['5', '4', '1']],
    ['language, with its regions', { language: 'es' }, ['4', '3']],
    ['language of a region', { language: 'es-mx' }, ['3']],
    ['calls without a contact', { has_contact: false }, ['4', '2']],
    ['calls with a contact', { has_contact: true }, ['5', '3', '1']],
    ['a minimum length, which is included', { min_duration_seconds: 95 }, ['4', '1']],
    ['several filters', { has_contact: false, language: 'es', min_duration_seconds: 60 }, ['4']],
  ])('list_calls filters by %s', async (_name, args, expected) => expect(await list(args)).toEqual(expected));

  it('list_calls finds the calls of a contact, and those of the same number that have no contact', async () => {
    const calls = [
      call(1, { contact_id: 'ct_1' }),
      call(2, { contact_id: null, phone: '+1 (212) 555-0123' }),
      call(3, { contact_id: 'ct_2', phone: '+12125550123' }),
      call(4, { contact_id: null, phone: '+12125550199' }),
    ];
    const contacts = [{ id: 'ct_1', name: 'Ana Ruiz', phone: '+12125550123' }];
    platform.serve({ calls, contacts });
    expect(await list({ contact_id: 'ct_1' })).toEqual(['2', '1']);
    expect(await list({ contact_id: 'ct_1', has_contact: true })).toEqual(['1']);
    expect(await refusal({ contact_id: 'ct_9' })).toMatch(/^contact_id: there is no contact ct_9\. lookup_caller/);
  });

  it('list_calls states how many calls lack the field of a filter', async () => {
    const { data } = await send({ min_duration_seconds: 1 });
    expect(data).toMatchObject({ total: 4, omitted: '1 records lack a field that the filters read.' });
  });

  it('list_calls refuses values that no call has with those that calls have', async () => {
    expect(await refusal({ outcome: 'refunded' })).toMatch(
      /outcome.*refunded.*Known values.*Callback Promised.*booked/s,
    );
    expect(await refusal({ language: 'fr' })).toMatch(/language.*fr.*en.*es/s);
    expect(await refusal({ direction: 'sideways' })).toMatch(/direction.*sideways.*inbound.*outbound/s);
    expect(await refusal({ status: 'cancelled' })).toMatch(/status.*cancelled.*completed.*missed/s);
    // Refused also if the window has no calls: the whole list is read.
    expect(await refusal({ outcome: 'refunded', from: '2000-01-01T00:00Z', to: '2000-01-02T00:00Z' })).toMatch(
      /Known values/,
    );
  });

  it('list_calls answers with an empty list for usual values that no call has', async () => {
    expect(await list({ status: 'voicemail' })).toEqual([]);
    platform.serve({ calls: [call(1, {})], contacts: [] });
    expect(await list({ direction: 'outbound' })).toEqual([]);
    expect(await list({ outcome: 'booked', from: '2000-01-01T00:00Z', to: '2000-01-02T00:00Z' })).toEqual([]);
    platform.serve({ calls: [], contacts: [] });
    expect(await list({ outcome: 'anything' })).toEqual([]);
  });

  it('list_calls refuses has_contact where calls do not say whom they are with', async () => {
    platform.serve({ calls: [call(1, { contact_id: undefined })], contacts: [] });
    expect(await refusal({ has_contact: false })).toMatch(/has_contact.*do not say/);
  });

  it('calls of an undetermined language are reported as undecided, and are found as such', async () => {
    platform.serve({ calls: [...CALLS.slice(0, 4), call(6, { language: 'und' })], contacts: [] });
    const { data } = await send({ language: 'es' });
    expect(data.items).toHaveLength(2);
    expect(data.omitted).toBe('1 records lack a field that the filters read.');
    expect(await list({ language: 'UND' })).toEqual(['6']);
    expect(await refusal({ language: 'fr' })).not.toContain('und"');
  });

  it('calls are not filtered by a language that the list does not have', async () => {
    platform.serve({ calls: [call(1, { language: undefined })], contacts: [] });
    const { data } = await send({ language: 'es' });
    expect(data).toMatchObject({ items: [], omitted: '1 records lack a field that the filters read.' });
  });

  it('list_calls sorts by length, longest or shortest first, with calls of unknown length last', async () => {
    expect(await list({ sort: 'duration' })).toEqual(['4', '1', '2', '3', '5']);
    expect(await list({ sort: 'duration', order: 'asc' })).toEqual(['3', '2', '1', '4', '5']);
    expect(await list({ sort: 'time' })).toEqual(['5', '4', '3', '2', '1']);
  });

  it.each(['asc', 'desc'])('a cursor continues a list by length, in the order %s', async (order) => {
    const calls = Array.from({ length: 57 }, (_, index) =>
      // Lengths of one to six digits, some equal, some fractions.
      call(1, { id: `call_${index}`, duration_seconds: [7, 70, 70.25, 700, 999_999][index % 5] }),
    );
    platform.serve({ calls, contacts: [] });
    const found: { id: string; duration_seconds: number }[] = [];
    let cursor: unknown;
    do {
      const { data, isError, text } = await send({
        sort: 'duration',
        order,
        per_page: 10,
        ...(cursor ? { cursor } : {}),
      });
      expect(isError, text).toBe(false);
      found.push(...(data.items as typeof found));
      cursor = data.cursor;
    } while (cursor);
    expect(new Set(found.map(({ id }) => id)).size).toBe(57);
    const lengths = found.map(({ duration_seconds: seconds }) => seconds);
    expect(lengths).toEqual([...lengths].sort((a, b) => (order === 'asc' ? a - b : b - a)));
    // A cursor belongs to its order.
    const first = await send({ sort: 'duration', order, per_page: 10 });
    expect(await refusal({ sort: 'time', order, cursor: first.data.cursor })).toMatch(/cursor/);
  });
});
