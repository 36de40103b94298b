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

/** `rcpt-mcp doctor` on a remote platform: a working one, and one that fails in each way. */
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

const remote = () => ({ RCPT_BASE_URL: platform.url, RCPT_API_KEY: key, RCPT_TIME_ZONE: 'America/New_York' });
const failing = () => ({ RCPT_BASE_URL: upstream.url, RCPT_API_KEY: KEY });

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

it('doctor requests every read endpoint of a working platform and shows no record', async () => {
  const { code, ok, checks, check, text } = await diagnose(home, remote());
  expect([code, ok]).toEqual([0, true]);
  expect(checks.filter(({ status }) => status === 'problem' || status === 'warning')).toEqual([]);
  const requested = checks
    .filter(({ id }) => id.startsWith('endpoint.'))
    .map(({ id, data }) => [id.slice(9), data?.status]);
  expect(requested).toEqual(
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

it.each(['', 'Foo/Bar'])(
  'doctor proposes a zone that exists on a computer whose zone is unknown: TZ="%s"',
  async (TZ) => {
    const { check } = await diagnose(home, { ...failing(), TZ });
    expect(check('time_zone')).toMatchObject({
      status: 'warning',
      fix: 'Set the zone of the business, such as --time-zone America/New_York (RCPT_TIME_ZONE).',
    });
  },
);

it('doctor shows the zone and the country that the platform states', async () => {
  const { code, check } = await diagnose(home, { RCPT_BASE_URL: platform.url, RCPT_API_KEY: key });
  expect(code).toBe(0);
  expect(check('time_zone')).toMatchObject({ status: 'ok', data: { time_zone: 'America/New_York' } });
  expect(check('time_zone').summary).toMatch(/\(from the platform\)$/);
  expect(check('country')).toMatchObject({ status: 'ok', data: { country: 'US' } });
  expect(check('opening_hours')).toMatchObject({ status: 'ok', summary: expect.stringContaining('keeps to its own') });
});

it('doctor warns of a configured time zone whose clocks differ from those that the platform states', async () => {
  const { code, check } = await diagnose(home, { ...remote(), RCPT_TIME_ZONE: 'Europe/Berlin' });
  expect(code).toBe(0);
  expect(check('time_zone')).toMatchObject({ status: 'warning', fix: expect.stringMatching(/^Remove --time-zone/) });
  expect(check('time_zone').summary).toMatch(
    /is Europe\/Berlin, and the business of the platform is in America\/New_York: .* "10:00" means 0[345]:00 at the business$/,
  );
});

it('doctor warns that there is no time zone where the platform states none', async () => {
  upstream.behave(json(404, { error: 'not_found', message: 'No' }));
  const { check } = await diagnose(home, failing());
  expect(check('time_zone')).toMatchObject({ status: 'warning', data: { time_zone: null } });
  expect(check('country').status).toBe('note');
});

it('doctor accepts a key without all scopes and names the missing ones', async () => {
  const poor = await platform.key(['read:services']);
  const { code, check } = await diagnose(home, { ...remote(), RCPT_API_KEY: poor });
  expect(check('endpoint.listServices').status).toBe('ok');
  expect(check('endpoint.listCalls')).toMatchObject({ status: 'warning', data: { status: 403, scope: 'read:calls' } });
  expect(check('endpoint.listCalls').fix).toMatch(/scope read:calls, or remove the tools that need it with --toolsets/);
  expect(code).toBe(0);
});

it('doctor prints what all endpoints have in common on one line, and its last line is the next step', async () => {
  const wrongKey = await home.run(['doctor'], { ...remote(), RCPT_API_KEY: KEY });
  const paths = '/v1/webhooks/events, /v1/bookings, /v1/contacts, /v1/calls, /v1/services, /v1/webhooks';
  const text = wrongKey.stdout.replace(/\n +/g, ' ');
  expect(text).toContain(`problem  The key is not accepted (401): ${paths} fix: Create a new key`);
  // A port can have these digits.
  expect(wrongKey.stdout.match(/\b401\b/g)).toHaveLength(1);
  expect(wrongKey.stdout).toMatch(
    /\n1 problem, 0 warnings\.\nNext: Create a new key on the platform, and replace this one with it\.\n$/,
  );

  const working = await home.run(['doctor'], remote());
  expect(working.stdout.replace(/\n +/g, ' ')).toContain(`ok       Answered: ${paths}, /v1/bookings/{id}`);
  expect(working.stdout).toMatch(
    /\nNo problems found\.\nEverything works\. Add it to an AI client, with the same options: rcpt-mcp install claude-desktop\n$/,
  );

  const unreachable = await home.run(['doctor'], { ...remote(), RCPT_BASE_URL: 'http://127.0.0.1:1' });
  expect(unreachable.stdout).toContain('skipped  The endpoints: not checked, because there is no connection');
  expect(unreachable.stdout).toMatch(/\n1 problem, 0 warnings\.\nNext: Check the port in --base-url/);
});

it('doctor --json has every endpoint and the next step', async () => {
  const { checks, next } = await diagnose(home, { ...remote(), RCPT_API_KEY: KEY });
  expect(checks.filter(({ id }) => id.startsWith('endpoint.'))).toHaveLength(6);
  expect(next).toBe('Next: Create a new key on the platform, and replace this one with it.');
});

it('doctor warns where servers cannot share their create requests to the platform', async () => {
  const poor = newHome();
  poor.write('file', '');
  const { check } = await diagnose(poor, { ...remote(), XDG_DATA_HOME: join(poor.path, 'file') });
  expect(check('create_requests')).toMatchObject({
    status: 'warning',
    summary: expect.stringContaining('a repeated one can create a second record'),
  });
  expect((await diagnose(home, remote())).check('create_requests').status).toBe('ok');
  rmSync(poor.path, { recursive: true, force: true });
});

describe('doctor on the API key', () => {
  it.each([
    ['an unknown key', { RCPT_API_KEY: KEY }, 'endpoint.listBookings', /401, the key is not accepted/],
    ['a key with another prefix', { RCPT_API_KEY: 'pk_canary' }, 'key', /must be a key that begins with sk_live_/],
    ['an absent key', { RCPT_API_KEY: '' }, 'key', /There is no API key/],
    [
      'a missing key file',
      { RCPT_API_KEY: '', RCPT_API_KEY_FILE: '/does/not/exist' },
      'key',
      /cannot be read \(ENOENT\)/,
    ],
  ])('reports %s as a problem', async (_what, env, id, expected) => {
    const { code, check, text } = await diagnose(home, { ...remote(), ...env });
    expect(check(id).summary).toMatch(expected);
    expect(check(id).fix).toEqual(expect.any(String));
    expect(text).not.toContain('canary');
    expect(code).toBe(1);
  });

  it('warns about a key file that every user can read', async () => {
    const file = join(home.path, 'key');
    writeFileSync(file, key, { mode: 0o644 });
    const { code, check } = await diagnose(home, { ...remote(), RCPT_API_KEY: '', RCPT_API_KEY_FILE: file });
    expect(check('key.exposure')).toMatchObject({ status: 'warning', fix: `chmod 600 ${file}` });
    expect(code).toBe(0);
  });
});

describe('doctor on the address', () => {
  it.each([
    ['a host name that cannot be resolved', 'https://nowhere.invalid', 'dns', /cannot be resolved \(E/],
    ['a closed port', 'http://127.0.0.1:1', 'tcp', /No connection to port 1 \(ECONNREFUSED\)/],
    ['http to another machine', 'http://receptionist.example.com', 'settings', /must begin with https/],
    ['a text that is not a URL', 'receptionist', 'settings', /is not an http\(s\) address/],
  ])('reports %s as a problem and skips the rest', async (_what, url, id, expected) => {
    const { code, check, checks } = await diagnose(home, { ...remote(), RCPT_BASE_URL: url });
    expect(check(id).summary).toMatch(expected);
    expect(checks.some(({ status }) => status === 'skipped')).toBe(true);
    expect(code).toBe(1);
  });
});

describe('doctor on a failing platform', () => {
  const HTML: Behaviour = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Sign in</h1>');
  };
  it.each([
    ['a 500 response', json(500, { error: 'canary' }), 'server_error', /500, the platform failed/],
    ['a 404 response', json(404, {}), 'not_found', /404, not found/],
    ['a 429 response', json(429, {}), 'rate_limited', /429, too many requests/],
    [
      'a redirect',
      json(302, {}, { location: 'https://x.example.com' }),
      'redirected',
      /302, redirects are not followed/,
    ],
    ['a sign-in page', HTML, 'invalid_response', /not in the format of the platform/],
    ['a closed connection', (_request, response) => response.destroy(), 'connection_lost', /the connection broke/],
  ] as [string, Behaviour, string, RegExp][])('reports %s', async (_what, behaviour, kind, expected) => {
    upstream.behave(behaviour);
    const { code, check, text } = await diagnose(home, failing());
    expect(check('endpoint.listWebhookEvents')).toMatchObject({ data: { kind }, fix: expect.any(String) });
    expect(check('endpoint.listWebhookEvents').summary).toMatch(expected);
    const later = kind === 'connection_lost' ? 'skipped' : check('endpoint.listWebhookEvents').status;
    expect(check('endpoint.listCalls').status).toBe(later);
    expect(text).not.toContain('canary');
    expect(code).toBe(kind === 'rate_limited' ? 0 : 1);
  });

  it('warns about documented fields that are missing', async () => {
    upstream.behave(json(200, { data: [{ id: 'x1' }] }));
    const { check } = await diagnose(home, failing());
    expect(check('endpoint.listBookings')).toMatchObject({ status: 'warning', data: { missing: expect.any(Array) } });
  });
});

describe('doctor on the clock', () => {
  const answer =
    (date: string | undefined): Behaviour =>
    (_request, response) => {
      response.sendDate = false;
      response.writeHead(200, date === undefined ? {} : { date }).end('{"data":[]}');
    };
  const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toUTCString();

  it.each([
    ['the same time', () => at(0), 'ok', /agrees/],
    ['a clock two minutes behind', () => at(125), 'warning', /is 1\d\d s behind/],
    ['a clock an hour ahead', () => at(-3_600), 'problem', /is 3[56]\d\d s ahead/],
    ['a response without Date', () => undefined, 'note', /sends no Date header/],
  ] as [string, () => string | undefined, string, RegExp][])('reports %s', async (_what, date, status, expected) => {
    upstream.behave(answer(date()));
    const { check } = await diagnose(home, failing());
    expect(check('clock')).toMatchObject({ status, summary: expect.stringMatching(expected) });
  });
});

describe('doctor on the TLS certificate', () => {
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

  it('reports a self-signed certificate and skips the endpoints', async () => {
    const { code, check } = await at(certificate);
    expect(check('tls')).toMatchObject({ status: 'problem', data: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' } });
    expect(check('tls').fix).toContain('NODE_EXTRA_CA_CERTS');
    expect(check('endpoints').status).toBe('skipped');
    expect(code).toBe(1);
  });

  it('reports an expired certificate with its date', async () => {
    const { check } = await at(expired);
    expect(check('tls').summary).toBe('The certificate expired on 2024-02-01');
  });

  it('shows the remaining validity of a trusted certificate and warns before it expires', async () => {
    const { check } = await at(certificate, trusted());
    expect(check('tls')).toMatchObject({ status: 'ok', data: { protocol: 'TLSv1.3' } });
    expect(check('tls').data?.days_left).toBeGreaterThan(30_000);
    expect(check('endpoint.listCalls').status).toBe('ok');
    const days = check('tls').data?.days_left as number;
    const soon = await at(certificate, { ...trusted(), ...clockAhead((days - 5) * 86_400_000) });
    expect(soon.check('tls')).toMatchObject({ status: 'warning', data: { days_left: expect.any(Number) } });
  });

  it('reports a certificate for another host name', async () => {
    const { check } = await at(CERTIFICATE, trusted(CERTIFICATE), CERTIFICATE_KEY);
    expect(check('tls')).toMatchObject({ status: 'problem', data: { code: 'ERR_TLS_CERT_ALTNAME_INVALID' } });
  });

  it('reports a server that does not speak TLS', async () => {
    const plain = createServer((socket) => {
      socket.on('error', () => {});
      socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
    });
    const port = await listen(plain);
    const { check } = await diagnose(home, { ...failing(), RCPT_BASE_URL: `https://127.0.0.1:${port}` });
    plain.close();
    expect(check('tls').summary).toMatch(/No TLS connection could be made/);
  });
});
