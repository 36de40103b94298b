import { renameSync } from 'node:fs';
import { basename, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Below the project's root, so that Node finds the packages that a script imports. Git ignores it. */
const FOLDER = `${root}build/test-scripts`;

const compiled = new Map<string, string>();

/** Packages that are optional, and cannot be compiled. */
const EXTERNAL = ['@photostructure/sqlite', 'pg-native'];
/** Packages in CommonJS require modules of Node. */
const REQUIRE = "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";

/**
 * Compiles a script that a test starts as a process, with all modules and packages that it imports, and returns the path
 * of the file. A process that compiles them itself needs two seconds of a processor, and one that reads each file of the
 * packages a third of a second more.
 */
export function compiledScript(path: string): string {
  const known = compiled.get(path);
  if (known !== undefined) return known;
  const name = relative(root, path).replaceAll(/[\\/]/g, '-').replace(/\.ts$/, '');
  const file = `${FOLDER}/${name}.mjs`;
  // Another worker may start the script at this moment.
  const unfinished = `${FOLDER}/${process.pid}-${basename(file)}`;
  buildSync({
    absWorkingDir: root,
    entryPoints: [path],
    outfile: unfinished,
    bundle: true,
    external: EXTERNAL,
    banner: { js: REQUIRE },
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  });
  renameSync(unfinished, file);
  compiled.set(path, file);
  return file;
}
