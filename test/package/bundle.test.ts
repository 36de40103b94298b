import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getMcpConfigForManifest, type McpbManifestAny, unpackExtension, validateManifest } from '@anthropic-ai/mcpb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packBundle } from '../../scripts/bundle.ts';
import { bundleManifest } from '../../scripts/bundle-manifest.ts';
import { readPackage, withRepository } from '../../scripts/identity.ts';
import { connect, field, type Program, type TestClient } from '../support/clients.ts';
import { type StartedPlatform, startPlatform } from '../support/platform.ts';
import { describeNode, environment } from './install.ts';

/** The MCPB bundle as a host uses it: unpacked, configured by the code of the format's maker, and started. */
const root = fileURLToPath(new URL('../..', import.meta.url));
const top = mkdtempSync(join(tmpdir(), 'rcpt-mcp bundle é '));
const folder = join(top, 'unpacked');
const packed = join(top, 'rcpt-mcp.mcpb');
const about = readPackage(join(root, 'package.json'));
let platform: StartedPlatform;
let manifest: ReturnType<typeof bundleManifest>;

beforeAll(async () => {
  await packBundle(packed, root);
  expect(await unpackExtension({ mcpbPath: packed, outputDir: folder, silent: true })).toBe(true);
  manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
  platform = await startPlatform({ demo: true });
}, 60_000);
afterAll(async () => {
  await platform?.close();
  rmSync(top, { recursive: true, force: true, maxRetries: 3 });
});

type UserConfig = Record<string, string | boolean>;

/** Returns the command with which a host starts the bundle under this user configuration. */
async function hostCommand(userConfig: UserConfig, home = mkdtempSync(join(top, 'home '))): Promise<Program> {
  const config = await getMcpConfigForManifest({
    manifest: manifest as unknown as McpbManifestAny,
    extensionPath: folder,
    systemDirs: {},
    userConfig,
    pathSeparator: sep,
  });
  if (!config) throw new Error('the host would not start the bundle');
  expect(config.command).toBe('node');
  const env = environment(home, describeNode(process.execPath), config.env);
  return { command: [process.execPath], args: config.args ?? [], env };
}

