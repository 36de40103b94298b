/** Answers a client's first requests from the listings of the build, without waiting for SDK, zod and tools to load. */
import type { ProtocolEra } from '../../lib/protocol.ts';
import { drawsViews } from '../views/extension.ts';
import { type HandshakeRequest, handshakeRequest, isInitialized, VERSIONS } from './requests.ts';
import { type HandshakeOptions, handshakeResults } from './results.ts';

export type { Listings } from './listings.ts';
export { VERSIONS } from './requests.ts';

/** Longer lines are left to the server: a client's first requests have a few hundred bytes. */
const MAX_BYTES = 8_192;
/** The cheapest request that chooses the era of 2026. */
const CHEAPEST_LIST = 'resources/templates/list';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The handshake of one connection. It implements `Handshake` of `src/transport/stdio/server.ts`. */
export function createHandshake(options: HandshakeOptions) {
  /** The protocol era that the client has chosen. `server/discover` chooses none. */
  let chosen: ProtocolEra | undefined;
  let initialized = false;
  /** What a client of 2025 has declared. One of 2026 declares it with each request. */
  let declared: unknown;
  const replay: Uint8Array[] = [];

  const resultOf = ({ method, era, version, capabilities = declared }: HandshakeRequest): object | undefined => {
    const results = handshakeResults(options, drawsViews(capabilities));
    if (method === 'initialize') {
      return chosen || !VERSIONS.includes(version ?? '') ? undefined : results.initialize(version ?? '');
    }
    // A request of the other era is an error, as is a list of 2025 before `initialize`.
    if (era === '2025' ? chosen !== '2025' : chosen === '2025') return undefined;
    if (method === 'server/discover') return era === '2026' ? results.discover() : undefined;
    return results.list(method, era);
  };

  /** Records the line that chooses the era, for the server. Any list request does so, so the cheapest one is replayed. */
  const choose = ({ method, era, capabilities }: HandshakeRequest, line: Uint8Array, message: object) => {
    if (chosen || method === 'server/discover') return;
    chosen = era;
    if (era === '2025') declared = capabilities;
    replay.push(era === '2025' ? line : Buffer.from(JSON.stringify({ ...message, method: CHEAPEST_LIST })));
  };

  return {
    answer(line: Uint8Array): string | undefined {
      const message = line.length > MAX_BYTES ? undefined : parse(line);
      if (chosen === '2025' && !initialized && isInitialized(message)) {
        initialized = true;
        replay.push(line);
        return '';
      }
      const request = handshakeRequest(message);
      const result = request && resultOf(request);
      if (!result) return undefined;
      choose(request, line, message as object);
      return JSON.stringify({ result, jsonrpc: '2.0', id: request.id });
    },
    replay: (): readonly Uint8Array[] => replay,
  };
}

function parse(line: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(line));
  } catch {
    return undefined;
  }
}
