import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CryptoKey, exportSPKI, generateKeyPair, importJWK, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from '../platform/support/world.ts';
import { CLIENTS, connect, field } from '../support/clients.ts';
import { bearerHeader, type Guarded, post, startGuarded, toolNames } from '../support/guarded.ts';
import { type Issuer, RESOURCE, startIssuer } from '../support/issuer.ts';
import { temporaryFolder } from '../support/platform.ts';
import { cleanEnvironment, runProgram } from '../support/program.ts';
import { json } from '../support/upstream.ts';

/** `http --auth oauth`: a resource server for access tokens of the operator's issuer. */
let world: World;
let issuer: Issuer;
let server: Guarded;
let folder: string;
let principals: string;

const METADATA = 'https://mcp.example.com/.well-known/oauth-protected-resource/mcp';
const entries = () => [
  { name: 'Ana', sub: 'ana', api_key_file: join(folder, 'a') },
  { name: 'Bo', claim: 'groups', value: 'desk', api_key_file: join(folder, 'b') },
  { name: 'Reader', sub: 'reader', api_key_file: join(folder, 'a'), read_only: true, toolsets: ['bookings'] },
  { name: 'Keyless', sub: 'keyless' },
  { name: 'Broken', sub: 'broken', api_key_file: join(folder, 'none') },
];

beforeAll(async () => {
  [world, issuer] = await Promise.all([startWorld(), startIssuer()]);
  folder = temporaryFolder();
  principals = join(folder, 'principals.json');
  await writeFile(join(folder, 'a'), `${world.keyA}\n`, { mode: 0o600 });
  await writeFile(join(folder, 'b'), `${world.keyB}\n`, { mode: 0o600 });
  await writeFile(principals, JSON.stringify(entries()));
  const args = ['--oauth-issuer', issuer.url, '--public-url', 'https://mcp.example.com', '--principals', principals];
  server = await startGuarded('oauth', [...args, '--log-level', 'info'], { RCPT_BASE_URL: world.url });
});
afterAll(async () => {
  await Promise.all([server?.close(), world?.close(), issuer?.close()]);
  await rm(folder, { recursive: true, force: true });
});

const challengeOf = (answer: Response) => answer.headers.get('www-authenticate') ?? '';
const booking = (id: string) => ({ name: 'get_booking', arguments: { booking_id: id } });
const creating = { name: 'create_contact', arguments: { name: 'Eve', email: 'eve@example.com' } };

describe.each(CLIENTS)('client %s with --auth oauth', (kind) => {
  it('uses an access token, and sees only the records of its subject’s key', async () => {
    const [ana, bo] = await Promise.all(
      [await issuer.token(), await issuer.token({ sub: 'x', groups: ['door', 'desk'] })].map((token) =>
        connect(kind, { url: server.url, headers: bearerHeader(token) }),
      ),
    );
    for (let round = 0; round < 3; round++) {
      const own = await ana?.call('get_booking', { booking_id: world.idsA.booking });
      expect(field(own?.data, 'booking', 'id')).toBe(world.idsA.booking);
      const other = await bo?.call('get_booking', { booking_id: world.idsA.booking });
      expect(field(other?.data, 'error', 'kind')).toBe('not_found');
    }
    await Promise.all([ana?.close(), bo?.close()]);
  });

  it('receives an error without an access token', async () => {
    await expect(connect(kind, { url: server.url })).rejects.toThrow();
  });
});

it('the 401 response refers clients to the metadata of the issuer', async () => {
  // Without a token, and without an error code (RFC 6750, 3.1).
  for (const headers of [{}, { authorization: 'Basic dXNlcjpwYXNzd29yZA==' }] as Record<string, string>[]) {
    const answer = await post(server.url, headers);
    expect(answer.status).toBe(401);
    expect(challengeOf(answer)).toBe(`Bearer resource_metadata="${METADATA}", scope="rcpt:read"`);
    expect(await answer.json()).toMatchObject({ error: 'unauthorized' });
  }
  for (const path of ['/.well-known/oauth-protected-resource/mcp', '/.well-known/oauth-protected-resource']) {
    const document = await fetch(new URL(path, server.url));
    expect(await document.json()).toMatchObject({
      resource: RESOURCE,
      authorization_servers: [issuer.url],
      scopes_supported: ['rcpt:read', 'rcpt:write'],
    });
  }
});

