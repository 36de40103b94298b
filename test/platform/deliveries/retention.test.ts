import { afterEach, expect, it } from 'vitest';
import { openStore } from '../../../src/platform/store/store.ts';
import { manualClock } from '../../support/clock.ts';
import { json, startUpstream } from '../../support/upstream.ts';
import { eventually, notificationOf, openSalon, type Salon } from '../support/salon.ts';

const DAY = 86_400_000;
let salon: Salon;
afterEach(() => salon.close());

it('retention deletes events after 30 days unless a delivery is pending, and sequence numbers continue', async () => {
  const clock = manualClock(Date.now() - 31 * DAY);
  const target = await startUpstream();
  // Deliveries of call.completed always fail.
  target.behave((request, response) =>
    json(notificationOf(request).type === 'call.completed' ? 500 : 200, {})(request, response),
  );
  salon = await openSalon({ clock, deliveries: { retryDelaysMs: [DAY], pruneIntervalMs: 30 } });
  await salon.subscribe(target.url);
  const { events } = salon.platform;
  for (let n = 0; n < 3; n++) await salon.book();
  await salon.platform.calls.simulate();
  const types = async () => (await events.since(0, 100)).events.map(({ type }) => type);
  await eventually(types).toEqual(['call.completed']);
  clock.advance(2 * DAY);
  await salon.book();
  expect(await types()).toEqual(['call.completed', 'booking.created']);
  expect(await events.since(undefined, 0)).toEqual({ events: [], sequences: [], sequence: 5 });
  await target.close();
});

it('retention ends a delivery that became pending while its webhook was disabled, and deletes its event', async () => {
  const clock = manualClock(Date.now() - 31 * DAY);
  const target = await startUpstream(json(500, {}));
  salon = await openSalon({ clock, deliveries: { retryDelaysMs: [DAY], pruneIntervalMs: 30 } });
  const { id } = await salon.subscribe(target.url);
  await salon.book();
  const pending = async () => (await salon.platform.webhooks.list()).map((webhook) => webhook.pending);
  await eventually(() => target.received.length).toBe(1);
  expect(await pending()).toEqual([1]);
  // What is left if one process disables the webhook before the booking of another is committed: on PostgreSQL, it does not
  // see the delivery then.
  const store = await openStore(salon.database, 0);
  await store.write((tx) => tx.updateTable('webhooks').set({ active: 0 }).where('id', '=', id).execute(), 'all');
  await store.close();
  await eventually(pending).toEqual([0]);
  await eventually(async () => (await salon.platform.events.since(0, 100)).events).toEqual([]);
  await target.close();
});

it('retention deletes all but the last delivery attempts of a webhook', async () => {
  const target = await startUpstream();
  salon = await openSalon({ deliveries: { maxAttemptsPerWebhook: 3, pruneIntervalMs: 30 } });
  const hook = await salon.subscribe(target.url);
  for (let n = 0; n < 6; n++) await salon.book();
  await eventually(() => target.received.length).toBe(6);
  const log = async () => (await salon.platform.webhooks.log(hook.id, 100))?.length;
  await eventually(log).toBe(3);
  await target.close();
});

it('retention deletes by what imports recognise an erased customer after two years', async () => {
  const clock = manualClock(Date.now() - 733 * DAY);
  salon = await openSalon({ clock, deliveries: { pruneIntervalMs: 30 } });
  const { contacts, erasure } = salon.platform;
  const rows = ['Violet Quartz', 'Vera Plain'].map((name, index) => ({
    id: undefined,
    name,
    email: null,
    phone: `+1555010017${index}`,
    additional: {},
  }));
  await contacts.importBatch(rows);
  for (const { phone } of rows) {
    const [contact] = await erasure.find({ phone });
    await erasure.erase(String(contact?.id));
    clock.advance(2 * DAY);
  }
  const kinds = async () => (await contacts.planImport()(rows)).map(({ kind }) => kind);
  await eventually(kinds).toEqual(['added', 'refused']);
});
