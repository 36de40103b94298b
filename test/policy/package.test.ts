import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { licences } from '../../scripts/licences.ts';
import { temporaryFolder } from '../support/platform.ts';

/** What `npm i rcpt-mcp` puts on a disk: one package with everything in it, nothing native, and the licences of it all. */
const root = fileURLToPath(new URL('../..', import.meta.url));
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

it('what is published is one package of at most 5 MiB', () => {
  const shell = process.platform === 'win32';
  const printed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: root,
    encoding: 'utf8',
    shell,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [{ unpackedSize, files }] = JSON.parse(printed) as [{ unpackedSize: number; files: { path: string }[] }];
  const paths = files.map(({ path }) => path);
  expect(paths).toEqual(
    expect.arrayContaining(['dist/cli.js', 'dist/main.js', 'dist/THIRD-PARTY-LICENSES.txt', 'LICENSE']),
  );
  expect(unpackedSize).toBeLessThanOrEqual(5 * 1024 * 1024);
  expect(
    paths.filter(
      (path) =>
        !/^(dist\/[\w.-]+\.(js|json|txt)|dist\/platform\.d\.ts|(README|CHANGELOG)\.md|LICENSE|package\.json)$/.test(
          path,
        ),
    ),
  ).toEqual([]);
  expect(manifest.dependencies).toBeUndefined();
  const peers = Object.keys(manifest.peerDependencies);
  expect(peers.filter((name) => !manifest.peerDependenciesMeta[name]?.optional)).toEqual([]);
});

it('nothing in it is asked of a package that is not in it, nor of the loader of ES modules', () => {
  const files = execFileSync('git', ['ls-files', '-o', 'dist'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file.endsWith('.js'));
  const asked = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/\b(?:require|import)\(["'`]([\w@][^"'`]*)["'`]\)/g)].map(
      ([, name]) => name,
    ),
  );
  const builtin =
    /^(node:|(assert|async_hooks|buffer|child_process|cluster|console|crypto|diagnostics_channel|dns|events|fs|https?|http2|net|os|path|perf_hooks|process|querystring|readline|stream|string_decoder|timers|tls|url|util|v8|worker_threads|zlib)(\/|$))/;
  const others = new Set(asked.filter((name) => name !== undefined && !builtin.test(name)));
  expect([...others]).toEqual(['@photostructure/sqlite']);
});

it('its bill of materials has what its licences are of, in the versions that are installed', () => {
  const { components, metadata } = JSON.parse(readFileSync(join(root, 'dist/sbom.cdx.json'), 'utf8'));
  expect(metadata.component).toMatchObject({ name: manifest.name, version: manifest.version });
  const [, list = ''] =
    /contains code of these packages: (.*)\.$/m.exec(
      readFileSync(join(root, 'dist/THIRD-PARTY-LICENSES.txt'), 'utf8'),
    ) ?? [];
  expect(components.map(({ name }: { name: string }) => name)).toEqual(list.split(', '));
  for (const { name, version, purl } of components) {
    const installed = JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'));
    expect([version, purl]).toEqual([installed.version, `pkg:npm/${name.replace('@', '%40')}@${installed.version}`]);
  }
});

describe('licences', () => {
  const folder = temporaryFolder();
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** The licences of a bundle of one package. */
  const of = (about: object, files: Record<string, string>) => {
    const home = join(folder, 'node_modules', 'some');
    rmSync(home, { recursive: true, force: true });
    mkdirSync(home, { recursive: true });
    writeFileSync(join(folder, 'LICENSE'), readFileSync(join(root, 'LICENSE')));
    const all = {
      'index.js': '',
      'package.json': JSON.stringify({ name: 'some', version: '1.0.0', ...about }),
      ...files,
    };
    for (const [name, text] of Object.entries(all)) writeFileSync(join(home, name), text);
    return licences([join(home, 'index.js')], folder);
  };

  it('travel along', () => {
    expect(of({ license: 'ISC' }, { 'LICENSE.md': 'Text of it' })).toContain('some 1.0.0 (ISC)\n\nText of it');
    expect(of({ license: 'MIT', author: 'A. Person' }, {})).toMatch(/Copyright \(c\) A. Person\s+Permission is hereby/);
  });

  it('stop the build when one is missing or not allowed, also of what another package brings inside', () => {
    expect(() => of({ license: 'GPL-3.0' }, { LICENSE: 'Text' })).toThrow('GPL-3.0');
    expect(() => of({}, { LICENSE: 'Text' })).toThrow('none');
    expect(() => of({ license: 'ISC' }, {})).toThrow('no licence text');
    const inside = '//#region ../node_modules/.pnpm/@a+b@1/node_modules/@a/b/index.js\n';
    expect(() => of({ license: 'ISC' }, { LICENSE: 'Text', 'index.js': inside })).toThrow(join('@a', 'b'));
  });
});
