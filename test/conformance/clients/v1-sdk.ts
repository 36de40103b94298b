import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import type { ExternalTools } from '../outside.ts';
import { ACCEPT, type ClientKind, type ExternalClient, serverCommand, type Target, toCallResult } from './client.ts';

type Transport = Parameters<Client['connect']>[0];

const over = (
  name: string,
  through: string,
  transport: (...open: Parameters<ClientKind['open']>) => unknown,
): ClientKind => ({
  name,
  through,
  // The package's types were not written for exactOptionalPropertyTypes.
  open: async (target, outside) => connected(transport(target, outside) as Transport),
});

/** The SDK that most hosts use, directly and through mcp-remote, which connects stdio-only hosts to HTTP servers. */
export const V1_CLIENTS: readonly ClientKind[] = [
  over('v1 SDK', 'stdio', ({ env }) => new StdioClientTransport({ ...serverCommand, env, stderr: 'ignore' })),
  over('v1 SDK', 'HTTP', ({ url }) => new StreamableHTTPClientTransport(new URL(url))),
  over('v1 SDK', 'HTTP, --sessions', ({ sessions }) => new StreamableHTTPClientTransport(new URL(sessions))),
  over('v1 SDK', 'mcp-remote', ({ url, env }, outside) => remote(url, env, outside)),
  over('v1 SDK', 'mcp-remote, --sessions', ({ sessions, env }, outside) => remote(sessions, env, outside)),
];

function remote(url: string, { HOME = '' }: Target['env'], outside: ExternalTools) {
  const { command, env } = outside.command('mcp-remote');
  return new StdioClientTransport({ command, args: [url], env: { ...env, HOME }, stderr: 'ignore' });
}

async function connected(transport: Transport): Promise<ExternalClient> {
  const client = new Client({ name: 'conformance', version: '1' }, { capabilities: { elicitation: {} } });
  let forms = 0;
  client.setRequestHandler(ElicitRequestSchema, async () => {
    forms++;
    return ACCEPT;
  });
  await client.connect(transport);
  return {
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, args) => toCallResult(await client.callTool({ name, arguments: args })),
    forms: () => forms,
    close: () => client.close(),
  };
}
