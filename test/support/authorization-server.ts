import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { exportJWK, generateKeyPair } from 'jose';
import Provider, { errors } from 'oidc-provider';

export interface AuthorizationServer {
  /** Its issuer identifier (`iss`), also its base URL. */
  issuer: string;
  close(): Promise<void>;
}

/** Client id of a statically registered client. */
export const REGISTERED = 'receptionist-client';
export const REDIRECT = 'http://127.0.0.1:9/callback';

/**
 * A real authorization server (oidc-provider) on loopback: authorization codes with PKCE, resource indicators
 * (RFC 8707), JWT access tokens, dynamic registration. Its built-in forms log in any name without a password.
 * @param resource the resource to issue tokens for, with the scopes of rcpt-mcp.
 */
export async function startAuthorizationServer(resource: string): Promise<AuthorizationServer> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: 'one', alg: 'RS256', use: 'sig' }] },
    cookies: { keys: [crypto.randomUUID()] },
    clients: [
      {
        client_id: REGISTERED,
        redirect_uris: [REDIRECT],
        application_type: 'native',
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
      },
    ],
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ sub }) }),
    scopes: ['offline_access', 'rcpt:read', 'rcpt:write'],
    ttl: { AccessToken: 300, AuthorizationCode: 60, Grant: 600, Interaction: 600, Session: 600, RefreshToken: 600 },
    features: {
      devInteractions: { enabled: true },
      registration: { enabled: true },
      resourceIndicators: {
        enabled: true,
        useGrantedResource: () => true,
        getResourceServerInfo(_context, requested) {
          if (requested !== resource) throw new errors.InvalidTarget();
          return { scope: 'rcpt:read rcpt:write', audience: resource, accessTokenFormat: 'jwt' };
        },
      },
    },
  });
  // Clients register with the scopes of their first challenge, and oidc-provider would limit them to these for good.
  provider.use(async (context, next) => {
    if (context.method === 'POST' && context.path === '/reg') {
      const { scope: _scope, ...metadata } = (await json(context.req)) as Record<string, unknown>;
      Object.assign(context.req, { body: metadata });
    }
    await next();
  });
  const handle = provider.callback();
  server.on('request', (incoming, outgoing) => {
    void handle(incoming, outgoing);
  });
  return {
    issuer,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
