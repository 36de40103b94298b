import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENDPOINT_NAMES, ENDPOINTS, type Endpoint, type EndpointName } from '../../src/contract/index.ts';
import { openPlatform, type Platform } from '../../src/platform/index.ts';
import { loadSqlite } from '../../src/platform/store/sqlite/driver.ts';
import { manualClock } from '../support/clock.ts';
import { dumpDatabase, ENGINE, newDatabase } from '../support/engines.ts';
import { type SharedDatabase, sharedDatabase } from '../support/postgres/shared.ts';
import { processClient, type Send } from './support/client.ts';
import { commitsOf } from './support/commits.ts';
import { NOW, smallBusiness } from './support/fixture.ts';
import { holdTransaction } from './support/hold.ts';
import { idsOf, requestFor } from './support/requests.ts';

/** `changed: false` in answers of the platform whose database cannot be written: extension `write_outcomes`. */
const WRITES = ENDPOINT_NAMES.filter((name) => (ENDPOINTS[name] satisfies Endpoint).effect !== 'read');
/** Bodies that change something. */
const CHANGES: Partial<Record<EndpointName, object>> = {
  updateBooking: { notes: 'Brings a dog' },
  updateContact: { name: 'Erika Muster-Huber' },
};
const PASSWORD = 'correct horse battery staple';

let shared: SharedDatabase | undefined;
let database: string;
let remove: () => Promise<void>;
let platform: Platform;
let send: Send;
let request: (name: EndpointName) => ReturnType<Send>;

beforeAll(async () => {
  if (ENGINE === 'postgres') {
    shared = await sharedDatabase();
    const url = new URL(shared.database);
    url.searchParams.set('lock_timeout', '200');
    database = url.href;
    remove = shared.remove;
  } else {
    const created = await newDatabase();
    ({ database, remove } = created);
  }
  platform = await openPlatform({ database, business: smallBusiness(), clock: manualClock(NOW), deliveries: false });
  send = processClient(platform.fetch);
  const key = platform.issueProcessKey().reveal();
  const idOf = async (path: string, body: object) => String((await send('POST', path, { key, body })).body.data.id);
  const webhook = await idOf('/v1/webhooks', { url: 'https://hooks.example.com/first', events: ['call.completed'] });
  const ids = idsOf('a', webhook, await idOf('/v1/calendar-feeds', {}));
  await platform.users.setPassword('owner.a@example.com', PASSWORD);
  const login = await send('POST', '/dashboard/login', { body: { email: 'owner.a@example.com', password: PASSWORD } });
  const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? '';
  request = (name) => {
    const { method, path, options } = requestFor(name, ids);
    const authority = name === 'createApiKey' ? { headers: { cookie } } : { key };
    return send(method, path, { ...options, body: CHANGES[name] ?? options.body, ...authority });
  };
});
afterAll(async () => {
  await platform?.close();
  await remove?.();
});

/** Locks the database for writers, and returns the function that ends the lock. */
async function lockOut(): Promise<() => Promise<void>> {
  if (shared) {
    const tables =
      'teams, users, api_keys, bookings, contacts, services, staff, webhooks, calendar_feeds, events, totals';
    const held = await holdTransaction(shared.administration, `lock table ${tables} in share mode`);
    return held.release;
  }
  const other = new (await loadSqlite())(database);
  other.exec('begin immediate');
  return async () => {
    other.exec('rollback');
    other.close();
  };
}

describe('while the database refuses to write', () => {
  it('every endpoint that writes answers that nothing was changed, and reads are answered', async () => {
    const before = await dumpDatabase(database);
    const release = await lockOut();
    const asked = async () => {
      const answers = Promise.all(WRITES.map(async (name) => ({ name, ...(await request(name)) })));
      expect((await request('listBookings')).status).toBe(200);
      return answers;
    };
    const answers = await asked().finally(release);
    for (const { name, status, body } of answers) {
      expect({ name, status, body }).toEqual({
        name,
        status: 500,
        body: { error: 'storage_failed', message: expect.stringContaining('by another process'), changed: false },
      });
    }
    expect(await dumpDatabase(database)).toBe(before);
  }, 60_000);
});

// Their handlers are those of PostgreSQL, too.
describe.runIf(ENGINE === 'sqlite')('a request to an endpoint that writes', () => {
  it.each(WRITES)('%s is one transaction, so that an error cannot follow a part of it', async (name) => {
    const before = commitsOf(database);
    const { status, body } = await request(name);
    expect({ status, body }).toMatchObject({ status: 200 });
    expect(commitsOf(database) - before).toBe(1);
  });
});
