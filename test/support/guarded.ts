import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { copyTemplate } from './engines.ts';
import { temporaryFolder } from './platform.ts';
import { cleanEnvironment, type RunningProgram, runProgram, startProgram } from './program.ts';
import { hasDemo } from './session.ts';

export interface Guarded {
  /** The URL of `/mcp` on loopback. */
  url: string;
  program: RunningProgram;
  /** The program's home folder. */
  home: string;
  /** Path of the token file. */
  tokens: string;
  /** Runs `rcpt-mcp tokens` on the token file. */
  manage(...args: string[]): ReturnType<typeof runProgram>;
  /** Creates a token. */
  token(name: string, ...args: string[]): Promise<string>;
  close(): Promise<void>;
}

/**
 * Starts the built program as an HTTP server with authentication, for `--auth token` with a token file. Without settings of other
 * data it has the demo, as after its first start.
 */
export async function startGuarded(
  mode: string,
  args: string[] = [],
  env: Record<string, string> = {},
): Promise<Guarded> {
  const home = temporaryFolder();
  const tokens = join(home, 'tokens.jsonl');
  // At the default path, where commands of the same home find it.
  if (hasDemo(env, args)) copyTemplate('demo', join(home, 'rcpt-mcp', 'platform.db'));
  const clean = cleanEnvironment(home, env);
  const manage = (...words: string[]) => runProgram(['tokens', ...words, '--tokens', tokens], clean);
  const token = async (name: string, ...more: string[]) => {
    const { stdout, stderr } = await manage('create', '--name', name, ...more);
    const created = /^rcpt_token_\S+$/m.exec(stdout)?.[0];
    if (!created) throw new Error(stderr);
    return created;
  };
  if (mode === 'token') await token('first');
  const file = mode === 'token' ? ['--tokens', tokens] : [];
  const program = startProgram(['http', '--port', '0', '--auth', mode, ...file, ...args], clean);
  const [address] = await program.until(/http:\/\/\S+\/mcp/);
  const url = address.replace('0.0.0.0', '127.0.0.1');
  return {
    url,
    program,
    home,
    tokens,
    manage,
    token,
    async close() {
      await program.stop();
      await rm(home, { recursive: true, force: true });
    },
  };
}

export const bearerHeader = (token: string) => ({ authorization: `Bearer ${token}` });

const COMMON = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

/** Sends a raw JSON-RPC request of the 2025 protocol. */
export function post(url: string, headers: Record<string, string>, method = 'tools/list', params: object = {}) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  return fetch(url, { method: 'POST', headers: { ...COMMON, ...headers }, body });
}

/** Returns the names of the tools that are listed for a request with these headers. */
export async function toolNames(url: string, headers: Record<string, string>): Promise<string[]> {
  const text = await (await post(url, headers)).text();
  const { result } = JSON.parse(text.replace(/^[^{]*/, '')) as { result: { tools: { name: string }[] } };
  return result.tools.map(({ name }) => name);
}
