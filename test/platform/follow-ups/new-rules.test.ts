import { expect, it } from 'vitest';
import { DERIVED_VERSION, SEQUENCED_VERSION } from '../../../src/platform/derived/versions.ts';
import { manualClock } from '../../support/clock.ts';
import { ENGINE, newDatabase } from '../../support/engines.ts';
import { startPlatform } from '../../support/platform.ts';
import { httpClient } from '../support/client.ts';
import { NOW, smallBusiness } from '../support/fixture.ts';
import { QUICK } from '../support/quick.ts';

const SAID = 'We will call you back tomorrow about the invoice. And on Friday about the X-ray.';

/** What the version before the migration `012-continued-promises` had: its indexes, and one promise of the call. */
const OF_BEFORE = [
  "delete from schema_migrations where name = '012-continued-promises'",
  'drop index calls_underived',
  'create index calls_underived on calls (team_id, id) where derived_version < 2',
  `update promises set candidates_json = '[[0,0,"en","business"]]', may_be_several = 0`,
  ...(ENGINE === 'postgres'
    ? [
        'drop index calls_sequence_table_underived',
        'create index calls_sequence_table_underived on calls (team_id, id) where derived_version < 3',
      ]
    : []),
];

it.each([
  ['words', 2],
  ['words and sequences', 3],
])('calls of before, with their %s, show the promises that new rules find', async (_with, version) => {
  const { database, direct, remove } = await newDatabase();
  const business = smallBusiness();
  const [call] = business.calls;
  const calls = [{ ...call, transcript: [{ speaker: 'receptionist', text: SAID, offset_seconds: 3 }] }];
  const clock = manualClock(NOW);
  const before = await startPlatform({ database, business: { ...business, calls } as never, clock, deliveries: QUICK });
  const key = await before.key();
  await before.close();
  await direct(...OF_BEFORE, `update calls set derived_version = ${version}`);

  const upgraded = await startPlatform({ database, clock, deliveries: QUICK });
  try {
    const send = httpClient(upgraded.url);
    const listed = async () => {
      const { body } = await send('GET', '/v1/follow-ups?', { key });
      const { calls } = body.data as unknown as { calls: { promises: { kind: string; number: number }[] }[] };
      return calls.flatMap(({ promises }) => promises.map(({ kind, number }) => `${kind} ${number}`));
    };
    await expect.poll(listed, { timeout: 10_000 }).toEqual(['callback 1', 'callback 2']);
    const found = await send('GET', '/v1/search/calls?query=%22call%20you%20back%22', { key });
    expect(found.body.data).toHaveLength(1);
    expect((await send('GET', '/v1/capabilities')).body.data.extensions).toHaveProperty('follow_ups');
  } finally {
    await upgraded.close();
    await remove();
  }
});

it('a version is above those that a program of before writes, which can still run', () => {
  expect(DERIVED_VERSION.calls).toBeGreaterThan(3);
  expect(SEQUENCED_VERSION).toBeGreaterThan(DERIVED_VERSION.calls);
});
