import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { unpackRow } from '../../src/platform/mirror/packed-texts.ts';
import { loadSqlite, type SqlValue } from '../../src/platform/store/sqlite/driver.ts';
import { connect, type TestClient } from '../support/clients.ts';
import { temporaryFolder } from '../support/engines.ts';
import { fillLists, type MirroredPlatform, startMirroredPlatform } from '../support/mirrored-platform.ts';
import { cleanEnvironment, runProgram, startProgram } from '../support/program.ts';

/** A file of `--index` that an earlier version has filled. */
const home = temporaryFolder();
const file = join(home, 'index.db');
const CALLS = 30;
let platform: MirroredPlatform | undefined;
afterAll(async () => {
  await platform?.close();
  await rm(home, { recursive: true, force: true });
});

const environment = (url: string) =>
  cleanEnvironment(home, { RCPT_BASE_URL: url, RCPT_API_KEY: 'sk_live_index', RCPT_INDEX: file, RCPT_POLL: '1h' });

async function withServer<T>({ url }: MirroredPlatform, use: (client: TestClient) => Promise<T>): Promise<T> {
  const program = startProgram(['http', '--port', '0'], environment(url));
  try {
    const [address] = await program.until(/http:\/\/\S+\/mcp/);
    const client = await connect('v2 2026-07-28', { url: address });
    const isComplete = async () => (await client.call('get_account_context')).data.index;
    await vi.waitFor(async () => expect(await isComplete()).toMatchObject({ state: 'complete' }), { timeout: 30_000 });
    const result = await use(client);
    await client.close();
    return result;
  } finally {
    await program.stop();
  }
}

it('an index of an earlier version states how many calls it has, and knows when they started', async () => {
  platform = await startMirroredPlatform();
  fillLists(platform, { calls: CALLS, contacts: 5, bookings: 5 });
  await withServer(platform, async () => {});
  const connection = new (await loadSqlite())(file);
  connection.exec(`
    drop index mirror_records_unreadable;
    drop index mirror_records_without_detail;
    alter table mirror_records drop column unreadable_at;
    alter table mirror_records drop column started_at;
    create index mirror_records_without_detail on mirror_records (kind, position) where detail_at is null;
    update totals set total = 0;
    delete from schema_migrations where name in ('mirror-004-call-starts', 'mirror-005-totals', 'mirror-006-unreadable-calls')`);
  connection.close();

  const { data } = await withServer(platform, (client) => client.call('search_calls', { query: 'matter 17' }));
  expect(data).toMatchObject({ items: [{ call_id: 'call_17' }], searched: CALLS, complete: true });
  const upgraded = new (await loadSqlite())(file);
  const rows = upgraded.prepare("select count(*) as calls from mirror_records where kind = 'calls' and started_at > 0");
  expect(rows.all()).toEqual([{ calls: CALLS }]);
  upgraded.close();
});

it('an index of an earlier version, which compressed nothing and had a longer team id, answers as before', async () => {
  platform ??= await startMirroredPlatform();
  const answers = async (client: TestClient) => ({
    calls: (await client.call('search_calls', { query: 'matter 17' })).data.items,
    bookings: (await client.call('list_bookings', { query: 'room 1' })).data.items,
  });
  const expected = await withServer(platform, answers);
  expect(expected).toMatchObject({ calls: [{ call_id: 'call_17' }], bookings: [{}, {}] });
  const packed = new Set<string>();
  const connection = new (await loadSqlite())(file);
  for (const [table, columns] of [
    ['mirror_records', ['raw_json', 'detail_json']],
    ['calls', ['transcript_json']],
  ] as const) {
    for (const row of connection.prepare(`select * from ${table}`).all() as Record<string, SqlValue>[]) {
      if (columns.some((column) => row[column] instanceof Uint8Array)) packed.add(table);
      unpackRow(row);
      const set = columns.map((column) => `${column} = ?`);
      const values = columns.map((column) => row[column] as SqlValue);
      connection.prepare(`update ${table} set ${set} where position = ?`).run(...values, row.position as SqlValue);
    }
  }
  expect([...packed]).toEqual(['mirror_records', 'calls']);
  connection.exec('pragma foreign_keys = off');
  const tables = connection
    .prepare(
      `select t.name from sqlite_schema as t join pragma_table_info(t.name) as c
       where t.type = 'table' and c.name = 'team_id'`,
    )
    .all() as { name: string }[];
  for (const { name } of tables) connection.exec(`update or replace ${name} set team_id = 'team_mirror'`);
  connection.exec(`
    update teams set id = 'team_mirror';
    delete from schema_migrations where name = 'mirror-008-packed-texts'`);
  connection.close();

  expect(await withServer(platform, answers)).toEqual(expected);
});

it('an index whose tables are not those of this version is refused with the command that deletes it', async () => {
  platform ??= await startMirroredPlatform();
  await withServer(platform, async () => {});
  const connection = new (await loadSqlite())(file);
  connection.exec('alter table mirror_source drop column country');
  connection.close();

  const env = environment(platform.url);
  const refused = await runProgram(['http', '--port', '0'], env);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toMatch(
    /The index was made by another version .* Delete it with rcpt-mcp index clear\. It is filled/,
  );
  expect(refused.stderr).not.toMatch(/ at .*:\d+:\d+/);
  expect((await runProgram(['index', 'clear'], env)).code).toBe(0);
  await withServer(platform, async () => {});
});
