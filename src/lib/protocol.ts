/** The two protocol eras of MCP: up to revision 2025-11-25 with a handshake, and from 2026-07-28 on without one. */
export type ProtocolEra = '2025' | '2026';

/** The first revision of MCP without a handshake: each request carries what the handshake settled. */
export const STATELESS_REVISION = '2026-07-28';

/** Beginning of the keys in `_meta` that the protocol defines (MCP, General fields, `_meta`). */
export const META_PREFIX = 'io.modelcontextprotocol/';

/** Tells of resources whose content changed, by address. */
export interface ResourceUpdates {
  /** Tells a listener from now on. Returns what ends that. */
  subscribe(listener: (uri: string) => void): () => void;
}
