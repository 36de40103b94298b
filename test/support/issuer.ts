import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { startUpstream } from './upstream.ts';

/** The server that tokens of tests are for. */
export const RESOURCE = 'https://mcp.example.com/mcp';

export interface Issuer {
  /** Its name, and where its metadata is. */
  url: string;
  /** A token of this issuer for the server under test; what is given replaces what is usual. */
  token(claims?: Record<string, unknown>, header?: Record<string, string>): Promise<string>;
  /** Replaces its key pair, as issuers do now and then. */
  rotate(): Promise<void>;
  /** How often its keys were asked for. */
  readonly asked: number;
  close(): Promise<void>;
}

/** An authorization server as far as a resource server knows one: metadata and keys, over HTTP on this machine. */
export async function startIssuer(alg = 'ES256'): Promise<Issuer> {
  let pair: { privateKey: CryptoKey; publicKey: CryptoKey };
  let kid = '';
  let jwks: object = { keys: [] };
  let asked = 0;
  const rotate = async () => {
    pair = await generateKeyPair(alg, { extractable: true });
    kid = crypto.randomUUID();
    jwks = { keys: [{ ...(await exportJWK(pair.publicKey)), kid, alg, use: 'sig' }] };
  };
  await rotate();
  const server = await startUpstream(({ path }, response) => {
    const found: Record<string, () => object> = {
      '/.well-known/oauth-authorization-server': () => ({ issuer: server.url, jwks_uri: `${server.url}/keys` }),
      '/keys': () => {
        asked++;
        return jwks;
      },
    };
    const document = found[path]?.();
    response.writeHead(document ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(document ?? {}));
  });
  return {
    url: server.url,
    rotate,
    token(claims = {}, header = {}) {
      const now = Math.floor(Date.now() / 1000);
      const usual = {
        iss: server.url,
        aud: RESOURCE,
        sub: 'ana',
        scope: 'rcpt:read rcpt:write',
        iat: now,
        exp: now + 300,
      };
      return new SignJWT({ ...usual, ...claims })
        .setProtectedHeader({ alg, kid, typ: 'at+jwt', ...header })
        .sign(pair.privateKey);
    },
    get asked() {
      return asked;
    },
    close: server.close,
  };
}
