import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { httpClient } from '../../platform/support/client.ts';
import { newDatabase, type TestDatabase, temporaryFolder } from '../../support/engines.ts';
import { cleanEnvironment, runProgram, startProgram } from '../../support/program.ts';
import { practice } from '../support/practice.ts';

const home = temporaryFolder();
const env = cleanEnvironment(home);
afterAll(() => rmSync(home, { recursive: true, force: true }));

let test: TestDatabase;
beforeEach(async () => {
  test = await newDatabase();
});
afterEach(() => test.remove());

function fileOf(name: string, content: object): string {
  const path = join(home, `${name}.json`);
  writeFileSync(path, JSON.stringify(content));
  return path;
}

const business = (...args: string[]) => runProgram(['business', ...args, '--database', test.database, '--json'], env);

describe('processes on one database', () => {
  it('a server uses what another process applies with its next request', async () => {
    expect((await business('apply', '--yes', fileOf('practice', practice()))).code).toBe(0);
    const server = startProgram(['platform', '--port', '0', '--demo=false', '--database', test.database], env);
    try {
      const [, url = ''] = await server.until(/served at (\S+)\/api\/v1/);
      const [, key = ''] = await server.until(/shown this once: (\S+)/);
      const send = httpClient(url);
      const services = async () =>
        (await send('GET', '/v1/services', { key })).body.data.map(({ id, price_cents }) => [id, price_cents]);
      expect(await services()).toEqual([
        ['cleaning', 11_500],
        ['exam', 18_900],
      ]);
      const change = {
        services: [
          { id: 'cleaning', price: 120 },
          { id: 'exam', active: false },
        ],
      };
      expect((await business('apply', '--yes', fileOf('change', change))).code).toBe(0);
      expect(await services()).toEqual([['cleaning', 12_000]]);
    } finally {
      await server.stop();
    }
  });

  it('one of two that apply to the same revision wins, and the other changes nothing', async () => {
    await business('apply', '--yes', fileOf('practice', practice()));
    const files = ['A', 'B'].map((name) => fileOf(name, { name, closures: [{ from: '2100-01-01', reason: name }] }));
    const outcomes = await Promise.all(files.map((file) => business('apply', '--yes', file, '--revision', '2')));
    expect(outcomes.map(({ code }) => code).toSorted()).toEqual([0, 1]);
    const lost = outcomes.find(({ code }) => code === 1);
    expect(lost?.stderr).toContain(
      'it is at revision 3, not 2. Nothing was changed. Plan the file again, or add --force.',
    );
    const { stdout } = await business('show');
    const { name, revision, closures } = JSON.parse(stdout);
    expect(name).toBe(outcomes[0]?.code === 0 ? 'A' : 'B');
    expect([revision, closures.at(-1)]).toEqual([3, expect.objectContaining({ reason: name })]);
    const index = outcomes.findIndex(({ code }) => code === 1);
    const forced = await business('apply', '--yes', files[index] as string, '--revision', '2', '--force');
    expect([forced.code, JSON.parse(forced.stdout).revision]).toEqual([0, 4]);
  });

  it('two that set up a new database at once end with the same business', async () => {
    const file = fileOf('practice', practice());
    const outcomes = await Promise.all([business('apply', '--yes', file), business('apply', '--yes', file)]);
    expect(outcomes.map(({ code, stderr }) => [code, stderr])).toEqual([
      [0, ''],
      [0, ''],
    ]);
    const revisions = outcomes.map(({ stdout }) => JSON.parse(stdout).revision);
    expect(revisions).toEqual([2, 2]);
    expect(outcomes.map(({ stdout }) => JSON.parse(stdout).changes.length > 0).toSorted()).toEqual([false, true]);
    expect((await business('plan', file)).code).toBe(0);
  });
});
