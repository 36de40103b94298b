import { expect, it } from 'vitest';
import { listAttempts } from '../../../src/platform/store/deliveries/attempts.ts';
import { openStore } from '../../../src/platform/store/store.ts';
import { newDatabase } from '../../support/engines.ts';
import { json, startUpstream } from '../../support/upstream.ts';
import { eventually, openSalon } from '../support/salon.ts';

it('a pause of Retry-After is not shortened by the answer to a request that was sent before', async () => {
  const test = await newDatabase();
  const target = await startUpstream();
  const salon = await openSalon({ database: test.database });
  const store = await openStore(test.database, Date.now());
  const { id } = await salon.subscribe(target.url);
  const answers: ((status: number, seconds: string) => void)[] = [];
  target.behave((request, response) => {
    answers.push((status, seconds) => json(status, {}, { 'retry-after': seconds })(request, response));
  });
  const attempts = () => store.read((db) => listAttempts(db, id, 10));
  await salon.book();
  await salon.book();
  await eventually(() => answers.length).toBe(2);
  answers[0]?.(429, '3600');
  await eventually(async () => (await attempts()).length).toBe(1);
  answers[1]?.(503, '1');
  await eventually(async () => (await attempts()).length).toBe(2);
  const { paused_until } = await store.read((db) =>
    db.selectFrom('webhooks').select('paused_until').where('id', '=', id).executeTakeFirstOrThrow(),
  );
  expect(paused_until).toBeGreaterThan(Date.now() + 1_800_000);
  await store.close();
  await salon.close();
  await target.close();
  await test.remove();
});
