import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { type Behaviour, startUpstream } from './upstream.ts';

/** The server that tokens of tests are for. */
export const RESOURCE = 'https://mcp.example.com/mcp';

export interface Issuer {
  /** Its name, and where its metadata is. */
  url: string;
  /** A token of this issuer for the server under test; what is given replaces what is usual. */
  token(claims?: Record<string, unknown>, header?: Record<string, string>): Promise<string>;
  /** Replaces its key pair, as issuers do now and then. */
  rotate(): Promise<void>;
  /** Signs whatever it is given, header and payload as they are. */
  sign(header: Record<string, unknown>, payload: string): Promise<string>;
  /** Its public keys, as published. */
  readonly jwks: { keys: Record<string, string>[] };
  /** What is answered instead of the document at this path; undefined: the document again. */
  override(path: string, behaviour?: Behaviour): void;
  /** How often its keys were asked for. */
  readonly keyRequests: number;
  close(): Promise<void>;
}

/** An authorization server as far as a resource server knows one: metadata and keys, over HTTP on this machine. */
export async function startIssuer(alg = 'ES256'): Promise<Issuer> {
  let pair: { privateKey: CryptoKey; publicKey: CryptoKey };
  let kid = '';
  let jwks: Issuer['jwks'] = { keys: [] };
  const others = new Map<string, Behaviour>();
  let asked = 0;
  const rotate = async () => {
    pair = await generateKeyPair(alg, { extractable: true });
    kid = crypto.randomUUID();
    jwks = { keys: [{ ...((await exportJWK(pair.publicKey)) as Record<string, string>), kid, alg, use: 'sig' }] };
  };
  await rotate();
  const server = await startUpstream((request, response) => {
    const { path } = request;
    const other = others.get(path);
    if (other) return other(request, response);
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
      if (behaviour) others.set(path, behaviour);
      else others.delete(path);
    },
    get keyRequests() {
      return asked;
    },
    close: server.close,
  };
}
