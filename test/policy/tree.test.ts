import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/** Rules for every file of the repository. */
const root = fileURLToPath(new URL('../..', import.meta.url));
const tracked = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\0')
  .filter(Boolean);
const read = (file: string) => readFileSync(`${root}/${file}`, 'utf8');
const sources = tracked.filter((file) => /^src\/.*\.(ts|cjs)$/.test(file));
const lines = (file: string) => read(file).trimEnd().split('\n').length;

describe('source files', () => {
  it('have at most 400 lines, and a median below 100', () => {
    const sizes = sources.map(lines).sort((a, b) => a - b);
    expect(sizes[Math.floor(sizes.length / 2)]).toBeLessThan(100);
    const all = tracked.filter((file) => /^src\/.*\.(ts|tsx|cjs|css)$/.test(file));
    expect(all.filter((file) => lines(file) > 400)).toEqual([]);
  });

  it('contain no open tasks and no disabled rules', () => {
    const marks = new RegExp(
      [
        'TO' + 'DO',
        'FIX' + 'ME',
        'biome-' + 'ignore',
        '@ts-' + '(ignore|expect-error|nocheck)',
        '\\bas ' + 'any\\b',
      ].join('|'),
    );
    const code = tracked.filter(
      (file) => /^(src|test|scripts|bench)\/.*\.(ts|cjs|mjs)$/.test(file) && basename(file) !== 'tree.test.ts',
    );
    expect(code.filter((file) => marks.test(read(file)))).toEqual([]);
  });

  it('use stdout in three files only', () => {
    const ours = sources.filter((file) => !file.startsWith('src/web/'));
    const writing = ours.filter((file) => /process\.stdout|console\./.test(read(file)));
    expect(writing.sort()).toEqual(['src/cli/main.ts', 'src/cli/terminal/output.ts', 'src/transport/stdio/server.ts']);
  });

  it('import McpServer only in src/server', () => {
    const importing = sources.filter((file) => /\bnew McpServer\b/.test(read(file)));
    expect(importing).toEqual(['src/server/index.ts']);
  });
});

it('the start of rcpt-mcp imports neither SDK nor zod, tools, network, HTTP server, database, time zones or phone metadata', () => {
  // Static imports of a module are loaded with it.
  const eager = new Set<string>();
  const packages = new Set<string>();
  const visit = (file: string) => {
    if (eager.has(file) || !sources.includes(file)) return;
    eager.add(file);
    for (const [, path = ''] of read(file).matchAll(/^(?:import|export) (?!type )[^;]*?from '([^']+)'/gms)) {
      if (path.startsWith('.')) visit(new URL(path, `file:///${file}`).pathname.slice(1));
      else if (!path.startsWith('node:')) packages.add(path);
    }
  };
  visit('src/cli/main.ts');
  visit('src/cli/commands/stdio.ts');
  expect([...eager]).toContain('src/server/handshake/index.ts');
  expect([...packages]).toEqual([]);
  const light =
    /^src\/(cli\/|config\/|lib\/|server\/(handshake\/|cache|capabilities|icons|instructions|views\/extension)|tools\/(core\/(filter|settings|toolsets)|voice\/caller\/caller)|platform\/demo\/business|transport\/stdio\/(server|line-source|line-splitter)\.|api\/(key-header|sender|base-url)\.|contract\/limits)/;
  expect([...eager].filter((file) => !light.test(file))).toEqual([]);
  expect([...eager].filter((file) => /src\/lib\/(time\.|phone|serve|redact)/.test(file))).toEqual([]);
});

it('every test has a body', () => {
  const empty = /^\s*(?:it|test)(?:\.\w+)*\([^\n]*=> \{\s*\}\);$/m;
  expect(empty.test("it('finds nothing', async () => {});")).toBe(true);
  expect(tracked.filter((file) => /^test\/.*\.test\.tsx?$/.test(file) && empty.test(read(file)))).toEqual([]);
});

describe('package-lock.json', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { resolved?: string; optionalDependencies?: Record<string, string> }>;
  };

  it('contains the optional packages of every platform, which npm ci requires (npm run lock)', () => {
    const names = new Set(Object.keys(packages).map((path) => path.split('node_modules/').at(-1)));
    const wanted = Object.values(packages).flatMap((entry) => Object.keys(entry.optionalDependencies ?? {}));
    expect(wanted.filter((name) => !names.has(name))).toEqual([]);
  });

  it('names no registry, so that users install from their own', () => {
    expect(Object.values(packages).filter((entry) => entry.resolved)).toEqual([]);
  });
});
