import { expect, it } from 'vitest';
import { ApiError, type FetchPage, scan } from '../../src/api/index.ts';
import type { Contact } from '../../src/contract/index.ts';
import { manualClock } from '../support/clock.ts';

it('a scan whose request failed requests no further page, and reports no progress', async () => {
  const requested: number[] = [];
  let progress = 0;
  const fetchPage: FetchPage<typeof Contact> = async ({ page = 1 }) => {
    requested.push(page);
    await new Promise((resolve) => setImmediate(resolve));
    if (page === 3) throw new ApiError({ kind: 'server_error', endpoint: 'listContacts', changed: 'no' });
    const items = Array.from({ length: 100 }, (_, index) => ({ fields: { id: `ct_${page}_${index}` } }));
    return { items, page, per_page: 100, total: 5_000, has_more: true } as never;
  };
  const clock = manualClock('2030-01-01T00:00:00Z');
  const counted = { clock, progress: () => void progress++ };
  await expect(scan(fetchPage, () => {}, counted)).rejects.toThrow(ApiError);
  const [requests, reports] = [requested.length, progress];
  expect(requests).toBeLessThan(10);
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
  expect([requested.length, progress]).toEqual([requests, reports]);
});
