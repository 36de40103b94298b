import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Channel, watchChannel } from '../../../src/lib/postgres/channel.ts';
import { runStatements } from '../../support/postgres/server.ts';
import { type SharedDatabase, sharedDatabase } from '../../support/postgres/shared.ts';

let shared: SharedDatabase;
let channel: Channel;
beforeEach(async () => {
  shared = await sharedDatabase();
  channel = watchChannel({ connectionString: shared.database }, 'test_events');
});
afterEach(async () => {
  await channel.close();
  await shared.remove();
});

const notify = () => runStatements(shared.administration, 'notify test_events');
/** Ends the connection of the channel, as a restart of the server does. */
const disconnect = () =>
  runStatements(
    shared.administration,
    "select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen test_events'",
  );

it('a PostgreSQL channel calls its only listener at each connection, and long before the next check at each notification', async () => {
  let calls = 0;
  const remove = channel.listen(() => void calls++);
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
