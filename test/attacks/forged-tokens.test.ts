import { writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type CryptoKey, exportSPKI, importJWK } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { silentLogger } from '../../src/lib/logging/logger.ts';
import { oauthAuthentication } from '../../src/transport/auth/oauth.ts';
import { parsePrincipals } from '../../src/transport/auth/principals-file.ts';
import { bearerHeader, post } from '../support/guarded.ts';
import { type Issuer, RESOURCE, startIssuer } from '../support/issuer.ts';
import { temporaryFolder } from '../support/platform.ts';
import { type Behaviour, json, startUpstream, type Upstream } from '../support/upstream.ts';
import { type Front, startFront } from './support/front.ts';

/** The attacker has an access token that is forged, altered or issued for another resource (RFC 9068, RFC 8725). */
let issuer: Issuer;
let evil: Upstream;
let front: Front;
const folder = temporaryFolder();
const args = () => {
  const principals = join(folder, 'principals.json');
  writeFileSync(join(folder, 'key'), 'sk_live_ana', { mode: 0o600 });
  writeFileSync(principals, JSON.stringify([{ name: 'Ana', sub: 'ana', api_key_file: join(folder, 'key') }]));
  return ['--oauth-issuer', issuer.url, '--public-url', new URL(RESOURCE).origin, '--principals', principals];
};
beforeAll(async () => {
  issuer = await startIssuer();
  // Serves the keys of the real issuer: if the server fetched keys from here, the attack would succeed.
  evil = await startUpstream((_request, response) => json(200, issuer.jwks)(_request, response));
  front = await startFront('oauth', [...args(), '--log-level', 'debug']);
});
afterAll(async () => {
  await Promise.all([front?.close(), issuer?.close(), evil?.close()]);
  await rm(folder, { recursive: true, force: true });
});

const encode = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const now = () => Math.floor(Date.now() / 1000);
const claims = () => ({ iss: issuer.url, aud: RESOURCE, sub: 'ana', scope: 'rcpt:read rcpt:write', exp: now() + 300 });
const parts = async () => (await issuer.token()).split('.') as [string, string, string];
const call = { name: 'get_booking', arguments: { booking_id: 'bk_1' } };
/** Reads the whole response: its head may arrive before the upstream request is sent. */
async function callWith(token: string) {
  const answer = await post(front.url, bearerHeader(token), 'tools/call', call);
  return { status: answer.status, challenge: answer.headers.get('www-authenticate'), text: await answer.text() };
}

it('the server accepts the valid token that the forged ones are derived from', async () => {
  expect((await callWith(await issuer.token())).status).toBe(200);
  expect((await callWith(await issuer.sign({}, JSON.stringify(claims())))).status).toBe(200);
});

async function expectRejected(token: string) {
  const keyRequestsBefore = issuer.keyRequests;
  const { result, requests: upstreamRequests } = await front.recordRequests(() => callWith(token));
  expect(result.status, result.text).toBe(401);
  expect(result.challenge).toContain('error="invalid_token"');
  if (token.length > 20) expect(result.text + front.program.output.stderr).not.toContain(token);
  expect(upstreamRequests).toEqual([]);
  expect(evil.received).toEqual([]);
  // An unknown kid may cause one rate-limited fetch of the JWKS.
  expect(issuer.keyRequests - keyRequestsBefore).toBeLessThanOrEqual(1);
}

