import { writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type CryptoKey, exportSPKI, importJWK } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bearerHeader, post } from '../support/guarded.ts';
import { type Issuer, RESOURCE, startIssuer } from '../support/issuer.ts';
import { temporaryFolder } from '../support/platform.ts';
import { json, startUpstream, type Upstream } from '../support/upstream.ts';
import { type Front, startFront } from './support/front.ts';

/** Somebody with an access token that they made, changed, or were given for something else. */
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
  // Says of itself what the issuer says, and has its keys: whoever asks here is let in.
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
/** Reads the answer to its end: its head may come before the platform is asked. */
async function ask(token: string) {
  const answer = await post(front.url, bearerHeader(token), 'tools/call', call);
  return { status: answer.status, challenge: answer.headers.get('www-authenticate'), text: await answer.text() };
}

it('the token that all of these are made from is good', async () => {
  expect((await ask(await issuer.token())).status).toBe(200);
  expect((await ask(await issuer.sign({}, JSON.stringify(claims())))).status).toBe(200);
});

async function isRefused(token: string) {
  const keyRequestsBefore = issuer.keyRequests;
  const { result, requests: upstreamRequests } = await front.recordRequests(() => ask(token));
  expect(result.status, result.text).toBe(401);
  expect(result.challenge).toContain('error="invalid_token"');
  if (token.length > 20) expect(result.text + front.program.output.stderr).not.toContain(token);
  expect(upstreamRequests).toEqual([]);
  expect(evil.received).toEqual([]);
  // An unknown key may be asked for, once in a while.
  expect(issuer.keyRequests - keyRequestsBefore).toBeLessThanOrEqual(1);
}

describe('with another header: signed by the issuer all the same, or by nobody', () => {
  const headers: [string, Record<string, unknown>][] = [
    ...['none', 'None', 'NONE', 'nOnE', '', 'HS256', 'ES256K', 'ES384', 'RS256', 'PS256', 'EdDSA', 'dir', 'A128KW'].map(
      (alg): [string, Record<string, unknown>] => [`alg ${JSON.stringify(alg)}`, { alg }],
    ),
    ['alg a list', { alg: ['ES256'] }],
    ['alg null', { alg: null }],
    ['kid a path', { kid: '../../../../../../dev/null' }],
    ['kid a file', { kid: 'file:///etc/passwd' }],
    ['kid SQL', { kid: "x' union select 'key'--" }],
    ['kid a command', { kid: '| id' }],
    ['kid a property', { kid: '__proto__' }],
    ['kid a method', { kid: 'constructor' }],
    ['kid empty', { kid: '' }],
    ['kid long', { kid: 'k'.repeat(4_000) }],
    ['kid with line breaks', { kid: 'x\r\nX-Injected: 1' }],
    ['something critical that nobody knows', { crit: ['x'], x: 1 }],
    ['something critical that is known', { crit: ['exp'], exp: 1 }],
    ['nothing critical', { crit: [] }],
    ['a payload that is not encoded', { crit: ['b64'], b64: false }],
    ['another type', { typ: 'id+jwt' }],
    ['a type of something else', { typ: 'dpop+jwt' }],
  ];
  it.each(headers)('%s', async (_what, header) => {
    await isRefused(await issuer.sign(header, JSON.stringify(claims())));
    const [, payload] = await parts();
    await isRefused(`${encode({ alg: 'ES256', typ: 'at+jwt', ...header })}.${payload}.`);
  });

  it.each(['jku', 'x5u', 'jwk', 'x5c', 'iss', 'url'])(
    'a key from elsewhere, by %s: nobody asks there',
    async (name) => {
      const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']);
      const jwk = { ...(await crypto.subtle.exportKey('jwk', pair.publicKey)), kid: 'own' };
      const where: Record<string, unknown> = { jwk, x5c: [encode('certificate')] };
      for (const kid of ['own', issuer.jwks.keys[0]?.kid]) {
        const input = `${encode({ alg: 'ES256', typ: 'at+jwt', kid, [name]: where[name] ?? `${evil.url}/keys` })}.${encode(claims())}`;
        const signature = await crypto.subtle.sign(
          { name: 'ECDSA', hash: 'SHA-256' },
          pair.privateKey,
          Buffer.from(input),
        );
        await isRefused(`${input}.${Buffer.from(signature).toString('base64url')}`);
      }
    },
  );

  it('signed with what is public, as if it were a secret', async () => {
    const [jwk] = issuer.jwks.keys;
    const key = (await importJWK(jwk ?? {}, 'ES256', { extractable: true })) as CryptoKey;
    const pem = await exportSPKI(key);
    for (const secret of [pem, pem.trim(), JSON.stringify(jwk), JSON.stringify(issuer.jwks), jwk?.x ?? '', ' ']) {
      const mac = await crypto.subtle.importKey('raw', Buffer.from(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
        'sign',
      ]);
      const input = `${encode({ alg: 'HS256', typ: 'at+jwt', kid: jwk?.kid })}.${encode(claims())}`;
      await isRefused(
        `${input}.${Buffer.from(await crypto.subtle.sign('HMAC', mac, Buffer.from(input))).toString('base64url')}`,
      );
    }
  });
});

