/** Builds the package's `dist` folder: `tsx scripts/build.ts`. ARCHITECTURE.md, "The bundle", describes its content. */
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'rolldown';
import { withProgress } from '../src/cli/terminal/progress.ts';
import { firstCallModules } from './first-call.ts';
import { readPackage } from './identity.ts';
import { licences } from './licences.ts';
import { sbom } from './sbom.ts';
import { buildWeb } from './web.ts';

const DIST = 'dist';

let isForFirstCall: ReturnType<typeof firstCallModules> | undefined;
const bundling = build({
  input: { main: 'src/cli/main.ts', platform: 'src/public/platform.ts' },
  platform: 'node',
  // All other packages are bundled, so that the package has no dependencies. This one is optional and has native code.
  external: '@photostructure/sqlite',
  resolve: {
    // The UMD build of jsonc-parser, its `main`, requires its parts in a way that no bundler sees.
    mainFields: ['module', 'main'],
    alias: {
      '@modelcontextprotocol/server/_shims': resolve('src/server/sdk-shims.ts'),
      // zod's, for the messages of its errors.
      '../locales/en.js': resolve('src/contract/no-locale.ts'),
      // pg's optional native driver. The one in JavaScript also answers to NODE_PG_FORCE_NATIVE, as the package has no other.
      './native': resolve('node_modules/pg/lib/client.js'),
      // Only prom-client's Summary needs it, which src/metrics does not use.
      tdigest: false,
      // pg has its own copy of an older version.
      pgpass: resolve('node_modules/pgpass/lib/index.js'),
      // undici has its parser of HTTP twice, 72 KB each. This one runs on every processor, also on those without SIMD.
      '../llhttp/llhttp_simd-wasm.js': resolve('node_modules/undici/lib/llhttp/llhttp-wasm.js'),
      // undici's HTTP/2 is off (`allowH2`).
      './client-h2.js': false,
    },
  },
  transform: { target: 'node20.19' },
  output: {
    dir: DIST,
    cleanDir: true,
    // CommonJS starts faster than ES modules, and dist/cli.js must parse on any Node.
    format: 'cjs',
    strict: true,
    // import() becomes a deferred require: a real import() starts Node's ES module loader, which is slower than our start.
    dynamicImportInCjs: false,
    chunkFileNames: '[name].js',
    // One file for all modules of the start, and one for those of a first call, instead of one for each set of modules that
    // several entries share: each file that is loaded takes time.
    codeSplitting: {
      groups: [
        { name: 'start', tags: ['$initial'], priority: 1 },
        {
          debugName: 'first-call',
          name(path, context) {
            isForFirstCall ??= firstCallModules((module) => context.getModuleInfo(module)?.importedIds ?? []);
            return isForFirstCall(path) ? 'first-call' : undefined;
          },
        },
      ],
    },
    // Functions and classes keep their names, so that stack traces are readable without source maps. Local names are short.
    minify: { compress: true, mangle: { keepNames: true }, codegen: { removeWhitespace: true } },
    comments: false,
    // One byte a character in memory, also in files with a character beyond Latin-1: they load faster.
    charset: 'ascii',
  },
});

/** The OpenAPI document for `src/platform/routes/openapi.ts`, without the spaces of `docs/openapi.json`. */
function compressedOpenApi(): Buffer {
  const document: unknown = JSON.parse(readFileSync('docs/openapi.json', 'utf8'));
  return gzipSync(JSON.stringify(document), { level: 9 });
}

const { output } = await withProgress('Building the program', bundling);
const web = await withProgress('Building the pages', buildWeb(DIST));
/** The source files of the bundles. Names of virtual modules of the bundler begin with a null byte. */
const program = output
  .flatMap((file) => (file.type === 'chunk' ? Object.entries(file.modules) : []))
  .flatMap(([path, { renderedLength }]) => (renderedLength > 0 && !path.startsWith('\0') ? [path] : []));
const bundled = [...program, ...web];
writeFileSync(join(DIST, 'THIRD-PARTY-LICENSES.txt'), licences(bundled));
writeFileSync(join(DIST, 'sbom.cdx.json'), `${JSON.stringify(sbom(bundled, readPackage()))}\n`);
writeFileSync(join(DIST, 'package.json'), '{ "type": "commonjs" }\n');
copyFileSync('src/cli/entry.cjs', join(DIST, 'cli.js'));
copyFileSync('src/platform/store/sqlite/sqlite-worker.cjs', join(DIST, 'sqlite-worker.js'));
chmodSync(join(DIST, 'cli.js'), 0o755);
writeFileSync(join(DIST, 'openapi.json.gz'), compressedOpenApi());
copyFileSync('src/public/published.d.ts', join(DIST, 'platform.d.ts'));
execFileSync(process.execPath, ['--import', 'tsx', 'scripts/listings.ts', DIST], { stdio: 'inherit' });
