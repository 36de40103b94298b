import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { isNewEnough } from '../../src/platform/store/sqlite/driver.ts';
import { connect, field, type Program, type TestClient } from '../support/clients.ts';
import { underModes } from '../support/confined.ts';
import { environment, type Installed, type NodeUnderTest, shell } from './install.ts';

/** What must work of the installed package. `only` says where it can be tried. */
export interface Check {
  name: string;
  only?: boolean;
  /** Whether it asks a registry for other packages, which tests do not. */
  downloads?: boolean;
  run(installed: Installed, node: NodeUnderTest, live: Live): Promise<void>;
}

/** A platform elsewhere, as its environment names. */
export interface Live {
  RCPT_BASE_URL: string;
  RCPT_API_KEY: string;
}

const run = promisify(execFile);
const SQLITE = '@photostructure/sqlite';
const library = fileURLToPath(new URL(`../../node_modules/${SQLITE}`, import.meta.url));
const modes = process.platform !== 'win32';

/** As a user with a number but without an account or a home, which containers have. */
const nobody = ['unshare', '-U', '--map-user=54321', '--map-group=54321'];
const canBeNobody = spawnSync(nobody[0] as string, [...nobody.slice(1), 'true'], { stdio: 'ignore' }).status === 0;

/** For the registry's answer. */
const DOWNLOAD_MS = 120_000;
const NPX: Program['command'] = shell ? ['cmd', '/c', 'npx'] : ['npx'];

