import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { silentLogger } from '../lib/logging/logger.ts';
import { META_PREFIX, STATELESS_REVISION } from '../lib/protocol.ts';
import { fastPathToolsFor, serverFactory, spokenToolsFor } from '../server/index.ts';
import type { ToolDefinition, ToolServices } from '../tools/index.ts';
import type { Authorize } from '../transport/auth/authorize.ts';
import { serveOverHttp } from '../transport/http/server.ts';
import type { VoiceProfile } from './voice-profile.ts';

/** Rounds of the same requests: the first ones load modules, the others compile. One on a remote platform, to spare it. */
const ROUNDS = { embedded: 8, remote: 1 };
/** A platform that does not answer must not delay the start. */
const MAX_MS = 3_000;

const INFO = { name: 'warm-up', version: '0' };
const ENVELOPE = {
  [`${META_PREFIX}protocolVersion`]: STATELESS_REVISION,
  [`${META_PREFIX}clientInfo`]: INFO,
  [`${META_PREFIX}clientCapabilities`]: {},
};
const NUMBER_HEADER = 'x-warm-up-number';
/** A number that no customer has (NANP, 555-0100), so that the reading tools look for one. */
const NUMBER = '+12025550100';

/**
 * Sends the requests of a first call to the reading tools of the voice profile, so that no caller waits for modules, the
 * database, schemas and compilation. They go to a server of their own on loopback, which accepts them alone and is closed
 * again. They are neither logged nor counted, and failures are ignored: they occur again with the first caller.
 */
export async function warmUp(voice: VoiceProfile, services: ToolServices): Promise<void> {
  const tools = voice.selection.offered;
  const settings = { ...services.settings, voice: voice.settings };
  const quiet = { ...services, settings, logger: silentLogger, observer: undefined, audit: undefined };
  const options = { tools, services: quiet };
  const view = {
    factory: serverFactory(options),
    fastPathTools: fastPathToolsFor(options),
    voice: { numberHeader: NUMBER_HEADER, ...spokenToolsFor(options) },
  };
  const credential = `Bearer ${randomBytes(32).toString('base64url')}`;
  const refusal = {
    status: 401,
    error: 'invalid_token',
    message: 'This server answers its own process alone.',
  } as const;
  const authorize: Authorize = (rawHeaders) =>
    rawHeaders.includes(credential) ? { view, principal: '' } : { refusal };
  const common = { logger: silentLogger, host: '127.0.0.1', port: 0, ready: async () => {} };
  const work = async () => {
    const server = await serveOverHttp({ ...common, authorize });
    try {
      const service = await services.api.listServices({ query: { per_page: 1 } }).catch(() => undefined);
      const messages = requests(tools, service?.items[0]?.fields.name ?? undefined);
      const end = performance.now() + MAX_MS;
      for (let round = 0; round < ROUNDS[settings.mode]; round++) {
        for (const message of messages) if (performance.now() < end) await post(server.url, credential, message);
      }
    } finally {
      await server.close();
    }
  };
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, MAX_MS);
  });
  await Promise.race([work().catch(() => {}), timeout]);
  clearTimeout(timer);
}

interface Message {
  revision: string;
  method: string;
  params: Record<string, unknown>;
}

/** The requests of both protocol eras. */
function requests(tools: readonly ToolDefinition[], service: string | undefined): Message[] {
  const reading = tools.filter(({ effect }) => effect === 'read');
  const calls = reading.map(({ name, input }) => {
    const args = service !== undefined && 'service' in input.shape ? { service } : {};
    return { method: 'tools/call', params: { name, arguments: args } };
  });
  const handshake = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: INFO };
  const list = { method: 'tools/list', params: {} };
  const legacy = [{ method: 'initialize', params: handshake }, list, ...calls];
  const modern = [{ method: 'server/discover', params: {} }, list, ...calls];
  return [
    ...legacy.map((message) => ({ ...message, revision: '2025-06-18' })),
    ...modern.map(({ method, params }) => ({
      method,
      params: { ...params, _meta: ENVELOPE },
      revision: STATELESS_REVISION,
    })),
  ];
}

/** Sends a message on a connection of its own, and waits for the end of the answer. */
function post(url: string, authorization: string, { revision, method, params }: Message): Promise<void> {
  const headers: Record<string, string> = {
    authorization,
    'content-type': 'application/json',
    'mcp-protocol-version': revision,
    [NUMBER_HEADER]: NUMBER,
  };
  if (revision === STATELESS_REVISION) {
    headers['mcp-method'] = method;
    if (typeof params.name === 'string') headers['mcp-name'] = params.name;
  }
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers, agent: false }, (response) => {
      response.resume().on('end', resolve).on('error', reject);
    });
    sent.on('error', reject).end(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
  });
}
