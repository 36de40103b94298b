import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPlatform, temporaryFolder } from '../../support/platform.ts';
import { cleanEnvironment, type RunningProgram, runProgram, startProgram } from '../../support/program.ts';
import { httpClient } from '../support/client.ts';

/** `rcpt-mcp platform backup`: a whole copy of a database that others are writing to. */
const folder = temporaryFolder();
const database = join(folder, 'platform.db');
const env = cleanEnvironment(folder, { RCPT_DATABASE: database });
const backup = (...words: string[]) => runProgram(['platform', 'backup', ...words], env);
let serving: RunningProgram;
let url: string;
let key: string;

beforeAll(async () => {
  serving = startProgram(['platform', '--port', '0'], env);
  const served = await serving.until(/served at (\S+)\/api\/v1[\s\S]*(sk_live_\w+)/);
  [url, key] = [served[1] as string, served[2] as string];
});
afterAll(async () => {
  await serving.stop();
  rmSync(folder, { recursive: true });
});

/** The names of all contacts that a database has which begin with `Written`. */
async function written(file: string): Promise<string[]> {
  const copy = await startPlatform({ database: file });
  const own = await copy.key();
  const send = httpClient(copy.url);
  const names: string[] = [];
  for (let page = 1, more = true; more; page++) {
    const { body } = await send('GET', `/v1/contacts?per_page=100&page=${page}`, { key: own });
    names.push(...body.data.map(({ name }) => String(name)));
    more = body.meta.has_more;
  }
  await copy.close();
  return names.filter((name) => name.startsWith('Written'));
}

describe('rcpt-mcp platform backup', () => {
  it('copies a database that is being written to, as it was at one moment', async () => {
    const send = httpClient(url);
    let answered = 0;
    let enough = false;
    const write = async () => {
      while (!enough) {
        const { status } = await send('POST', '/v1/contacts', { key, body: { name: `Written ${answered}` } });
        expect(status).toBe(200);
        answered++;
      }
    };
    const writing = write();
    await expect.poll(() => answered, { timeout: 25_000 }).toBeGreaterThan(20);
    const before = answered;
    const copy = join(folder, 'copy.db');
    const { code, stdout, stderr } = await backup(copy);
    enough = true;
    await writing;
    expect(code, stderr).toBe(0);
    expect(stdout).toContain(copy);
    expect(statSync(copy).mode & 0o777).toBe(0o600);
    // One file, which needs no other.
    expect(readdirSync(folder).filter((name) => name.startsWith('copy.db'))).toEqual(['copy.db']);
    const names = await written(copy);
    expect(names.length).toBeGreaterThanOrEqual(before);
    expect(names.length).toBeLessThanOrEqual(answered);
    // No gap: what was written later is not there without what was written before.
    expect(new Set(names)).toEqual(new Set(names.map((_, index) => `Written ${index}`)));
  });

  it('overwrites nothing', async () => {
    const taken = join(folder, 'taken.db');
    writeFileSync(taken, 'mine');
    const { code, stderr } = await backup(taken);
    expect(code).toBe(1);
    expect(stderr).toContain('There is a file');
    expect(statSync(taken).size).toBe(4);
  });

  it.each([
    ['a folder that is not there', join(folder, 'nowhere', 'copy.db')],
    ['a folder that is a file', join(database, 'copy.db')],
  ])('leaves nothing behind in %s', async (_what, copy) => {
    const before = readdirSync(folder);
    const { code, stderr } = await backup(copy);
    expect(code).toBe(1);
    expect(stderr).toContain('cannot be created');
    expect(readdirSync(folder)).toEqual(before);
  });

  it('says what it cannot copy', async () => {
    const of = async (value: string) =>
      (await runProgram(['platform', 'backup', join(folder, 'c.db')], { ...env, RCPT_DATABASE: value })).stderr;
    expect(await of(join(folder, 'none.db'))).toContain('There is no database');
    expect(await of(':memory:')).toContain('in memory');
    expect(await of('postgres://receptionist@127.0.0.1/receptionist')).toContain('pg_dump');
    const { code, stderr } = await backup();
    expect([code, stderr]).toEqual([2, expect.stringContaining('./copy.db')]);
  });
});
