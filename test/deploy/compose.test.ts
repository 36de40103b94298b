import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ROOT, read, readImage } from './dockerfile.ts';
import { expectKnownSettings } from './known.ts';

const image = readImage();

interface Service {
  image: string;
  environment?: Record<string, string>;
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  user?: string;
  working_dir?: string;
  ports?: string[];
  volumes?: string[];
  stop_grace_period?: string;
  networks?: string[];
  deploy?: { resources: { limits: Record<string, string> } };
}
const load = (file: string) => parse(read(`deploy/${file}`), { merge: true }) as { services: Record<string, Service> };
const { services } = load('compose.yaml');
const platform = load('compose.platform.yaml').services;
const NAMES = ['server-1', 'server-2', 'server-3'];
const { 'server-1': server, proxy, postgres } = services as Record<'server-1' | 'proxy' | 'postgres', Service>;

describe('deploy/compose.yaml', () => {
  it.each(Object.entries(services))('service %s has a read-only file system and no capabilities', (_name, service) => {
    expect(service.read_only).toBe(true);
    expect(service.cap_drop).toEqual(['ALL']);
    expect(service.security_opt).toEqual(['no-new-privileges:true']);
    if (service.deploy) expect(Object.keys(service.deploy.resources.limits)).toEqual(['cpus', 'memory']);
  });

  it('sets only options that the program knows, with the embedded and the remote platform', () => {
    expectKnownSettings('http', server.environment ?? {});
    expectKnownSettings('http', { ...server.environment, ...platform['server-1']?.environment });
    for (const { environment: { RCPT_STATE: state, RCPT_DATABASE: database } = {} } of [
      server,
      platform['server-1'] ?? server,
    ]) {
      expect(state ?? database).toMatch(/^postgres:/);
    }
    expectKnownSettings('tokens list', services.tokens?.environment ?? {});
  });

  it('starts a new database without the demo business, and has a command that describes the own one', () => {
    expect(server.environment?.RCPT_DEMO).toBe('false');
    const { business } = services as Record<'business', Service>;
    expectKnownSettings('business init', business.environment ?? {});
    for (const name of ['RCPT_DATABASE', 'PGPASSFILE'])
      expect(business.environment?.[name]).toBe(server.environment?.[name]);
    expect(business.networks).toEqual(postgres.networks);
    // The only writable folder is the one for the file.
    expect(business.volumes?.filter((volume) => !volume.endsWith(':ro'))).toEqual([
      `./business:${business.working_dir}`,
    ]);
    expectKnownSettings('users list', services.cli?.environment ?? {});
    expect(services.cli).toEqual({
      ...business,
      entrypoint: ['/usr/local/bin/node', '/app/dist/cli.js'],
      command: ['--help'],
    });
    expect(read('deploy/README.md')).toMatch(/^docker compose run --rm business init\ndocker compose up/m);
  });

  it('runs three equal servers with enough time to finish requests', () => {
    for (const name of NAMES) {
      expect(services[name]).toEqual(server);
      expect(platform[name]).toEqual(platform['server-1']);
    }
    expect(Number.parseInt(server.stop_grace_period ?? '', 10)).toBeGreaterThan(15);
    expect(server.environment?.RCPT_ALLOWED_HOSTS).toBe(NAMES.join(','));
  });

  it('publishes only the proxy, on the loopback address', () => {
    const open = Object.entries(services).flatMap(([name, { ports = [] }]) => ports.map((port) => [name, port]));
    expect(open).toEqual([['proxy', '127.0.0.1:8080:8080']]);
    expect(postgres.networks).toEqual(['data']);
    expect(proxy.networks).toEqual(['edge']);
  });

  it('mounts secrets read-only and sets none in the environment', () => {
    for (const service of [server, proxy, postgres]) {
      const files = (service.volumes ?? []).filter((volume) => volume.startsWith('.'));
      expect(files.length).toBeGreaterThan(0);
      for (const file of files) expect(file).toMatch(/:ro$/);
    }
    const secrets = Object.values({ ...server.environment, ...platform['server-1']?.environment }).join(' ');
    expect(secrets).not.toMatch(/sk_live_|password=|:\/\/[^/@]*:[^/@]*@/);
  });
});

describe('deploy/haproxy.cfg', () => {
  const config = read('deploy/haproxy.cfg');

  it('checks the readiness of each server at its port', () => {
    const servers = [...config.matchAll(/^ {2}server (\S+) (\S+)$/gm)].map(([, name, address]) => [name, address]);
    expect(servers).toEqual(NAMES.map((name) => [name, `${name}:${image.port}`]));
    expect(config).toMatch(/http-check send meth GET uri \/readyz ver HTTP\/1\.1 hdr Host localhost$/m);
  });

  it('has longer timeouts than AI clients and forwards only public paths', () => {
    for (const side of ['client', 'server']) {
      expect(Number(new RegExp(`timeout ${side} (\\d+)s`).exec(config)?.[1])).toBeGreaterThan(60);
    }
    expect(config).toMatch(/deny_status 404 unless served/);
    const served = [...config.matchAll(/^ {2}acl served path(?:_beg)? (.+)$/gm)].flatMap(([, paths]) =>
      paths?.split(' '),
    );
    // The paths of docs/operations.md, "Behind a proxy".
    for (const path of ['/mcp', '/webhooks', '/api/intake/', '/api/voice/vapi', '/api/calendars/'])
      expect(served).toContain(path);
    expect(served.filter((path) => path?.includes('dashboard'))).toEqual([]);
    expect(config).not.toMatch(/acl served .*(metrics|healthz|readyz)/);
  });
});

/** Docker and HAProxy are optional: without them, their tests are skipped. */
const works = (...words: string[]) => spawnSync(words[0] ?? '', words.slice(1), { stdio: 'ignore' }).status === 0;
const names = {
  ...process.env,
  PUBLIC_URL: 'https://mcp.example.com',
  PLATFORM_URL: 'https://receptionist.example.com',
};

describe.skipIf(!works('docker', 'compose', 'version'))('docker compose', () => {
  it.each([['compose.yaml'], ['compose.yaml', 'compose.platform.yaml']])('accepts %s', (...files) => {
    const args = [
      ...files.flatMap((file) => ['-f', `deploy/${file}`]),
      '--profile',
      'tools',
      'config',
      '--format',
      'json',
    ];
    const { status, stdout, stderr } = spawnSync('docker', ['compose', ...args], {
      cwd: ROOT,
      env: names,
      encoding: 'utf8',
    });
    expect(status, stderr).toBe(0);
    expect(JSON.parse(stdout).services['server-2'].environment.RCPT_PUBLIC_URL).toBe(names.PUBLIC_URL);
  });
});

describe.skipIf(!works('haproxy', '-v'))('haproxy', () => {
  it('accepts its configuration', () => {
    const { status, stderr } = spawnSync('haproxy', ['-c', '-f', `${ROOT}/deploy/haproxy.cfg`], { encoding: 'utf8' });
    expect(status, stderr).toBe(0);
    expect(stderr).not.toMatch(/WARNING|ALERT/);
  });
});
