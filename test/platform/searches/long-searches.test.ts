import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FIRST_START, manyBookings } from '../../support/many.ts';
import { type StartedPlatform, startPlatform } from '../../support/platform.ts';
import { type HttpSession, startHttp } from '../../support/session.ts';
import { httpClient, type Send } from '../support/client.ts';

/** More than a platform compares at a time, between the last match and the end. */
const COUNT = 13_100;
/** In a thousand bookings, of which Person 2999 is the last. Too many words begin with 2 to look them up. */
const QUERY = '"son 2"';

let platform: StartedPlatform;
let send: Send;
let session: HttpSession;
let key: string;

beforeAll(async () => {
  platform = await startPlatform({ business: manyBookings(COUNT) });
  key = await platform.key();
  send = httpClient(platform.url);
  session = await startHttp({ RCPT_BASE_URL: platform.url, RCPT_API_KEY: key, RCPT_TIME_ZONE: 'UTC' });
}, 60_000);
afterAll(async () => {
  await session?.close();
  await platform?.close();
});

const idOf = (index: number) => `bk_${String(index).padStart(6, '0')}`;
const startOf = (index: number) => new Date(FIRST_START + index * 3_600_000).toISOString();

describe('a search that has to compare many records', () => {
  it('continues where it has stopped comparing, and misses none', async () => {
    const seen: unknown[] = [];
    let [after, pages, stops]: [string | undefined, number, number] = [undefined, 0, 0];
    do {
      const query = new URLSearchParams({ query: QUERY, order: 'desc', per_page: '100', ...(after ? { after } : {}) });
      const { status, body } = await send('GET', `/v1/bookings?${query}`, { key });
      expect(status).toBe(200);
      seen.push(...body.data.map(({ id }) => id));
      const last = body.data.at(-1);
      const { next, has_more, total } = body.meta as { next?: string; has_more: boolean; total: number | null };
      if (next !== undefined) {
        stops++;
        expect({ has_more, total }).toEqual({ has_more: true, total: null });
      }
      after = has_more ? (next ?? JSON.stringify([startOf(Number(String(last?.id).slice(3))), last?.id])) : undefined;
    } while (after !== undefined && ++pages < 30);
    const expected = Array.from({ length: 3_000 }, (_, index) => index).filter((index) =>
      String(index).startsWith('2'),
    );
    expect(seen).toEqual(expected.reverse().map(idOf));
    expect(stops).toBe(1);
  });

  it('needs one call of list_bookings', async () => {
    const { data } = await session.client.call('list_bookings', { query: QUERY, order: 'desc', per_page: 2 });
    expect((data.items as { id: string }[]).map(({ id }) => id)).toEqual([idOf(2_999), idOf(2_998)]);
    expect(data).toMatchObject({ complete: true, has_more: true, total: null });
    const args = { query: QUERY, order: 'asc', from: startOf(3_000), per_page: 2 };
    const { data: none } = await session.client.call('list_bookings', args);
    expect(none).toMatchObject({ items: [], complete: true, has_more: false });
  });

  it('counts exactly where candidates are few, in any list', async () => {
    const { body } = await send('GET', '/v1/bookings?query=quist&order=asc', { key });
    expect(body.data.map(({ id }) => id)).toEqual([idOf(4_321)]);
    expect(body.meta).toMatchObject({ total: 1, has_more: false });
  });
});
