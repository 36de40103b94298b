import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { userIdempotency } from '../../src/app/idempotency.ts';
import { dataFolder } from '../../src/config/folders.ts';
import { silentLogger } from '../../src/lib/logging/logger.ts';

/** The folder of create requests, which a server opens a second after its start. */
let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'rcpt-mcp-user-'));
  for (const name of ['HOME', 'XDG_DATA_HOME', 'LOCALAPPDATA', 'APPDATA', 'USERPROFILE']) vi.stubEnv(name, home);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true, force: true });
});

const folder = () => join(dataFolder(), 'idempotency');

it('a server opens the folder of create requests soon after its start, before a request needs it', async () => {
  const { close } = userIdempotency(silentLogger);
  await expect.poll(() => existsSync(folder()), { timeout: 5_000 }).toBe(true);
  close();
});

it('a server that is closed within its first second leaves the folder of create requests alone', async () => {
  const { close } = userIdempotency(silentLogger);
  close();
  await delay(1_500);
  expect(existsSync(folder())).toBe(false);
});
