import { expect, it } from 'vitest';
import { Call, readRecord } from '../../src/contract/index.ts';
import { snapshotCalls } from '../../src/events/list-snapshot.ts';
import { diffCalls } from '../../src/events/snapshot-diff.ts';
import { systemClock } from '../../src/lib/time/clock.ts';

const snapshotOf = (fields: object) => {
  const items = [
    readRecord(Call, { id: 'call_1', status: 'completed', contact_name: 'Ana', summary: 'Booked.', ...fields }),
  ];
  const page = { items, total: 1, page: 1, per_page: 100, has_more: false };
  const lists = { listCalls: async () => page, listBookings: () => Promise.reject(new Error('not requested')) };
  return snapshotCalls(lists, new AbortController().signal, { clock: systemClock });
};

it('a contact that is renamed does not change its calls, and a changed summary does', async () => {
  const diff = diffCalls();
  expect(diff.update(await snapshotOf({}))).toEqual([]);
  expect(diff.update(await snapshotOf({ contact_name: 'Ana Díaz' }))).toEqual([]);
  expect(diff.update(await snapshotOf({ contact_name: 'Ana Díaz', summary: 'Moved.' }))).toMatchObject([
    { type: 'call.updated' },
  ]);
});
