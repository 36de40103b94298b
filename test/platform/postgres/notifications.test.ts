import { afterEach, beforeEach, expect, it } from 'vitest';
import { listenForNotifications, type NotificationListener } from '../../../src/lib/postgres/notifications.ts';
import { runStatements } from '../../support/postgres/server.ts';
import { type SharedDatabase, sharedDatabase } from '../../support/postgres/shared.ts';

let shared: SharedDatabase;
let listener: NotificationListener;
beforeEach(async () => {
  shared = await sharedDatabase();
  listener = listenForNotifications({ connectionString: shared.database }, 'test_events');
});
afterEach(async () => {
  await listener.close();
  await shared.remove();
});

const notify = () => runStatements(shared.administration, 'notify test_events');
/** Ends the connection of the listener, as a restart of the server does. */
const disconnect = () =>
  runStatements(
    shared.administration,
    "select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen test_events'",
  );

it('a listener for PostgreSQL notifications calls its only subscriber at each connection, and long before the next check at each notification', async () => {
  let calls = 0;
  const remove = listener.listen(() => void calls++);
  await expect.poll(() => calls, { timeout: 10_000 }).toBe(1);
  await notify();
  await expect.poll(() => calls, { timeout: 10_000 }).toBe(2);
  await disconnect();
  await expect.poll(() => calls, { timeout: 10_000 }).toBe(3);
  await notify();
  await expect.poll(() => calls, { timeout: 10_000 }).toBe(4);
  remove();
  await notify();
  expect(calls).toBe(4);
});