describe('the server rejects a token that', () => {
  const now = () => Math.floor(Date.now() / 1000);
  const bad: [string, () => Promise<string>][] = [
    ['is for another server', () => issuer.token({ aud: 'https://other.example.com/mcp' })],
    ['is for a server of a longer name', () => issuer.token({ aud: `${RESOURCE}/x` })],
    ['has an empty audience', () => issuer.token({ aud: [] })],
    ['has expired', () => issuer.token({ exp: now() - 60 })],
    ['never expires', () => issuer.token({ exp: undefined })],
    ['is not valid yet', () => issuer.token({ nbf: now() + 60 })],
    ['was issued by another issuer', () => issuer.token({ iss: 'https://evil.example.com' })],
    ['has no subject', () => issuer.token({ sub: undefined })],
    ['has another type', () => issuer.token({}, { typ: 'logout+jwt' })],
    ['has another kid', () => issuer.token({}, { kid: 'other' })],
    [
      'was modified',
      async () => (await issuer.token()).replace(/\.[^.]+\./, `.${encode({ sub: 'ana', aud: RESOURCE })}.`),
    ],
    ['is not signed', async () => `${encode({ alg: 'none', typ: 'at+jwt' })}.${(await issuer.token()).split('.')[1]}.`],
    ['has another signature', otherKey],
    ['has a symmetric signature with a public key', publicSecret],
    ['contains its own key', ownKey],
    ['has no JWT format', async () => 'opaque_token'],
    ['is a token of --auth token', async () => `rcpt_token_${'x'.repeat(43)}`],
  ];

  it.each(bad)('%s', async (_what, make) => {
    const token = await make();
    const answer = await post(server.url, bearerHeader(token));
    expect(answer.status).toBe(401);
    expect(challengeOf(answer)).toContain('error="invalid_token"');
    expect(challengeOf(answer)).toContain(`resource_metadata="${METADATA}"`);
    expect(server.program.output.stderr).not.toContain(token);
  });

  it.each([
    [
      'its audience (aud) is not https://mcp.example.com/mcp',
      () => issuer.token({ aud: 'https://canary.example.com' }),
    ],
    ['it has expired (exp)', () => issuer.token({ exp: now() - 60 })],
    ['it has no exp', () => issuer.token({ exp: undefined })],
    ['it is not valid yet (nbf): compare the clocks', () => issuer.token({ nbf: now() + 60 })],
    ['its issuer (iss) is not http', () => issuer.token({ iss: 'https://canary.example.com' })],
    ['its type (typ) is not at+jwt or jwt', () => issuer.token({}, { typ: 'logout+jwt' })],
    ['its sub or exp has no valid value', () => issuer.token({ sub: '' })],
    ["its signature is not that of the issuer's key", otherKey],
    ['its signature algorithm (alg) is not accepted', publicSecret],
    ['it is no signed JSON Web Token', async () => 'x'],
  ])('the log, and not the answer, has the reason: %s', async (problem, make) => {
    const before = server.program.output.stderr.length;
    const answer = await post(server.url, bearerHeader(await make()));
    expect(await answer.text()).not.toContain(problem);
    const logged = () => server.program.output.stderr.slice(before);
    await expect.poll(logged).toContain(`"reason":"invalid_token"`);
    await expect.poll(logged).toContain(`"detail":"${problem}`);
    expect(logged()).not.toContain('canary');
  });

  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = async () => {
    const [, payload = ''] = (await issuer.token()).split('.');
    return JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
  };
  const headerOf = async () => {
    const [header = ''] = (await issuer.token()).split('.');
    return JSON.parse(Buffer.from(header, 'base64url').toString()) as { alg: string; kid: string };
  };
  async function otherKey() {
    const { privateKey } = await generateKeyPair('ES256');
    return new SignJWT(await claims()).setProtectedHeader(await headerOf()).sign(privateKey);
  }
  async function publicSecret() {
    const { keys } = (await (await fetch(`${issuer.url}/keys`)).json()) as { keys: [Record<string, string>] };
    const key = await importJWK(keys[0], 'ES256', { extractable: true });
    const pem = new TextEncoder().encode(await exportSPKI(key as CryptoKey));
    return new SignJWT(await claims()).setProtectedHeader({ ...(await headerOf()), alg: 'HS256' }).sign(pem);
  }
  async function ownKey() {
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
    const jwk = await crypto.subtle.exportKey('jwk', publicKey);
    return new SignJWT(await claims())
      .setProtectedHeader({ ...(await headerOf()), jwk: { kty: 'EC', crv: 'P-256', x: jwk.x ?? '', y: jwk.y ?? '' } })
      .sign(privateKey);
  }
});

