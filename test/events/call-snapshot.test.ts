import { expect, it } from 'vitest';
import { Call, readRecord } from '../../src/contract/index.ts';
import { snapshotCalls } from '../../src/events/list-snapshot.ts';
import { diffCalls } from '../../src/events/snapshot-diff.ts';
import { systemClock } from '../../src/lib/time/clock.ts';
import { fakeLists, many } from '../support/fake-lists.ts';

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

/** A snapshot of `count` calls, the oldest first, from a platform with pages of this size. */
const snapshotOfMany = (calls: Record<string, object>, perPage = 100) =>
  snapshotCalls(fakeLists({ calls }, perPage).api, new AbortController().signal, { clock: systemClock });

it.each([
  [800, 25],
  [600, 20],
  [3_000, 50],
  [2_300, 100],
])('a snapshot of %s calls has the first and the last one if pages have %s', async (count, perPage) => {
  const { records, complete } = await snapshotOfMany(many(count), perPage);
  expect(records.map(({ id }) => id)).toEqual(expect.arrayContaining(['call_0', `call_${count - 1}`]));
  expect(complete).toBe(false);
});

it('calls that were not read while there were too many are not new when there are fewer', async () => {
  const diff = diffCalls();
  const calls = many(2_300);
  diff.update(await snapshotOfMany(calls));
  for (const id of Object.keys(many(400))) delete calls[id];
  expect(diff.update(await snapshotOfMany(calls))).toEqual([]);
  Object.assign(calls, { late: { status: 'completed', started_at: '2020-01-01T00:00:00Z' } });
  expect(diff.update(await snapshotOfMany(calls)).map(({ record }) => record.id)).toEqual(['late']);
});
