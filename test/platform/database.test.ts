import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { DatabaseError, openPlatform } from '../../src/platform/index.ts';
import { isNewEnough, loadSqlite } from '../../src/platform/store/sqlite/driver.ts';
import { manualClock, startPlatform, temporaryFolder } from '../support/platform.ts';
import { httpClient, processClient } from './support/client.ts';
import { NOW, smallBusiness } from './support/fixture.ts';
import { idsOf, requestFor } from './support/requests.ts';

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
const newPath = (...parts: string[]) => join(folder, String(++files), ...parts, 'platform.db');
const open = (database: string) => openPlatform({ database, business: smallBusiness(), clock: manualClock(NOW) });
/** Runs statements on a database file behind the platform's back. */
async function direct(path: string, ...statements: string[]): Promise<void> {
  const Sqlite = await loadSqlite();
  const connection = new Sqlite(path);
  try {
    for (const statement of statements) connection.exec(statement);
  } finally {
    connection.close();
  }
}

describe('a database file', () => {
  it('keeps everything across a restart', async () => {
    const database = newPath();
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

  it('and its folder can be read by nobody else', async () => {
    const database = newPath('deep', 'er');
    const platform = await open(database);
    expect(statSync(database).mode & 0o777).toBe(0o600);
    expect(statSync(`${database}-wal`).mode & 0o777).toBe(0o600);
    expect(statSync(join(database, '..')).mode & 0o777).toBe(0o700);
    await platform.close();
  });

  it('is safe against the loss of power: WAL, and every commit synchronised', async () => {
    const database = newPath();
    await (await open(database)).close();
    // The file's header says that it is in WAL mode: versions 2 at bytes 18 and 19.
    expect([...readFileSync(database).subarray(18, 20)]).toEqual([2, 2]);
  });

  it('is complete by itself once it is closed, with everything that was under way', async () => {
    const database = newPath();
    const platform = await open(database);
    const key = platform.issueProcessKey().reveal();
    const send = processClient(platform.fetch);
    const { method, path, options } = requestFor('createContact', idsOf('a', ''));
    const writes = Array.from({ length: 20 }, () => send(method, path, { ...options, key }));
    await Promise.all(writes);
    await platform.close();
    const copy = newPath();
    mkdirSync(join(copy, '..'));
    copyFileSync(database, copy);
    const copied = await open(copy);
    const answer = await processClient(copied.fetch)('GET', path, { key: copied.issueProcessKey().reveal() });
    expect(answer.body.meta.total).toBe(23);
    await copied.close();
  });

  it('in memory is gone at the end', async () => {
    const platform = await open(':memory:');
    const key = platform.issueProcessKey().reveal();
    expect((await processClient(platform.fetch)('GET', '/v1/bookings', { key })).body.meta.total).toBe(2);
    await platform.close();
  });

  it('can be asked whether it can be used', async () => {
    const platform = await open(newPath());
    await platform.ready();
    await Promise.all([platform.close(), platform.close()]);
    await expect(platform.ready()).rejects.toThrow();
  });
});

describe('opening refuses, in a sentence for the operator,', () => {
  async function problem(path: string): Promise<string> {
    const error = await open(path).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(DatabaseError);
    return (error as DatabaseError).message;
  }

  it('a file that is no database', async () => {
    const path = join(folder, 'letter.txt');
    writeFileSync(path, 'Dear Sir or Madam, '.repeat(100));
    expect(await problem(path)).toBe(
      `The database ${path} is not a database. Choose another path, or move that file away.`,
    );
    expect(readFileSync(path, 'utf8')).toMatch(/^Dear Sir/);
  });

  it('a folder, and a path through a file', async () => {
    expect(await problem(folder)).toContain('is a folder');
    const file = join(folder, 'file');
    writeFileSync(file, '');
    expect(await problem(join(file, 'platform.db'))).toContain('a part of its path is a file');
  });

  it.skipIf(process.getuid?.() === 0)('a folder that may not be written', async () => {
    const locked = join(folder, 'locked');
    mkdirSync(locked);
    chmodSync(locked, 0o500);
    expect(await problem(join(locked, 'platform.db'))).toContain('you may not write to it or to its folder');
  });

  it('a database of another program, which stays as it is', async () => {
    const path = join(folder, 'other.db');
    await direct(path, 'create table songs (title text)');
    expect(await problem(path)).toBe('The database belongs to another program. Choose another path.');
  });

  it('a database of a newer version', async () => {
    const path = newPath();
    await (await open(path)).close();
    await direct(path, "insert into schema_migrations values ('999-later', 0)");
    expect(await problem(path)).toContain('newer version of this program (it has the change 999-later)');
  });

  it('PostgreSQL, for now', async () => {
    expect(await problem('postgres://localhost/rcpt')).toContain('not supported yet');
  });
});

describe('the last line of defence', () => {
  const columns =
    'id, team_id, position, service_id, staff_id, contact_id, contact_name, start_time, end_time, status, notes, created_at, updated_at';
  let positions = 100;
  const row = (id: string, start: number, end: number, status = 'confirmed', staff = 'st_1_a') =>
    `insert into bookings (${columns}) values ('${id}', 'team_a', ${++positions}, 'sv_cut_a', '${staff}', 'ct_1_a', 'X', ${start}, ${end}, '${status}', '', 0, 0)`;

  it('is the database: it takes no overlapping bookings of one person, whoever writes them', async () => {
    const path = newPath();
    await (await open(path)).close();
    await direct(path, row('one', 1000, 2000), row('before', 500, 1000), row('after', 2000, 2500));
    for (const [start, end] of [
      [1000, 2000],
      [900, 1001],
      [1999, 2001],
      [1200, 1300],
      [0, 9000],
    ] as const) {
      await expect(direct(path, row('two', start, end))).rejects.toThrow('staff_double_booked');
    }
    await direct(path, row('cancelled', 1000, 2000, 'cancelled'), row('colleague', 1000, 2000, 'confirmed', 'st_2_a'));
    for (const change of [
      "update bookings set status = 'confirmed' where id = 'cancelled'",
      "update bookings set staff_id = 'st_1_a' where id = 'colleague'",
      "update bookings set start_time = 1500, end_time = 2100 where id = 'after'",
      "update bookings set end_time = 1100 where id = 'before'",
    ]) {
      await expect(direct(path, change)).rejects.toThrow('staff_double_booked');
    }
    await direct(path, "update bookings set notes = 'x', start_time = 1100 where id = 'one'");
  });

  it('and no booking that ends before it begins, or is of nobody', async () => {
    const path = newPath();
    await (await open(path)).close();
    await expect(direct(path, row('x', 2000, 1000))).rejects.toThrow('constraint');
    await expect(direct(path, 'pragma foreign_keys = on', row('x', 1, 2, 'confirmed', 'st_x'))).rejects.toThrow(
      'FOREIGN KEY',
    );
  });
});

describe('a write that the database refuses', () => {
  it('answers 500 and leaves nothing behind', async () => {
    const path = newPath();
    const { url, key, close } = await startPlatform({
      database: path,
      business: smallBusiness(),
      clock: manualClock(NOW),
    });
    const [send, value] = [httpClient(url), await key()];
    // The contact is written before the booking, which now fails.
    await direct(path, "create trigger full before insert on bookings begin select raise(abort, 'disk full'); end");
    const { method, path: endpoint, options } = requestFor('createBooking', idsOf('a', ''));
    const answer = await send(method, endpoint, { ...options, key: value });
    expect(answer).toMatchObject({ status: 500, body: { error: 'internal_error', message: 'Internal server error' } });
    expect((await send('GET', '/v1/contacts', { key: value })).body.meta.total).toBe(3);
    await direct(path, 'drop trigger full');
    expect((await send(method, endpoint, { ...options, key: value })).status).toBe(200);
    await close();
  });
});

it('takes no SQLite that is known to corrupt databases', () => {
  expect(['3.51.3', '3.52.0', '4.0.0'].map(isNewEnough)).toEqual([true, true, true]);
  expect([undefined, '3.51.2', '3.45.9', '3.9.99', ''].map(isNewEnough)).toEqual([false, false, false, false, false]);
});
