import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type StartedPlatform, startPlatform } from '../support/platform.ts';
import { CHECKS } from './checks.ts';
import { describeNode, type Installed, install } from './install.ts';

/** The packed package on the Node that runs the tests. `npm run test:node-versions` runs the same checks on others. */
let installed: Installed;
let platform: StartedPlatform;
const node = describeNode(process.execPath);

beforeAll(async () => {
  installed = install();
  platform = await startPlatform({ demo: true });
}, 120_000);
afterAll(async () => {
  await platform?.close();
  installed?.remove();
});

describe('package installed without a registry and install scripts', () => {
  for (const { name, only = true, downloads = false, run } of CHECKS) {
    it.runIf(only && !downloads)(name, async () => {
      await run(installed, node, { RCPT_BASE_URL: platform.url, RCPT_API_KEY: await platform.key() });
    });
  }
});

describe('types of the package', () => {
  const path = (name: string) => fileURLToPath(new URL(`../../node_modules/${name}`, import.meta.url));
  const settings = ['--noEmit', '--strict', '--skipLibCheck', 'false', '--target', 'es2022', '--types', 'node'];

  /** Compiles a program that uses the package, and returns the errors. */
  function compileErrors(code: string): string {
    const file = join(installed.folder, 'use.mts');
    writeFileSync(file, `import { openPlatform } from 'rcpt-mcp/platform';\n${code}\n`);
    const args = [...settings, '--module', 'nodenext', '--typeRoots', path('@types'), file];
    try {
      return execFileSync(process.execPath, [path('typescript/bin/tsc'), ...args], {
        cwd: installed.folder,
        encoding: 'utf8',
        stdio: 'pipe',
      });
    } catch (error) {
      return (error as { stdout: string }).stdout;
    }
  }

  it('describe rcpt-mcp/platform in a program of a user', () => {
    const valid = `const platform = await openPlatform({ database: ':memory:', demo: false, now: () => 0 });
      const key: string = await platform.createKey({ scopes: ['read:calls', 'business:manage'], expiresInDays: 1 });
      const { url, close } = await platform.listen();
      const { status } = await platform.fetch(new Request(url, { headers: { authorization: key } }));
      const { id } = await platform.simulateCall();
      export const all: [number, string, string] = [status, id, platform.team.timeZone];
      await close();`;
    expect(compileErrors(valid)).toBe('');
    expect(compileErrors("await openPlatform({ databse: 'x' });")).toContain('databse');
    expect(compileErrors("(await openPlatform()).createKey({ scopes: ['read:everything'] });")).toContain(
      'read:everything',
    );
  });
});

it('the README shows the same command for the optional SQLite package as the error message', () => {
  const readme = readFileSync(join(installed.packageFolder, 'README.md'), 'utf8');
  expect(readme).toContain('npx -y -p rcpt-mcp -p @photostructure/sqlite rcpt-mcp');
});
