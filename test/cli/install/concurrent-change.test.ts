import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { addEntry } from '../../../src/cli/install/change.ts';
import { CLIENTS } from '../../../src/cli/install/clients.ts';
import { json } from '../../../src/cli/install/json.ts';
import { temporaryFolder } from '../../support/platform.ts';

/** Edits of a client's file that another program writes at the same time. */
const ENTRY = { command: 'npx', args: ['-y', 'rcpt-mcp'] };

afterEach(() => vi.unstubAllEnvs());

/** Adds an entry, while another program writes the file during each of the first `writes` attempts. */
async function changeDuring(writes: number) {
  const folder = temporaryFolder();
  // Of the lock.
  for (const name of ['HOME', 'LOCALAPPDATA', 'XDG_DATA_HOME']) vi.stubEnv(name, folder);
  const file = join(folder, 'mcp.json');
  writeFileSync(file, '{}');
  let attempts = 0;
  let undone = 0;
  const target = { client: CLIENTS.cursor, format: json, name: 'receptionist', file, keyFile: join(folder, 'key') };
  const change = addEntry(target, 'user', { entry: ENTRY }, async () => {
    attempts++;
    if (attempts <= writes) appendFileSync(file, '\n');
    return async () => void undone++;
  });
  const outcome = await change.then(
    () => 'changed',
    (error: Error) => error.message,
  );
  return { outcome, undone, text: readFileSync(file, 'utf8') };
}

it('an edit is repeated when another program has written the file', async () => {
  const { outcome, undone, text } = await changeDuring(3);
  expect([outcome, undone]).toEqual(['changed', 3]);
  expect(JSON.parse(text)).toEqual({ mcpServers: { receptionist: ENTRY } });
});

it('an edit is given up when another program keeps writing the file, and changes nothing', async () => {
  const { outcome, undone, text } = await changeDuring(50);
  expect(outcome).toMatch(
    /is repeatedly written by another program\. Quit Cursor and try again\. Nothing was changed\./,
  );
  expect(undone).toBe(20);
  expect(text.trim()).toBe('{}');
});
