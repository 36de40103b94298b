import type { AuthInfo, McpHandlerRequestOptions } from '@modelcontextprotocol/server';
import { type RequestContext, withContext } from '../../lib/http/request-context.ts';
import type { ResourceMetadata } from './metadata.ts';
import type { Scopes } from './principal.ts';

export interface CallerInfo {
  context: RequestContext;
  /** Absent where no tokens are issued. */
  metadata?: ResourceMetadata | undefined;
  /** The scopes that tools which write need, where the request's token lacks one. */
  missingScopes?: Scopes | undefined;
}

/**
 * What the SDK passes on to tools about a request's caller: the request's context, the metadata that its 403 answers
 * refer to, and the scopes that the token lacks. The token itself goes no further.
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

/** The scopes that tools which write need and that the caller's token lacks. */
export function missingScopesOf(auth: AuthInfo | undefined): Scopes | undefined {
  return auth?.extra?.missingScopes as Scopes | undefined;
}
