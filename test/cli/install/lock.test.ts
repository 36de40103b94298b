import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { withLock } from '../../../src/cli/install/lock.ts';

let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'rcpt-test-'));
  vi.stubEnv('HOME', home);
  vi.stubEnv('XDG_DATA_HOME', undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true, force: true });
});

it('locks are acquired while others that have ended remove the empty folders', async () => {
  const names = Array.from({ length: 8 }, (_, index) => join(home, `${index}.json`));
  let ran = 0;
  const repeat = async (path: string) => {
    for (let times = 0; times < 100; times++) await withLock(path, async () => void ran++);
  };
  await Promise.all(names.map(repeat));
  expect(ran).toBe(800);
  expect(existsSync(join(home, '.local'))).toBe(false);
});
