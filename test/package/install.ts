import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The package as it would be published, installed into an empty folder as somebody would who has nothing else. */
export interface Installed {
  /** Where `npx rcpt-mcp` finds it. The path has spaces and letters beyond ASCII. */
  folder: string;
  /** The package itself. */
  place: string;
  /** What was packed. */
  tarball: string;
  /** `dist/cli.js` in there. */
  program: string;
  /** A new and empty home folder. */
  newHome(): string;
  remove(): void;
}

/** One Node to run it under. */
export interface NodeUnderTest {
  path: string;
  /** Such as `20.20.2`. */
  version: string;
  /** Of SQLite in it, if it has one. */
  sqlite: string | undefined;
}

const root = fileURLToPath(new URL('../..', import.meta.url));
/** npm is a script there, which only a shell runs. */
export const shell = process.platform === 'win32';

/** This process's environment without anything that npm, the program or a test runner would take from it. */
function bare(): Record<string, string> {
  const kept = Object.entries(process.env).filter(
    ([name]) =>
      !/^(RCPT_|XDG_|npm_|NODE_(?!EXTRA_CA_CERTS)|VITEST|HOME$|USERPROFILE$|LOCALAPPDATA$|INIT_CWD$)/i.test(name),
  );
  return Object.fromEntries(kept) as Record<string, string>;
}

/** The environment of somebody whose home is `home` and whose first Node is this one. */
export function environment(home: string, node: NodeUnderTest, extra: Record<string, string> = {}) {
  const { PATH, Path, ...rest } = bare();
  const places = [dirname(node.path), PATH ?? Path ?? ''].join(delimiter);
  return { ...rest, PATH: places, HOME: home, USERPROFILE: home, LOCALAPPDATA: home, ...extra };
}

const quoted = (path: string) => (shell ? `"${path}"` : path);

/** Packs and installs. No registry is asked, because the package depends on nothing. */
export function install(): Installed {
  const top = mkdtempSync(join(tmpdir(), 'rcpt-mcp-'));
  const folder = join(top, 'Бюро é 預約 of my mother');
  const homes = join(top, 'homes');
  for (const path of [folder, homes, join(top, 'packed')]) mkdirSync(path);
  const env = { ...bare(), HOME: homes, USERPROFILE: homes, npm_config_cache: join(top, 'cache') };
  const npm = (cwd: string, ...args: string[]) => execFileSync('npm', args, { cwd, env, shell, stdio: 'pipe' });
  npm(root, 'pack', '--ignore-scripts', '--pack-destination', quoted(join(top, 'packed')));
  const tarball = join(top, 'packed', readdirSync(join(top, 'packed'))[0] ?? '');
  const settings = ['--ignore-scripts', '--offline', '--no-audit', '--no-fund', '--no-save'];
  npm(folder, 'install', ...settings, quoted(tarball));
  const place = join(folder, 'node_modules', 'rcpt-mcp');
  return {
    folder,
    place,
    tarball,
    program: join(place, 'dist', 'cli.js'),
    newHome: () => mkdtempSync(join(homes, 'home ')),
    remove: () => rmSync(top, { recursive: true, force: true, maxRetries: 3 }),
  };
}

export function describeNode(path: string): NodeUnderTest {
  const asked = 'JSON.stringify({ version: process.versions.node, sqlite: process.versions.sqlite })';
  return { path, ...JSON.parse(execFileSync(path, ['-p', asked], { encoding: 'utf8' })) };
}
