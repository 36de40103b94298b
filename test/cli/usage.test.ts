import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/platform.ts';
import { cleanEnvironment, runProgram } from '../support/program.ts';

const home = temporaryFolder();
afterAll(() => rm(home, { recursive: true, force: true }));

const run = (args: string[], env: Record<string, string> = {}) => runProgram(args, cleanEnvironment(home, env));
const key = { RCPT_API_KEY: 'sk_live_canary' };
const address = { RCPT_BASE_URL: 'https://receptionist.example.com' };

describe('wrong command line or environment', () => {
  it.each([
    [['--bse-url', 'x'], {}, /--bse-url is not an option\. Did you mean --base-url\?/],
    [['--baseUrl', 'x'], {}, /Did you mean --base-url\?/],
    [['--hours', 'Mon 9-5'], {}, /--hours is not an option\. Write --opening-hours "Mon-Fri 09:00-17:00"\.$/],
    [['--frobnicate'], {}, /--frobnicate is not an option\. See rcpt-mcp stdio --help\.$/],
    [['calls', 'list', '--frobnicate'], {}, /--frobnicate is not an option\. See rcpt-mcp calls list --help\.$/],
    [['--frobnicate', 'http'], {}, /--frobnicate is not an option\. See rcpt-mcp help COMMAND\.$/],
    ...['--api-key', '--key', '--token', '--apikey', '--bearer'].map((flag) => [
      [flag, 'sk_live_canary'],
      {},
      /^rcpt-mcp: --[a-z-]+ is not an option\. Arguments show in process lists, so a key goes into the environment: RCPT_API_KEY=sk_live_/,
    ]),
    [['--api-key=sk_live_canary'], {}, /RCPT_API_KEY_FILE with the path of a file/],
    [['--session-cookie', 'canary'], {}, /Set it in the environment: RCPT_SESSION_COOKIE=/],
    [[], { RCPT_KEY: 'sk_live_canary' }, /RCPT_KEY is not an option\. .*RCPT_API_KEY=sk_live_/],
    [[], { RCPT_SCOPES: 'x' }, /RCPT_SCOPES is not an option\. It has no variable: write --scopes read:bookings/],
    [[], { RCPT_FROBNICATE: 'canary' }, /RCPT_FROBNICATE is not an option\. See rcpt-mcp stdio --help\.$/],
    ...['serve', 'start', 'run'].map((word) => [[word], {}, /over stdio, rcpt-mcp http over HTTP/]),
    [['instal'], {}, /There is no command "instal"\. Did you mean rcpt-mcp install\?/],
    [['backup'], {}, /There is no command "backup"\. Did you mean rcpt-mcp platform backup\?/],
    [['restore'], {}, /There is no command "restore"\. Did you mean rcpt-mcp platform restore\?/],
    [['xyzzy'], {}, /There is no command "xyzzy"\. rcpt-mcp help lists the commands\.$/],
    [['xyzzy', '--help'], {}, /There is no command "xyzzy"\. rcpt-mcp help lists the commands\.$/],
    [['help', 'keys', 'sell'], {}, /There is no command "keys sell"\. keys needs one of create, list, revoke\./],
    [['--demo', 'false'], {}, /follows an equals sign, such as --demo=false/],
    [['--no-demo'], {}, /--no-demo is not an option\. Write --demo=false\.$/],
    [['--stdio'], {}, /MCP over stdio is the default: leave it out\.$/],
    [['--http'], {}, /It is a command: rcpt-mcp http\.$/],
    [['http', '--verbose'], {}, /Write --log-level debug\.$/],
    [['http', '--debug'], {}, /Write --log-level debug\.$/],
    [['http', '-p', '9000'], {}, /-p is not an option\. Write --port 8787\.$/],
    [['http', 'now'], {}, /http takes no further arguments\. Usage: rcpt-mcp http\. See rcpt-mcp http --help\.$/],
    [['calls', 'list', '--dry-run'], {}, /--dry-run is not an option of calls list; it belongs to calls import\.$/],
    [
      ['--port', '1'],
      {},
      /--port is not an option of stdio; it belongs to http, doctor, platform\. To serve HTTP: rcpt-mcp http --port 8787\.$/,
    ],
    [['http', '--port', 'x'], {}, /--port must be a whole number from 0 to 65535, such as --port 8787/],
    [['http', '--port', '70000'], {}, /from 0 to 65535/],
    [['http', '--port'], {}, /--port needs a value, such as --port 8787/],
    [['http', '--host', '0.0.0.0'], {}, /must be a loopback address, such as 127\.0\.0\.1/],
    [['--toolsets', 'bookings,foo'], {}, /comma list of account, bookings/],
    [['--log-level', 'loud'], {}, /one of silent, error, warn, info, debug, such as --log-level info/],
    [['--time-zone', 'Mars/Phobos'], {}, /must be an IANA name, such as America\/New_York/],
    [['--default-country', 'XX'], {}, /must be an ISO 3166 code, such as US/],
    [['--opening-hours', 'nine to five'], {}, /RCPT_OPENING_HOURS.*is not days and times.*such as "Mon-Fri 08:00/],
    [['--opening-hours', '9-5 Mon-Fri'], {}, /You may mean "Mon-Fri 09:00-17:00": write it so here\.$/],
    [[], { RCPT_OPENING_HOURS: 'lunes a viernes 9-17' }, /You may mean "Mon-Fri 09:00-17:00": write it so here\.$/],
    [[], { RCPT_OPENING_HOURS: 'Mon-Fri 17:00-08:00' }, /ends before it begins/],
    [['--database', 'mysql://x'], {}, /must be a file path .* or postgres:/],
    ...[
      // As a file of environment variables can have it.
      '"postgres://rcpt:canary@db/rcpt"',
      "'./receptionist.db'",
      ' postgres://rcpt:canary@db/rcpt',
      'postgres//rcpt:canary@db/rcpt',
      'rcpt:canary@db/rcpt',
      'jdbc:postgresql://db/rcpt?user=rcpt&password=canary',
      'host=db dbname=rcpt user=rcpt password=canary',
    ].flatMap((database): [string[], Record<string, string>, RegExp][] =>
      ['http', 'platform'].map((command) => [
        [command],
        { RCPT_DATABASE: database },
        /^rcpt-mcp: --database \(RCPT_DATABASE\) must be a file path .* without spaces or quotation marks around it\.$/,
      ]),
    ),
    [['http', '--dashboard=maybe'], {}, /--dashboard must be true or false/],
    [
      ['http', '--dashboard'],
      { RCPT_BASE_URL: 'https://x.example', RCPT_API_KEY: 'sk_live_x' },
      /is for the embedded platform/,
    ],
    [['http', '--state', './state.db'], {}, /--state \(RCPT_STATE\) must be the URL of a PostgreSQL database/],
    [[], { RCPT_READ_ONLY: 'maybe' }, /RCPT_READ_ONLY must be true or false, such as RCPT_READ_ONLY=true/],
    [[], { RCPT_BASE_URLS: 'x' }, /RCPT_BASE_URLS is not an option\. Did you mean RCPT_BASE_URL\?/],
    [[], key, /API key but no address: set RCPT_BASE_URL=https:/],
    [[], address, /an address but no API key: set RCPT_API_KEY=sk_live_/],
    [[], { ...key, RCPT_BASE_URL: 'http://receptionist.example.com' }, /must begin with https/],
    [[], { ...address, RCPT_API_KEY: 'pk_canary' }, /must be a key that begins with sk_live_/],
    [[], { ...address, RCPT_API_KEY: 'sk_live_canary\nx' }, /on one line/],
    ...['sk_live_…', ' sk_live_...\n'].flatMap((placeholder) =>
      [[], ['http'], ['agenda'], ['install', 'claude-code']].map((words) => [
        words,
        { ...address, RCPT_API_KEY: placeholder },
        /RCPT_API_KEY has the placeholder of the documentation in place of a key\. Use a key of your platform: /,
      ]),
    ),
    [[], { ...address, ...key, RCPT_API_KEY_FILE: '/x' }, /both set: keep one/],
    [[], { ...address, RCPT_API_KEY_FILE: '/does/not/exist' }, /cannot be read \(ENOENT\)/],
    ...[[], ['http'], ['agenda'], ['install', 'claude-code']].map((words) => [
      [...words, '--database', './desk.db'],
      { ...address, ...key },
      /^rcpt-mcp: --database has no effect with RCPT_BASE_URL: remove one\.$/,
    ]),
    [['--index', './index.db'], {}, /--index \(RCPT_INDEX\) is for a remote platform/],
    [
      ['http', '--auth', 'platform-key', '--index', './index.db'],
      address,
      /--index .* cannot be used with --auth platform-key: authenticated callers do not share/,
    ],
    [['http', '--index-max-mib', '1'], { ...address, ...key }, /whole number from 16 to 1048576/],
    [['index'], {}, /index needs one of status, clear/],
    [['index', 'status'], {}, /The index is needed: --index/],
    [['index', 'clear', '--index', 'shared'], {}, /--index shared .* is in the database of --state \(RCPT_STATE\)/],
    [['--index', 'shared'], { ...address, ...key }, /--index shared .* is in the database of --state \(RCPT_STATE\)/],
    [
      ['http', '--index', '"postgres://rcpt:canary@db/rcpt"'],
      { ...address, ...key },
      /--index \(RCPT_INDEX\) must be a file, or shared: the database of --state/,
    ],
    [
      ['http', '--index', 'postgres://rcpt:canary@db/rcpt'],
      { ...address, ...key },
      /--index \(RCPT_INDEX\) must be a file, or shared: the database of --state/,
    ],
    [
      ['http', '--auth', 'platform-key', '--index', 'shared', '--state', 'postgres://db/rcpt'],
      address,
      /--index .* cannot be used with --auth platform-key: authenticated callers do not share/,
    ],
    [['--toolsets', 'keys'], {}, /needs RCPT_SESSION_COOKIE.* and RCPT_TEAM_ID/],
    [
      ['--toolsets', 'keys'],
      { RCPT_SESSION_COOKIE: 'canary', RCPT_TEAM_ID: 't' },
      /one cookie as the browser sends it/,
    ],
    [['http', '--webhooks'], { ...address, ...key }, /needs a way to authenticate deliveries: --webhook-secrets \.\//],
    [['--webhooks'], {}, /--webhooks is not an option of stdio; it belongs to http/],
    [['http'], { RCPT_WEBHOOK_PATH_SECRET: 'canary'.repeat(4) }, /is for --webhooks: add that/],
    [['http', '--webhooks'], { RCPT_WEBHOOK_PATH_SECRET: 'canary' }, /at least 24 letters, digits/],
    [['--poll', '30'], { ...address, ...key }, /--poll must be a number of seconds, minutes or hours from 5s to 1h/],
    [[], { ...address, ...key, RCPT_POLL: '2h' }, /RCPT_POLL must be .* such as RCPT_POLL=30s/],
    [
      ['--poll', '30s'],
      {},
      /^rcpt-mcp: --poll \(RCPT_POLL\) is for a remote platform: .* Remove it, or set RCPT_BASE_URL/,
    ],
    [
      ['http', '--webhooks', '--webhook-secrets', './secrets.txt'],
      {},
      /^rcpt-mcp: --webhooks \(RCPT_WEBHOOKS\) is for a remote platform: the embedded one emits its own events\./,
    ],
    [['--channel'], { ...address, ...key }, /--channel \(RCPT_CHANNEL\) needs a source of events: add --poll 30s/],
    [['http', '--channel'], {}, /--channel is not an option of http; it belongs to stdio/],
    [[], { RCPT_CHANNEL: 'maybe' }, /RCPT_CHANNEL must be true or false, such as RCPT_CHANNEL=true/],
    [['http', '--rate-limit', '5'], {}, /--rate-limit \(RCPT_RATE_LIMIT\) must be N\/second, N\/minute or N\/hour/],
    [['http', '--max-concurrent', '0'], {}, /--max-concurrent must be a whole number from 1/],
    [['http', '--sessions', 'many'], {}, /--sessions must be a whole number from 0/],
    [['http'], { RCPT_TRUSTED_PROXIES: '10.0.0.0/33' }, /RCPT_TRUSTED_PROXIES\) must be a comma list of addresses/],
    [['http', '--allowed-hosts', 'a:1'], {}, /--allowed-hosts .* must be a comma list of names without port/],
    [['http', '--allowed-origins', 'a.example'], {}, /--allowed-origins .* must be a comma list of origins/],
    [[], { RCPT_SESSION_COOKIE: 'canary' }, /RCPT_SESSION_COOKIE must be one cookie as the browser sends it/],
    [
      ['http', '--public-url', 'https://mcp.example.com/mcp/'],
      {},
      /--public-url \(RCPT_PUBLIC_URL\) must not end in \/mcp: write https:\/\/mcp\.example\.com\.$/,
    ],
    [
      ['calls', 'sources', 'add', 'vapi', '--name', 'line'],
      { RCPT_PUBLIC_URL: 'https://example.com/desk/mcp' },
      /write https:\/\/example\.com\/desk\.$/,
    ],
    [['http', '--oauth-issuer', 'login'], {}, /--oauth-issuer \(RCPT_OAUTH_ISSUER\) is not an http\(s\) address/],
    [
      ['http', '--tokens', './t.jsonl'],
      {},
      /Without --auth .* no caller is authenticated: add --auth token, or remove/,
    ],
    [
      ['http'],
      { RCPT_TOKENS: './t.jsonl', RCPT_AUTH: '' },
      /^rcpt-mcp: --tokens \(RCPT_TOKENS\) is for --auth token\. /,
    ],
    [['http', '--principals', './p.json'], {}, /--principals \(RCPT_PRINCIPALS\) is for --auth oauth\. Without --auth/],
    [['http', '--auth', 'token', '--tokens', './t', '--oauth-issuer', 'https://l.example'], {}, /not for --auth token/],
    [['http', '--auth', 'none', '--tokens', './t.jsonl'], {}, /not for --auth none: remove one of them/],
    [['http', '--host', 'a b'], {}, /--host \(RCPT_HOST\) must be an address to listen on, such as 127\.0\.0\.1/],
    [['keys'], {}, /keys needs one of create, list, revoke/],
    [['keys', 'create'], {}, /needs a label/],
    [['keys', 'create', '--name', '--json'], {}, /--name needs a value, such as --name /],
    [['users', 'list', '--database', '--log-level=debug'], {}, /--database needs a value, such as --database /],
    [
      ['contacts', 'import', 'c.csv', '--map', 'name=Kunde', '--map', 'phone=Nummer'],
      {},
      /--map is set twice, with different values\. Write it once, such as --map name=Customer,phone="Phone 2"\.$/,
    ],
    [['http', '--port', '1', '--port=2'], {}, /--port is set twice, .* such as --port 8787\.$/],
    [['http', '--demo', '--demo=false'], {}, /--demo is set twice/],
    [['keys', 'create', '--name', 'x', '--scopes', 'read:all'], {}, /must be a comma list of read:bookings/],
    [
      ['keys', 'revoke'],
      {},
      /keys revoke needs ID\. Usage: rcpt-mcp keys revoke ID\. See rcpt-mcp keys revoke --help\./,
    ],
    [[], { RCPT_DEMO: 'maybe' }, /RCPT_DEMO must be true or false, such as RCPT_DEMO=false/],
    [['business', 'apply', 'b.yaml', '--revision', '-1'], {}, /--revision must be a whole number from 0/],
    [['business', 'plan'], {}, /business plan needs FILE\. Usage: rcpt-mcp business plan FILE\./],
  ] as [string[], Record<string, string>, RegExp][])(
    '%j with %j exits with 2 and one line that shows a valid value',
    async (args, env, expected) => {
      const { code, stdout, stderr } = await run(args, env);
      expect(stderr.trimEnd()).toMatch(expected);
      expect(code).toBe(2);
      expect(stdout).toBe('');
      expect(stderr.trim().split('\n')).toHaveLength(1);
      expect(stderr).not.toContain('canary');
    },
  );
});

it('a flag takes precedence over an environment variable, even over an invalid one', async () => {
  const bad = { RCPT_TIME_ZONE: 'Mars/Phobos' };
  expect((await run(['--time-zone', 'Europe/Paris'], bad)).code).toBe(0);
  expect((await run([], bad)).code).toBe(2);
});

it('a flag can be repeated with the same value, as by a wrapper of the program', async () => {
  expect((await run(['--time-zone', 'Europe/Paris', '--time-zone=Europe/Paris'])).code).toBe(0);
});

it('an empty environment variable counts as unset', async () => {
  const bad = { RCPT_LOG_LEVEL: 'loud' };
  expect((await run([], { RCPT_LOG_LEVEL: '' })).code).toBe(0);
  expect((await run(['--log-level', 'info'], { RCPT_LOG_LEVEL: 'silent' })).code).toBe(0);
  expect((await run([], bad)).code).toBe(2);
});

it('RCPT_API_KEY_FILE provides the key, which is validated', async () => {
  const file = join(home, 'key');
  writeFileSync(file, 'sk_live_fromfile\n');
  chmodSync(file, 0o600);
  expect((await run([], { ...address, RCPT_API_KEY_FILE: file })).code).toBe(0);
  writeFileSync(file, 'nonsense');
  expect((await run([], { ...address, RCPT_API_KEY_FILE: file })).stderr).toMatch(/begins with sk_live_/);
});

it('a server command exits with 1 and one sentence if the port is in use', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  for (const command of ['http', 'platform']) {
    const { code, stderr } = await run([command, '--port', String(port), '--database', ':memory:']);
    expect(stderr).toBe(`rcpt-mcp: Port ${port} is in use. Choose another: --port 0 takes a free one.\n`);
    expect(code).toBe(1);
  }
  other.close();
});

it('a server command whose port is in use creates no database', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  for (const command of ['http', 'platform']) {
    const folder = join(home, `unused-${command}`);
    mkdirSync(folder);
    const args = [command, '--port', String(port), '--database', join(folder, 'new.db')];
    expect((await run(args)).stderr).toMatch(/^rcpt-mcp: Port \d+ is in use\./);
    expect(readdirSync(folder)).toEqual([]);
  }
  other.close();
});
