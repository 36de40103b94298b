import type { AuthInfo, McpHandlerRequestOptions } from '@modelcontextprotocol/server';
import type { ResourceMetadata } from './metadata.ts';
import type { Scopes } from './principal.ts';

/**
 * What the SDK is told of a request's caller: where its answers to calls that need another token refer to, and which
 * scopes the token lacks. The token itself goes no further.
 */
export function toldOf(metadata: ResourceMetadata | undefined, writingNeeds?: Scopes): McpHandlerRequestOptions {
  if (!metadata) return {};
  const extra = writingNeeds ? { extra: { writingNeeds } } : {};
  return { authInfo: { token: '', clientId: '', scopes: [], resourceMetadataUrl: metadata.url, ...extra } };
}

/** The scopes that tools which write need and the caller's token has not, as far as was told of it. */
export function writingNeedsOf(auth: AuthInfo | undefined): Scopes | undefined {
  return auth?.extra?.writingNeeds as Scopes | undefined;
}
