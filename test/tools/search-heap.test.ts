import { afterAll, beforeAll, expect, it } from 'vitest';
import { type HttpSession, startHttp } from '../support/session.ts';
import { json, startUpstream, type Upstream } from '../support/upstream.ts';

const COUNT = 10_000;
/** In characters. The notes of all records together exceed the heap of the server. */
const NOTES = 9_000;
const HEAP_MIB = 64;

let upstream: Upstream;
let session: HttpSession;

beforeAll(async () => {
  upstream = await startUpstream((request, response) => {
    const page = Number(new URL(request.path, 'http://x').searchParams.get('page'));
    const data = Array.from({ length: 100 }, (_, index) => {
      const number = (page - 1) * 100 + index;
      const id = `bk_${String(number).padStart(6, '0')}`;
      const start_time = new Date(Date.UTC(2194, 0, 1) + number * 60_000).toISOString();
      return { id, start_time, status: 'confirmed', notes: `${number} `.padEnd(NOTES, 'n') };
    });
    json(200, { data, meta: { total: COUNT, page, per_page: 100, has_more: page * 100 < COUNT } })(request, response);
  });
  session = await startHttp({
    RCPT_BASE_URL: upstream.url,
    RCPT_API_KEY: 'sk_live_x',
    NODE_OPTIONS: `--max-old-space-size=${HEAP_MIB}`,
  });
});
afterAll(async () => {
  await session?.close();
  await upstream?.close();
});

it('a search of a list larger than the heap holds only the records of its next answers', async () => {
  const args = { status: 'confirmed', per_page: 20 };
  const first = await session.client.call('list_bookings', args);
  expect(first.data).toMatchObject({ scanned: COUNT, complete: true, total: COUNT, has_more: true });
  const second = await session.client.call('list_bookings', { ...args, cursor: first.data.cursor });
  const ids = [first, second].flatMap(({ data }) => (data.items as { id: string }[]).map(({ id }) => id));
  expect(ids).toEqual(Array.from({ length: 40 }, (_, index) => `bk_${String(index).padStart(6, '0')}`));
});