describe('with other claims, signed by the issuer', () => {
  const sets: [string, () => Record<string, unknown>][] = [
    ['expires as a text', () => ({ exp: String(now() + 300) })],
    ['expires never, as a number', () => ({ exp: 1e300 })],
    ['expires on a list', () => ({ exp: [now() + 300] })],
    ['expires null', () => ({ exp: null })],
    ['expired', () => ({ exp: now() - 11 })],
    ['expired before there was time', () => ({ exp: -1 })],
    ['does not hold yet', () => ({ nbf: now() + 60 })],
    ['begins as a text', () => ({ nbf: String(now() - 60) })],
    ['has a list of subjects', () => ({ sub: ['ana'] })],
    ['has a subject that is an object', () => ({ sub: { toString: 'ana' } })],
    ['has an empty subject', () => ({ sub: '' })],
    ['is for a prefix', () => ({ aud: 'https://mcp.example.com' })],
    ['is for a longer address', () => ({ aud: `${RESOURCE}/` })],
    ['is for another spelling', () => ({ aud: RESOURCE.toUpperCase() })],
    ['is for a list in a list', () => ({ aud: [[RESOURCE]] })],
    ['is for an object', () => ({ aud: { 0: RESOURCE, length: 1 } })],
    ['is for everybody', () => ({ aud: '*' })],
    ['is of an issuer with a slash more', () => ({ iss: `${issuer.url}/` })],
    ['is of a list of issuers', () => ({ iss: [issuer.url] })],
    ['is of an issuer in capitals', () => ({ iss: issuer.url.toUpperCase() })],
    ['is of an issuer at another port', () => ({ iss: issuer.url.replace(/\d+$/, '1') })],
  ];
  it.each(sets)('%s', async (_what, make) => {
    await isRefused(await issuer.sign({}, JSON.stringify({ ...claims(), ...make() })));
  });

  it.each(['iss', 'aud', 'sub', 'exp'])('lacks %s', async (name) => {
    await isRefused(await issuer.sign({}, JSON.stringify({ ...claims(), [name]: undefined })));
  });
});

describe('of another form', () => {
  const forms: [string, () => Promise<string>][] = [
    ['no signature', async () => (await parts()).slice(0, 2).join('.')],
    ['an empty signature', async () => `${(await parts()).slice(0, 2).join('.')}.`],
    ['a signature of zeros', async () => `${(await parts()).slice(0, 2).join('.')}.${encode('\0'.repeat(64))}`],
    ['a signature of another length', async () => `${(await parts()).slice(0, 2).join('.')}.${encode('x')}`],
    [
      'somebody else’s claims under it',
      async () => (await parts()).with(1, encode({ ...claims(), sub: 'bo' })).join('.'),
    ],
    ['a part more', async () => `${await issuer.token()}.x`],
    [
      'five parts, as if encrypted',
      async () => `${encode({ alg: 'dir', enc: 'A128GCM' })}..${encode('x')}.${encode('x')}.${encode('x')}`,
    ],
    ['dots', async () => '..'],
    ['another alphabet', async () => (await issuer.token()).replace(/[A-Z]/, '+')],
    ['claims that are no JSON', () => issuer.sign({}, 'claims')],
    ['claims that are a list', () => issuer.sign({}, '[]')],
    ['claims that are nothing', () => issuer.sign({}, 'null')],
    ['claims nested deeply', () => issuer.sign({}, `{"sub":${'['.repeat(2_000)}${']'.repeat(2_000)}}`)],
    ['claims of a prototype', () => issuer.sign({}, `{"__proto__":${JSON.stringify(claims())}}`)],
    ['more than any token has', () => issuer.sign({}, JSON.stringify({ ...claims(), x: 'x'.repeat(9_000) }))],
  ];
  it.each(forms)('%s', async (_what, make) => isRefused(await make()));
});

describe('an issuer that does not behave', () => {
  it('lets nobody in, is followed nowhere, and fills no memory', async () => {
    const own = await startFront('oauth', [...args(), '--log-level', 'debug']);
    const token = await issuer.token();
    const asking = async () => (await post(own.url, bearerHeader(token), 'tools/call', call)).status;
    const metadata = '/.well-known/oauth-authorization-server';
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
      [metadata, json(302, {}, { location: inside })],
      [metadata, json(200, { issuer: evil.url, jwks_uri: `${evil.url}/keys` })],
      [metadata, json(200, { issuer: issuer.url, jwks_uri: `${evil.url}/keys` })],
      [metadata, json(200, { issuer: issuer.url, jwks_uri: 'file:///etc/passwd' })],
      [metadata, json(200, { issuer: issuer.url, jwks_uri: ['x'] })],
      [metadata, json(200, [])],
      [metadata, huge],
      ['/keys', json(307, {}, { location: inside })],
      ['/keys', json(500, issuer.jwks)],
      ['/keys', json(200, { keys: 'none' })],
      ['/keys', json(200, null)],
      ['/keys', huge],
    ] as const) {
      issuer.override(path, behaviour);
      expect(await asking()).toBe(503);
      issuer.override(path);
    }
    expect(evil.received).toEqual([]);
    expect(own.platform.received).toEqual([]);
    // It is taken at its word as soon as it behaves again, and asked once by however many.
    const before = issuer.keyRequests;
    expect(await Promise.all(Array.from({ length: 40 }, asking))).toEqual(Array(40).fill(200));
    expect(issuer.keyRequests - before).toBe(1);
    // Nor can callers have it asked: keys that nobody has are looked for once in a while.
    const made = await Promise.all(Array.from({ length: 40 }, (_, at) => issuer.token({}, { kid: `made-up-${at}` })));
    const statuses = await Promise.all(made.map(async (other) => (await post(own.url, bearerHeader(other))).status));
    expect(new Set(statuses)).toEqual(new Set([401]));
    expect(issuer.keyRequests - before).toBeLessThanOrEqual(2);
    await own.close();
  });
});
