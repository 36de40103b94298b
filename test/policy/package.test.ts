import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { licences } from '../../scripts/licences.ts';
import { packedPackage } from '../support/packed.ts';
import { temporaryFolder } from '../support/platform.ts';

/** The published package: one package without dependencies and native code, with the licences of its contents. */
const root = fileURLToPath(new URL('../..', import.meta.url));
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

it('the published package has no dependencies and at most 5 MiB', () => {
  const { unpackedSize, paths } = packedPackage();
  expect(paths).toEqual(
    expect.arrayContaining([
      'dist/cli.js',
      'dist/main.js',
      'dist/web/app/index.html',
      'dist/web/views/agenda.html',
      'business.schema.json',
      'dist/THIRD-PARTY-LICENSES.txt',
      'LICENSE',
    ]),
  );
  expect(unpackedSize).toBeLessThanOrEqual(5 * 1024 * 1024);
  expect(
    paths.filter(
      (path) =>
        !/^(dist\/[\w.-]+\.(js|json|txt)|dist\/web\/[a-z]+\/[\w.-]+\.(html|(js|css)(\.gz)?)|dist\/platform\.d\.ts|dist\/openapi\.json\.gz|business\.schema\.json|docs\/([a-z-]+\/)*[\w-]+\.md|docs\/examples\/[\w-]+\.yaml|(README|CHANGELOG|SECURITY|SUPPORT)\.md|LICENSE|package\.json)$/.test(
          path,
        ),
    ),
  ).toEqual([]);
  expect(manifest.dependencies).toBeUndefined();
  const peers = Object.keys(manifest.peerDependencies);
  expect(peers.filter((name) => !manifest.peerDependenciesMeta[name]?.optional)).toEqual([]);
});

it('the dashboard has at most 400 KB, 120 KB compressed, and loads nothing but its own two files', () => {
  const folder = join(root, 'dist/web/app');
  const files = readdirSync(folder);
  expect(files.sort()).toEqual(['dashboard.css.gz', 'dashboard.js.gz', 'index.html']);
  const stored = files.map((file) => readFileSync(join(folder, file)));
  const sizeOf = (contents: readonly Buffer[]) => contents.reduce((sum, { length }) => sum + length, 0);
  expect(sizeOf(stored)).toBeLessThanOrEqual(120 * 1024);
  const plain = stored.map((content, index) => (files[index]?.endsWith('.gz') ? gunzipSync(content) : content));
  expect(sizeOf(plain)).toBeLessThanOrEqual(400 * 1024);
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  const loaded = [...page.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address]) => address);
  expect(loaded.sort()).toEqual(['/app/dashboard.css', '/app/dashboard.js']);
});

