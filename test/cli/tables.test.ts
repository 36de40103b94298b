import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL_SCOPES } from '../../src/contract/index.ts';
import { openPlatform } from '../../src/platform/index.ts';
import { processClient } from '../platform/support/client.ts';
import { temporaryFolder } from '../support/platform.ts';
import { cleanEnvironment, runProgram } from '../support/program.ts';
import { HAS_TERMINAL, startOnTerminal } from '../support/terminal.ts';

/** Tables with values that are longer than a line. */
const home = temporaryFolder();
const env = cleanEnvironment(home, { RCPT_DATABASE: join(home, 'platform.db') });
const email = `${'long.'.repeat(12)}name@example.com`;
const name = `Long ${'name '.repeat(30)}end`;
const url = `https://hooks.example.com/${'long/'.repeat(30)}end`;

const TABLES: [command: string, value: string][] = [
  ['users list', email],
  ['users list', name],
  ['keys list', name],
  ['calls sources list', name],
  ['platform webhooks list', url],
];

beforeAll(async () => {
  const platform = await openPlatform({ database: env.RCPT_DATABASE as string, deliveries: false });
  await platform.users.add({ email, name, role: 'admin' });
  const { key } = await platform.keys.create({ name, scopes: ALL_SCOPES });
  const send = processClient(platform.fetch);
  await send('POST', '/v1/webhooks', { key: key.reveal(), body: { url, events: ['call.completed'] } });
  await platform.close();
  expect(await runProgram(['calls', 'sources', 'add', 'generic', '--name', name], env)).toMatchObject({ code: 0 });
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

describe('a table of records', () => {
  it('names all scopes of a key in one word, and some by their names', async () => {
    const platform = await openPlatform({ database: env.RCPT_DATABASE as string, deliveries: false });
    await platform.keys.create({ name: 'some', scopes: ['read:calls', 'webhooks:manage'] });
    await platform.close();
    const lines = (await runProgram(['keys', 'list'], env)).stdout.split('\n');
    expect(lines.find((line) => line.includes('Long name'))).toMatch(/ all$/);
    expect(lines.find((line) => line.includes('some'))).toContain('read:calls,webhooks:manage');
  });

  it.each(TABLES)('shows whole values to the program that reads the pipe of %s: %.20s', async (command, value) => {
    expect((await runProgram(command.split(' '), env)).stdout).toContain(value);
  });

  it.runIf(HAS_TERMINAL).each([...new Set(TABLES.map(([command]) => command))])(
    'fits a terminal of 100 columns: %s',
    async (command) => {
      const program = startOnTerminal(command.split(' '), env);
      expect(await program.ended).toBe(0);
      const lines = program.output.stdout.split(/\r?\n/);
      expect(lines.length).toBeGreaterThan(3);
      for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(100);
      expect(program.output.stdout).toContain('…');
    },
  );
});
