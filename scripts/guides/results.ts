import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect, type TestClient } from '../../test/support/clients.ts';
import type { Ports } from './world.ts';

/** What a reader has after typing the commands of a page or block; its servers still run. */
export interface Reader {
  home: string;
  env: Record<string, string>;
  ports: Ports;
  /** All outputs. */
  printed: string;
  /** The server commands that run: `http`, `platform`. */
  servers: readonly string[];
}

/** The files in which `install` puts an entry, on Linux. */
const CLIENT_FILES = ['.config/Claude/claude_desktop_config.json', '.cursor/mcp.json'];

/** Checks that what the reader was promised works. Throws an `AssertionError` if it does not. */
export async function checkResults(reader: Reader): Promise<void> {
  await checkEntries(reader);
  await checkSignIn(reader);
  await checkToken(reader);
}

/** Starts the entry in the file of each AI client as the client does, and calls a tool. */
async function checkEntries({ home, env }: Reader): Promise<void> {
  for (const file of CLIENT_FILES.map((path) => join(home, path)).filter((path) => existsSync(path))) {
    const { mcpServers } = JSON.parse(readFileSync(file, 'utf8')) as { mcpServers?: Record<string, Entry> };
    for (const { command, args = [], env: own = {}, url } of Object.values(mcpServers ?? {})) {
      if (command === undefined) {
        assert.match(url ?? '', /^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
        continue;
      }
      const target = { command: [command, ...args] as const, args: [], env: { ...env, ...own }, cwd: home };
      await withClient(await connect('v2 2025-11-25', target as never), async (client) => {
        const { isError, text } = await client.call('list_services');
        assert.equal(isError, false, `the entry in ${file} answers: ${text}`);
      });
    }
  }
}

interface Entry {
  command?: string;
  args?: string[];
  env?: Record<string, string>;
  url?: string;
}

/** Signs in to the dashboard with the password that was printed. */
async function checkSignIn({ printed, ports, servers }: Reader): Promise<void> {
  const [, email, password] = /Dashboard password of (\S+), shown this once:\s+(\S+)/.exec(printed) ?? [];
  if (password === undefined || !servers.includes('http')) return;
  const signIn = (secret: string) =>
    fetch(`http://127.0.0.1:${ports['8787']}/api/dashboard/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: secret }),
    });
  assert.equal((await signIn(password)).status, 200, `${email} cannot sign in to the dashboard`);
  assert.equal((await signIn(`${password}x`)).status, 401);
}

/** Calls a tool over HTTP with the token that was printed; without it, the server refuses. */
async function checkToken({ printed, ports, servers }: Reader): Promise<void> {
  const token = /rcpt_token_[\w-]+/.exec(printed)?.[0];
  if (token === undefined || !servers.includes('http')) return;
  const url = `http://127.0.0.1:${ports['8787']}/mcp`;
  const client = await connect('v2 2026-07-28', { url, headers: { authorization: `Bearer ${token}` } });
  await withClient(client, async ({ tools }) => assert.notEqual((await tools()).length, 0));
  assert.equal((await fetch(url, { method: 'POST', body: '{}' })).status, 401, 'the server needs no token');
}

async function withClient(client: TestClient, use: (client: TestClient) => Promise<void>): Promise<void> {
  try {
    await use(client);
  } finally {
    await client.close();
  }
}
