import { afterEach, beforeEach, expect, it } from 'vitest';
import { ENGINE, newDatabase, type TestDatabase } from '../support/engines.ts';
import { type StartedPlatform, startPlatform } from '../support/platform.ts';
import { addGenericSource, endedCall, type GenericSource } from '../voice/support/generic-source.ts';

let started: StartedPlatform;
let source: GenericSource;
let stored: TestDatabase;
beforeEach(async () => {
  stored = await newDatabase();
  started = await startPlatform({ database: stored.database });
  source = await addGenericSource(started.platform, started.url);
});
afterEach(async () => {
  await started.close();
  await stored.remove();
});

async function listed(): Promise<{ started_at: string }[]> {
  const headers = { 'x-api-key': await started.key() };
  const response = await fetch(`${started.url}/api/v1/calls?per_page=100`, { headers });
  return ((await response.json()) as { data: { started_at: string }[] }).data;
}

const COUNT = 30;
/** In an order that is not that of their start. */
const startOf = (index: number) => new Date(Date.UTC(2025, 0, 1 + ((index * 7) % COUNT))).toISOString();

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

const importAll = (count: number, day: (index: number) => number) => {
  const reports = Array.from({ length: count }, (_, index) =>
    endedCall(`past-${index}`, { started_at: new Date(Date.UTC(2020, 0, 1 + day(index))).toISOString(), turns: [] }),
  );
  return started.platform.calls.importBatch(reports as never, { dryRun: false });
};

/** Lets the database refuse to number some calls. */
const refuseNumbers = (condition: string) =>
  ENGINE === 'sqlite'
    ? stored.direct(
        `create trigger numbered before update of position on calls when ${condition}
         begin select raise(abort, 'numbered'); end`,
      )
    : stored.direct(
        `create function refuse_number() returns trigger language plpgsql as 'begin raise ''numbered''; end'`,
        `create trigger numbered before update of position on calls for each row when (${condition})
         execute function refuse_number()`,
      );

it('calls that are in order are not numbered again by the next import', async () => {
  const { calls } = started.platform;
  await importAll(10, (index) => 9 - index);
  await calls.orderByStart();
  await refuseNumbers('old.position between 1 and 10');
  await calls.orderByStart();
  await source.send(endedCall('later'));
  await source.send(endedCall('earlier', { started_at: '2024-01-06T15:00:00Z' }));
  await calls.orderByStart();
  const starts = (await listed()).map(({ started_at }) => started_at);
  expect(starts).toHaveLength(12);
  expect(starts).toEqual(starts.toSorted().reverse());
});

it('other writers get their turn while many calls are ordered', async () => {
  const { calls } = started.platform;
  await importAll(3_000, (index) => 3_000 - index);
  const ended: string[] = [];
  const note = (name: string) => () => void ended.push(name);
  await Promise.all([
    calls.orderByStart().then(note('calls are ordered')),
    source.send(endedCall('meanwhile')).then(note('a call is recorded')),
  ]);
  expect(ended).toEqual(['a call is recorded', 'calls are ordered']);
});
