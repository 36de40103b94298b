import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { programName, SQLITE_PACKAGE } from '../../src/lib/command-line.ts';

const NPX =
  process.versions.sqlite === undefined ? `npx -y -p rcpt-mcp -p ${SQLITE_PACKAGE} rcpt-mcp` : 'npx -y rcpt-mcp';

it.each([
  ['/usr/local/bin/rcpt-mcp', 'rcpt-mcp'],
  ['/home/pat/.nvm/versions/node/v24.0.0/bin/rcpt-mcp', 'rcpt-mcp'],
  ['/home/pat/practice/node_modules/.bin/rcpt-mcp', 'rcpt-mcp'],
  ['C:\\Users\\Pat\\AppData\\Roaming\\npm\\node_modules\\rcpt-mcp\\dist\\cli.js', 'rcpt-mcp'],
  ['/home/pat/.npm/_npx/1a2b/node_modules/.bin/rcpt-mcp', NPX],
  ['C:\\Users\\Pat\\AppData\\Local\\npm-cache\\_npx\\1a2b\\node_modules\\rcpt-mcp\\dist\\cli.js', NPX],
  ['/home/pat/.cache/pnpm/dlx/3c4d/node_modules/rcpt-mcp/dist/cli.js', NPX],
])('a person types the program that Node starts as %s: %s', (script, typed) => {
  expect(programName(script)).toBe(typed);
});

it('a person types the path of a checkout, from the folder in which they are', () => {
  expect(programName(resolve('dist/cli.js'))).toBe(
    `node ${process.platform === 'win32' ? 'dist\\cli.js' : 'dist/cli.js'}`,
  );
  expect(programName('/srv/my code/dist/cli.js')).toBe('node "/srv/my code/dist/cli.js"');
});