describe('an access token with a forged header is rejected, signed or unsigned', () => {
  const headers: [string, Record<string, unknown>][] = [
    ...['none', 'None', 'NONE', 'nOnE', '', 'HS256', 'ES256K', 'ES384', 'RS256', 'PS256', 'EdDSA', 'dir', 'A128KW'].map(
      (alg): [string, Record<string, unknown>] => [`alg ${JSON.stringify(alg)}`, { alg }],
    ),
    ['alg as a list', { alg: ['ES256'] }],
    ['alg null', { alg: null }],
    ['kid as a path', { kid: '../../../../../../dev/null' }],
    ['kid as a file URL', { kid: 'file:///etc/passwd' }],
    ['kid with SQL', { kid: "x' union select 'key'--" }],
    ['kid as a shell command', { kid: '| id' }],
    ['kid as an object property', { kid: '__proto__' }],
    ['kid as an object method', { kid: 'constructor' }],
    ['an empty kid', { kid: '' }],
    ['a kid of 4,000 characters', { kid: 'k'.repeat(4_000) }],
    ['kid with line breaks', { kid: 'x\r\nX-Injected: 1' }],
    ['an unknown critical header (crit)', { crit: ['x'], x: 1 }],
    ['a registered claim as critical header (crit)', { crit: ['exp'], exp: 1 }],
    ['an empty crit list', { crit: [] }],
    ['an unencoded payload (b64: false)', { crit: ['b64'], b64: false }],
    ['the type of an ID token', { typ: 'id+jwt' }],
    ['the type of a DPoP proof', { typ: 'dpop+jwt' }],
  ];
  it.each(headers)('%s', async (_name, header) => {
    await expectRejected(await issuer.sign(header, JSON.stringify(claims())));
    const [, payload] = await parts();
    await expectRejected(`${encode({ alg: 'ES256', typ: 'at+jwt', ...header })}.${payload}.`);
  });

  it.each(['jku', 'x5u', 'jwk', 'x5c', 'iss', 'url'])(
    'a key that the token references by %s is neither fetched nor used',
    async (name) => {
      const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']);
      const jwk = { ...(await crypto.subtle.exportKey('jwk', pair.publicKey)), kid: 'own' };
      const references: Record<string, unknown> = { jwk, x5c: [encode('certificate')] };
      for (const kid of ['own', issuer.jwks.keys[0]?.kid]) {
        const input = `${encode({ alg: 'ES256', typ: 'at+jwt', kid, [name]: references[name] ?? `${evil.url}/keys` })}.${encode(claims())}`;
        const signature = await crypto.subtle.sign(
          { name: 'ECDSA', hash: 'SHA-256' },
          pair.privateKey,
          Buffer.from(input),
        );
        await expectRejected(`${input}.${Buffer.from(signature).toString('base64url')}`);
      }
    },
  );

  it('an HMAC keyed with the public key is rejected (algorithm confusion)', async () => {
    const [jwk] = issuer.jwks.keys;
    const key = (await importJWK(jwk ?? {}, 'ES256', { extractable: true })) as CryptoKey;
    const pem = await exportSPKI(key);
    for (const secret of [pem, pem.trim(), JSON.stringify(jwk), JSON.stringify(issuer.jwks), jwk?.x ?? '', ' ']) {
      const mac = await crypto.subtle.importKey('raw', Buffer.from(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
        'sign',
      ]);
      const input = `${encode({ alg: 'HS256', typ: 'at+jwt', kid: jwk?.kid })}.${encode(claims())}`;
      await expectRejected(
        `${input}.${Buffer.from(await crypto.subtle.sign('HMAC', mac, Buffer.from(input))).toString('base64url')}`,
      );
    }
  });
});

describe('an access token of the issuer with invalid claims is rejected', () => {
  const sets: [string, () => Record<string, unknown>][] = [
    ['exp as text', () => ({ exp: String(now() + 300) })],
    ['exp of 1e300', () => ({ exp: 1e300 })],
    ['exp as a list', () => ({ exp: [now() + 300] })],
    ['exp null', () => ({ exp: null })],
    ['exp in the past', () => ({ exp: now() - 11 })],
    ['a negative exp', () => ({ exp: -1 })],
    ['nbf in the future', () => ({ nbf: now() + 60 })],
    ['nbf as text', () => ({ nbf: String(now() - 60) })],
    ['sub as a list', () => ({ sub: ['ana'] })],
    ['sub as an object', () => ({ sub: { toString: 'ana' } })],
    ['an empty sub', () => ({ sub: '' })],
    ['aud that is a prefix of the resource', () => ({ aud: 'https://mcp.example.com' })],
    ['aud with a trailing slash', () => ({ aud: `${RESOURCE}/` })],
    ['aud in capitals', () => ({ aud: RESOURCE.toUpperCase() })],
    ['aud as a nested list', () => ({ aud: [[RESOURCE]] })],
    ['aud as an object', () => ({ aud: { 0: RESOURCE, length: 1 } })],
    ['aud of *', () => ({ aud: '*' })],
    ['iss with a trailing slash', () => ({ iss: `${issuer.url}/` })],
    ['iss as a list', () => ({ iss: [issuer.url] })],
    ['iss in capitals', () => ({ iss: issuer.url.toUpperCase() })],
    ['iss at another port', () => ({ iss: issuer.url.replace(/\d+$/, '1') })],
  ];
  it.each(sets)('%s', async (_name, make) => {
    await expectRejected(await issuer.sign({}, JSON.stringify({ ...claims(), ...make() })));
  });

  it.each(['iss', 'aud', 'sub', 'exp'])('no %s claim', async (name) => {
    await expectRejected(await issuer.sign({}, JSON.stringify({ ...claims(), [name]: undefined })));
  });
});

