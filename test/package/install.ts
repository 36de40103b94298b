import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The package as it would be published, installed into an empty folder. */
export interface Installed {
  /** The folder in which `npx rcpt-mcp` finds it. The path has spaces and non-ASCII letters. */
  folder: string;
  /** The folder of the package. */
  packageFolder: string;
  /** The path of the packed package. */
  tarball: string;
  /** The path of `dist/cli.js` in the package. */
  program: string;
  /** Creates an empty home folder and returns its path. */
  newHome(): string;
  remove(): void;
}

/** A Node that runs the package. */
export interface NodeUnderTest {
  path: string;
  /** Such as `20.20.2`. */
  version: string;
  /** The version of its SQLite, if it has one. */
  sqlite: string | undefined;
}

const root = fileURLToPath(new URL('../..', import.meta.url));
/** On Windows, npm is a script, which only a shell can run. */
export const shell = process.platform === 'win32';

/** Returns this process's environment without variables that npm, the program or a test runner would read. */
function cleanVariables(): Record<string, string> {
  const variables = Object.entries(process.env).filter(
    ([name]) =>
      !/^(RCPT_|XDG_|npm_|NODE_(?!EXTRA_CA_CERTS)|VITEST|HOME$|USERPROFILE$|LOCALAPPDATA$|INIT_CWD$)/i.test(name),
  );
  return Object.fromEntries(variables) as Record<string, string>;
}

/** Returns the environment of a user with this home, and with this Node first in PATH. */
export function environment(home: string, node: NodeUnderTest, extra: Record<string, string> = {}) {
  const { PATH, Path, ...rest } = cleanVariables();
  const path = [dirname(node.path), PATH ?? Path ?? ''].join(delimiter);
  return { ...rest, PATH: path, HOME: home, USERPROFILE: home, LOCALAPPDATA: home, ...extra };
}

const quoted = (path: string) => (shell ? `"${path}"` : path);

/** Packs a package into a folder, and returns the path of the file. Default: that of this repository, which must be built. */
export function pack(destination: string, source = root): string {
  const env = {
    ...cleanVariables(),
    HOME: destination,
    USERPROFILE: destination,
    npm_config_cache: join(destination, '.npm'),
  };
  const args = ['pack', '--ignore-scripts', '--silent', '--pack-destination', quoted(destination)];
  const name = execFileSync('npm', args, { cwd: source, env, shell, encoding: 'utf8' }).trim();
  return join(destination, name);
}

/** Packs and installs the package. Needs no registry, because the package has no dependencies. */
export function install(): Installed {
  const top = mkdtempSync(join(tmpdir(), 'rcpt-mcp-'));
  const folder = join(top, 'Бюро é 預約 of my mother');
  const homes = join(top, 'homes');
  for (const path of [folder, homes, join(top, 'packed')]) mkdirSync(path);
  const env = { ...cleanVariables(), HOME: homes, USERPROFILE: homes, npm_config_cache: join(top, 'cache') };
  const npm = (cwd: string, ...args: string[]) => execFileSync('npm', args, { cwd, env, shell, stdio: 'pipe' });
  const tarball = pack(join(top, 'packed'));
  const settings = ['--ignore-scripts', '--offline', '--no-audit', '--no-fund', '--no-save'];
  npm(folder, 'install', ...settings, quoted(tarball));
  const packageFolder = join(folder, 'node_modules', 'rcpt-mcp');
  return {
    folder,
    packageFolder,
    tarball,
    program: join(packageFolder, 'dist', 'cli.js'),
    newHome: () => mkdtempSync(join(homes, 'home ')),
    remove: () => rmSync(top, { recursive: true, force: true, maxRetries: 3 }),
  };
}

/** Returns the versions of Node at this path, and of its SQLite. */
export function describeNode(path: string): NodeUnderTest {
  const expression = 'JSON.stringify({ version: process.versions.node, sqlite: process.versions.sqlite })';
  return { path, ...JSON.parse(execFileSync(path, ['-p', expression], { encoding: 'utf8' })) };
}
