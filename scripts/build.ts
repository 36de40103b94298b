/** Builds the package's `dist` folder: `tsx scripts/build.ts`. ARCHITECTURE.md, "The bundle", says what is in it. */
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'rolldown';
import { readPackage } from './identity.ts';
import { licences } from './licences.ts';
import { sbom } from './sbom.ts';

const DIST = 'dist';

const { output } = await build({
  input: { main: 'src/cli/main.ts', platform: 'src/public/platform.ts' },
  platform: 'node',
  // Everything else is bundled, so that the package installs alone. This one is optional and has native code.
  external: '@photostructure/sqlite',
  resolve: {
    // The UMD build of jsonc-parser, its `main`, requires its parts in a way that no bundler sees.
    mainFields: ['module', 'main'],
    alias: {
      '@modelcontextprotocol/server/_shims': resolve('src/server/sdk-shims.ts'),
      // What pg would load instead of itself, on demand.
      'pg-native': false,
    },
  },
  transform: { target: 'node20.19' },
  output: {
    dir: DIST,
    cleanDir: true,
    // CommonJS starts faster than ES modules, and dist/cli.js must parse on any Node.
    format: 'cjs',
    strict: true,
    // import() becomes a late require: the other way starts Node's loader of ES modules, which takes longer than a start.
    dynamicImportInCjs: false,
    chunkFileNames: '[name].js',
    // One file for all that a start needs, instead of one for each set of modules that several entries share.
    codeSplitting: { groups: [{ name: 'start', tags: ['$initial'] }] },
    // White space only: names stay, so that a stack can be read without source maps.
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
    comments: false,
  },
});

/** The files that anything was taken from. Modules that the bundler makes have a name that begins with a null byte. */
const bundled = output
  .flatMap((file) => (file.type === 'chunk' ? Object.entries(file.modules) : []))
  .flatMap(([path, { renderedLength }]) => (renderedLength > 0 && !path.startsWith('\0') ? [path] : []));
writeFileSync(join(DIST, 'THIRD-PARTY-LICENSES.txt'), licences(bundled));
writeFileSync(join(DIST, 'sbom.cdx.json'), `${JSON.stringify(sbom(bundled, readPackage()), null, 1)}\n`);
writeFileSync(join(DIST, 'package.json'), '{ "type": "commonjs" }\n');
copyFileSync('src/cli/entry.cjs', join(DIST, 'cli.js'));
chmodSync(join(DIST, 'cli.js'), 0o755);
copyFileSync('src/public/published.d.ts', join(DIST, 'platform.d.ts'));
execFileSync(process.execPath, ['--import', 'tsx', 'scripts/listings.ts', DIST], { stdio: 'inherit' });
