import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { PROGRAM } from '../support/program.ts';

it('the entry file contains only syntax that an old Node can parse', () => {
  const code = readFileSync(PROGRAM, 'utf8').replace(/\/\/.*|'[^']*'/g, '');
  expect(code).not.toMatch(/\b(let|const|class|async|await|import|export)\b|=>|`|\?\.|\?\?/);
});

it.each(['0.12.18', '8.17.0', '18.20.8', '20.18.3'])(
  'the entry file names the required Node version and exits with 1 under Node %s',
  async (version) => {
    const pretend = `Object.defineProperty(process, 'versions', { value: { node: '${version}' } }); require(process.argv[1]);`;
    const run = promisify(execFile)(process.execPath, ['-e', pretend, PROGRAM]);
    await expect(run).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('needs Node.js 20.19 or newer'),
    });
  },
);
