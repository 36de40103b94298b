import { afterEach, beforeEach, expect, it } from 'vitest';
import { field, type TestClient } from '../support/clients.ts';
import { newDatabase, type TestDatabase } from '../support/engines.ts';
import { openHour } from '../support/open-hours.ts';
import { type HttpSession, startHttp } from '../support/session.ts';

/**
 * The database of the embedded platform comes back in an older state while servers continue, as after the restore of a
 * snapshot: what was committed since is gone, and its numbers are used again.
 */
let test: TestDatabase;
const sessions: HttpSession[] = [];
beforeEach(async () => {
  test = await newDatabase();
});
afterEach(async () => {
  await Promise.all(sessions.splice(0).map((session) => session.close()));
  await test.remove();
});

async function serve(): Promise<TestClient> {
  const session = await startHttp({ RCPT_DATABASE: test.database });
  sessions.push(session);
  return session.client;
}

const TEAM = 'team_id = (select id from teams order by created_at limit 1)';
/** Removes the last bookings with their events, as if they had never been. */
const restoreWithout = (count: number) =>
  test.direct(
    `delete from events where ${TEAM} and sequence > (select max(sequence) from events where ${TEAM}) - ${count}`,
    `update totals set total = total - ${count} where kind = 'events' and ${TEAM}`,
    `delete from bookings where ${TEAM} and position > (select max(position) from bookings where ${TEAM}) - ${count}`,
    `update totals set total = total - ${count} where kind = 'bookings' and ${TEAM}`,
  );

let hour = 0;
async function book(client: TestClient): Promise<string> {
  const start_time = openHour(++hour);
  const person = { contact_name: `Rory ${hour}`, contact_email: `rory.${hour}@example.com` };
  const answer = await client.call('create_booking', { service_id: 'svc_cleaning', start_time, ...person });
  expect(answer.isError, answer.text).toBe(false);
  return field(answer.data, 'booking', 'id') as string;
}
interface Recent {
  ids: string[];
  cursor: unknown;
  note: unknown;
  complete: unknown;
}
async function recent(client: TestClient, cursor?: unknown): Promise<Recent> {
  const { data, isError, text } = await client.call('list_recent_events', cursor === undefined ? {} : { cursor });
  expect(isError, text).toBe(false);
  const items = field(data, 'items') as { record_id?: string; booking_id?: string; id?: string }[];
  const ids = items.map((item) => JSON.stringify(item).match(/bk_\w+/)?.[0] ?? '');
  return { ids, cursor: data.cursor, note: data.note, complete: data.complete };
}

it.each([
  ['ends before the events that were read', false],
  ['continued with other events under the same numbers', true],
])(
  'events that no longer exist are shown no more, and the gap is reported, when the restored log %s',
  async (_, continues) => {
    const [client, writer] = [await serve(), await serve()];
    const updates: string[] = [];
    const stop = await client.watch(['rcpt://events/recent'], (uri) => updates.push(uri));
    const kept = await book(writer);
    const lost = [await book(writer), await book(writer)];
    await expect.poll(async () => (await recent(client)).ids).toEqual([kept, ...lost]);
    const { cursor } = await recent(client);
    await expect.poll(() => updates.length).toBe(3);

    await restoreWithout(2);
    const added = continues ? [await book(writer), await book(writer), await book(writer)] : [];
    await expect.poll(async () => (await recent(client)).ids, { timeout: 10_000 }).toEqual([kept, ...added]);
    const shown = await recent(client);
    expect(shown.note).toMatch(/restored from an older copy/);
    expect(shown.complete).toBe(false);
    const continued = await recent(client, cursor);
    expect(continued.note).toMatch(/restored from an older copy after the cursor was issued/);
    expect(continued.ids).toEqual([kept, ...added]);
    await expect.poll(() => updates.length).toBeGreaterThan(3 + added.length);

    // Cursors and events go on from there.
    const next = await book(writer);
    const after = async () => (await recent(client, shown.cursor)).ids;
    await expect.poll(after, { timeout: 10_000 }).toEqual([next]);
    // A server that starts now has never seen the lost events, and recognises a cursor from before.
    const fresh = await serve();
    expect((await recent(fresh)).ids).toEqual([kept, ...added, next]);
    if (continues) expect((await recent(fresh, cursor)).note).toMatch(/restored from an older copy/);
    await stop();
  },
);
