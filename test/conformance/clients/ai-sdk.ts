import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { JsonObject } from '../../../src/lib/json.ts';
import { type ClientKind, serverCommand, toCallResult } from './client.ts';

const WORKER = fileURLToPath(new URL('ai-sdk-worker.mjs', import.meta.url));

/** The client of the AI SDK. It runs in a separate process, because the library requires a newer Node. */
const aiSdk = (transport: 'stdio' | 'HTTP'): ClientKind => ({
  name: 'AI SDK',
  through: transport,
  open: async ({ url, env }, outside) => {
    const server = transport === 'HTTP' ? { url } : { ...serverCommand, env };
    const node = outside.command('node');
    const child = spawn(node.command, [WORKER, outside.folder('@ai-sdk/mcp'), JSON.stringify(server)], {
      env: node.env,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const ended = once(child, 'close');
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    let forms = 0;
    const send = async (...command: unknown[]): Promise<JsonObject> => {
      child.stdin.write(`${JSON.stringify(command)}\n`);
      const { value, done } = await lines.next();
      if (done) throw new Error('the AI SDK process ended');
      const answer = JSON.parse(value) as { result?: JsonObject; error?: string; forms: number };
      forms = answer.forms;
      if (!answer.result) throw new Error(answer.error);
      return answer.result;
    };
    return {
      async tools() {
        const { tools } = await send('tools');
        return (tools as { name: string }[]).map(({ name }) => name);
      },
      call: async (name, args) => toCallResult(await send('call', name, args)),
      forms: () => forms,
      async close() {
        child.stdin.end();
        await ended;
      },
    };
  },
});

export const AI_SDKS: readonly ClientKind[] = [aiSdk('stdio'), aiSdk('HTTP')];
