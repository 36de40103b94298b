import { rmSync, writeFileSync } from 'node:fs';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CERTIFICATE, CERTIFICATE_KEY, LOCALHOST } from '../../support/certificate.ts';
import { clockAhead, diagnose } from '../../support/doctor.ts';
import { type Home, newHome } from '../../support/installing.ts';
import { type StartedPlatform, startPlatform } from '../../support/platform.ts';
import { type Behaviour, json, startUpstream, type Upstream } from '../../support/upstream.ts';

/** `rcpt-mcp doctor` on a platform elsewhere: as it should be, and failing in every way. */
const KEY = 'sk_live_canary12345678';
let home: Home;
let platform: StartedPlatform;
let upstream: Upstream;
let key: string;

beforeAll(async () => {
  home = newHome();
  platform = await startPlatform({ demo: true });
  key = await platform.key();
  upstream = await startUpstream();
});
afterAll(async () => {
  await platform?.close();
  await upstream?.close();
  rmSync(home.path, { recursive: true, force: true });
});

const live = () => ({ RCPT_BASE_URL: platform.url, RCPT_API_KEY: key, RCPT_TIME_ZONE: 'America/New_York' });
const failing = () => ({ RCPT_BASE_URL: upstream.url, RCPT_API_KEY: KEY });

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

it('a platform that is as it should be: every endpoint that reads is asked, no record is shown', async () => {
  const { code, ok, checks, check, text } = await diagnose(home, live());
  expect([code, ok]).toEqual([0, true]);
  expect(checks.filter(({ status }) => status === 'problem' || status === 'warning')).toEqual([]);
  const asked = checks
    .filter(({ id }) => id.startsWith('endpoint.'))
    .map(({ id, data }) => [id.slice(9), data?.status]);
  expect(asked).toEqual(
    ['listWebhookEvents', 'listBookings', 'listContacts', 'listCalls', 'listServices', 'listWebhooks']
      .concat(['getBooking', 'getContact', 'getCall'])
      .map((name) => [name, 200]),
  );
  expect(check('settings.api-key')).toMatchObject({
    summary: 'api-key: present (sk_live_…) (from RCPT_API_KEY)',
    data: { value: 'present (sk_live_…)', source: 'environment', name: 'RCPT_API_KEY' },
  });
  expect(text).not.toContain(key.slice(8));
  expect(check('clock').data).toEqual({ seconds_ahead: 0 });
});

it('a key without all scopes works, and what it lacks is named', async () => {
  const poor = await platform.key(['read:services']);
  const { code, check } = await diagnose(home, { ...live(), RCPT_API_KEY: poor });
  expect(check('endpoint.listServices').status).toBe('ok');
  expect(check('endpoint.listCalls')).toMatchObject({ status: 'warning', data: { status: 403, scope: 'read:calls' } });
  expect(check('endpoint.listCalls').fix).toMatch(
    /scope read:calls, or leave the tools that need it out with --toolsets/,
  );
  expect(code).toBe(0);
});

describe('a key that is wrong', () => {
  it.each([
    ['unknown', { RCPT_API_KEY: KEY }, 'endpoint.listBookings', /401, the key is not accepted/],
    ['of another form', { RCPT_API_KEY: 'pk_canary' }, 'key', /must be a key that begins with sk_live_/],
    ['absent', { RCPT_API_KEY: '' }, 'key', /There is no API key/],
    ['in no file', { RCPT_API_KEY: '', RCPT_API_KEY_FILE: '/does/not/exist' }, 'key', /cannot be read \(ENOENT\)/],
  ])('%s', async (_what, env, id, says) => {
    const { code, check, text } = await diagnose(home, { ...live(), ...env });
    expect(check(id).summary).toMatch(says);
    expect(check(id).fix).toEqual(expect.any(String));
    expect(text).not.toContain('canary');
    expect(code).toBe(1);
  });

  it('readable by everybody is a warning', async () => {
    const file = join(home.path, 'key');
    writeFileSync(file, key, { mode: 0o644 });
    const { code, check } = await diagnose(home, { ...live(), RCPT_API_KEY: '', RCPT_API_KEY_FILE: file });
    expect(check('key.exposure')).toMatchObject({ status: 'warning', fix: `chmod 600 ${file}` });
    expect(code).toBe(0);
  });
});

