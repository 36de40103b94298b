import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/platform.ts';
import { cleanEnvironment, runProgram } from '../support/program.ts';

let home: string;
beforeEach(() => {
  home = temporaryFolder();
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } },
};
const ping = { jsonrpc: '2.0', id: 2, method: 'ping' };
const input = `${JSON.stringify(initialize)}\n${JSON.stringify(ping)}\n`;
const cacheHome = () => join(home, 'caches');
const folder = () => join(cacheHome(), 'rcpt-mcp');

/** Runs the built program. It must answer both requests and log nothing, with any state of the cache. */
async function run(env: Record<string, string> = {}) {
  const environment = cleanEnvironment(home, { XDG_CACHE_HOME: cacheHome(), ...env });
  const { code, stdout, stderr } = await runProgram([], environment, input);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const ids = stdout.trim().split('\n');
  expect(ids.map((line) => JSON.parse(line).id)).toEqual([1, 2]);
}

describe.skipIf(process.platform !== 'linux')('compile cache of the program', () => {
  it.skipIf(!('enableCompileCache' in nodeModule))(
    'writes the cache to a folder that only the user can open',
    async () => {
      await run();
      expect(readdirSync(folder())).not.toEqual([]);
      expect(statSync(folder()).mode & 0o777).toBe(0o700);
      await run();
    },
  );

  it('writes no cache if NODE_DISABLE_COMPILE_CACHE is set', async () => {
    await run({ NODE_DISABLE_COMPILE_CACHE: '1' });
    expect(existsSync(folder()) ? readdirSync(folder()) : []).toEqual([]);
  });

  it('works without a cache if the folder cannot be created', async () => {
    writeFileSync(cacheHome(), 'a file in place of the folder');
    await run();
  });
});