it('the bundle requires only modules of Node and the optional SQLite package', () => {
  const files = execFileSync('git', ['ls-files', '-o', 'dist'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file.endsWith('.js'));
  const required = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/\b(?:require|import)\(["'`]([\w@][^"'`]*)["'`]\)/g)].map(
      ([, name]) => name,
    ),
  );
  const builtin =
    /^(node:|(assert|async_hooks|buffer|child_process|cluster|console|crypto|diagnostics_channel|dns|events|fs|https?|http2|net|os|path|perf_hooks|process|querystring|readline|stream|string_decoder|timers|tls|url|util|v8|worker_threads|zlib)(\/|$))/;
  const others = new Set(required.filter((name) => name !== undefined && !builtin.test(name)));
  expect([...others]).toEqual(['@photostructure/sqlite']);
});

it('the bill of materials lists the packages of the licence file in their installed versions', () => {
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

describe('third-party licences', () => {
  const folder = temporaryFolder();
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** Writes a package into `node_modules` and returns the path of its code. */
  const install = (about: object, files: Record<string, string>, name = 'some') => {
    const home = join(folder, 'node_modules', name);
    rmSync(home, { recursive: true, force: true });
    mkdirSync(home, { recursive: true });
    writeFileSync(join(folder, 'LICENSE'), readFileSync(join(root, 'LICENSE')));
    const all = {
      'index.js': '',
      'package.json': JSON.stringify({ name, version: '1.0.0', ...about }),
      ...files,
    };
    for (const [file, text] of Object.entries(all)) writeFileSync(join(home, file), text);
    return join(home, 'index.js');
  };

  /** Returns the licence file for a bundle of one package. */
  const of = (about: object, files: Record<string, string>) => licences([install(about, files)], folder);

  it('contain the licence text of each package', () => {
    expect(of({ license: 'ISC' }, { 'LICENSE.md': 'Text of it' })).toContain('some 1.0.0 (ISC)\n\nText of it');
    expect(of({ license: 'MIT', author: 'A. Person' }, {})).toMatch(/Copyright \(c\) A. Person\s+Permission is hereby/);
  });

  it('contain a text that packages share once, and the notices of each', () => {
    const text = licences(
      [
        install({ license: 'Apache-2.0' }, { LICENSE: 'Shared text', NOTICE: 'Notice of a' }, 'a'),
        install({ license: 'Apache-2.0' }, { LICENSE: 'Shared text\n' }, 'b'),
      ],
      folder,
    );
    expect(text.split('Shared text')).toHaveLength(2);
    expect(text).toContain('a 1.0.0 (Apache-2.0)\nb 1.0.0 (Apache-2.0)\n\nShared text');
    expect(text).toContain('a 1.0.0 (Apache-2.0)\n\nNotice of a');
  });

  it('contain the terms of short licences once, below the copyright lines of each package', () => {
    const terms = 'Permission is hereby granted, free of charge';
    const text = licences(
      [
        install({ license: 'MIT' }, { LICENSE: `MIT License\n\nCopyright (c) A\n\n${terms}` }, 'a'),
        install({ license: 'MIT' }, { LICENSE: `Copyright (c) B\n\n${terms.replace('free of', 'free\nof')}\n` }, 'b'),
      ],
      folder,
    );
    expect(text.split('Permission')).toHaveLength(2);
    expect(text).toContain('a 1.0.0 (MIT)\n  MIT License\n\n  Copyright (c) A\nb 1.0.0 (MIT)\n  Copyright (c) B\n\n');
  });

  it('contain the terms of the Apache License once, below the notices of each package', () => {
    const [title, terms] = ['Apache License', 'TERMS AND CONDITIONS FOR USE\n1. a\nEND OF TERMS AND CONDITIONS'];
    const text = licences(
      [
        install({ license: 'Apache-2.0' }, { LICENSE: `${title}\n\n  ${terms}\n\n  Copyright A` }, 'a'),
        install({ license: 'Apache-2.0' }, { LICENSE: `${title}\n\n${terms}\n` }, 'b'),
      ],
      folder,
    );
    expect(text.split('1. a')).toHaveLength(2);
    expect(text).toContain('a 1.0.0 (Apache-2.0)\n  Apache License\n\n  Copyright A\nb 1.0.0 (Apache-2.0)\n');
    expect(text).toContain('b 1.0.0 (Apache-2.0)\n  Apache License\n\nTERMS AND CONDITIONS');
  });

  it('contain the copyright line of the Apache appendix, without its advice', () => {
    const terms = 'TERMS AND CONDITIONS FOR USE\nEND OF TERMS AND CONDITIONS';
    const appendix = (line: string) =>
      `${terms}\n\n  APPENDIX: How to apply it.\n\n  ${line}\n\n  Licensed under it.\n  limitations under the License.\n`;
    const text = licences(
      [
        install({ license: 'Apache-2.0' }, { LICENSE: appendix('Copyright 2026 A') }, 'a'),
        install({ license: 'Apache-2.0' }, { LICENSE: appendix('Copyright [yyyy] [name of copyright owner]') }, 'b'),
      ],
      folder,
    );
    expect(text).toContain('a 1.0.0 (Apache-2.0)\n  Copyright 2026 A\nb 1.0.0 (Apache-2.0)\n\nTERMS');
    expect(text).not.toContain('APPENDIX');
  });

  it('contain copyright lines that packages share once, below their names', () => {
    const terms = 'Copyright (c) A\n\nPermission is hereby granted, free of charge';
    const text = licences(
      ['a', 'b'].map((name) => install({ license: 'MIT' }, { LICENSE: terms }, name)),
      folder,
    );
    expect(text).toContain('a 1.0.0 (MIT)\nb 1.0.0 (MIT)\n  Copyright (c) A\n\nPermission');
    expect(text.split('Copyright')).toHaveLength(2);
  });

  it('say where the source of a package is, if its licence requires that', () => {
    const about = { license: 'MPL-2.0', repository: { url: 'git+https://git.example.com/some.git' } };
    expect(of(about, { LICENSE: 'Text' })).toContain(
      '(MPL-2.0), unchanged; its source: https://git.example.com/some\n',
    );
    expect(() => of({ license: 'MPL-2.0' }, { LICENSE: 'Text' })).toThrow('where its source is');
  });

  it('fail the build if a licence is missing or not allowed, also for packages vendored in another one', () => {
    expect(() => of({ license: 'GPL-3.0' }, { LICENSE: 'Text' })).toThrow('GPL-3.0');
    expect(() => of({}, { LICENSE: 'Text' })).toThrow('none');
    expect(() => of({ license: 'ISC' }, {})).toThrow('no licence text');
    const inside = '//#region ../node_modules/.pnpm/@a+b@1/node_modules/@a/b/index.js\n';
    expect(() => of({ license: 'ISC' }, { LICENSE: 'Text', 'index.js': inside })).toThrow(join('@a', 'b'));
  });
});