it('the server tolerates a small clock skew', async () => {
  const now = Math.floor(Date.now() / 1000);
  expect((await post(server.url, bearerHeader(await issuer.token({ nbf: now + 5 })))).status).toBe(200);
});

it('the server answers 403 to a subject that is not in the file of principals', async () => {
  const answer = await post(server.url, bearerHeader(await issuer.token({ sub: 'stranger' })));
  expect(answer.status).toBe(403);
  expect(await answer.json()).toMatchObject({ error: 'access_denied' });
});

describe('OAuth scopes', () => {
  it('must include one of the scopes of the server', async () => {
    for (const scope of ['', 'openid profile', 'rcpt:readwrite']) {
      const answer = await post(server.url, bearerHeader(await issuer.token({ scope })));
      expect(answer.status).toBe(403);
      expect(challengeOf(answer)).toMatch(/error="insufficient_scope".*scope="rcpt:read"/);
    }
  });

  it('limited to reading list writing tools, and their calls are answered with a scope challenge', async () => {
    const headers = bearerHeader(await issuer.token({ scope: undefined, scp: ['rcpt:read'] }));
    expect(await toolNames(server.url, headers)).toContain('create_contact');
    expect((await post(server.url, headers, 'tools/call', booking(world.idsA.booking))).status).toBe(200);
    for (let round = 0; round < 2; round++) {
      const answer = await post(server.url, headers, 'tools/call', creating);
      expect(answer.status).toBe(403);
      expect(challengeOf(answer)).toContain('error="insufficient_scope"');
      expect(challengeOf(answer)).toContain('scope="rcpt:read rcpt:write"');
      expect(challengeOf(answer)).toContain(`resource_metadata="${METADATA}"`);
      // The same caller with both scopes, and then again with one.
      const more = await post(server.url, bearerHeader(await issuer.token()), 'tools/call', creating);
      expect(more.status).toBe(200);
      // The status is sent before the call has ended.
      await more.text();
    }
    const { body } = await world.send('GET', '/v1/contacts', { key: world.keyA });
    expect(body.data.filter((contact: { name?: unknown }) => contact.name === 'Eve')).toHaveLength(1);
  });

  it.each(CLIENTS)('limited to reading cause an error in client %s when it calls a writing tool', async (kind) => {
    const token = await issuer.token({ scope: 'rcpt:read' });
    const client = await connect(kind, { url: server.url, headers: bearerHeader(token) });
    expect((await client.call('get_booking', { booking_id: world.idsA.booking })).isError).toBe(false);
    for (let round = 0; round < 2; round++) {
      await expect(client.call('create_contact', { name: 'Mallory', email: 'm@example.com' })).rejects.toThrow(
        /insufficient.scope|403/i,
      );
    }
    await client.close();
    const { body } = await world.send('GET', '/v1/contacts', { key: world.keyA });
    expect(JSON.stringify(body.data)).not.toContain('Mallory');
  });

  it('do not extend the rights that the operator has configured', async () => {
    const names = await toolNames(server.url, bearerHeader(await issuer.token({ sub: 'reader' })));
    expect(names).toContain('get_booking');
    expect(names).not.toContain('create_booking');
    expect(names).not.toContain('list_contacts');
  });
});

it('the server never uses the key of another caller if the key file is missing', async () => {
  for (const [sub, reason] of [
    ['keyless', 'no platform key of its own'],
    ['broken', 'cannot be read'],
  ] as const) {
    const answer = await post(
      server.url,
      bearerHeader(await issuer.token({ sub })),
      'tools/call',
      booking(world.idsA.booking),
    );
    expect(await answer.text()).toContain(reason);
  }
});

it('the server applies changes of the file of principals immediately', async () => {
  const token = await issuer.token();
  expect((await post(server.url, bearerHeader(token))).status).toBe(200);
  await writeFile(principals, JSON.stringify(entries().slice(1)));
  expect((await post(server.url, bearerHeader(token))).status).toBe(403);
  await writeFile(principals, '[{"name":"Ana","sub":"ana","read-only":true}]');
  expect((await post(server.url, bearerHeader(token))).status).toBe(503);
  await writeFile(principals, JSON.stringify(entries()));
  expect((await post(server.url, bearerHeader(token))).status).toBe(200);
});

