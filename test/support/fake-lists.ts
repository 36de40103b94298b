import type { Page } from '../../src/api/index.ts';
import type { Booking, Call, PageQuery } from '../../src/contract/index.ts';
import type { startPolling } from '../../src/events/index.ts';

export type Lists = Parameters<typeof startPolling>[0]['api'];

/** A fake platform with the given lists, which a test may change: records by id. */
export function fakeLists(
  records: { bookings?: Record<string, object>; calls?: Record<string, object> },
  maxPerPage = 100,
) {
  const requests: string[] = [];
  let concurrent = 0;
  let maxConcurrent = 0;
  let failure: Error | undefined;
  const list = async (name: 'bookings' | 'calls', { page = 1, per_page: requested = 25 }: PageQuery) => {
    const size = Math.min(requested, maxPerPage);
    requests.push(`${name} ${page}`);
    maxConcurrent = Math.max(maxConcurrent, ++concurrent);
    await new Promise((resolve) => setTimeout(resolve, 2));
    concurrent--;
    if (failure) throw failure;
    const all = Object.entries(records[name] ?? {}).map(([id, fields]) => ({
      fields: { id, ...fields },
      missing: [],
      other: {},
    }));
    const items = all.slice((page - 1) * size, page * size);
    return { items, page, per_page: size, total: all.length, has_more: page * size < all.length };
  };
  const api: Lists = {
    listBookings: async ({ query = {} }) => (await list('bookings', query)) as unknown as Page<typeof Booking>,
    listCalls: async ({ query = {} }) => (await list('calls', query)) as unknown as Page<typeof Call>,
  };
  return {
    api,
    requests,
    maxConcurrent: () => maxConcurrent,
    fail: (error?: Error) => {
      failure = error;
    },
  };
}

/** Calls, the oldest first. */
export const many = (count: number, from = 0) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, n) => [
      `call_${from + n}`,
      { started_at: new Date(1_700_000_000_000 + (from + n) * 60_000).toISOString(), status: 'completed' },
    ]),
  );
