import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, vi } from 'vitest';
import { connect, type TestClient } from '../../support/clients.ts';
import { temporaryFolder } from '../../support/platform.ts';
import { cleanEnvironment, PROGRAM } from '../../support/program.ts';

const PRELOADED = fileURLToPath(new URL('../../support/sqlite-without-fts5.cjs', import.meta.url));

/** The program over stdio on a database, with a SQLite of this kind. */
function start(folder: string, hasFts5: boolean): Promise<TestClient> {
  const preload = hasFts5 ? {} : { NODE_OPTIONS: `--require ${JSON.stringify(PRELOADED)}` };
  const env = cleanEnvironment(folder, { RCPT_DATABASE: join(folder, 'platform.db'), ...preload });
  return connect('v1', { command: [process.execPath, PROGRAM], args: ['--demo'], env });
}

it('a SQLite without FTS5 migrates, writes and searches; one with it indexes later what was written', async () => {
  const folder = temporaryFolder();
  const search = async (client: TestClient) => {
    const { data } = await client.call('search_calls', { query: 'cleaning', limit: 50 });
    return { found: (data.items as { call_id: string }[]).map(({ call_id: id }) => id), data };
  };

  const without = await start(folder, false);
  const scanned = await search(without);
  expect(scanned.found.length).toBeGreaterThan(5);
  // The transcripts were read one by one.
  expect(scanned.data).toHaveProperty('complete', true);
  const contact = await without.call('create_contact', { name: 'Written Without', phone: '+15550100177' });
  expect(contact.isError, contact.text).toBe(false);
  await without.close();

  const later = await start(folder, true);
  await vi.waitFor(async () => expect((await search(later)).found).toEqual(scanned.found), { timeout: 20_000 });
  await later.close();

  const again = await start(folder, false);
  expect((await search(again)).found).toEqual(scanned.found);
  const renamed = await again.call('list_contacts', { query: 'Written Without' });
  expect(renamed.text).toContain('Written Without');
  await again.close();
});