describe('a malformed access token is rejected', () => {
  const forms: [string, () => Promise<string>][] = [
    ['no signature', async () => (await parts()).slice(0, 2).join('.')],
    ['an empty signature', async () => `${(await parts()).slice(0, 2).join('.')}.`],
    ['a signature of zeros', async () => `${(await parts()).slice(0, 2).join('.')}.${encode('\0'.repeat(64))}`],
    ['a signature of the wrong length', async () => `${(await parts()).slice(0, 2).join('.')}.${encode('x')}`],
    [
      'the claims of another subject under the signature',
      async () => (await parts()).with(1, encode({ ...claims(), sub: 'bo' })).join('.'),
    ],
    ['a fourth part', async () => `${await issuer.token()}.x`],
    [
      'five parts, like an encrypted JWE',
      async () => `${encode({ alg: 'dir', enc: 'A128GCM' })}..${encode('x')}.${encode('x')}.${encode('x')}`,
    ],
    ['dots alone', async () => '..'],
    ['base64 instead of base64url', async () => (await issuer.token()).replace(/[A-Z]/, '+')],
    ['claims that are not JSON', () => issuer.sign({}, 'claims')],
    ['claims that are a list', () => issuer.sign({}, '[]')],
    ['claims that are null', () => issuer.sign({}, 'null')],
    ['claims nested deeply', () => issuer.sign({}, `{"sub":${'['.repeat(2_000)}${']'.repeat(2_000)}}`)],
    ['claims under __proto__', () => issuer.sign({}, `{"__proto__":${JSON.stringify(claims())}}`)],
    ['claims of 9,000 characters', () => issuer.sign({}, JSON.stringify({ ...claims(), x: 'x'.repeat(9_000) }))],
  ];
  it.each(forms)('%s', async (_name, make) => expectRejected(await make()));
});

