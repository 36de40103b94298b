import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Booking, readRecord } from '../../../src/contract/index.ts';
import { silentLogger } from '../../../src/lib/logging/logger.ts';
import { LeaseLostError, type Mirror, type MirroredAccount, openMirror } from '../../../src/platform/mirror/index.ts';
import { mirrorMigrations } from '../../../src/platform/mirror/migration.ts';
import { sharedEngine } from '../../../src/platform/mirror/shared-engine.ts';
import { openStore } from '../../../src/platform/store/store.ts';
import { manualClock } from '../../support/clock.ts';
import { type SharedDatabase, sharedDatabase } from '../../support/postgres/shared.ts';

/** Processes with clocks of different times on one shared mirror. */
const ACCOUNT: MirroredAccount = { address: 'https://one.example/', credential: 'digest', country: 'US' };
const AT = Date.parse('2199-01-01T00:00:00Z');
const opened: Mirror[] = [];
let shared: SharedDatabase;
let database: pg.Pool;

async function open(account: Partial<MirroredAccount> = {}, at = AT): Promise<Mirror> {
  const mirror = await openMirror({
    place: { database: shared.database },
    account: { ...ACCOUNT, ...account },
    clock: manualClock(at),
    logger: silentLogger,
  });
  opened.push(mirror);
  return mirror;
}
const page = (id: string, readAt: number) => ({
  kind: 'bookings' as const,
  records: [{ id, read: readRecord(Booking, { id, start_time: '2199-03-01T10:00:00Z', service_id: 'svc_1' }) }],
  readAt,
  form: 'list' as const,
});
const schemas = async () =>
  (await database.query("select nspname from pg_namespace where nspname like 'rcpt\\_index\\_%' order by 1")).rows.map(
    ({ nspname }) => nspname as string,
  );

beforeAll(async () => {
  shared = await sharedDatabase();
  database = new pg.Pool({ connectionString: shared.administration, max: 1 });
});
afterAll(async () => {
  await Promise.all(opened.map((mirror) => mirror.close()));
  await database?.end();
  await shared?.remove();
});

it('processes on a shared mirror have one lease and one time, whatever their own clocks say', async () => {
  const [first, second] = await Promise.all([open(), open({}, AT + 3_600_000)]);
  expect(await schemas()).toHaveLength(1);
  expect(Math.abs((await first.time()) - (await second.time()))).toBeLessThan(5_000);
  expect(await first.lease.acquire()).toBe(true);
  expect(await second.lease.acquire()).toBe(false);
  await first.storePage(page('bk_1', await first.time()), (before) => before);

  await database.query(`update ${(await schemas())[0]}.mirror_leases set lease_until = 0`);
  expect(await second.lease.acquire()).toBe(true);
  const late = first.storePage(page('bk_2', await first.time()), (before) => before);
  await expect(late).rejects.toThrow(LeaseLostError);
  expect([...(await second.records('bookings', ['bk_1', 'bk_2'], 'list')).keys()]).toEqual(['bk_1']);
});

it.each([{ address: 'https://two.example/' }, { credential: 'other' }, { country: 'DE' }])(
  'a process whose account has %j sees no record of another account',
  async (account) => {
    const [mirror, other] = [await open(), await open(account)];
    await mirror.store(page('bk_own', await mirror.time()));
    expect((await mirror.records('bookings', ['bk_own'], 'list')).size).toBe(1);
    expect((await other.records('bookings', ['bk_own'], 'list')).size).toBe(0);
    expect((await other.progress()).bookings.records).toBe(0);
  },
);

it('a mirror is not created where a pooler ignores the schema with which its connections begin', async () => {
  const schema = 'rcpt_index_ignored';
  const store = openStore(shared.database, AT, {
    migrations: mirrorMigrations('postgres'),
    constraints: false,
    // Without `postgres`: connections begin without the schema.
    adapt: (engine) => sharedEngine(engine, schema),
  });
  await expect(store).rejects.toThrow(/does not accept the parameter options=-c search_path/);
  expect(await schemas()).not.toContain(schema);
  const { rows } = await database.query("select relname from pg_class where relnamespace = 'public'::regnamespace");
  expect(rows).toEqual([]);
});
