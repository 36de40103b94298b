import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type CompiledQuery, Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPlatform } from '../../../src/platform/index.ts';
import * as bookings from '../../../src/platform/store/bookings.ts';
import * as calls from '../../../src/platform/store/calls.ts';
import * as contacts from '../../../src/platform/store/contacts.ts';
import * as keys from '../../../src/platform/store/keys.ts';
import { totalOf } from '../../../src/platform/store/paging.ts';
import * as people from '../../../src/platform/store/people.ts';
import type { Db, Schema } from '../../../src/platform/store/schema.ts';
import * as services from '../../../src/platform/store/services.ts';
import * as sessions from '../../../src/platform/store/sessions.ts';
import { sqliteDialect } from '../../../src/platform/store/sqlite/dialect.ts';
import { loadSqlite, type SqliteConnection } from '../../../src/platform/store/sqlite/driver.ts';
import * as staff from '../../../src/platform/store/staff.ts';
import * as webhooks from '../../../src/platform/store/webhooks.ts';
import { temporaryFolder } from '../../support/platform.ts';
import { smallBusiness } from '../support/fixture.ts';

const folder = temporaryFolder();
const path = join(folder, 'platform.db');
let connection: SqliteConnection;
let db: Db;
let sent: CompiledQuery[] = [];

beforeAll(async () => {
  await (await openPlatform({ database: path, business: smallBusiness() })).close();
  connection = new (await loadSqlite())(path);
  db = new Kysely<Schema>({ dialect: sqliteDialect(connection), log: ({ query }) => void sent.push(query) });
});
afterAll(() => {
  connection.close();
  rmSync(folder, { recursive: true });
});

const page = { page: 1, perPage: 1 };
const slot = { start: 1, end: 2 };
const queries: Record<string, () => Promise<unknown>> = {
  listBookings: () => bookings.listBookings(db, 'team_a', page),
  'listBookings, a later page': () => bookings.listBookings(db, 'team_a', { page: 2, perPage: 1 }),
  findBooking: () => bookings.findBooking(db, 'team_a', 'bk_1_a'),
  listContacts: () => contacts.listContacts(db, 'team_a', page),
  findContact: () => contacts.findContact(db, 'team_a', 'ct_1_a'),
  matchContact: () => contacts.matchContact(db, 'team_a', { email: 'nobody@example.com', phone: '+15550100999' }),
  listCalls: () => calls.listCalls(db, 'team_a', page),
  findCall: () => calls.findCall(db, 'team_a', 'call_1_a'),
  listServices: () => services.listServices(db, 'team_a', page),
  findService: () => services.findService(db, 'team_a', 'sv_cut_a'),
  listWebhooks: () => webhooks.listWebhooks(db, 'team_a'),
  findWebhook: () => webhooks.findWebhook(db, 'team_a', 'wh_1'),
  deleteWebhook: () => webhooks.deleteWebhook(db, 'team_a', 'wh_1'),
  totalOf: () => totalOf(db, 'team_a', 'bookings'),
  staffOfService: () => staff.staffOfService(db, 'sv_cut_a'),
  isFree: () => staff.isFree(db, 'st_1_a', slot),
  workload: () => staff.workload(db, 'st_1_a', slot),
  findKeyByHash: () => keys.findKeyByHash(db, 'x'),
  listKeys: () => keys.listKeys(db, 'team_a'),
  revokeKey: () => keys.revokeKey(db, 'key_1', 1),
  recordKeyUse: () => keys.recordKeyUse(db, 'key_1', 1),
  roleIn: () => people.roleIn(db, 'usr_owner_a', 'team_a'),
  ownerOf: () => people.ownerOf(db, 'team_a'),
  firstTeam: () => people.firstTeam(db),
  findUserByEmail: () => people.findUserByEmail(db, 'x@example.com'),
  teamsOf: () => people.teamsOf(db, 'usr_owner_a'),
  findSession: () => sessions.findSession(db, 'x'),
  deleteSession: () => sessions.deleteSession(db, 'x'),
};

describe('every query goes by an index, for the rows and for their order', () => {
  it.each(Object.keys(queries))('%s', async (name) => {
    sent = [];
    await queries[name]?.();
    expect(sent.length).toBeGreaterThan(0);
    for (const query of sent) {
      const values = query.parameters as (string | number)[];
      const plan = connection.prepare(`explain query plan ${query.sql}`).all(...values) as { detail: string }[];
      for (const { detail } of plan) {
        expect(detail, query.sql).not.toContain('TEMP B-TREE');
        expect(detail, query.sql).not.toMatch(/^SCAN (?!.*USING (COVERING )?INDEX)/);
      }
    }
  });
});
