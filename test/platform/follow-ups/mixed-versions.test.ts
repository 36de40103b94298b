import { afterEach, beforeEach, expect, it } from 'vitest';
import { DERIVED_VERSION, SEQUENCED_VERSION } from '../../../src/platform/derived/versions.ts';
import { manualClock } from '../../support/clock.ts';
import { newDatabase, type TestDatabase } from '../../support/engines.ts';
import { type StartedPlatform, startPlatform } from '../../support/platform.ts';
import { type Child, startChild } from '../support/child.ts';
import { httpClient } from '../support/client.ts';
import { NOW, smallBusiness } from '../support/fixture.ts';
import { promisingCall } from '../support/promising-call.ts';
import { QUICK } from '../support/quick.ts';

let database: TestDatabase;
let started: StartedPlatform[];
let children: Child[];
beforeEach(async () => {
  database = await newDatabase();
  started = [];
  children = [];
});
afterEach(async () => {
  for (const child of children) child.kill();
  for (const one of started) await one.close();
  await database.remove();
});

async function open(): Promise<StartedPlatform> {
  const business = { ...smallBusiness(), calls: [] };
  const options = { database: database.database, clock: manualClock(NOW), deliveries: QUICK };
  const platform = await startPlatform({ ...options, business });
  started.push(platform);
  return platform;
}

function startWriter(name: string, edit?: (program: string) => string): Child {
  const child = startChild('write-calls.ts', [database.database, name], edit);
  children.push(child);
  return child;
}

/** Makes the version before `012-continued-promises` of the program: its versions, and its rules. */
function ofBefore(program: string): string {
  const changes: [RegExp, string][] = [
    [new RegExp(`calls: ${DERIVED_VERSION.calls} }`), 'calls: 2 }'],
    [new RegExp(`SEQUENCED_VERSION = ${SEQUENCED_VERSION};`), 'SEQUENCED_VERSION = 3;'],
    [/function continues\(sentence, {[^}]*}\) {/, '$& return false;'],
  ];
  return changes.reduce((edited, [now, before]) => {
    expect(now.test(edited), String(now)).toBe(true);
    return edited.replace(now, before);
  }, program);
}

interface Listed {
  calls: { id: string; promises: { kind: string; number: number }[] }[];
  next: string | null;
}

/** The promises of each call. */
async function listed({ url }: StartedPlatform, key: string): Promise<string[]> {
  const send = httpClient(url);
  const promises: string[] = [];
  let after = '';
  do {
    const { body } = await send('GET', `/v1/follow-ups?per_page=100${after}`, { key });
    const { calls, next } = body.data as unknown as Listed;
    promises.push(...calls.map((call) => call.promises.map(({ kind, number }) => `${kind} ${number}`).join()));
    after = next === null ? '' : `&after=${encodeURIComponent(next)}`;
  } while (after !== '');
  return promises;
}

it('calls that processes of this version and of the one before write while calls are computed again get the new rules', {
  timeout: 120_000,
}, async () => {
  const first = await open();
  const key = await first.key();
  const reports = Array.from({ length: 120 }, (_, index) => promisingCall(`stored-${index}`));
  await first.platform.calls.importBatch(reports, { dryRun: false });
  const old = startWriter('old', ofBefore);
  expect(await old.line()).toBe('ready');
  await first.close();
  started = [];
  // Both versions compute the first ones, and this one also the others.
  await database.direct(
    'delete from promises',
    "update calls set derived_version = 0 where call_reference like 'stored-%0'",
    "update calls set derived_version = 2 where call_reference like 'stored-%1'",
    "update calls set derived_version = 3 where call_reference like 'stored-%' and derived_version > 3",
  );
  const upgraded = await open();
  const young = startWriter('young');
  expect(await young.line()).toBe('ready');
  const found = () => listed(upgraded, key);
  await expect.poll(async () => (await found()).length, { timeout: 60_000 }).toBeGreaterThan(150);
  for (const child of children) child.go();
  const added = (await Promise.all([old.line(), young.line()])).map(Number);
  expect(await Promise.all([old.ended, young.ended])).toEqual([0, 0]);
  for (const count of added) expect(count).toBeGreaterThan(0);
  // Its worker begins at once.
  await open();
  const all = Array.from({ length: reports.length + (added[0] ?? 0) + (added[1] ?? 0) }, () => 'callback 1,callback 2');
  await expect.poll(found, { timeout: 60_000 }).toEqual(all);
});