describe('an address that leads nowhere', () => {
  it.each([
    ['a name that is not known', 'https://nowhere.invalid', 'dns', /is not known \(E/],
    ['a port where nothing listens', 'http://127.0.0.1:1', 'tcp', /No connection to port 1 \(ECONNREFUSED\)/],
    ['http over the network', 'http://receptionist.example.com', 'settings', /must begin with https/],
    ['no address', 'receptionist', 'settings', /is not an http\(s\) address/],
  ])('%s', async (_what, url, id, says) => {
    const { code, check, checks } = await diagnose(home, { ...live(), RCPT_BASE_URL: url });
    expect(check(id).summary).toMatch(says);
    expect(checks.some(({ status }) => status === 'skipped')).toBe(true);
    expect(code).toBe(1);
  });
});

describe('an upstream that fails', () => {
  const HTML: Behaviour = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Sign in</h1>');
  };
  it.each([
    ['with 500', json(500, { error: 'canary' }), 'server_error', /500, the platform failed/],
    ['with 404', json(404, {}), 'not_found', /404, there is nothing/],
    ['with 429', json(429, {}), 'rate_limited', /429, too many requests/],
    ['with a redirect', json(302, {}, { location: 'https://x.example.com' }), 'redirected', /302, it leads elsewhere/],
    ['with a sign-in page', HTML, 'invalid_response', /not that of the platform/],
    ['by closing', (_request, response) => response.destroy(), 'connection_lost', /the connection broke/],
  ] as [string, Behaviour, string, RegExp][])('%s', async (_what, behaviour, kind, says) => {
    upstream.behave(behaviour);
    const { code, check, text } = await diagnose(home, failing());
    expect(check('endpoint.listWebhookEvents')).toMatchObject({ data: { kind }, fix: expect.any(String) });
    expect(check('endpoint.listWebhookEvents').summary).toMatch(says);
    const later = kind === 'connection_lost' ? 'skipped' : check('endpoint.listWebhookEvents').status;
    expect(check('endpoint.listCalls').status).toBe(later);
    expect(text).not.toContain('canary');
    expect(code).toBe(kind === 'rate_limited' ? 0 : 1);
  });

  it('by leaving documented fields out', async () => {
    upstream.behave(json(200, { data: [{ id: 'x1' }] }));
    const { check } = await diagnose(home, failing());
    expect(check('endpoint.listBookings')).toMatchObject({ status: 'warning', data: { missing: expect.any(Array) } });
  });
});

describe('clocks', () => {
  const answer =
    (date: string | undefined): Behaviour =>
    (_request, response) => {
      response.sendDate = false;
      response.writeHead(200, date === undefined ? {} : { date }).end('{"data":[]}');
    };
  const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toUTCString();

  it.each([
    ['the same', () => at(0), 'ok', /agrees/],
    ['behind by two minutes', () => at(125), 'warning', /is 1\d\d s behind/],
    ['ahead by an hour', () => at(-3_600), 'problem', /is 3[56]\d\d s ahead/],
    ['unknown', () => undefined, 'note', /does not say/],
  ] as [string, () => string | undefined, string, RegExp][])('%s', async (_what, date, status, says) => {
    upstream.behave(answer(date()));
    const { check } = await diagnose(home, failing());
    expect(check('clock')).toMatchObject({ status, summary: expect.stringMatching(says) });
  });
});

describe('certificates', () => {
  const { certificate, expired, key } = LOCALHOST;

  async function at(cert: string, env: Record<string, string> = {}, privateKey = key) {
    const server = createTlsServer({ cert, key: privateKey }, (_request, response) => {
      response.end('{"data":[]}');
    });
    const port = await listen(server);
    try {
      return await diagnose(home, { ...failing(), RCPT_BASE_URL: `https://127.0.0.1:${port}`, ...env });
    } finally {
      server.closeAllConnections();
      server.close();
    }
  }
  const trusted = (issuer = certificate) => {
    const file = join(home.path, 'ca.pem');
    writeFileSync(file, issuer);
    return { NODE_EXTRA_CA_CERTS: file };
  };

  it('that nobody vouches for', async () => {
    const { code, check } = await at(certificate);
    expect(check('tls')).toMatchObject({ status: 'problem', data: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' } });
    expect(check('tls').fix).toContain('NODE_EXTRA_CA_CERTS');
    expect(check('endpoints').status).toBe('skipped');
    expect(code).toBe(1);
  });

  it('that expired', async () => {
    const { check } = await at(expired);
    expect(check('tls').summary).toBe('The certificate expired on 2024-02-01');
  });

  it('that are trusted, for how long', async () => {
    const { check } = await at(certificate, trusted());
    expect(check('tls')).toMatchObject({ status: 'ok', data: { protocol: 'TLSv1.3' } });
    expect(check('tls').data?.days_left).toBeGreaterThan(30_000);
    expect(check('endpoint.listCalls').status).toBe('ok');
    const days = check('tls').data?.days_left as number;
    const soon = await at(certificate, { ...trusted(), ...clockAhead((days - 5) * 86_400_000) });
    expect(soon.check('tls')).toMatchObject({ status: 'warning', data: { days_left: expect.any(Number) } });
  });

  it('that are for another name', async () => {
    const { check } = await at(CERTIFICATE, trusted(CERTIFICATE), CERTIFICATE_KEY);
    expect(check('tls')).toMatchObject({ status: 'problem', data: { code: 'ERR_TLS_CERT_ALTNAME_INVALID' } });
  });

  it('where there are none', async () => {
    const plain = createServer((socket) => {
      socket.on('error', () => {});
      socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
    });
    const port = await listen(plain);
    const { check } = await diagnose(home, { ...failing(), RCPT_BASE_URL: `https://127.0.0.1:${port}` });
    plain.close();
    expect(check('tls').summary).toMatch(/No private connection could be made/);
  });
});
