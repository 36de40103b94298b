import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { type Behaviour, startUpstream } from './upstream.ts';

/** The resource (`aud`) of test tokens. */
export const RESOURCE = 'https://mcp.example.com/mcp';

export interface Issuer {
  /** Issuer identifier and base URL of its metadata. */
  url: string;
  /** Returns a token for the server under test. `claims` and `header` override the defaults. */
  token(claims?: Record<string, unknown>, header?: Record<string, string>): Promise<string>;
  /** Rotates the key pair. */
  rotate(): Promise<void>;
  /** Signs a header and payload without validation. */
  sign(header: Record<string, unknown>, payload: string): Promise<string>;
  /** Its public keys, as published. */
  readonly jwks: { keys: Record<string, string>[] };
  /** Overrides the response at a path; undefined restores the document. */
  override(path: string, behaviour?: Behaviour): void;
  /** Number of requests for its keys. */
  readonly keyRequests: number;
  close(): Promise<void>;
}

/** Starts a minimal authorization server on loopback: metadata and JWKS. */
export async function startIssuer(alg = 'ES256'): Promise<Issuer> {
  let pair: { privateKey: CryptoKey; publicKey: CryptoKey };
  let kid = '';
  let jwks: Issuer['jwks'] = { keys: [] };
  const overrides = new Map<string, Behaviour>();
  let keyRequests = 0;
  const rotate = async () => {
    pair = await generateKeyPair(alg, { extractable: true });
    kid = crypto.randomUUID();
    jwks = { keys: [{ ...((await exportJWK(pair.publicKey)) as Record<string, string>), kid, alg, use: 'sig' }] };
  };
  await rotate();
  const server = await startUpstream((request, response) => {
    const { path } = request;
    const override = overrides.get(path);
    if (override) return override(request, response);
    const documents: Record<string, () => object> = {
      '/.well-known/oauth-authorization-server': () => ({ issuer: server.url, jwks_uri: `${server.url}/keys` }),
      '/keys': () => {
        keyRequests++;
        return jwks;
      },
    };
    const document = documents[path]?.();
    response.writeHead(document ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(document ?? {}));
  });
  return {
    url: server.url,
    rotate,
    token(claims = {}, header = {}) {
      const now = Math.floor(Date.now() / 1000);
      const defaults = {
        iss: server.url,
        aud: RESOURCE,
        sub: 'ana',
        scope: 'rcpt:read rcpt:write',
        iat: now,
        exp: now + 300,
      };
      return new SignJWT({ ...defaults, ...claims })
        .setProtectedHeader({ alg, kid, typ: 'at+jwt', ...header })
        .sign(pair.privateKey);
    },
    async sign(header, payload) {
      const text = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
      const input = `${text({ alg, kid, typ: 'at+jwt', ...header }).toString('base64url')}.${text(payload).toString('base64url')}`;
      const hash = { name: 'ECDSA', hash: 'SHA-256' };
      const signature = await crypto.subtle.sign(hash, pair.privateKey as never, Buffer.from(input));
      return `${input}.${Buffer.from(signature).toString('base64url')}`;
    },
    get jwks() {
      return jwks;
    },
    override(path, behaviour) {
      if (behaviour) overrides.set(path, behaviour);
      else overrides.delete(path);
    },
    get keyRequests() {
      return keyRequests;
    },
    close: server.close,
  };
}
