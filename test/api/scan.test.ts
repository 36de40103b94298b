import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { ApiError, type FetchPage, scan } from '../../src/api/index.ts';
import type { Contact } from '../../src/contract/index.ts';

import { manualClock } from '../support/clock.ts';
import { seeded } from '../support/faults.ts';

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

/** Changes a list before a request is answered. */
type Change = (records: string[], random: () => number) => unknown;

/** Scans a list that changes, whose platform answers in any order. */
async function scanChanging(seed: number, change: Change) {
  const random = seeded(seed);
  const records = Array.from({ length: 700 }, (_, index) => `ct_${index}`);
  const waiting: (() => void)[] = [];
  const fetchPage: FetchPage<typeof Contact> = ({ page = 1 }) =>
    new Promise((resolve) => {
      waiting.push(() => {
        if (page > 1) change(records, random);
        const items = records.slice((page - 1) * 100, page * 100).map((id) => ({ fields: { id } }));
        const has_more = page * 100 < records.length;
        resolve({ items, page, per_page: 100, total: records.length, has_more } as never);
      });
    });
  const visited = new Set<string>();
  const clock = manualClock('2030-01-01T00:00:00Z');
  let isScanning = true;
  const scanned = scan(fetchPage, ({ fields }) => void visited.add(String(fields.id)), { clock }).finally(() => {
    isScanning = false;
  });
  const before = [...records];
  while (isScanning) {
    for (const answer of waiting.splice(Math.floor(random() * waiting.length), 1)) answer();
    await nextTurn();
  }
  const stayed = before.filter((id) => records.includes(id));
  return { ...(await scanned), missed: stayed.filter((id) => !visited.has(id)) };
}

let added = 0;
const grow = (records: string[], count: number) =>
  void records.unshift(...Array.from({ length: count }, () => `ct_new_${added++}`));
const remove = (records: string[], random: () => number, count: number) =>
  void records.splice(Math.floor(random() * records.length), count);

/** Moves a record to another place. */
const move = (records: string[], random: () => number) =>
  void records.splice(
    Math.floor(random() * records.length),
    0,
    ...records.splice(Math.floor(random() * records.length), 1),
  );

it.each<[string, Change]>([
  ['grows', (records, random) => random() < 0.3 && grow(records, 1)],
  ['shrinks', (records, random) => random() < 0.3 && remove(records, random, 1)],
])('a scan of a list that %s meanwhile reads every record that stays', async (_name, change) => {
  for (let seed = 1; seed <= 300; seed++) {
    expect({ seed, ...(await scanChanging(seed, change)) }).toMatchObject({ seed, complete: true, missed: [] });
  }
});

it.each<[string, Change]>([
  ['grows by almost a page', (records, random) => random() < 0.1 && grow(records, 90)],
  ['grows by more than a page', (records, random) => random() < 0.05 && grow(records, 150)],
  ['shrinks by almost a page', (records, random) => random() < 0.1 && remove(records, random, 90)],
  ['keeps its length while a record moves', (records, random) => random() < 0.05 && move(records, random)],
  ['shrinks by more than a page', (records, random) => random() < 0.05 && remove(records, random, 150)],
])('a scan of a list that %s is complete only if it has read every record that stays', async (_name, change) => {
  let completed = 0;
  for (let seed = 1; seed <= 300; seed++) {
    const { complete, missed } = await scanChanging(seed, change);
    if (complete) completed++;
    expect({ seed, missed: complete ? missed : [] }).toEqual({ seed, missed: [] });
  }
  expect(completed).toBeGreaterThan(200);
});
