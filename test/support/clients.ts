import { Client as V2Client, StreamableHTTPClientTransport as V2Http } from '@modelcontextprotocol/client';
import { StdioClientTransport as V2Stdio } from '@modelcontextprotocol/client/stdio';
import { Client as V1Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as V1Stdio } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as V1Http } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { INSTALLED_PROGRAM } from './program.ts';

/** The clients under which tests run: the v2 SDK in both protocol eras, and the v1 SDK, which supports one. */
export const CLIENTS = ['v2 2026-07-28', 'v2 2025-11-25', 'v1'] as const;
export type ClientKind = (typeof CLIENTS)[number];

export interface ToolAnswer {
  text: string;
  data: Record<string, unknown>;
  /** `_meta` of the result. */
  meta: Record<string, unknown>;
  isError: boolean;
}

export interface CallOptions {
  /** Timeout in milliseconds. Default: the client's own, one minute. */
  timeout?: number;
  signal?: AbortSignal;
  onprogress?: (step: { progress: number; total?: number | undefined }) => void;
}

/** A listed resource or template. */
export type Listed = { name: string; [field: string]: unknown };

export interface TestClient {
  protocolVersion: string | undefined;
  instructions: string | undefined;
  capabilities: unknown;
  server: unknown;
  tools(): Promise<{ name: string; [field: string]: unknown }[]>;
  call(name: string, args?: Record<string, unknown>, options?: CallOptions): Promise<ToolAnswer>;
  resources(): Promise<Listed[]>;
  templates(): Promise<Listed[]>;
  /** Returns the content of a resource. Throws if it has not exactly one. */
  read(uri: string): Promise<Record<string, unknown> & { text: string }>;
  /** Subscribes to resource updates as the protocol version requires. Returns a function that ends the subscription. */
  watch(uris: string[], onUpdate: (uri: string) => void): Promise<() => Promise<void>>;
  prompts(): Promise<Listed[]>;
  /** Returns the text of a prompt's messages. */
  prompt(name: string, args?: Record<string, string>): Promise<string>;
  /** Returns completions of a prompt's argument (by prompt name) or of a template's variable (by URI template). */
  complete(of: { prompt: string } | { uri: string }, argument: string, typed: string): Promise<string[]>;
  close(): Promise<void>;
}

export type Target = HttpTarget | Program;

export interface HttpTarget {
  url: string;
  headers?: Record<string, string>;
  /** Replaces Node's fetch. */
  fetch?: (url: string | URL, init?: RequestInit) => Promise<Response>;
}

export interface Program {
  args: readonly string[];
  env: Record<string, string>;
  /** The command before the arguments. Default: this Node and the built program. */
  command?: readonly [string, ...string[]];
  cwd?: string;
}

const INFO = { name: 'rcpt-mcp-test', version: '1.0.0' };

/** Capabilities of a client that draws views (MCP Apps). */
export const DRAWS_VIEWS = {
  extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } },
};

/**
 * Connects over HTTP (`url`), or over stdio to a server that it starts (`args`, `env`).
 * @param capabilities what the client declares; default: nothing.
 */
export async function connect(
  kind: ClientKind,
  target: Target,
  capabilities: Partial<typeof DRAWS_VIEWS> = {},
): Promise<TestClient> {
  if (kind === 'v1') return wrap(await connectV1(target, capabilities), undefined);
  const mode = kind === 'v2 2026-07-28' ? 'auto' : 'legacy';
  const client = new V2Client(INFO, { versionNegotiation: { mode }, capabilities });
  await client.connect('url' in target ? new V2Http(...address(target)) : new V2Stdio(stdio(target)));
  return wrap(client, client.getNegotiatedProtocolVersion());
}

async function connectV1(target: Target, capabilities: Partial<typeof DRAWS_VIEWS>): Promise<V1Client> {
  const client = new V1Client(INFO, { capabilities });
  // The v1 package's types were not written for exactOptionalPropertyTypes.
  const transport = 'url' in target ? new V1Http(...address(target)) : new V1Stdio(stdio(target));
  await client.connect(transport as Parameters<V1Client['connect']>[0]);
  return client;
}

function address({ url, headers = {}, fetch }: HttpTarget) {
  return [new URL(url), { requestInit: { headers }, ...(fetch ? { fetch } : {}) }] as const;
}

function stdio({ args, env, command: [command, ...words] = [process.execPath, INSTALLED_PROGRAM], cwd }: Program) {
  return { command, args: [...words, ...args], env, stderr: 'ignore' as const, ...(cwd ? { cwd } : {}) };
}

function wrap(client: V1Client | V2Client, protocolVersion: string | undefined): TestClient {
  return {
    protocolVersion,
    instructions: client.getInstructions(),
    capabilities: client.getServerCapabilities(),
    server: client.getServerVersion(),
    tools: async () => (await client.listTools()).tools,
    async call(name, args = {}, options = {}) {
      const params = { name, arguments: args };
      const result =
        client instanceof V1Client
          ? await client.callTool(params, undefined, options)
          : await client.callTool(params, options);
      const [first] = result.content as { type: string; text?: string }[];
      return {
        text: first?.text ?? '',
        data: (result.structuredContent ?? {}) as Record<string, unknown>,
        meta: (result._meta ?? {}) as Record<string, unknown>,
        isError: result.isError === true,
      };
    },
    resources: async () => (await client.listResources()).resources,
    templates: async () => (await client.listResourceTemplates()).resourceTemplates,
    async read(uri) {
      const { contents } = await client.readResource({ uri });
      if (contents.length !== 1) throw new Error(`${uri} has ${contents.length} contents`);
      return contents[0] as Record<string, unknown> & { text: string };
    },
    async watch(uris, onUpdate) {
      if (client instanceof V1Client) {
        client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => onUpdate(params.uri));
      } else {
        client.setNotificationHandler('notifications/resources/updated', ({ params }) => onUpdate(params.uri));
        if (protocolVersion === '2026-07-28') {
          const subscription = await client.listen({ resourceSubscriptions: uris });
          if (!subscription.honoredFilter.resourceSubscriptions)
            throw new Error('the server honoured no resource subscription');
          return () => subscription.close();
        }
      }
      for (const uri of uris) await client.subscribeResource({ uri });
      return async () => {
        for (const uri of uris) await client.unsubscribeResource({ uri });
      };
    },
    prompts: async () => (await client.listPrompts()).prompts,
    async prompt(name, args = {}) {
      const { messages } = await client.getPrompt({ name, arguments: args });
      return messages.map(({ content }) => (content.type === 'text' ? content.text : content.type)).join('\n');
    },
    async complete(of, name, value) {
      const ref =
        'uri' in of ? { type: 'ref/resource' as const, ...of } : { type: 'ref/prompt' as const, name: of.prompt };
      return (await client.complete({ ref, argument: { name, value } })).completion.values;
    },
    close: () => client.close(),
  };
}

/** Returns a nested value by its path: `field(answer.data, 'booking', 'id')`. */
export function field(value: unknown, ...path: (string | number)[]): unknown {
  return path.reduce<unknown>(
    (current, name) => (current as Record<string | number, unknown> | undefined)?.[name],
    value,
  );
}
