import { expect } from 'vitest';
import { items, scenarios } from './support/scenario.ts';

scenarios('calls', [
  [
    '42. What did the last caller want?',
    1,
    async ({ call }) => {
      const [last] = items(await call('list_calls', { order: 'desc', per_page: 1 }));
      expect(last?.summary).toEqual(expect.any(String));
    },
  ],
  [
    '43. Was there an emergency since yesterday?',
    1,
    async ({ call }) => {
      const { data } = await call('list_calls', { from: 'yesterday', outcome: 'emergency' });
      expect(data.complete).toBe(true);
    },
  ],
  [
    '44. Who was promised a callback and never got it?',
    1,
    async ({ call }) => {
      const found = items(await call('find_follow_ups', { kind: 'callback' }));
      expect(found.length).toBeGreaterThan(0);
      for (const item of found)
        expect(item).toMatchObject({ kind: 'callback', status: 'open', sentence: expect.any(String) });
    },
  ],
  [
    '45. Who called about a refund last month and was never called back?',
    1,
    async ({ call, lastMonth }) => {
      const found = items(await call('find_follow_ups', { ...lastMonth, status: 'open' }));
      expect(found.length).toBeGreaterThan(0);
    },
  ],
  [
    '46. Which promised callbacks are overdue, and with which words were they promised?',
    1,
    async ({ call }) => {
      const { data } = await call('find_follow_ups');
      const found = data.items as { overdue?: boolean; sentence: string }[];
      for (const { sentence } of found.filter(({ overdue }) => overdue)) expect(sentence).not.toBe('');
    },
  ],
  [
    '47. What exactly did Rosa Delgado say about being charged twice?',
    1,
    async ({ call, today }) => {
      const found = (
        await call('search_calls', {
          query: '"hundred twenty-nine"',
          speaker: 'caller',
          from: today.subtract({ days: 70 }).toString(),
        })
      ).data.items as { call_id: string; turns: { speaker: string; text: string }[] }[];
      const hers = found.find((hit) => hit.call_id === 'call_1001');
      expect(hers?.turns.some(({ text }) => /hundred twenty-nine/i.test(text))).toBe(true);
    },
  ],
  [
    '48. Read me the whole of the long call.',
    1,
    async ({ call }) => {
      const { data } = await call('get_call_transcript', { call_id: 'call_1012' });
      expect(data.turns).toHaveLength(data.total_turns as number);
      expect(data.total_turns).toBeGreaterThanOrEqual(120);
    },
  ],
  [
    '49. Where in the long call do they speak of X-rays?',
    1,
    async ({ call }) => {
      const [hit] = (await call('search_calls', { query: 'x-rays', call_id: 'call_1012' })).data.items as {
        turns: { text: string }[];
      }[];
      expect(hit?.turns.length).toBeGreaterThan(1);
    },
  ],
  [
    '50. Did a caller ask in Spanish for an appointment?',
    1,
    async ({ call }) => {
      expect(items(await call('search_calls', { query: 'cita', speaker: 'caller' })).length).toBeGreaterThan(0);
    },
  ],
  [
    '51. Which calls were in Spanish?',
    1,
    async ({ call }) => {
      const found = items(await call('list_calls', { language: 'es', per_page: 100 }));
      expect(found.length).toBeGreaterThan(0);
      for (const item of found) expect(item.language).toMatch(/^es/);
    },
  ],
  [
    '52. Which was the longest call of the last month, and what was it about?',
    1,
    async ({ call, today }) => {
      const [longest, second] = items(
        await call('list_calls', { from: today.subtract({ days: 31 }).toString(), sort: 'duration', per_page: 2 }),
      );
      expect(Number(longest?.duration_seconds)).toBeGreaterThanOrEqual(Number(second?.duration_seconds));
      expect(longest?.summary).toEqual(expect.any(String));
    },
  ],
  [
    '53. Who called last night?',
    1,
    async ({ call, today }) => {
      const { data } = await call('list_calls', {
        from: `${today.subtract({ days: 1 })}T18:00`,
        to: `${today}T08:00`,
        per_page: 50,
      });
      expect(data.total).toBeGreaterThan(0);
    },
  ],
  [
    '54. How many calls were there last month, how long were they, and how did they end?',
    1,
    async ({ call, lastMonth }) => {
      const { data } = await call('summarize_activity', { kind: 'calls', group_by: ['outcome'], ...lastMonth });
      expect(data).toMatchObject({ complete: true, calls: { count: expect.any(Number) } });
    },
  ],
  [
    '55. At which hours do most people call?',
    1,
    async ({ call, today }) => {
      const { data } = await call('summarize_activity', {
        kind: 'calls',
        group_by: ['hour'],
        from: today.subtract({ days: 70 }).toString(),
        to: 'today',
      });
      expect((data.calls as { groups: unknown[] }).groups.length).toBeGreaterThan(5);
    },
  ],
  [
    '56. Which callers of the last week are not among our contacts?',
    1,
    async ({ call, today }) => {
      const found = items(
        await call('list_calls', { from: today.subtract({ days: 7 }).toString(), has_contact: false, per_page: 100 }),
      );
      expect(found.length).toBeGreaterThan(0);
      for (const item of found) expect(item.contact_id).toBeUndefined();
    },
  ],
  [
    '57. What did we tell callers who asked about parking?',
    1,
    async ({ call }) => {
      const found = items(await call('search_calls', { query: 'parking' }));
      expect(found.length).toBeGreaterThan(0);
      for (const { summary } of found) expect(summary).toMatch(/parking/i);
    },
  ],
  [
    '58. When did a caller first mention insurance?',
    1,
    async ({ call }) => {
      expect(
        items(await call('search_calls', { query: 'insurance', speaker: 'caller', order: 'asc', limit: 1 })),
      ).toHaveLength(1);
    },
  ],
  [
    '59. Which price quotes did we give, and to whom?',
    1,
    async ({ call }) => {
      const found = items(await call('list_calls', { outcome: 'price_quote', per_page: 100 }));
      expect(found.length).toBeGreaterThan(0);
      for (const item of found) expect(item.summary).toEqual(expect.any(String));
    },
  ],
]);
