import type { AuthInfo, McpHandlerRequestOptions } from '@modelcontextprotocol/server';
import { type RequestContext, withContext } from '../../lib/http/request-context.ts';
import type { ResourceMetadata } from './metadata.ts';
import type { Scopes } from './principal.ts';

interface CallerInfo {
  context: RequestContext;
  /** Absent without OAuth. */
  metadata?: ResourceMetadata | undefined;
  /** The scopes that writing tools require, if the request's token lacks one of them. */
  missingScopes?: Scopes | undefined;
}

/**
 * Returns the `AuthInfo` that the SDK passes to tools: the request's context, the metadata that 403 answers refer to, and
 * the missing scopes. It does not contain the token.
 */
export function authInfoFor({ context, metadata, missingScopes }: CallerInfo): McpHandlerRequestOptions {
  return {
    authInfo: {
      token: '',
      clientId: '',
      scopes: [],
      ...(metadata ? { resourceMetadataUrl: metadata.url } : {}),
      extra: { ...withContext(context), missingScopes },
    },
  };
}

/** Returns the scopes that writing tools require, if the caller's token lacks one of them. */
export function missingScopesOf(auth: AuthInfo | undefined): Scopes | undefined {
  return auth?.extra?.missingScopes as Scopes | undefined;
}
