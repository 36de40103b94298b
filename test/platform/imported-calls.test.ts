import { afterEach, beforeEach, expect, it } from 'vitest';
import type { CallReport } from '../../src/contract/index.ts';
import { newDatabase, type TestDatabase } from '../support/engines.ts';
import { type StartedPlatform, startPlatform } from '../support/platform.ts';

let started: StartedPlatform;
let stored: TestDatabase;
beforeEach(async () => {
  stored = await newDatabase();
  started = await startPlatform({ database: stored.database });
});
afterEach(async () => {
  await started.close();
  await stored.remove();
});

async function request(path: string, body?: object): Promise<Record<string, unknown>> {
  const headers = { 'x-api-key': await started.key(), 'content-type': 'application/json' };
  const answer = await fetch(`${started.url}/api/v1/${path}`, {
    headers,
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Record<string, unknown>;
}
const contact = async (name: string, phone: string) =>
  ((await request('contacts', { name, phone })).data as { id: string }).id;
const calls = async (page: number) =>
  (await request(`calls?per_page=100&page=${page}`)).data as Record<string, unknown>[];

const numberOf = (index: number) => `+1212555${String(1_000 + index)}`;
const reportOf = (index: number, more: Partial<CallReport> = {}): CallReport => ({
  event: 'ended',
  call_id: `past-${index}`,
  phone: numberOf(index),
  started_at: new Date(Date.UTC(2020, 0, 1, 0, index)).toISOString(),
  duration_seconds: 30,
  ...more,
});

it('each of many calls is added once, in the order of the file and with the oldest contact of its number', async () => {
  const first = await contact('Ann', numberOf(7));
  await contact('Her husband', numberOf(7));
  const last = await contact('Ben', numberOf(249));
  const reports = Array.from({ length: 250 }, (_, index) => reportOf(index));
  const outcomes = await started.platform.calls.importBatch(reports, { dryRun: false });
  expect(outcomes).toEqual(reports.map(() => 'added'));
  const listed = [...(await calls(1)), ...(await calls(2)), ...(await calls(3))];
  expect(listed.map(({ call_reference }) => call_reference)).toEqual(reports.map(({ call_id }) => call_id).reverse());
  const linked = listed.filter(({ contact_id }) => contact_id !== null);
  expect(linked.map(({ call_reference, contact_id }) => [call_reference, contact_id])).toEqual([
    ['past-249', last],
    ['past-7', first],
  ]);
});

it('a call that is twice in a batch is completed by its second report, and found by both', async () => {
  const batch = [
    reportOf(1, { summary: 'Asks for a perm.' }),
    reportOf(2),
    reportOf(1, { turns: [{ speaker: 'caller', text: 'Do you have parking?' }] }),
    reportOf(2),
  ];
  const { calls: admin } = started.platform;
  const outcomes = ['added', 'added', 'changed', 'unchanged'];
  expect(await admin.importBatch(batch, { dryRun: true })).toEqual(outcomes);
  expect(await calls(1)).toEqual([]);
  expect(await admin.importBatch(batch, { dryRun: false })).toEqual(outcomes);
  for (const query of ['perm', 'parking']) {
    const { data } = await request(`search/calls?query=${query}`);
    expect(data, query).toMatchObject([{ call_reference: 'past-1' }]);
  }
});
