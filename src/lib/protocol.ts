/** The two protocol eras of MCP: up to revision 2025-11-25 with a handshake, from 2026-07-28 on without one. */
export type ProtocolEra = '2025' | '2026';

/** The first revision of MCP without a handshake: each request carries the data that the handshake negotiated. */
export const STATELESS_REVISION = '2026-07-28';

/** Prefix of the keys in `_meta` that the protocol defines (MCP, General fields, `_meta`). */
export const META_PREFIX = 'io.modelcontextprotocol/';

/** The source of `notifications/resources/updated`. */
export interface ResourceUpdates {
  /** Calls a listener with the URI of each resource whose content has changed. Returns a function that unsubscribes it. */
  subscribe(listener: (uri: string) => void): () => void;
}
