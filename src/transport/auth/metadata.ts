export const READ_SCOPE = 'rcpt:read';
/** Includes the read scope. */
export const WRITE_SCOPE = 'rcpt:write';

/** Returns the identifier of an issuer: its URL, without a trailing slash if it has no path (RFC 8414, 2). */
export function issuerName({ href, pathname }: URL): string {
  return pathname === '/' ? href.slice(0, -1) : href;
}

/**
 * Returns the names that the metadata of an issuer may state. A URL without a path is the same with and without a slash, and
 * issuers use both: tokens must have the one that the metadata has.
 */
export function issuerNames(issuer: URL): readonly string[] {
  return [...new Set([issuerName(issuer), issuer.href])];
}

/** The metadata of this server for clients that have no token yet (RFC 9728). */
export interface ResourceMetadata {
  /** The URL of the document. */
  url: string;
  /** Paths at which it is served: that of `url`, and others that clients and proxies try. */
  paths: readonly string[];
  document: object;
}

const WELL_KNOWN = '/.well-known/oauth-protected-resource';

/** @param resource the URL of the MCP endpoint that clients use. */
export function resourceMetadata(resource: URL, issuer: string, scopes: readonly string[]): ResourceMetadata {
  const path = `${WELL_KNOWN}${resource.pathname}`;
  return {
    url: new URL(path, resource).href,
    paths: [...new Set([path, `${WELL_KNOWN}/mcp`, WELL_KNOWN])],
    document: {
      resource: resource.href,
      authorization_servers: [issuer],
      scopes_supported: scopes,
      bearer_methods_supported: ['header'],
      resource_name: 'Receptionist',
    },
  };
}