it('the server caches the issuer’s keys, and fetches them again after a rotation', async () => {
  const before = issuer.keyRequests;
  for (let round = 0; round < 5; round++)
    expect((await post(server.url, bearerHeader(await issuer.token()))).status).toBe(200);
  expect(issuer.keyRequests).toBe(before);
  const old = await issuer.token();
  await issuer.rotate();
  // Limited by a cooldown, or any client could cause requests to the issuer.
  await expect
    .poll(async () => (await post(server.url, bearerHeader(await issuer.token()))).status, {
      timeout: 20_000,
      interval: 500,
    })
    .toBe(200);
  expect((await post(server.url, bearerHeader(old))).status).toBe(401);
});

it('the server never forwards the token, and logs the configured name of the caller', async () => {
  const token = await issuer.token();
  await post(server.url, bearerHeader(token), 'tools/call', booking(world.idsA.booking));
  const { stdout, stderr } = server.program.output;
  expect(stderr).toContain('"principal":"Ana"');
  expect(stdout + stderr).not.toContain(token.slice(0, 40));
  expect(stdout + stderr).not.toContain(world.keyA);
});

it('subjects of one entry have a rate limit each, and are distinguished in the audit log', async () => {
  const audit = join(folder, 'audit.jsonl');
  const args = ['--oauth-issuer', issuer.url, '--public-url', 'https://mcp.example.com', '--principals', principals];
  const limits = ['--rate-limit', '1/hour', '--audit', audit];
  const alone = await startGuarded('oauth', [...args, ...limits], { RCPT_BASE_URL: world.url });
  const statusOf = async (sub: string) => {
    const headers = bearerHeader(await issuer.token({ sub, groups: ['desk'] }));
    const answer = await post(alone.url, headers, 'tools/call', creating);
    await answer.text();
    return answer.status;
  };
  expect([await statusOf('carla'), await statusOf('carla'), await statusOf('dan')]).toEqual([200, 429, 200]);
  await alone.close();
  const lines = readFileSync(audit, 'utf8').trim().split('\n');
  const callers = new Set(lines.map((line) => (JSON.parse(line) as { principal: string }).principal));
  const digits = (sub: string) =>
    createHash('sha256')
      .update(JSON.stringify([issuer.url, sub]))
      .digest('hex')
      .slice(0, 8);
  expect([...callers]).toEqual([`Bo ${digits('carla')}`, `Bo ${digits('dan')}`]);
});

it('the server accepts tokens of an issuer whose name ends with a slash, and no others', async () => {
  const own = await startIssuer();
  const name = `${own.url}/`;
  own.override('/.well-known/oauth-authorization-server', json(200, { issuer: name, jwks_uri: `${own.url}/keys` }));
  const args = ['--oauth-issuer', own.url, '--public-url', 'https://mcp.example.com', '--principals', principals];
  const alone = await startGuarded('oauth', args, { RCPT_BASE_URL: world.url });
  const statusOf = async (claims: Record<string, unknown>) =>
    (await post(alone.url, bearerHeader(await own.token(claims)))).status;
  expect(await statusOf({ iss: name })).toBe(200);
  expect(await statusOf({ iss: own.url })).toBe(401);
  await alone.close();
  await own.close();
});

it('the server answers 503 while the issuer is unavailable', async () => {
  const own = await startIssuer();
  const token = await own.token();
  const args = ['--oauth-issuer', own.url, '--public-url', 'https://mcp.example.com', '--principals', principals];
  await own.close();
  const alone = await startGuarded('oauth', args, { RCPT_BASE_URL: world.url });
  expect((await post(alone.url, bearerHeader(token))).status).toBe(503);
  await alone.close();
});

it.each([
  [[], /needs --oauth-issuer/],
  [['--public-url', 'https://m.example.com', '--principals', '/none'], /needs --oauth-issuer/],
  [['--oauth-issuer', 'https://l.example.com', '--principals', '/none'], /needs --oauth-issuer/],
  [['--oauth-issuer', 'https://l.example.com', '--public-url', 'https://m.example.com'], /needs --oauth-issuer/],
  [['--oauth-issuer', 'http://login.example.com'], /https/],
  [
    ['--oauth-issuer', 'https://l.example.com', '--public-url', 'https://m.example.com', '--principals', '/none'],
    /ENOENT/,
  ],
])('the server does not start with --auth oauth and %j', async (args, message) => {
  const env = cleanEnvironment('/nonexistent', { RCPT_BASE_URL: 'https://receptionist.example.com' });
  const { code, stderr } = await runProgram(['http', '--port', '0', '--auth', 'oauth', ...(args as string[])], env);
  expect(code).toBe(2);
  expect(stderr).toMatch(message as RegExp);
});
