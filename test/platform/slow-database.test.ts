import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadSqlite } from '../../src/platform/store/sqlite/driver.ts';
import { field } from '../support/clients.ts';
import { ENGINE, newDatabase, type TestDatabase } from '../support/engines.ts';
import { type HttpSession, startHttp } from '../support/session.ts';
import { holdTransaction } from './support/hold.ts';

/** `--timeout` with the embedded platform: the program waits for its database no longer than for a remote platform. */
const TIMEOUT_S = 2;
let test: TestDatabase;
let session: HttpSession;
beforeEach(async () => {
  test = await newDatabase();
  session = await startHttp({ RCPT_DATABASE: test.database, RCPT_TIMEOUT: String(TIMEOUT_S) });
  expect((await session.client.call('list_bookings')).isError).toBe(false);
});
afterEach(async () => {
  await session.close();
  await test.remove();
});

/** Makes writes of bookings and events wait, on SQLite all writes. Returns the function that ends it. */
async function blockWrites(): Promise<() => Promise<void>> {
  if (ENGINE === 'postgres') {
    const held = await holdTransaction(test.database, 'lock table bookings, events in exclusive mode');
    return held.release;
  }
  const connection = new (await loadSqlite())(test.database);
  // The server may be writing in the background.
  connection.exec('pragma busy_timeout = 5000');
  connection.exec('begin immediate');
  return async () => {
    connection.exec('rollback');
    connection.close();
  };
}

async function timed(name: string, args: Record<string, unknown> = {}) {
  const startedAt = performance.now();
  const answer = await session.client.call(name, args);
  return { answer, seconds: (performance.now() - startedAt) / 1_000 };
}

const contact = { name: 'Wanda Waits', email: 'wanda.waits@example.com' };

it('ends the wait for a write with an unknown outcome, and the same request later finds the record', async () => {
  const unblock = await blockWrites();
  const booking = {
    service_id: 'svc_cleaning',
    start_time: '2200-03-05T15:00:00Z',
    contact_name: contact.name,
    contact_email: contact.email,
  };
  const started = performance.now();
  const pending = timed('create_booking', booking);
  // The reads that look for the outcome are answered.
  setTimeout(() => void unblock(), TIMEOUT_S * 1_000 + 300);
  const { answer } = await pending;
  expect(performance.now() - started).toBeGreaterThan(TIMEOUT_S * 1_000 - 100);
  // The write continued after the timeout: it was found, or is unknown.
  if (answer.isError) expect(field(answer.data, 'error')).toMatchObject({ kind: 'timeout', changed: 'unknown' });
  const find = async () => {
    const found = await session.client.call('list_bookings', { from: '2200-03-05', to: '2200-03-06' });
    return (field(found.data, 'items') as unknown[]).length;
  };
  await expect.poll(find, { timeout: 15_000 }).toBe(1);
  const repeated = await session.client.call('create_booking', booking);
  expect(repeated.isError, repeated.text).toBe(false);
  expect(await find()).toBe(1);
});

it.runIf(ENGINE === 'postgres')('ends the wait for a read', async () => {
  const held = await holdTransaction(test.database, 'lock table bookings, events in access exclusive mode');
  for (const tool of ['list_bookings', 'list_recent_events']) {
    const { answer, seconds } = await timed(tool);
    expect(seconds, tool).toBeLessThan(TIMEOUT_S + 1.5);
    if (tool === 'list_bookings') expect(field(answer.data, 'error')).toMatchObject({ kind: 'timeout', changed: 'no' });
  }
  await held.release();
  expect((await session.client.call('list_bookings')).isError).toBe(false);
});

it.runIf(ENGINE === 'postgres')(
  'ends the wait for the record of a create request, which is then not sent',
  async () => {
    const person = { contact_name: contact.name, contact_email: contact.email };
    const booking = { service_id: 'svc_cleaning', start_time: '2200-03-06T15:00:00Z', ...person };
    // Creates the schema of the shared state.
    await session.client.call('create_booking', booking);
    const held = await holdTransaction(
      test.database,
      'lock table rcpt_state.idempotency_keys in access exclusive mode',
    );
    const { answer, seconds } = await timed('create_booking', { ...booking, start_time: '2200-03-07T15:00:00Z' });
    expect(field(answer.data, 'error')).toMatchObject({ kind: 'state_unavailable', changed: 'no' });
    expect(seconds).toBeLessThan(TIMEOUT_S + 1.5);
    await held.release();
  },
);

it.runIf(ENGINE === 'sqlite')('ends the wait for a write while another process holds the lock', async () => {
  const [booking] = field((await session.client.call('list_bookings')).data, 'items') as { id: string }[];
  const unblock = await blockWrites();
  const release = setTimeout(() => void unblock(), 9_500);
  const { answer, seconds } = await timed('update_booking', { booking_id: booking?.id, notes: 'Waits' });
  expect(field(answer.data, 'error')).toMatchObject({ kind: 'timeout', changed: 'unknown' });
  expect(seconds).toBeLessThan(9);
  clearTimeout(release);
  await unblock();
});

it.runIf(ENGINE === 'sqlite')(
  'ends the wait for the record of a create request while another process holds the lock, and sends nothing',
  async () => {
    // Creates the secret from which the keys of the records derive.
    await session.client.call('create_contact', { name: 'Wanda First', email: 'wanda.first@example.com' });
    const unblock = await blockWrites();
    const { answer, seconds } = await timed('create_contact', contact);
    expect(field(answer.data, 'error')).toMatchObject({ kind: 'unreachable', changed: 'no' });
    expect(answer.text).toContain('did not answer within 2 seconds');
    expect(seconds).toBeLessThan(TIMEOUT_S + 1.5);
    await unblock();
    const created = await session.client.call('create_contact', contact);
    expect(created.isError, created.text).toBe(false);
    expect(created.data.note).toBeUndefined();
  },
);
