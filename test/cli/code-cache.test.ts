import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readPrivate, writePrivate } from '../../src/cli/cache-file.ts';
import { openCodeCache } from '../../src/cli/code-cache.ts';
import { temporaryFolder } from '../support/platform.ts';
import { cleanEnvironment, runProgram } from '../support/program.ts';

/** Compiled code is kept in the user's cache folder. It is code that runs: only the user may have written it. */
let home: string;
beforeEach(() => {
  home = temporaryFolder();
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } },
};
const input = [initialize, { jsonrpc: '2.0', id: 2, method: 'ping' }]
  .map((line) => `${JSON.stringify(line)}\n`)
  .join('');
const cacheHome = () => join(home, 'caches');
const place = () => join(cacheHome(), 'rcpt-mcp');
const kept = () => readdirSync(place()).map((name) => join(place(), name));

/** One run of the built program, which must answer and say nothing else, whatever is the matter with its cache. */
async function run(env: Record<string, string> = {}) {
  const environment = cleanEnvironment(home, { XDG_CACHE_HOME: cacheHome(), ...env });
  const { code, stdout, stderr } = await runProgram([], environment, input);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(
    stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).id),
  ).toEqual([1, 2]);
}

describe.skipIf(process.platform !== 'linux')('the program', () => {
  it('keeps compiled code for the user alone, and works with what it kept', async () => {
    await run();
    const [file = '', ...more] = kept();
    expect(more).toEqual([]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(place()).mode & 0o777).toBe(0o700);
    const before = readFileSync(file);
    await run();
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it('works with what a process kept whose heap had grown: V8 compares the options of the two', async () => {
    const call = { jsonrpc: '2.0', method: 'tools/call', params: { name: 'list_bookings', arguments: {} } };
    const calls = Array.from({ length: 600 }, (_, index) => `${JSON.stringify({ ...call, id: index + 3 })}\n`);
    const busy = () =>
      runProgram(
        ['--database', ':memory:'],
        cleanEnvironment(home, { XDG_CACHE_HOME: cacheHome() }),
        input + calls.join(''),
      );
    const first = await busy();
    expect(first.stdout.trim().split('\n')).toHaveLength(602);
    const [file = ''] = kept();
    const { mtimeMs } = statSync(file);
    await busy();
    expect(statSync(file).mtimeMs).toBe(mtimeMs);
  });

  it('works with a broken, a cut and an empty cache, and mends it', async () => {
    await run();
    const [file = ''] = kept();
    const good = readFileSync(file);
    const bent = Buffer.from(good);
    bent[good.length >> 1] = (bent[good.length >> 1] ?? 0) ^ 1;
    for (const bad of [bent, good.subarray(0, 1_000), Buffer.alloc(0)]) {
      writeFileSync(file, bad);
      await run();
      expect(readFileSync(file).length).toBeGreaterThan(100_000);
      expect(readFileSync(file).equals(bad)).toBe(false);
    }
  });

  it('works where nothing can be kept, and keeps nothing when told so', async () => {
    await run({ NODE_DISABLE_COMPILE_CACHE: '1' });
    expect(() => kept()).toThrow();
    writeFileSync(cacheHome(), 'a file where the folder should be');
    await run();
  });

  it('two at once leave one whole file', async () => {
    await Promise.all([run(), run(), run()]);
    expect(kept()).toHaveLength(1);
    await run();
  });
});

describe('compiled code', () => {
  const source = 'module.exports=()=>"first"';
  const code = () => join(home, 'code');
  const answer = (build: string) => {
    const cache = openCodeCache(code(), build, place());
    const module = { exports: {} };
    cache.compile('a.js')(module.exports, undefined, module, '', '');
    cache.save();
    return (module.exports as unknown as () => string)();
  };

  it('is that of this build: V8 itself would take another source of the same length for it', () => {
    mkdirSync(code());
    writeFileSync(join(code(), 'a.js'), source);
    expect(answer('1')).toBe('first');
    writeFileSync(join(code(), 'a.js'), source.replace('first', 'other'));
    expect(answer('2')).toBe('other');
    expect(kept()).toHaveLength(2);
  });
});

describe.skipIf(process.platform === 'win32')('a file', () => {
  const data = Buffer.from('code');

  it('is taken when it is private, and only then', () => {
    writePrivate(place(), 'code-a', data);
    const file = join(place(), 'code-a');
    expect(readPrivate(place(), 'code-a')).toEqual(data);
    for (const [path, open, closed] of [
      [file, 0o620, 0o600],
      [file, 0o602, 0o600],
      [place(), 0o720, 0o700],
      [place(), 0o777, 0o700],
    ] as const) {
      chmodSync(path, open);
      expect(readPrivate(place(), 'code-a')).toBeUndefined();
      chmodSync(path, closed);
      expect(readPrivate(place(), 'code-a')).toEqual(data);
    }
  });

  it('is not taken through a link, nor from a folder that is one', () => {
    writePrivate(place(), 'code-a', data);
    symlinkSync(join(place(), 'code-a'), join(place(), 'code-b'));
    expect(readPrivate(place(), 'code-b')).toBeUndefined();
    symlinkSync(place(), join(home, 'link'));
    expect(readPrivate(join(home, 'link'), 'code-a')).toBeUndefined();
  });

  it('is not written where others can write', () => {
    mkdirSync(place(), { recursive: true });
    chmodSync(place(), 0o777);
    writePrivate(place(), 'code-a', data);
    expect(kept()).toEqual([]);
  });

  it('goes when there are newer ones', () => {
    for (const name of ['1', '2', '3', '4', '5', '6']) writePrivate(place(), `code-${name}`, data);
    expect(kept()).toHaveLength(4);
  });
});
