import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { isWalSafe } from '../../src/platform/store/sqlite/driver.ts';
import { connect, field, type Program, type TestClient } from '../support/clients.ts';
import { underModes } from '../support/confined.ts';
import { PROGRAM } from '../support/program.ts';
import { environment, type Installed, type NodeUnderTest, shell } from './install.ts';

/** A check of the installed package. */
export interface Check {
  name: string;
  /** False if this machine cannot run the check. */
  only?: boolean;
  /** True if the check downloads packages from a registry, which tests do not. */
  downloads?: boolean;
  run(installed: Installed, node: NodeUnderTest, remote: RemoteEnvironment): Promise<void>;
}

/** The environment for a remote platform. */
export interface RemoteEnvironment {
  RCPT_BASE_URL: string;
  RCPT_API_KEY: string;
}

const run = promisify(execFile);
const SQLITE = '@photostructure/sqlite';
const library = fileURLToPath(new URL(`../../node_modules/${SQLITE}`, import.meta.url));
const modes = process.platform !== 'win32';

/** Runs a command under a user id without an account and a home folder, as in containers. */
const withoutAccount = ['unshare', '-U', '--map-user=54321', '--map-group=54321'];
const canRunWithoutAccount =
  spawnSync(withoutAccount[0] as string, [...withoutAccount.slice(1), 'true'], { stdio: 'ignore' }).status === 0;

/** Timeout of a download from the registry. */
const DOWNLOAD_TIMEOUT_MS = 120_000;
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

/** Creates a contact in one process and reads it in the next one. */
async function assertPersistence(program: Program): Promise<void> {
  const name = 'Ana Förster';
  const made = await withClient(program, (client) =>
    client.call('create_contact', { name, email: 'ana.foerster@example.com' }),
  );
  assert.equal(made.isError, false, made.text);
  const contact_id = field(made.data, 'contact', 'id');
  const read = await withClient(program, (client) => client.call('get_contact', { contact_id }));
  assert.equal(field(read.data, 'contact', 'name'), name);
}

const allPaths = (folder: string): string[] => readdirSync(folder, { recursive: true, encoding: 'utf8' });

/** Asserts that only their owner can open the files of this program in a folder, at any depth. */
function assertPrivate(home: string): void {
  const isPrivate = (path: string) => (statSync(join(home, path)).mode & 0o077) === 0;
  // A file in a private folder is private: Node creates the folders of its compile cache with the mode of the umask.
  const isReachable = (path: string): boolean => path === '.' || (!isPrivate(path) && isReachable(dirname(path)));
  assert.deepEqual(
    allPaths(home).filter((path) => path.includes('rcpt-mcp') && isReachable(path)),
    [],
  );
}

/** Runs `work` while the optional SQLite package is installed next to this one. */
async function withLibrary(installed: Installed, work: () => Promise<void>): Promise<void> {
  const place = join(installed.folder, 'node_modules', '@photostructure');
  mkdirSync(place);
  try {
    symlinkSync(library, join(place, 'sqlite'), 'junction');
    await work();
  } finally {
    rmSync(place, { recursive: true });
  }
}

/**
 * Starts processes of the Node under test and of the one that runs this, whose SQLite is safe in WAL mode, on one database:
 * first the one, then the other as the first.
 */
async function assertSharing(installed: Installed, node: NodeUnderTest): Promise<void> {
  const env = environment(installed.newHome(), node);
  const tested = stdio(installed, node, env);
  const newer = { args: [], env, command: [process.execPath, PROGRAM] } as const;
  let count = 0;
  const create = (client: TestClient) =>
    client.call('create_contact', { name: 'Ana Sharing', email: `ana.${++count}@example.com` });
  await withClient(tested, (first) =>
    withClient(newer, async (second) => {
      await create(first);
      const writes = Array.from({ length: 10 }, () => [create(first), create(second)]).flat();
      for (const { isError, text } of await Promise.all(writes)) assert.equal(isError, false, text);
      for (const client of [first, second]) {
        const { data } = await client.call('list_contacts', { query: 'Sharing', per_page: 50 });
        assert.equal((field(data, 'items') as unknown[]).length, count);
      }
    }),
  );
  await withClient(newer, async (first) => {
    await create(first);
    const { isError, text } = await withClient(tested, create);
    const isSafe = node.sqlite === undefined || isWalSafe(node.sqlite);
    assert.equal(isError, !isSafe, text);
    if (!isSafe) assert.match(text, /is used in WAL mode by another process.*Node 22\.22\.3/);
    assert.equal((await create(first)).isError, false);
  });
}

