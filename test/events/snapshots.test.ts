import { expect, it } from 'vitest';
import { Call, readRecord } from '../../src/contract/index.ts';
import { snapshotBookings, snapshotCalls } from '../../src/events/list-snapshot.ts';
import { diffBookings, diffCalls } from '../../src/events/snapshot-diff.ts';
import { systemClock } from '../../src/lib/time/clock.ts';
import { fakeLists, many } from '../support/fake-lists.ts';

const NOW = Date.parse('2025-03-04T12:00:00Z');

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
  expect(diff.update(await snapshotOf({}), NOW)).toEqual([]);
  expect(diff.update(await snapshotOf({ contact_name: 'Ana Díaz' }), NOW)).toEqual([]);
  expect(diff.update(await snapshotOf({ contact_name: 'Ana Díaz', summary: 'Moved.' }), NOW)).toMatchObject([
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
  diff.update(await snapshotOfMany(calls), NOW);
  for (const id of Object.keys(many(400))) delete calls[id];
  expect(diff.update(await snapshotOfMany(calls), NOW)).toEqual([]);
  Object.assign(calls, { late: { status: 'completed', started_at: '2025-03-03T13:00:00Z', duration_seconds: 60 } });
  expect(diff.update(await snapshotOfMany(calls), NOW).map(({ record }) => record.id)).toEqual(['late']);
});

it.each([
  ['is complete if nothing changes', () => {}, true],
  ['is not complete if a call was removed before its second part was read', (calls) => delete calls.call_0, false],
  [
    'is complete if a call was added before its second part was read',
    (calls) => Object.assign(calls, { late: {} }),
    true,
  ],
] as [string, (calls: Record<string, object>) => unknown, boolean][])(
  'a snapshot of a list in two parts %s',
  async (_title, change, expected) => {
    const calls = many(1_700);
    const { api } = fakeLists({ calls });
    let isChanged = false;
    const listCalls: typeof api.listCalls = (request) => {
      if (Number(request.query?.page) > 10 && !isChanged) {
        isChanged = true;
        change(calls);
      }
      return api.listCalls(request);
    };
    const signal = new AbortController().signal;
    const { records, complete } = await snapshotCalls({ ...api, listCalls }, signal, { clock: systemClock });
    expect(complete).toBe(expected);
    const known = new Set(records.map(({ id }) => id));
    expect(Object.keys(calls).every((id) => known.has(id))).toBe(expected);
  },
);

const snapshotOfBookings = (bookings: Record<string, object>) =>
  snapshotBookings(fakeLists({ bookings }).api, new AbortController().signal, { clock: systemClock });

it('a service or a person that is renamed does not change its bookings, and another person does', async () => {
  const diff = diffBookings();
  const booking = { status: 'confirmed', service_id: 's1', service_name: 'Cut', staff_id: 'ana', staff_name: 'Ana' };
  const changesOf = async (fields: object) =>
    diff.update(await snapshotOfBookings({ bk_1: { ...booking, ...fields } }), NOW).map(({ type }) => type);
  expect(await changesOf({})).toEqual([]);
  expect(await changesOf({ service_name: 'Haircut', staff_name: 'Ana Díaz' })).toEqual([]);
  expect(await changesOf({ staff_id: 'ben', staff_name: 'Ben' })).toEqual(['booking.updated']);
});

/** A list of which the snapshots have a part. */
const partOf = (data: Record<string, object>) => ({
  records: Object.entries(data).map(([id, fields]) => ({ id, digest: id, data: { id, ...fields } })),
  complete: false,
});
const idsOf = (changes: readonly { record: { id: string } }[]) => changes.map(({ record }) => record.id);
const minutesLater = (minutes: number) => NOW + minutes * 60_000;

it('a call is new in a part of a list although a shorter one that began later was listed before it', () => {
  const diff = diffCalls();
  const [first, short, long] = [
    { started_at: '2025-03-04T11:00:00Z', duration_seconds: 60 },
    { started_at: '2025-03-04T11:55:00Z', duration_seconds: 120 },
    { started_at: '2025-03-04T11:40:00Z', duration_seconds: 1_800 },
  ];
  expect(diff.update(partOf({ first }), NOW)).toEqual([]);
  expect(idsOf(diff.update(partOf({ short, first }), minutesLater(1)))).toEqual(['short']);
  expect(idsOf(diff.update(partOf({ long, short, first }), minutesLater(11)))).toEqual(['long']);
  expect(diff.update(partOf({ long, short, first }), minutesLater(12))).toEqual([]);
});

it('a call that its source reports minutes after its end is new in a part of a list', () => {
  const diff = diffCalls();
  const at = (ended_at: string) => ({ started_at: '2025-03-04T11:00:00Z', ended_at });
  diff.update(partOf({ known: at('2025-03-04T11:59:30Z') }), NOW);
  const calls = { reported: at('2025-03-04T11:58:00Z'), old: at('2025-03-04T11:30:00Z') };
  expect(idsOf(diff.update(partOf(calls), minutesLater(1)))).toEqual(['reported']);
});

it('a booking is new in a part of a list although it was made in the same second as the last one', () => {
  const diff = diffBookings();
  const booking = { status: 'confirmed', created_at: '2025-03-04T12:00:00Z' };
  diff.update(partOf({ known: booking }), NOW);
  expect(idsOf(diff.update(partOf({ known: booking, other: booking }), minutesLater(1)))).toEqual(['other']);
});

it('calls of the past that were imported are not new', () => {
  const diff = diffCalls();
  const call = (started_at: string) => ({ started_at, duration_seconds: 60 });
  const known = call('2025-03-04T11:00:00Z');
  diff.update({ ...partOf({ known }), complete: true }, NOW);
  const imported = { ...partOf({ known, imported: call('2024-03-04T11:00:00Z') }), complete: true };
  expect(diff.update(imported, minutesLater(1))).toEqual([]);
  const delayed = { ...partOf({ known, delayed: call('2025-03-03T13:00:00Z') }), complete: true };
  expect(idsOf(diff.update(delayed, minutesLater(2)))).toEqual(['delayed']);
});