describe('a compromised or broken issuer', () => {
  const METADATA = '/.well-known/oauth-authorization-server';
  afterEach(() => {
    issuer.override(METADATA);
    issuer.override('/keys');
    vi.useRealTimers();
  });

  /** Authenticates in this process, which has not requested anything of the issuer yet. */
  function startAuthentication(log: (message: string) => void = () => {}) {
    const authenticate = oauthAuthentication({
      issuer: new URL(issuer.url),
      resource: RESOURCE,
      metadataUrl: `${RESOURCE}/metadata`,
      principals: async () => parsePrincipals('[{"name":"Ana","sub":"ana"}]', []),
      keyFrom: () => () => Promise.reject(new Error('no key')),
      toolsets: [],
      logger: { ...silentLogger, warn: log, info: log },
    });
    return async (token: string) => {
      const identified = await authenticate(bearerHeader(token));
      return 'refusal' in identified ? identified.refusal.status : 200;
    };
  }

  it('calls get 503, redirects are not followed and the response size is bounded', async () => {
    const token = await issuer.token();
    const inside = `${evil.url}/inside`;
    const huge = (_request: unknown, response: import('node:http').ServerResponse) => {
      const chunk = Buffer.alloc(64 * 1024, ' ');
      let sent = 0;
      const more = () => {
        while (sent < 64 * 1024 * 1024 && !response.destroyed) {
          sent += chunk.length;
          if (!response.write(chunk)) return response.once('drain', more);
        }
        return response.end(JSON.stringify(issuer.jwks));
      };
      more();
      response.once('close', () => void expect(sent).toBeLessThan(16 * 1024 * 1024));
    };
    for (const [path, behaviour] of [
      [METADATA, json(302, {}, { location: inside })],
      [METADATA, json(200, { issuer: evil.url, jwks_uri: `${evil.url}/keys` })],
      [METADATA, json(200, { issuer: issuer.url, jwks_uri: `${evil.url}/keys` })],
      [METADATA, json(200, { issuer: issuer.url, jwks_uri: 'file:///etc/passwd' })],
      [METADATA, json(200, { issuer: issuer.url, jwks_uri: ['x'] })],
      [METADATA, json(200, [])],
      [METADATA, huge],
      ['/keys', json(307, {}, { location: inside })],
      ['/keys', json(500, issuer.jwks)],
      ['/keys', json(200, { keys: 'none' })],
      ['/keys', json(200, null)],
      ['/keys', huge],
    ] as const) {
      issuer.override(path, behaviour);
      // A failure is remembered for a while.
      expect(await startAuthentication()(token)).toBe(503);
      issuer.override(path);
      expect(evil.received).toEqual([]);
    }
  });

  it('gets few requests, however many tokens clients make up', async () => {
    const own = await startFront('oauth', [...args(), '--log-level', 'debug']);
    const token = await issuer.token();
    const before = issuer.keyRequests;
    const callStatus = async () => (await post(own.url, bearerHeader(token), 'tools/call', call)).status;
    expect(await Promise.all(Array.from({ length: 40 }, callStatus))).toEqual(Array(40).fill(200));
    expect(issuer.keyRequests - before).toBe(1);
    const forged = await Promise.all(Array.from({ length: 40 }, (_, at) => issuer.token({}, { kid: `made-up-${at}` })));
    const statuses = await Promise.all(forged.map(async (other) => (await post(own.url, bearerHeader(other))).status));
    expect(new Set(statuses)).toEqual(new Set([401]));
    expect(issuer.keyRequests - before).toBeLessThanOrEqual(2);
    await own.close();
  });

  it('gets few requests also while it fails, and tokens of cached keys are accepted', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    const lines: string[] = [];
    const statusOf = startAuthentication((message) => void lines.push(message));
    const statusesOf = async (token: string) => {
      const statuses = new Set<number>();
      for (let round = 0; round < 10; round++) statuses.add(await statusOf(token));
      return [...statuses];
    };
    let requests = 0;
    const failing: Behaviour = (request, response) => {
      requests++;
      return json(503, {})(request, response);
    };
    const forged = await issuer.token({}, { kid: 'made-up' });
    const refused = 'all requests are refused: access tokens cannot be verified';

    issuer.override(METADATA, failing);
    expect(await statusesOf('junk')).toEqual([503]);
    expect(requests).toBe(1);
    issuer.override(METADATA);
    issuer.override('/keys', failing);
    vi.advanceTimersByTime(5_000);
    requests = 0;
    expect(await statusesOf(forged)).toEqual([503]);
    // It is malformed, whatever the keys are: this is no sign that tokens can be verified again.
    expect(await statusOf('junk')).toBe(401);
    expect(requests).toBe(1);
    expect(lines.splice(0)).toEqual([refused]);

    issuer.override('/keys');
    vi.advanceTimersByTime(5_000);
    expect(await statusOf(await issuer.token())).toBe(200);
    expect(await statusOf(forged)).toBe(401);
    expect(lines.splice(0)).toEqual(['access tokens are verified again']);

    issuer.override('/keys', failing);
    vi.advanceTimersByTime(5_000);
    requests = 0;
    for (let round = 0; round < 10; round++) {
      expect(await statusOf(forged)).toBe(503);
      expect(await statusOf(await issuer.token())).toBe(200);
    }
    expect(requests).toBe(1);
    expect(lines.splice(0)).toEqual([expect.stringContaining('access tokens with an unknown key are refused')]);
    issuer.override('/keys');
    vi.advanceTimersByTime(5_000);
    expect(await statusOf(forged)).toBe(401);
    expect(lines).toEqual(['the keys of the issuer are fetched again']);
  });
});
