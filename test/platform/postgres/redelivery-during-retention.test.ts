import { afterEach, expect, it } from 'vitest';
import { openPlatform } from '../../../src/platform/index.ts';
import { manualClock } from '../../support/clock.ts';
import { json, startUpstream } from '../../support/upstream.ts';
import { smallBusiness } from '../support/fixture.ts';
import { holdTransaction } from '../support/hold.ts';
import { countLockWaiters } from '../support/lock-waiters.ts';
import { eventually, notificationOf, openSalon, type Salon } from '../support/salon.ts';

const DAY = 86_400_000;
let salon: Salon;
afterEach(() => salon.close());

it('an event that one process deletes because of its age is not promised to be sent again by another', async () => {
  const target = await startUpstream(json(500, {}));
  const clock = manualClock(Date.now() - 31 * DAY);
  salon = await openSalon({ clock, deliveries: { retryDelaysMs: [DAY], pruneIntervalMs: 30 } });
  const other = await openPlatform({ database: salon.database, business: smallBusiness() });
  await salon.subscribe(target.url);
  await salon.book();
  await eventually(() => target.received.length).toBe(1);
  const { id } = notificationOf(target.received[0] as (typeof target.received)[0]);

  // Retention finds the event once it is delivered, and waits here before it deletes it.
  const held = await holdTransaction(salon.database, 'select id from events for update');
  target.behave(json(200, {}));
  expect(await other.webhooks.redeliver(id)).toMatchObject({ dueNow: 1 });
  await eventually(() => countLockWaiters(salon.database)).toBe(1);
  const redelivery = other.webhooks.redeliver(id);
  await Promise.race([redelivery, eventually(() => countLockWaiters(salon.database)).toBe(2)]);
  await held.release();

  expect(await redelivery, 'the event is unknown by then').toBeUndefined();
  expect((await other.events.since(0, 100)).events).toEqual([]);
  await other.close();
  await target.close();
});
