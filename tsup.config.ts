import { execFileSync } from 'node:child_process';
import { chmod, copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import { defineConfig } from 'tsup';
import { finish } from './scripts/finish.ts';
import { readPackage } from './scripts/identity.ts';
import { licences } from './scripts/licences.ts';
import { sbom } from './scripts/sbom.ts';

/**
 * Everything is bundled, so that the package installs alone. CommonJS, because it starts faster than ES modules and
 * because dist/cli.js must parse on any Node; chunks that a start does not need are loaded on first use.
 */
export default defineConfig({
  entry: { main: 'src/cli/main.ts', platform: 'src/library/platform.ts' },
  outDir: 'dist',
  clean: true,
  format: 'cjs',
  outExtension: () => ({ js: '.js' }),
  platform: 'node',
  target: 'node20',
  splitting: true,
  treeshake: true,
  // node:sqlite exists under no other name.
  removeNodeProtocol: false,
  noExternal: [/^(?!@photostructure\/sqlite)/],
  external: ['@photostructure/sqlite'],
  silent: true,
  metafile: true,
  async onSuccess() {
    const meta = await readFile('dist/metafile-cjs.json', 'utf8');
    await rm('dist/metafile-cjs.json');
    await writeFile('dist/THIRD-PARTY-LICENSES.txt', licences(JSON.parse(meta)));
    await writeFile('dist/sbom.cdx.json', `${JSON.stringify(sbom(JSON.parse(meta), readPackage()), null, 1)}\n`);
    finish('dist');
    await writeFile('dist/package.json', '{ "type": "commonjs" }\n');
    await copyFile('src/cli/entry.cjs', 'dist/cli.js');
    await copyFile('src/library/published.d.ts', 'dist/platform.d.ts');
    await chmod('dist/cli.js', 0o755);
    execFileSync(process.execPath, ['--import', 'tsx', 'scripts/listings.ts', 'dist'], { stdio: 'inherit' });
  },
});
