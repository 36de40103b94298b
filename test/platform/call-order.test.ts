import { afterEach, beforeEach, expect, it } from 'vitest';
import { type StartedPlatform, startPlatform } from '../support/platform.ts';
import { addGenericSource, endedCall, type GenericSource } from '../voice/support/generic-source.ts';

let started: StartedPlatform;
let source: GenericSource;
beforeEach(async () => {
  started = await startPlatform();
  source = await addGenericSource(started.platform, started.url);
});
afterEach(() => started.close());

async function listed(): Promise<{ started_at: string }[]> {
  const headers = { 'x-api-key': await started.key() };
  const response = await fetch(`${started.url}/api/v1/calls?per_page=100`, { headers });
  return ((await response.json()) as { data: { started_at: string }[] }).data;
}

const COUNT = 30;
/** In an order that is not that of their start. */
const startOf = (index: number) => new Date(Date.UTC(2199, 0, 1 + ((index * 7) % COUNT))).toISOString();

it('calls that are ordered by their start while others arrive are each listed once, and in order afterwards', async () => {
  const { calls } = started.platform;
  const arriving = Array.from({ length: COUNT }, (_, index) =>
    source.send(endedCall(`call-${index}`, { started_at: startOf(index) })),
  );
  const ordering = Array.from({ length: 10 }, () => calls.orderByStart());
  const imported = { ...endedCall('import'), started_at: '2020-01-01T00:00:00Z', event: 'ended' as const };
  await calls.importBatch([imported] as never, { dryRun: false });
  await Promise.all([...arriving, ...ordering]);
  expect(await listed()).toHaveLength(COUNT + 1);
  await calls.orderByStart();
  const starts = (await listed()).map(({ started_at }) => started_at);
  expect(starts).toHaveLength(COUNT + 1);
  expect(starts).toEqual(starts.toSorted().reverse());
  expect(new Set(starts).size).toBe(COUNT + 1);
});
