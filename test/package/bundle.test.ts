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
import { isNewEnough } from '../../src/platform/store/sqlite/driver.ts';
import { connect, field, type Program, type TestClient } from '../support/clients.ts';
import { type StartedPlatform, startPlatform } from '../support/platform.ts';
import { describeNode, environment } from './install.ts';

/** The bundle as a host sees it: unpacked, its settings filled in by the format's own code, and started. */
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

/** How a host starts it when these settings were made. */
async function started(userConfig: UserConfig, home = mkdtempSync(join(top, 'home '))): Promise<Program> {
  const config = await getMcpConfigForManifest({
    manifest: manifest as unknown as McpbManifestAny,
    extensionPath: folder,
    systemDirs: {},
    userConfig,
    pathSeparator: sep,
  });
  if (!config) throw new Error('the host would not start it');
  expect(config.command).toBe('node');
  const env = environment(home, describeNode(process.execPath), config.env);
  return { command: [process.execPath], args: config.args ?? [], env };
}

async function using<T>(userConfig: UserConfig, work: (client: TestClient) => Promise<T>): Promise<T> {
  const client = await connect('v2 2025-11-25', await started(userConfig));
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

  it('is right by the tool of the format, and in what that tool does not look at', () => {
    expect(validateManifest(join(folder, 'manifest.json'))).toBe(true);
    expect(manifest.manifest_version).toBe('0.4');
    expect(manifest.version).toBe(about.version);
    expect(manifest.version).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
    expect([manifest.name, ...manifest.tools.map(({ name }) => name)].filter((name) => !NAME.test(name))).toEqual([]);
    expect(statSync(join(folder, manifest.server.entry_point)).isFile()).toBe(true);
  });

  it('asks for nothing that must be given, keeps the key secret, and passes on all it asks for', () => {
    const asked = manifest.user_config as Record<string, { required: boolean; sensitive?: boolean; title: string }>;
    expect(Object.keys(asked)).toEqual(Object.keys(EMPTY));
    expect(Object.values(asked).filter(({ required }) => required)).toEqual([]);
    expect(asked.api_key?.sensitive).toBe(true);
    expect(Object.values(manifest.server.mcp_config.env)).toEqual(
      Object.keys(asked).map((key) => `\${user_config.${key}}`),
    );
    expect(manifest.server.mcp_config.args.join(' ')).not.toContain('user_config');
  });

  it('names the tools and prompts that the server has, in its words', async () => {
    await using(EMPTY, async (client) => {
      const live = (await client.tools()).map(({ name, description }) => ({ name, description }));
      expect(manifest.tools).toEqual(live);
      const prompts = (await client.prompts()).map(({ name, description }) => ({ name, description }));
      expect(manifest.prompts.map(({ name, description }) => ({ name, description }))).toEqual(prompts);
    });
    for (const { arguments: names, text } of manifest.prompts) {
      for (const name of names) expect(text).toContain(`\${arguments.${name}}`);
    }
  });

  it('names a privacy policy, where it is known whose it is', () => {
    const released = bundleManifest(withRepository(about, 'some-one/rcpt-mcp'));
    const page = `https://github.com/some-one/rcpt-mcp/blob/v${about.version}/docs/privacy.md`;
    expect(released.privacy_policies).toEqual([page]);
    expect(manifest.repository).toBeUndefined();
  });
});

describe('the checkout', () => {
  it('passes mcpb validate, icon included', () => {
    const tool = join(root, 'node_modules/@anthropic-ai/mcpb/dist/cli/cli.js');
    const run = spawnSync(process.execPath, [tool, 'validate', 'manifest.json'], { cwd: root, encoding: 'utf8' });
    expect(run.stdout + run.stderr).not.toMatch(/error/i);
    expect(run.status).toBe(0);
  });
});

describe('the bundle', () => {
  const files = () =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => statSync(join(folder, path)).isFile());

  it('has no native code in it, and nothing of development', () => {
    const magic = /^(\x7fELF|MZ|\xcf\xfa\xed\xfe|\xca\xfe\xba\xbe|\0asm)/;
    const start = (path: string) => readFileSync(join(folder, path)).subarray(0, 4).toString('latin1');
    expect(files().filter((path) => magic.test(start(path)))).toEqual([]);
    const known =
      /^(dist[/\\][\w.-]+\.(js|json|txt)|manifest\.json|assets[/\\]icon\.png|(README|CHANGELOG)\.md|docs[/\\]privacy\.md|LICENSE)$/;
    expect(files().filter((path) => !known.test(path))).toEqual([]);
    expect(statSync(packed).size).toBeLessThan(2 * 1024 * 1024);
  });

  it('has an icon of 512 by 512', () => {
    const png = readFileSync(join(folder, manifest.icon));
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([512, 512]);
  });

  // A host leaves its own mark where nothing was ever typed, and an empty text where something was taken away.
  it.each([
    ['nothing was ever set', {}],
    ['everything was emptied', EMPTY],
  ])('started when %s: the demo business, or a sentence that says what it takes', async (_what, config) => {
    // The key has no default to fall back on, which shows what a host makes of that.
    const mark = (await started({})).env.RCPT_API_KEY;
    expect(mark).toBe('$' + '{user_config.api_key}');
    const { isError, text } = await using(config, (client) => client.call('list_services'));
    if (isNewEnough(process.versions.sqlite)) expect(isError, text).toBe(false);
    else
      expect(text).toMatch(/Use Node 22\.22\.3, 24\.15.*With a real platform, configured by its address and API key/);
  });

  it('started for a real platform: its data, its zone, and read only when that was ticked', async () => {
    const real = { ...EMPTY, base_url: platform.url, api_key: await platform.key(), time_zone: 'Europe/Vienna' };
    await using(real, async (client) => {
      expect((await client.call('list_services')).isError).toBe(false);
      const { data } = await client.call('get_account_context');
      expect(field(data, 'time_zone')).toBe('Europe/Vienna');
    });
    const names = await using({ ...real, read_only: true }, async (client) =>
      (await client.tools()).map((t) => t.name),
    );
    expect(names).toContain('list_bookings');
    expect(names).not.toContain('create_booking');
  });

  it('started with half of the settings: ends with a sentence that names the other half', async () => {
    const { command = [''], args, env } = await started({ ...EMPTY, base_url: 'https://receptionist.example.com' });
    const { status, stderr } = spawnSync(command[0], args, { env, encoding: 'utf8' });
    expect(status).toBe(2);
    expect(stderr).toMatch(/an address but no API key: set RCPT_API_KEY/);
  });
});