async function using<T>(userConfig: UserConfig, work: (client: TestClient) => Promise<T>): Promise<T> {
  const client = await connect('v2 2025-11-25', await hostCommand(userConfig));
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

const EMPTY: UserConfig = {
  base_url: '',
  api_key: '',
  time_zone: '',
  default_country: '',
  opening_hours: '',
  read_only: false,
  redact: 'off',
};

describe('manifest.json', () => {
  const NAME = /^[A-Za-z0-9_-]{1,64}$/;

  it('passes the validation of the format and further rules', () => {
    expect(validateManifest(join(folder, 'manifest.json'))).toBe(true);
    expect(manifest.manifest_version).toBe('0.4');
    expect(manifest.version).toBe(about.version);
    expect(manifest.version).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
    expect([manifest.name, ...manifest.tools.map(({ name }) => name)].filter((name) => !NAME.test(name))).toEqual([]);
    expect(statSync(join(folder, manifest.server.entry_point)).isFile()).toBe(true);
  });

  it('requires no setting, declares the key sensitive, and passes all settings to the server', () => {
    const settings = manifest.user_config as Record<string, { required: boolean; sensitive?: boolean; title: string }>;
    expect(Object.keys(settings)).toEqual(Object.keys(EMPTY));
    expect(Object.values(settings).filter(({ required }) => required)).toEqual([]);
    expect(settings.api_key?.sensitive).toBe(true);
    expect(Object.values(manifest.server.mcp_config.env)).toEqual(
      Object.keys(settings).map((key) => `\${user_config.${key}}`),
    );
    expect(manifest.server.mcp_config.args.join(' ')).not.toContain('user_config');
  });

  it('lists the tools and prompts of the server with their descriptions', async () => {
    await using(EMPTY, async (client) => {
      const served = (await client.tools()).map(({ name, description }) => ({ name, description }));
      expect(manifest.tools).toEqual(served);
      const prompts = (await client.prompts()).map(({ name, description }) => ({ name, description }));
      expect(manifest.prompts.map(({ name, description }) => ({ name, description }))).toEqual(prompts);
    });
    for (const { arguments: names, text } of manifest.prompts) {
      for (const name of names) expect(text).toContain(`\${arguments.${name}}`);
    }
  });

  it('links a privacy policy if package.json names a repository', () => {
    const released = bundleManifest(withRepository(about, 'some-one/rcpt-mcp'));
    const page = `https://github.com/some-one/rcpt-mcp/blob/v${about.version}/docs/privacy.md`;
    expect(released.privacy_policies).toEqual([page]);
    expect(manifest.repository).toBeUndefined();
  });
});

describe('the checkout of the repository', () => {
  it('passes mcpb validate, icon included', () => {
    const tool = join(root, 'node_modules/@anthropic-ai/mcpb/dist/cli/cli.js');
    const run = spawnSync(process.execPath, [tool, 'validate', 'manifest.json'], { cwd: root, encoding: 'utf8' });
    expect(run.stdout + run.stderr).not.toMatch(/error/i);
    expect(run.status).toBe(0);
  });
});

describe('the MCPB bundle', () => {
  const files = () =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => statSync(join(folder, path)).isFile());

  it('contains no native code and no development files', () => {
    const magic = /^(\x7fELF|MZ|\xcf\xfa\xed\xfe|\xca\xfe\xba\xbe|\0asm)/;
    const start = (path: string) => readFileSync(join(folder, path)).subarray(0, 4).toString('latin1');
    expect(files().filter((path) => magic.test(start(path)))).toEqual([]);
    const known =
      /^(dist[/\\][\w.-]+\.(js|json|txt)|dist[/\\]web[/\\]views[/\\][\w-]+\.html|manifest\.json|assets[/\\]icon\.png|(README|CHANGELOG)\.md|docs[/\\]privacy\.md|LICENSE)$/;
    expect(files().filter((path) => !known.test(path))).toEqual([]);
    expect(statSync(packed).size).toBeLessThan(2 * 1024 * 1024);
  });

  it('has an icon of 512 by 512', () => {
    const png = readFileSync(join(folder, manifest.icon));
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([512, 512]);
  });

  // A host leaves its placeholder for a setting that was never set, and an empty text for one that was cleared.
  it.each([
    ['no settings', {}],
    ['cleared settings', EMPTY],
  ])('serves the demo business with %s, or names the required Node version', async (_what, config) => {
    // The key has no default, so the host leaves its placeholder.
    const placeholder = (await hostCommand({})).env.RCPT_API_KEY;
    expect(placeholder).toBe('$' + '{user_config.api_key}');
    const { isError, text } = await using(config, (client) => client.call('list_services'));
    if (process.versions.sqlite !== undefined) expect(isError, text).toBe(false);
    else expect(text).toMatch(/Use Node 22\.5 or newer.*With a real platform, configured by its address and API key/);
  });

  it('serves a remote platform with the configured time zone, and is read-only if configured', async () => {
    const remote = { ...EMPTY, base_url: platform.url, api_key: await platform.key(), time_zone: 'Europe/Vienna' };
    await using(remote, async (client) => {
      expect((await client.call('list_services')).isError).toBe(false);
      const { data } = await client.call('get_account_context');
      expect(field(data, 'time_zone')).toBe('Europe/Vienna');
    });
    const names = await using({ ...remote, read_only: true }, async (client) =>
      (await client.tools()).map((t) => t.name),
    );
    expect(names).toContain('list_bookings');
    expect(names).not.toContain('create_booking');
  });

  it('exits with 2 and names the missing setting if only the address is set', async () => {
    const { command = [''], args, env } = await hostCommand({ ...EMPTY, base_url: 'https://receptionist.example.com' });
    const { status, stderr } = spawnSync(command[0], args, { env, encoding: 'utf8' });
    expect(status).toBe(2);
    expect(stderr).toMatch(/an address but no API key: set RCPT_API_KEY/);
  });
});
