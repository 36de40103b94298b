import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from './platform.ts';
import { cleanEnvironment, type RunningProgram, runProgram, startProgram } from './program.ts';

export interface Guarded {
  /** The address of `/mcp` on this machine. */
  url: string;
  program: RunningProgram;
  /** Where the program keeps the user's data. */
  home: string;
  /** The file of tokens. */
  tokens: string;
  /** Runs `rcpt-mcp tokens` on that file. */
  manage(...args: string[]): ReturnType<typeof runProgram>;
  /** Makes a token. */
  token(name: string, ...args: string[]): Promise<string>;
  close(): Promise<void>;
}

/** Starts the built program as an HTTP server that asks callers who they are; with `--auth token`, with a file of tokens. */
export async function startGuarded(
  mode: string,
  args: string[] = [],
  env: Record<string, string> = {},
): Promise<Guarded> {
  const home = temporaryFolder();
  const tokens = join(home, 'tokens.jsonl');
  const clean = cleanEnvironment(home, env);
  const manage = (...words: string[]) => runProgram(['tokens', ...words, '--tokens', tokens], clean);
  const token = async (name: string, ...more: string[]) => {
    const { stdout, stderr } = await manage('create', '--name', name, ...more);
    const made = /^rcpt_token_\S+$/m.exec(stdout)?.[0];
    if (!made) throw new Error(stderr);
    return made;
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

/** A request as a client of 2025 makes it, without a client. */
export function post(url: string, headers: Record<string, string>, method = 'tools/list', params: object = {}) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  return fetch(url, { method: 'POST', headers: { ...COMMON, ...headers }, body });
}

/** The names of the tools that a request with these headers is told of. */
export async function toolNames(url: string, headers: Record<string, string>): Promise<string[]> {
  const text = await (await post(url, headers)).text();
  const { result } = JSON.parse(text.replace(/^[^{]*/, '')) as { result: { tools: { name: string }[] } };
  return result.tools.map(({ name }) => name);
}