export const CHECKS: readonly Check[] = [
  {
    name: 'npx rcpt-mcp --version prints the version',
    async run({ folder, packageFolder, newHome }, node) {
      const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'));
      const env = environment(newHome(), node);
      const { stdout } = await run('npx', ['--no', '--', 'rcpt-mcp', '--version'], { cwd: folder, env, shell });
      assert.equal(stdout, `${version}\n`);
    },
  },
  {
    name: 'npx rcpt-mcp serves a client its tools',
    async run({ folder, newHome }, node) {
      const env = environment(newHome(), node);
      const program = { command: NPX, args: ['--no', '--', 'rcpt-mcp'], env, cwd: folder };
      assert.ok((await withClient(program, (client) => client.tools())).length > 20);
    },
  },
  {
    name: 'the embedded platform stores its data, or explains how to get SQLite if Node has none',
    async run(installed, node) {
      const home = installed.newHome();
      const program = stdio(
        installed,
        node,
        environment(home, node),
        modes ? ['sh', '-c', 'umask 0; exec "$@"', '-'] : [],
      );
      if (node.sqlite !== undefined) {
        await assertPersistence(program);
      } else {
        const { isError, text } = await withClient(program, (client) => client.call('list_services'));
        assert.ok(isError);
        assert.match(text, new RegExp(`which Node v${node.version} does not include\\. Use Node 22\\.5 or newer`));
        assert.ok(text.includes(`npx -y -p rcpt-mcp -p ${SQLITE} rcpt-mcp`), text);
      }
      if (modes) assertPrivate(home);
    },
  },
  {
    name: 'the embedded platform stores its data with the optional SQLite package',
    run: (installed, node) =>
      withLibrary(installed, () => assertPersistence(stdio(installed, node, environment(installed.newHome(), node)))),
  },
  {
    name: 'a process of this Node and one with a newer SQLite share a database, or the second one explains why not',
    async run(installed, node) {
      const share = () => assertSharing(installed, node);
      await (node.sqlite === undefined ? withLibrary(installed, share) : share());
    },
  },
  {
    name: `the embedded platform stores its data under npx -p rcpt-mcp -p ${SQLITE}`,
    downloads: true,
    async run({ tarball, newHome }, node) {
      const home = newHome();
      const args = ['-y', '-p', tarball, '-p', SQLITE, 'rcpt-mcp'];
      // The registry and its configuration are those of the user of this machine.
      const npm_config_userconfig = process.env.npm_config_userconfig ?? join(homedir(), '.npmrc');
      const env = environment(home, node, { npm_config_userconfig });
      await run('npx', [...args, '--version'], { cwd: home, env, shell, timeout: DOWNLOAD_TIMEOUT_MS });
      await assertPersistence({ command: NPX, args, env, cwd: home });
    },
  },
  {
    name: 'a remote platform works with a read-only home, and no file is written there',
    only: underModes !== undefined && modes,
    async run(installed, node, remote) {
      const home = installed.newHome();
      chmodSync(home, 0o555);
      await assertPersistence(stdio(installed, node, environment(home, node, { ...remote }), underModes));
      assert.deepEqual(allPaths(home), []);
    },
  },
  {
    name: 'the embedded platform explains that it cannot store its data in a read-only home',
    only: underModes !== undefined && modes,
    async run(installed, node) {
      const home = installed.newHome();
      chmodSync(home, 0o555);
      const env = environment(home, node);
      const ask = async (extra: Record<string, string>) =>
        withClient(stdio(installed, node, { ...env, ...extra }, underModes), (client) => client.call('list_services'));
      const { isError, text } = await ask({});
      assert.ok(isError);
      assert.match(text, node.sqlite ? /you may not write to it or to its folder/ : /needs SQLite/);
      if (node.sqlite) assert.equal((await ask({ RCPT_DATABASE: ':memory:' })).isError, false);
    },
  },
  {
    name: 'a remote platform works without a home and an account, and the embedded one names the setting',
    only: canRunWithoutAccount,
    async run(installed, node, remote) {
      const { HOME, ...env } = environment('', node);
      await assertPersistence(stdio(installed, node, { ...env, ...remote }, withoutAccount));
      const [command = '', ...args] = [...withoutAccount, node.path, installed.program];
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
        assert.match(stdout, node.sqlite ? /^200\n$/ : /^The embedded platform needs SQLite/);
      }
    },
  },
];

/** Asserts that the program under an unsupported Node prints one line, which the client's log shows. */
export async function assertUnsupportedNode({ program, newHome }: Installed, node: NodeUnderTest): Promise<void> {
  const failed = await run(node.path, [program], { env: environment(newHome(), node) }).catch((error) => error);
  assert.equal(failed.code, 1);
  assert.match(failed.stderr, new RegExp(`^rcpt-mcp needs Node\\.js 20\\.19 or newer; this is v${node.version}.*\n$`));
}