async function withClient<T>(program: Program, use: (client: TestClient) => Promise<T>): Promise<T> {
  const client = await connect('v2 2025-11-25', program);
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

function stdio(
  { program }: Installed,
  node: NodeUnderTest,
  env: Record<string, string>,
  through: readonly string[] = [],
): Program {
  const [first = '', ...words] = [...through, node.path, program];
  return { command: [first, ...words], args: [], env };
}

/** A contact is made by one process and found by the next one. */
async function keepsContact(program: Program): Promise<void> {
  const name = 'Ana Förster';
  const made = await withClient(program, (client) =>
    client.call('create_contact', { name, email: 'ana.foerster@example.com' }),
  );
  assert.equal(made.isError, false, made.text);
  const contact_id = field(made.data, 'contact', 'id');
  const read = await withClient(program, (client) => client.call('get_contact', { contact_id }));
  assert.equal(field(read.data, 'contact', 'name'), name);
}

const everything = (folder: string): string[] => readdirSync(folder, { recursive: true, encoding: 'utf8' });

/** Whether the files of a folder, at any depth, are closed to everybody but their owner. */
function assertPrivate(home: string): void {
  const open = everything(home).filter((path) => /rcpt-mcp./.test(path) && statSync(join(home, path)).mode & 0o077);
  assert.deepEqual(open, []);
}

export const CHECKS: readonly Check[] = [
  {
    name: 'npx rcpt-mcp says its version',
    async run({ folder, place, newHome }, node) {
      const { version } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'));
      const env = environment(newHome(), node);
      const { stdout } = await run('npx', ['--no', '--', 'rcpt-mcp', '--version'], { cwd: folder, env, shell });
      assert.equal(stdout, `${version}\n`);
    },
  },
  {
    name: 'npx rcpt-mcp gives a client its tools',
    async run({ folder, newHome }, node) {
      const env = environment(newHome(), node);
      const program = { command: NPX, args: ['--no', '--', 'rcpt-mcp'], env, cwd: folder };
      assert.ok((await withClient(program, (client) => client.tools())).length > 20);
    },
  },
  {
    name: 'embedded: keeps its data, or says how to get on where Node brings no fit SQLite',
    async run(installed, node) {
      const home = installed.newHome();
      const program = stdio(
        installed,
        node,
        environment(home, node),
        modes ? ['sh', '-c', 'umask 0; exec "$@"', '-'] : [],
      );
      if (isNewEnough(node.sqlite)) {
        await keepsContact(program);
      } else {
        const { isError, text } = await withClient(program, (client) => client.call('list_services'));
        assert.ok(isError);
        assert.match(text, new RegExp(`which Node v${node.version} does not include\\. Use Node 22\\.22\\.3, 24\\.15`));
        assert.ok(text.includes(`npx -y -p rcpt-mcp -p ${SQLITE} rcpt-mcp`), text);
      }
      if (modes) assertPrivate(home);
    },
  },
  {
    name: 'embedded: keeps its data with the package that brings a SQLite',
    async run(installed, node) {
      const place = join(installed.folder, 'node_modules', '@photostructure');
      mkdirSync(place);
      try {
        symlinkSync(library, join(place, 'sqlite'), 'junction');
        await keepsContact(stdio(installed, node, environment(installed.newHome(), node)));
      } finally {
        rmSync(place, { recursive: true });
      }
    },
  },
  {
    name: `embedded: keeps its data under npx -p rcpt-mcp -p ${SQLITE}`,
    downloads: true,
    async run({ tarball, newHome }, node) {
      const home = newHome();
      const args = ['-y', '-p', tarball, '-p', SQLITE, 'rcpt-mcp'];
      // The registry, and the way to it, are whatever this machine's user has set.
      const npm_config_userconfig = process.env.npm_config_userconfig ?? join(homedir(), '.npmrc');
      const env = environment(home, node, { npm_config_userconfig });
      await run('npx', [...args, '--version'], { cwd: home, env, shell, timeout: DOWNLOAD_MS });
      await keepsContact({ command: NPX, args, env, cwd: home });
    },
  },
  {
    name: 'read-only home: a real platform works, and nothing is left there',
    only: underModes !== undefined && modes,
    async run(installed, node, live) {
      const home = installed.newHome();
      chmodSync(home, 0o555);
      await keepsContact(stdio(installed, node, environment(home, node, { ...live }), underModes));
      assert.deepEqual(everything(home), []);
    },
  },
  {
    name: 'read-only home: the embedded platform says why it cannot keep its data',
    only: underModes !== undefined && modes,
    async run(installed, node) {
      const home = installed.newHome();
      chmodSync(home, 0o555);
      const env = environment(home, node);
      const ask = async (extra: Record<string, string>) =>
        withClient(stdio(installed, node, { ...env, ...extra }, underModes), (client) => client.call('list_services'));
      const { isError, text } = await ask({});
      assert.ok(isError);
      assert.match(text, isNewEnough(node.sqlite) ? /you may not write to it or to its folder/ : /needs SQLite/);
      if (isNewEnough(node.sqlite)) assert.equal((await ask({ RCPT_DATABASE: ':memory:' })).isError, false);
    },
  },
  {
    name: 'no home and no account: a real platform works, the embedded one says what to set',
    only: canBeNobody,
    async run(installed, node, live) {
      const { HOME, ...env } = environment('', node);
      await keepsContact(stdio(installed, node, { ...env, ...live }, nobody));
      const [command = '', ...args] = [...nobody, node.path, installed.program];
      const failed = await run(command, args, { env }).catch((error: { code: number; stderr: string }) => error);
      assert.ok('code' in failed && failed.code === 2);
      assert.match(failed.stderr, /^rcpt-mcp: This user has no home folder.*set HOME.*\n$/);
    },
  },
  {
    name: 'rcpt-mcp/platform can be imported and required',
    async run({ folder, newHome }, node) {
      const use = `openPlatform().then(async (platform) => {
        const headers = { authorization: 'Bearer ' + (await platform.createKey({ scopes: ['read:services'] })) };
        const answer = await platform.fetch(new Request('http://platform/api/v1/services', { headers }));
        console.log(answer.status);
        await platform.close();
      }, (error) => console.log(error.message));`;
      const imports = {
        module: "import { openPlatform } from 'rcpt-mcp/platform';",
        commonjs: "const { openPlatform } = require('rcpt-mcp/platform');",
      };
      for (const [type, line] of Object.entries(imports)) {
        const args = [`--input-type=${type}`, '-e', line + use];
        const { stdout } = await run(node.path, args, { cwd: folder, env: environment(newHome(), node) });
        assert.match(stdout, isNewEnough(node.sqlite) ? /^200\n$/ : /^The embedded platform needs SQLite/);
      }
    },
  },
];

/** What an old Node is told, which a client's log shows: one line. */
export async function tooOld({ program, newHome }: Installed, node: NodeUnderTest): Promise<void> {
  const failed = await run(node.path, [program], { env: environment(newHome(), node) }).catch((error) => error);
  assert.equal(failed.code, 1);
  assert.match(failed.stderr, new RegExp(`^rcpt-mcp needs Node\\.js 20\\.19 or newer; this is v${node.version}.*\n$`));
}
