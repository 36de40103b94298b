import { request } from 'node:http';
import { join } from 'node:path';
import * as z from 'zod';
import { createCallers } from '../../src/app/callers.ts';
import { compose } from '../../src/app/compose.ts';
import { parseInvocation } from '../../src/cli/parser/parse.ts';
import { readSettings } from '../../src/config/settings.ts';
import type { CancelSignal } from '../../src/lib/concurrency/cancellation.ts';
import { silentLogger } from '../../src/lib/logging/logger.ts';
import { defineTool } from '../../src/tools/core/define.ts';
import { ALL_TOOLSETS, type ToolServices } from '../../src/tools/index.ts';
import { createAuthorize } from '../../src/transport/auth/authorize.ts';
import { ANONYMOUS } from '../../src/transport/auth/principal.ts';
import { serveOverHttp } from '../../src/transport/http/server.ts';
import { temporaryFolder } from './platform.ts';

/** A spoken tool that says who the server takes the caller for. */
const sayCaller = defineTool({
  name: 'say_caller',
  title: 'Say the caller',
  description: 'Says who calls.',
  toolset: 'account',
  effect: 'read',
  scope: null,
  spoken: true,
  input: () => z.strictObject({ word: z.string().max(100).optional() }),
  output: () => z.object({ spoken: z.string() }),
  run: async ({ word }, { voice }) => ({ spoken: `${voice?.phone}/${voice?.callId}${word ? `/${word}` : ''}` }),
});

/** A spoken tool that would need a form in the full profile. */
const change = defineTool({
  name: 'change_it',
  title: 'Change it',
  description: 'Changes it.',
  toolset: 'bookings',
  effect: 'delete',
  scope: null,
  spoken: true,
  input: () => z.strictObject({ confirmed: z.boolean().default(false) }),
  output: () => z.object({ spoken: z.string() }),
  run: async ({ confirmed }) => ({ spoken: confirmed ? 'It is changed.' : 'I would change it. Shall I?' }),
});

/** A spoken tool that takes as long as a test says. */
const takeTime = (work: (signal: CancelSignal) => Promise<void>) =>
  defineTool({
    name: 'take_time',
    title: 'Take time',
    description: 'Takes time.',
    toolset: 'bookings',
    effect: 'create',
    scope: null,
    spoken: true,
    input: () => z.strictObject({}),
    output: () => z.object({ spoken: z.string() }),
    async run(_input, { signal }) {
      await work(signal);
      return { spoken: 'It is done.' };
    },
  });

/** A spoken tool whose failure has a secret in its message. */
const fail = defineTool({
  name: 'fail_here',
  title: 'Fail',
  description: 'Fails.',
  toolset: 'bookings',
  effect: 'read',
  scope: null,
  spoken: true,
  input: () => z.strictObject({}),
  output: () => z.object({ spoken: z.string() }),
  run: async () => {
    throw new Error('secret of +12125559999');
  },
});

export interface VoiceServer {
  /** The URL of `/mcp`. */
  url: string;
  close(): Promise<void>;
}

export interface VoiceServerOptions {
  numberHeader?: string;
  numberMetaKey?: string;
  /** Default: that of the embedded platform. */
  callInProgress?: NonNullable<ToolServices['callInProgress']>;
  /** Default: one in memory. */
  database?: string;
  /** What the tool `take_time` waits for. Default: nothing. */
  work?: (signal: CancelSignal) => Promise<void>;
}

