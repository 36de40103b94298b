import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DatabaseError, openPlatform } from '../../src/platform/index.ts';
import { manualClock } from '../support/clock.ts';
import { ENGINE, newDatabase, type TestDatabase } from '../support/engines.ts';
import { startPlatform } from '../support/platform.ts';
import { httpClient, processClient } from './support/client.ts';
import { asReadLater } from './support/created-booking.ts';
import { NOW, smallBusiness } from './support/fixture.ts';
import { idsOf, requestFor } from './support/requests.ts';

let test: TestDatabase;
beforeEach(async () => {
  test = await newDatabase('empty');
});
afterEach(() => test.remove());

const open = () => openPlatform({ database: test.database, business: smallBusiness(), clock: manualClock(NOW) });

describe('the database', () => {
  it('retains keys and records across a restart', async () => {
    const { database } = test;
    const first = await startPlatform({ database, business: smallBusiness(), clock: manualClock(NOW) });
    const key = await first.key();
    const request = requestFor('createBooking', idsOf('a', ''));
    const created = await httpClient(first.url)(request.method, request.path, { ...request.options, key });
    const before = (await httpClient(first.url)('GET', '/v1/bookings', { key })).body;
    await first.close();

    const second = await startPlatform({ database, clock: manualClock(NOW) });
    const send = httpClient(second.url);
    expect((await send('GET', '/v1/bookings', { key })).body).toEqual(before);
    expect((await send('GET', `/v1/bookings/${created.body.data.id}`, { key })).body).toEqual({
      data: asReadLater(created.body.data),
    });
    expect(second.platform.team).toEqual({
      id: 'team_a',
      name: 'Salon a',
      timeZone: 'Europe/Vienna',
      defaultCountry: 'AT',
    });
    await second.close();
  });

  it('closes only after all writes in flight are stored', async () => {
    const platform = await open();
    const key = platform.issueProcessKey().reveal();
    const { method, path, options } = requestFor('createContact', idsOf('a', ''));
    const writes = Array.from({ length: 20 }, () => processClient(platform.fetch)(method, path, { ...options, key }));
    // All requests have passed authentication, so that writes are in flight when closing starts.
    await platform.ready();
    const [answers] = await Promise.all([Promise.all(writes), platform.close()]);
    const stored = answers.filter((answer) => answer.status === 200).length;
    const reopened = await open();
    const listed = await processClient(reopened.fetch)('GET', path, { key: reopened.issueProcessKey().reveal() });
    expect(listed.body.meta.total).toBe(3 + stored);
    await reopened.close();
  });

  it('reports readiness until it is closed', async () => {
    const platform = await open();
    await platform.ready();
    await Promise.all([platform.close(), platform.close()]);
    await expect(platform.ready()).rejects.toThrow();
  });
});

describe('opening a database that cannot be used', () => {
  const problem = async () => {
    const error = await open().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(DatabaseError);
    return (error as DatabaseError).message;
  };

  it('refuses a database of another program', async () => {
    await test.direct('create table songs (title text)');
    expect(await problem()).toBe('The database belongs to another program. Choose another one.');
  });

  it('refuses a database that a newer version has migrated', async () => {
    await (await open()).close();
    await test.direct("insert into schema_migrations values ('999-later', 0)");
    expect(await problem()).toContain('newer version of this program (it has the migration 999-later)');
  });
});

describe('database constraints', () => {
  const columns =
    'id, team_id, position, service_id, staff_id, contact_id, contact_name, start_time, end_time, busy_start, busy_end, status, notes, created_at, updated_at';
  const refusal = ENGINE === 'sqlite' ? 'staff_double_booked' : 'bookings_no_overlap';
  let positions = 100;
  const row = (id: string, start: number, end: number, status = 'confirmed', staff = 'st_1_a') =>
    `insert into bookings (${columns}) values ('${id}', 'team_a', ${++positions}, 'sv_cut_a', '${staff}', 'ct_1_a', 'X', ${start}, ${end}, ${start}, ${end}, '${status}', '', 0, 0)`;

  it('reject overlapping confirmed bookings of one staff member', async () => {
    await (await open()).close();
    await test.direct(row('one', 1000, 2000), row('before', 500, 1000), row('after', 2000, 2500));
    for (const [start, end] of [
      [1000, 2000],
      [900, 1001],
      [1999, 2001],
      [1200, 1300],
      [0, 9000],
    ] as const) {
      await expect(test.direct(row('two', start, end))).rejects.toThrow(refusal);
    }
    await test.direct(row('cancelled', 1000, 2000, 'cancelled'), row('colleague', 1000, 2000, 'confirmed', 'st_2_a'));
    for (const change of [
      "update bookings set status = 'confirmed' where id = 'cancelled'",
      "update bookings set staff_id = 'st_1_a' where id = 'colleague'",
      "update bookings set busy_start = 1500, busy_end = 2100 where id = 'after'",
      "update bookings set busy_end = 1100 where id = 'before'",
    ]) {
      await expect(test.direct(change)).rejects.toThrow(refusal);
    }
    await test.direct("update bookings set notes = 'x', start_time = 1100 where id = 'one'");
  });

  it('reject a booking that ends before it starts or has an unknown staff member', async () => {
    await (await open()).close();
    await expect(test.direct(row('x', 2000, 1000))).rejects.toThrow(/check constraint/i);
    const settings = ENGINE === 'sqlite' ? ['pragma foreign_keys = on'] : [];
    await expect(test.direct(...settings, row('x', 1, 2, 'confirmed', 'st_x'))).rejects.toThrow(/foreign key/i);
  });
});

describe('a failed database write', () => {
  /** Statements that make the insert of a booking fail, after its contact has been written, and that undo this. */
  const [refuse, allow] =
    ENGINE === 'sqlite'
      ? [
          ["create trigger full before insert on bookings begin select raise(abort, 'no more'); end"],
          ['drop trigger full'],
        ]
      : [
          [
            "create function no_more() returns trigger language plpgsql as $$ begin raise 'no more'; end $$",
            'create trigger full_up before insert on bookings for each row execute function no_more()',
          ],
          ['drop trigger full_up on bookings'],
        ];

  it('returns 500 and is rolled back completely', async () => {
    const { url, key, close } = await startPlatform({
      database: test.database,
      business: smallBusiness(),
      clock: manualClock(NOW),
    });
    const [send, value] = [httpClient(url), await key()];
    await test.direct(...refuse);
    const { method, path: endpoint, options } = requestFor('createBooking', idsOf('a', ''));
    const answer = await send(method, endpoint, { ...options, key: value });
    expect(answer).toMatchObject({ status: 500, body: { error: 'internal_error' } });
    expect((await send('GET', '/v1/contacts', { key: value })).body.meta.total).toBe(3);
    await test.direct(...allow);
    expect((await send(method, endpoint, { ...options, key: value })).status).toBe(200);
    await close();
  });
});
