import { readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { connect, type TestClient } from '../support/clients.ts';
import { temporaryFolder } from '../support/engines.ts';
import { type MirroredPlatform, startMirroredPlatform } from '../support/mirrored-platform.ts';
import { cleanEnvironment, type RunningProgram, startProgram } from '../support/program.ts';

/** What an index keeps of texts that the platform no longer has. */
const home = temporaryFolder();
let platform: MirroredPlatform;
let program: RunningProgram;
let client: TestClient;

const contact = (id: string, name: string) => ({
  id,
  name,
  email: null,
  phone: null,
  created_at: '2026-01-01T00:00:00Z',
});

beforeAll(async () => {
  platform = await startMirroredPlatform();
  platform.lists.contacts.set('ct_1', contact('ct_1', 'Violet Quartz'));
  platform.lists.contacts.set('ct_2', contact('ct_2', 'Amber Miller'));
  platform.lists.contacts.set('ct_3', contact('ct_3', 'Xavier Ylang'));
  const settings = { RCPT_BASE_URL: platform.url, RCPT_API_KEY: 'sk_live_index', RCPT_POLL: '5s' };
  const env = cleanEnvironment(home, { ...settings, RCPT_INDEX: join(home, 'index.db') });
  program = startProgram(['http', '--port', '0'], env);
  const [url] = await program.until(/http:\/\/\S+\/mcp/);
  client = await connect('v2 2026-07-28', { url });
  const state = async () => ((await client.call('get_account_context')).data.index as { state: string }).state;
  await vi.waitFor(async () => expect(await state()).toBe('complete'), { timeout: 40_000, interval: 200 });
}, 60_000);
afterAll(async () => {
  await client?.close();
  await program?.stop();
  await platform?.close();
  await rm(home, { recursive: true, force: true });
});

/** Which of the texts the files of the index have. Pages of words lack the beginning that a word shares with the one before. */
const inFiles = (...texts: string[]) => {
  const files = readdirSync(home).filter((name) => name.startsWith('index.db'));
  const bytes = files.map((name) => readFileSync(join(home, name), 'latin1')).join('\n');
  return texts.filter((text) => new RegExp(text, 'i').test(bytes));
};

it('words that only a deleted or changed record had are deleted from its files', { timeout: 60_000 }, async () => {
  expect(inFiles('iolet', 'uartz', 'mber', 'iller', 'avier', 'lang')).toHaveLength(6);
  platform.lists.contacts.delete('ct_1');
  platform.lists.contacts.set('ct_2', contact('ct_2', 'Amber Stone'));
  await vi.waitFor(() => expect(inFiles('iolet', 'uartz', 'iller')).toEqual([]), { timeout: 40_000, interval: 500 });
  expect(inFiles('mber', 'tone', 'avier', 'lang')).toHaveLength(4);
  const { data } = await client.call('list_contacts', { query: 'ston*' });
  expect((data.items as { id: string }[]).map(({ id }) => id)).toEqual(['ct_2']);
});
