import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { environment, type NodeUnderTest } from '../../test/package/install.ts';
import { freePort } from '../../test/support/free-port.ts';
import { type Packed, startRegistry } from './registry.ts';
import { openTerminal, type Terminal } from './terminal.ts';

/** A package that is installed next to rcpt-mcp where Node has no SQLite, as README.md says. */
const SQLITE = '@photostructure/sqlite';

/** The ports that pages name, and those at which the servers of this run listen. */
export type Ports = Readonly<Record<'8787' | '8788', number>>;

/** An empty home folder, and a terminal in it. */
export interface Home {
  home: string;
  env: Record<string, string>;
  terminal: Terminal;
}

/** A computer with Node and npm. */
export interface World {
  node: NodeUnderTest;
  /** Replaces parts of a command that are different in each reader's case: ports, and packages that this Node needs. */
  replace(command: string, ports: Ports): string;
  /** Opens a terminal in a new, empty home folder. `isInstalled`: after `npm install -g rcpt-mcp`. */
  newHome(options: { isInstalled: boolean }): Promise<Home>;
  newPorts(): Promise<Ports>;
  close(): Promise<void>;
}

/**
 * Prepares a computer with this Node.
 * @param packages those that npm gets as they are packed, rcpt-mcp among them
 * @param upstream the registry that has the others; undefined: there are none
 */
export async function createWorld(node: NodeUnderTest, packages: readonly Packed[], upstream?: string): Promise<World> {
  const registry = await startRegistry(packages, upstream);
  const top = mkdtempSync(join(tmpdir(), 'rcpt-guides-'));
  const prefix = join(top, 'global');
  const hasSqlite = node.sqlite !== undefined;
  const npmSettings = {
    npm_config_registry: registry.url,
    npm_config_cache: join(top, 'cache'),
    npm_config_update_notifier: 'false',
    npm_config_fund: 'false',
    npm_config_audit: 'false',
  };
  const variables = (home: string) => ({
    ...environment(home, node, npmSettings),
    TERM: 'xterm',
    LANG: 'C.UTF-8',
    NO_COLOR: '1',
  });
  let installation: Promise<unknown> | undefined;
  const install = () => {
    mkdirSync(prefix);
    const packages = ['rcpt-mcp', ...(hasSqlite ? [] : [SQLITE])];
    const env = { ...variables(prefix), npm_config_prefix: prefix };
    return promisify(execFile)('npm', ['install', '--global', ...packages], { env, cwd: prefix });
  };
  return {
    node,
    replace(command, ports) {
      let typed = command;
      for (const [named, port] of Object.entries(ports))
        typed = typed.replaceAll(`127.0.0.1:${named}`, `127.0.0.1:${port}`);
      typed = typed
        .replace(/\brcpt-mcp http\b/, `rcpt-mcp http --port ${ports['8787']}`)
        .replace(/\brcpt-mcp platform(?=\s*$|\s+[#-])/m, `rcpt-mcp platform --port ${ports['8788']}`);
      return hasSqlite ? typed : typed.replaceAll('npx -y rcpt-mcp', `npx -y -p rcpt-mcp -p ${SQLITE} rcpt-mcp`);
    },
    async newHome({ isInstalled }) {
      if (isInstalled) installation ??= install();
      await installation;
      const home = mkdtempSync(join(top, 'home-'));
      const { PATH = '', ...rest } = variables(home) as Record<string, string>;
      // PATH of a script of npm has the programs of the checkout.
      const outside = PATH.split(':').filter(
        (folder) => !folder.includes('node_modules') || folder === dirname(node.path),
      );
      const installed = isInstalled ? { npm_config_prefix: prefix } : {};
      const path = [...(isInstalled ? [join(prefix, 'bin')] : []), ...outside].join(':');
      const env = { ...rest, ...installed, PATH: path };
      return { home, env, terminal: openTerminal(home, env) };
    },
    async newPorts() {
      return { '8787': await freePort(), '8788': await freePort() };
    },
    async close() {
      await registry.close();
      rmSync(top, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