/** Starts a server of the voice profile in this process, with tools that show what reaches them. */
export async function startVoiceServer(options: VoiceServerOptions = {}): Promise<VoiceServer> {
  const { numberHeader, numberMetaKey, database = ':memory:', work = async () => {} } = options;
  const invocation = parseInvocation(['http', '--profile', 'voice', '--database', database], {
    HOME: join(temporaryFolder(), 'home'),
  });
  const composition = await compose(readSettings(invocation.options), silentLogger);
  const services = {
    ...composition.services,
    ...(options.callInProgress ? { callInProgress: options.callInProgress } : {}),
  };
  const settings = { language: 'en-US', callerChecks: [], numberMetaKey };
  const callers = createCallers({
    base: services,
    selection: { offered: [...composition.tools], hidden: [] },
    voice: {
      isForAll: true,
      selection: { offered: [sayCaller, change, fail, takeTime(work)], hidden: [] },
      settings,
      numberHeader,
    },
    apiWith: () => services.api,
    platformServices: () => services,
    signingWith: () => services.signingKey,
    idempotency: () => services.idempotency,
  });
  const authorize = createAuthorize({
    authenticate: () => ({ principal: ANONYMOUS }),
    callerViewFor: callers.callerViewFor,
    toolsets: ALL_TOOLSETS,
  });
  const common = { logger: silentLogger, host: '127.0.0.1', port: 0, ready: composition.ready };
  const server = await serveOverHttp({ ...common, authorize, voice: true, intake: composition.intake });
  return {
    url: server.url,
    async close() {
      await server.close();
      await composition.close();
    },
  };
}

export interface RawAnswer {
  status: number;
  type: string | undefined;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** Header names and values in turn: a name may occur twice. */
export type RawHeaders = readonly string[];

/** Sends a request on a new connection, with exactly these headers. */
export function sendRaw(url: string, body: unknown, headers: RawHeaders = [], method = 'POST'): Promise<RawAnswer> {
  const { hostname, port, pathname, host } = new URL(url);
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const length =
    method === 'POST' ? ['Content-Type', 'application/json', 'Content-Length', String(Buffer.byteLength(text))] : [];
  const given = headers.map((name) => name.toLowerCase());
  const base = given.includes('content-type') ? length.slice(2) : length;
  return new Promise((resolve, reject) => {
    const sent = request(
      { hostname, port, path: pathname, method, headers: ['Host', host, ...base, ...headers], agent: false },
      (response) => {
        let read = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          read += chunk;
        });
        response.on('error', reject).on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            type: response.headers['content-type'],
            headers: response.headers,
            body: read,
          }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(method === 'POST' ? text : undefined);
  });
}

/** Returns the message of an answer: its JSON, or the last event of its stream. */
export function messageOf({ type, body }: RawAnswer): {
  id?: unknown;
  result?: Record<string, unknown>;
  error?: object;
} {
  const data = type?.startsWith('text/event-stream')
    ? body
        .split('\n')
        .findLast((line) => line.startsWith('data: '))
        ?.slice('data: '.length)
    : body;
  return JSON.parse(data ?? 'null');
}

/** Returns what a voice agent reads of an answer to `tools/call`. */
export function spokenText(answer: RawAnswer): string {
  const { content } = messageOf(answer).result as { content: { text: string }[] };
  return content.map(({ text }) => text).join(' | ');
}

const META = 'io.modelcontextprotocol/';

/** The revisions of MCP that voice vendors may speak. */
export const REVISIONS = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'] as const;
export type Revision = (typeof REVISIONS)[number];

/** Returns a request of a client of this revision, and its headers without `Accept`. */
export function rpc(revision: Revision, method: string, params: Record<string, unknown> = {}, id: unknown = 1) {
  const named = params.name ?? params.uri;
  const name = typeof named === 'string' ? ['Mcp-Name', named] : [];
  if (revision !== '2026-07-28') {
    // Before 2025-06-18 there was no such header; `initialize` has it in none.
    const version = revision >= '2025-06-18' && method !== 'initialize' ? ['MCP-Protocol-Version', revision] : [];
    return { body: { jsonrpc: '2.0', id, method, params }, headers: version };
  }
  const envelope = {
    [`${META}protocolVersion`]: revision,
    [`${META}clientInfo`]: { name: 'voice', version: '1.0.0' },
    [`${META}clientCapabilities`]: {},
  };
  const body = {
    jsonrpc: '2.0',
    id,
    method,
    params: { ...params, _meta: { ...envelope, ...(params._meta as object) } },
  };
  return { body, headers: ['MCP-Protocol-Version', revision, 'Mcp-Method', method, ...name] };
}

/** Calls a tool on a new connection. */
export function callOver(
  url: string,
  revision: Revision,
  params: Record<string, unknown>,
  headers: RawHeaders = [],
): Promise<RawAnswer> {
  const { body, headers: own } = rpc(revision, 'tools/call', params);
  return sendRaw(url, body, [...own, ...headers]);
}
