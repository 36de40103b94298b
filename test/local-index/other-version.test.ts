import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { loadSqlite } from '../../src/platform/store/sqlite/driver.ts';
import { connect } from '../support/clients.ts';
import { temporaryFolder } from '../support/engines.ts';
import { type MirroredPlatform, startMirroredPlatform } from '../support/mirrored-platform.ts';
import { cleanEnvironment, runProgram, startProgram } from '../support/program.ts';

/** A file of `--index` that another version has made. */
const home = temporaryFolder();
const file = join(home, 'index.db');
let platform: MirroredPlatform | undefined;
afterAll(async () => {
  await platform?.close();
  await rm(home, { recursive: true, force: true });
});

const environment = (url: string) =>
  cleanEnvironment(home, { RCPT_BASE_URL: url, RCPT_API_KEY: 'sk_live_index', RCPT_INDEX: file, RCPT_POLL: '1h' });

/** Starts a server, which fills the index. */
async function fillIndex({ url }: MirroredPlatform): Promise<void> {
  const program = startProgram(['http', '--port', '0'], environment(url));
  try {
    const [address] = await program.until(/http:\/\/\S+\/mcp/);
    const client = await connect('v2 2026-07-28', { url: address });
    const isComplete = async () => (await client.call('get_account_context')).data.index;
    await vi.waitFor(async () => expect(await isComplete()).toMatchObject({ state: 'complete' }), { timeout: 30_000 });
    await client.close();
  } finally {
    await program.stop();
  }
}

it('an index whose tables are not those of this version is refused with the command that deletes it', async () => {
  platform = await startMirroredPlatform();
  await fillIndex(platform);
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
  await fillIndex(platform);
});
