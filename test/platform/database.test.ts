import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DatabaseError, openPlatform } from '../../src/platform/index.ts';
import { manualClock } from '../support/clock.ts';
import { ENGINE, newDatabase, type TestDatabase } from '../support/engines.ts';
import { startPlatform } from '../support/platform.ts';
import { httpClient, processClient } from './support/client.ts';
import { NOW, smallBusiness } from './support/fixture.ts';
import { idsOf, requestFor } from './support/requests.ts';

let test: TestDatabase;
beforeEach(async () => {
  test = await newDatabase();
});
afterEach(() => test.remove());

const open = () => openPlatform({ database: test.database, business: smallBusiness(), clock: manualClock(NOW) });

describe('a database', () => {
  it('keeps everything across a restart', async () => {
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
    expect((await send('GET', `/v1/bookings/${created.body.data.id}`, { key })).body).toEqual(created.body);
    expect(second.platform.team).toEqual({
      id: 'team_a',
      name: 'Salon a',
      timeZone: 'Europe/Vienna',
      defaultCountry: 'AT',
    });
    await second.close();
  });

  it('is closed when everything that was under way is in it', async () => {
    const platform = await open();
    const key = platform.issueProcessKey().reveal();
    const { method, path, options } = requestFor('createContact', idsOf('a', ''));
    const writes = Array.from({ length: 20 }, () => processClient(platform.fetch)(method, path, { ...options, key }));
    // All have got past the check of their key, so that closing finds them writing.
    await platform.ready();
    const [answers] = await Promise.all([Promise.all(writes), platform.close()]);
    const kept = answers.filter((answer) => answer.status === 200).length;
    const again = await open();
    const listed = await processClient(again.fetch)('GET', path, { key: again.issueProcessKey().reveal() });
    expect(listed.body.meta.total).toBe(3 + kept);
    await again.close();
  });

  it('can be asked whether it can be used', async () => {
    const platform = await open();
    await platform.ready();
    await Promise.all([platform.close(), platform.close()]);
    await expect(platform.ready()).rejects.toThrow();
  });
});

describe('opening refuses, in a sentence for the operator,', () => {
  const problem = async () => {
    const error = await open().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(DatabaseError);
    return (error as DatabaseError).message;
  };

  it('a database of another program, which stays as it is', async () => {
    await test.direct('create table songs (title text)');
    expect(await problem()).toBe('The database belongs to another program. Choose another one.');
  });

  it('a database of a newer version', async () => {
    await (await open()).close();
    await test.direct("insert into schema_migrations values ('999-later', 0)");
    expect(await problem()).toContain('newer version of this program (it has the change 999-later)');
  });
});

describe('the last line of defence', () => {
  const columns =
    'id, team_id, position, service_id, staff_id, contact_id, contact_name, start_time, end_time, status, notes, created_at, updated_at';
  const refusal = ENGINE === 'sqlite' ? 'staff_double_booked' : 'bookings_no_overlap';
  let positions = 100;
  const row = (id: string, start: number, end: number, status = 'confirmed', staff = 'st_1_a') =>
    `insert into bookings (${columns}) values ('${id}', 'team_a', ${++positions}, 'sv_cut_a', '${staff}', 'ct_1_a', 'X', ${start}, ${end}, '${status}', '', 0, 0)`;

  it('is the database: it takes no overlapping bookings of one person, whoever writes them', async () => {
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
      "update bookings set start_time = 1500, end_time = 2100 where id = 'after'",
      "update bookings set end_time = 1100 where id = 'before'",
    ]) {
      await expect(test.direct(change)).rejects.toThrow(refusal);
    }
    await test.direct("update bookings set notes = 'x', start_time = 1100 where id = 'one'");
  });

  it('and no booking that ends before it begins, or is of nobody', async () => {
    await (await open()).close();
    await expect(test.direct(row('x', 2000, 1000))).rejects.toThrow(/check constraint/i);
    const settings = ENGINE === 'sqlite' ? ['pragma foreign_keys = on'] : [];
    await expect(test.direct(...settings, row('x', 1, 2, 'confirmed', 'st_x'))).rejects.toThrow(/foreign key/i);
  });
});

describe('a write that the database refuses', () => {
  /** The contact is written before the booking, which fails. */
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

  it('answers 500 and leaves nothing behind', async () => {
    const { url, key, close } = await startPlatform({
      database: test.database,
      business: smallBusiness(),
      clock: manualClock(NOW),
    });
    const [send, value] = [httpClient(url), await key()];
    await test.direct(...refuse);
    const { method, path: endpoint, options } = requestFor('createBooking', idsOf('a', ''));
    const answer = await send(method, endpoint, { ...options, key: value });
    expect(answer).toMatchObject({ status: 500, body: { error: 'internal_error', message: 'Internal server error' } });
    expect((await send('GET', '/v1/contacts', { key: value })).body.meta.total).toBe(3);
    await test.direct(...allow);
    expect((await send(method, endpoint, { ...options, key: value })).status).toBe(200);
    await close();
  });
});
