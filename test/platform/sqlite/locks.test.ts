import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadSqlite } from '../../../src/platform/store/sqlite/driver.ts';
import type { SqliteConnection } from '../../../src/platform/store/sqlite/sqlite-api.ts';
import { type StartedPlatform, startPlatform } from '../../support/platform.ts';
import { httpClient, type Send } from '../support/client.ts';
import { smallBusiness } from '../support/fixture.ts';

let started: StartedPlatform;
let other: SqliteConnection;
let send: Send;
let key: string;

beforeAll(async () => {
  started = await startPlatform({ business: smallBusiness() });
  send = httpClient(started.url);
  key = await started.key();
  await send('GET', '/v1/contacts', { key });
  other = new (await loadSqlite())(started.database);
});
afterAll(async () => {
  other.close();
  await started.close();
});

describe('while another process holds the SQLite write lock', () => {
  it('reads succeed immediately, and writes after the lock is released', async () => {
    other.exec('begin immediate');
    let done = false;
    const write = send('POST', '/v1/contacts', { key, body: { name: 'Waits' } }).finally(() => {
      done = true;
    });
    for (let count = 0; count < 10; count++)
      expect((await send('GET', '/v1/contacts', { key })).body.meta.total).toBe(3);
    // If waiting for the lock blocked the process, the write would have failed by now.
    expect(done).toBe(false);
    other.exec('commit');
    expect((await write).status).toBe(200);
    expect((await send('GET', '/v1/contacts', { key })).body.meta.total).toBe(4);
  });

  it('uncommitted changes are not visible', async () => {
    other.exec("begin immediate; update teams set name = 'Other'; update contacts set name = 'Changed'");
    expect((await send('GET', '/v1/contacts/ct_1_a', { key })).body.data.name).toBe('Erika Muster');
    other.exec('rollback');
  });
});
