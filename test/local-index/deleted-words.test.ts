import { readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { loadSqlite } from '../../src/platform/store/sqlite/driver.ts';
import type { SqliteConnection } from '../../src/platform/store/sqlite/sqlite-api.ts';
import { connect, type TestClient } from '../support/clients.ts';
import { temporaryFolder } from '../support/engines.ts';
import { type MirroredPlatform, startMirroredPlatform } from '../support/mirrored-platform.ts';
import { cleanEnvironment, type RunningProgram, startProgram } from '../support/program.ts';

/** What an index keeps of texts that the platform no longer has. */
const home = temporaryFolder();
let platform: MirroredPlatform;
let program: RunningProgram;
let client: TestClient;

let file = join(home, 'index.db');

const contact = (id: string, name: string) => ({
  id,
  name,
  // Long enough to be stored compressed.
  preferences: `${name} prefers a window seat, an early hour and a short letter a week before.`,
  email: null,
  phone: null,
  created_at: '2026-01-01T00:00:00Z',
});

beforeAll(async () => {
  platform = await startMirroredPlatform();
  platform.lists.contacts.set('ct_1', contact('ct_1', 'Violet Quartz'));
  platform.lists.contacts.set('ct_2', contact('ct_2', 'Amber Miller'));
  platform.lists.contacts.set('ct_3', contact('ct_3', 'Xavier Ylang'));
  await start('complete');
}, 60_000);
afterAll(async () => {
  await stop();
  await platform?.close();
  await rm(home, { recursive: true, force: true });
});

/** Starts the program, and waits for a state of its index. */
async function start(state: string, more: Record<string, string> = {}): Promise<void> {
  const settings = { RCPT_BASE_URL: platform.url, RCPT_API_KEY: 'sk_live_index', RCPT_POLL: '5s', ...more };
  program = startProgram(['http', '--port', '0'], cleanEnvironment(home, { ...settings, RCPT_INDEX: file }));
  const [url] = await program.until(/http:\/\/\S+\/mcp/);
  client = await connect('v2 2026-07-28', { url });
  const index = async () => (await client.call('get_account_context')).data.index;
  await vi.waitFor(async () => expect(await index()).toMatchObject({ state }), { timeout: 40_000, interval: 200 });
}
async function stop(): Promise<void> {
  await client?.close();
  await program?.stop();
}

/** Calls a function with the file of the index. */
async function onFile<T>(use: (connection: SqliteConnection) => T): Promise<T> {
  const connection = new (await loadSqlite())(file);
  try {
    return use(connection);
  } finally {
    connection.close();
  }
}

/** Compressed records as the file has them. */
const compressed = (ids: string[]) =>
  onFile((connection) => {
    const select = connection.prepare('select raw_json from mirror_records where id = ?');
    return ids.map((id) => (select.all(id) as { raw_json: Uint8Array }[])[0]?.raw_json ?? new Uint8Array());
  });

/** The bytes of the files of the index. */
const bytesOfFiles = () =>
  Buffer.concat(
    readdirSync(home)
      .filter((name) => name.startsWith(basename(file)))
      .map((name) => readFileSync(join(home, name))),
  );

/** Which of the texts the files of the index have. Pages of words lack the beginning that a word shares with the one before. */
const inFiles = (...texts: string[]) => {
  const bytes = bytesOfFiles().toString('latin1');
  return texts.filter((text) => new RegExp(text, 'i').test(bytes));
};

/** How many of these bytes the files have. */
const countInFiles = (records: Uint8Array[]) => {
  const bytes = bytesOfFiles();
  return records.filter((record) => bytes.includes(Buffer.from(record))).length;
};

it('words that only a deleted or changed record had are deleted from its files', { timeout: 60_000 }, async () => {
  expect(inFiles('iolet', 'uartz', 'mber', 'iller', 'avier', 'lang')).toHaveLength(6);
  const records = await compressed(['ct_1', 'ct_2', 'ct_3']);
  expect(records.every((record) => record instanceof Uint8Array && record.length > 60)).toBe(true);
  expect(countInFiles(records)).toBe(3);
  platform.lists.contacts.delete('ct_1');
  platform.lists.contacts.set('ct_2', contact('ct_2', 'Amber Stone'));
  await vi.waitFor(() => expect(inFiles('iolet', 'uartz', 'iller')).toEqual([]), { timeout: 40_000, interval: 500 });
  expect(inFiles('mber', 'tone', 'avier', 'lang')).toHaveLength(4);
  expect(countInFiles(records)).toBe(1);
  const { data } = await client.call('list_contacts', { query: 'ston*' });
  expect((data.items as { id: string }[]).map(({ id }) => id)).toEqual(['ct_2']);
});

it('an index that has reached its maximum size loses such words, too', { timeout: 60_000 }, async () => {
  await stop();
  file = join(home, 'full.db');
  platform.lists.contacts.set('ct_4', { ...contact('ct_4', 'Olive Garnet'), preferences: null });
  await start('complete');
  await stop();
  await onFile((connection) => connection.exec('create table filler as select zeroblob(17000000) as bytes'));
  platform.lists.contacts.set('ct_5', contact('ct_5', 'Ophelia Wren'));
  await start('full', { RCPT_INDEX_MAX_MIB: '16' });
  expect(inFiles('arnet')).toHaveLength(1);
  expect((await client.call('update_contact', { contact_id: 'ct_4', name: 'Olive Birch' })).isError).toBe(false);
  await vi.waitFor(() => expect(inFiles('arnet')).toEqual([]), { timeout: 20_000, interval: 500 });
  expect(inFiles('live', 'irch', 'phelia')).toEqual(['live', 'irch']);
});

it('a full index goes on when records have left space in its file', { timeout: 60_000 }, async () => {
  await onFile((connection) => connection.exec('drop table filler'));
  const index = async () => (await client.call('get_account_context')).data.index;
  await vi.waitFor(() => expect(inFiles('phelia')).toEqual(['phelia']), { timeout: 40_000, interval: 200 });
  expect(await index()).toMatchObject({ state: 'complete' });
});
