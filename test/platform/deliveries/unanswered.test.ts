import { afterEach, beforeEach, expect, it } from 'vitest';
import { silentLogger } from '../../../src/lib/logging/logger.ts';
import { CommitLostError } from '../../../src/lib/postgres/errors.ts';
import { DEFAULT_SETTINGS } from '../../../src/platform/deliveries/settings.ts';
import { startWorker } from '../../../src/platform/deliveries/worker.ts';
import { listAttempts } from '../../../src/platform/store/deliveries/attempts.ts';
import { openStore, type Store } from '../../../src/platform/store/store.ts';
import { newDatabase, type TestDatabase } from '../../support/engines.ts';
import { json, startUpstream, type Upstream } from '../../support/upstream.ts';
import { QUICK } from '../support/quick.ts';
import { eventually, notificationOf, openSalon, type Salon, type Subscription } from '../support/salon.ts';

/** The connection to the database breaks during a commit: it is committed, and the worker cannot know. */
let test: TestDatabase;
let target: Upstream;
let salon: Salon;
let store: Store;
let webhook: Subscription;
beforeEach(async () => {
  test = await newDatabase();
  target = await startUpstream();
  salon = await openSalon({ database: test.database, deliveries: false });
  webhook = await salon.subscribe(target.url);
  store = await openStore(test.database, Date.now());
});
afterEach(async () => {
  await store.close();
  await salon.close();
  await target.close();
  await test.remove();
});

/** Starts a worker that gets no answer to the first commit whose result has the property. */
function startUnanswered(isUnanswered: (claimed: unknown[]) => boolean) {
  let isAnswered = false;
  const unanswered: Store = {
    ...store,
    async write(work, scope) {
      const result = await store.write(work, scope);
      const { claimed } = (result ?? {}) as { claimed?: unknown[] };
      if (isAnswered || !claimed || !isUnanswered(claimed)) return result;
      isAnswered = true;
      throw new CommitLostError('The connection was lost during a commit');
    },
  };
  return startWorker(unanswered, { ...DEFAULT_SETTINGS, ...QUICK, takeoverMs: 1_000 }, silentLogger);
}
const types = () => target.received.map((one) => notificationOf(one).type);

it('a delivery is sent, and those after it, although the commit of its claim was not answered', async () => {
  const worker = startUnanswered((claimed) => claimed.length > 0);
  const id = await salon.book();
  await salon.cancel(id);
  await eventually(types).toEqual(['booking.created', 'booking.cancelled']);
  await worker.close();
});

it('an attempt is recorded and counted once, although the commit of its outcome was not answered', async () => {
  target.behave(json(500, {}));
  const worker = startUnanswered((claimed) => claimed.length === 0 && target.received.length > 0);
  await salon.book();
  const attempts = () => store.read((db) => listAttempts(db, webhook.id, 10));
  await eventually(async () => (await attempts()).length).toBeGreaterThan(2);
  await worker.close();
  expect(await attempts()).toHaveLength(target.received.length);
  expect(await salon.webhook(webhook.id)).toMatchObject({ consecutive_failures: target.received.length });
});
