/** Answers a client's first requests from the listings of the build, so that it does not wait for SDK, zod and tools. */
import type { ProtocolEra } from '../../lib/protocol.ts';
import { type HandshakeRequest, handshakeRequest, isInitialized, VERSIONS } from './requests.ts';
import { type HandshakeOptions, handshakeResults } from './results.ts';

export type { Listings } from './listings.ts';
export { VERSIONS } from './requests.ts';

/** Longer lines are left to the server: a client's first requests have a few hundred bytes. */
const MAX_BYTES = 8_192;
/** The cheapest request that settles the protocol of 2026. */
const CHEAPEST_LIST = 'resources/templates/list';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The handshake of one connection: `Handshake` of `src/transport/stdio.ts`, which describes the methods. */
export function createHandshake(options: HandshakeOptions) {
  const results = handshakeResults(options);
  /** The protocol that the client has settled on. `server/discover` settles none. */
  let settled: ProtocolEra | undefined;
  let initialized = false;
  const replay: Uint8Array[] = [];

  const resultOf = ({ method, era, version }: HandshakeRequest): object | undefined => {
    if (method === 'initialize') {
      return settled || !VERSIONS.includes(version ?? '') ? undefined : results.initialize(version ?? '');
    }
    // A request of the other protocol is an error, and so is a list of 2025 before `initialize`.
    if (era === '2025' ? settled !== '2025' : settled === '2025') return undefined;
    if (method === 'server/discover') return era === '2026' ? results.discover() : undefined;
    return results.list(method, era);
  };

  /** Keeps for the server what settles the protocol. Of a list nothing else matters, so the cheapest stands for all. */
  const settle = ({ method, era }: HandshakeRequest, line: Uint8Array, message: object) => {
    if (settled || method === 'server/discover') return;
    settled = era;
    replay.push(era === '2025' ? line : Buffer.from(JSON.stringify({ ...message, method: CHEAPEST_LIST })));
  };

  return {
    answer(line: Uint8Array): string | undefined {
      const message = line.length > MAX_BYTES ? undefined : parse(line);
      if (settled === '2025' && !initialized && isInitialized(message)) {
        initialized = true;
        replay.push(line);
        return '';
      }
      const request = handshakeRequest(message);
      const result = request && resultOf(request);
      if (!result) return undefined;
      settle(request, line, message as object);
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
