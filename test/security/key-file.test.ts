import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { field } from '../support/clients.ts';
import { type StartedPlatform, startPlatform, temporaryFolder } from '../support/platform.ts';
import { cleanEnvironment, runProgram } from '../support/program.ts';
import { type HttpSession, startHttp } from '../support/session.ts';

/** `RCPT_API_KEY_FILE` while the server runs: the key is replaced, and the file may be incomplete for a moment. */
const folder = temporaryFolder();
const file = join(folder, 'key');
let platform: StartedPlatform;
let session: HttpSession;
let key: string;

const write = (text: string) => writeFileSync(file, text, { mode: 0o600 });

beforeAll(async () => {
  platform = await startPlatform({ demo: true });
  key = await platform.key();
  write(key);
  session = await startHttp({ RCPT_BASE_URL: platform.url, RCPT_API_KEY_FILE: file, RCPT_CONFIRM: 'writes' });
});
afterAll(async () => {
  await session?.close();
  await platform?.close();
  rmSync(folder, { recursive: true });
});

const call = () => session.client.call('list_services');

it('the key file is read again when the old key is revoked and a new one is written', async () => {
  expect((await call()).isError).toBe(false);
  const [old] = await platform.platform.keys.list();
  await platform.platform.keys.revoke(old?.id ?? '');
  const refused = await call();
  expect(refused.text).toMatch(/did not accept the API key \(401\).*RCPT_API_KEY_FILE/);
  key = await platform.key();
  write(`${key}\n`);
  expect((await call()).isError).toBe(false);
});

describe('a temporarily invalid key file', () => {
  it.each([
    ['nothing', () => write(''), /^The file of RCPT_API_KEY_FILE is empty\. Tell the user/],
    ['the first characters of a key', () => write('sk_li'), /must be a key that begins with sk_live_/],
    ['no more than what keys begin with', () => write('sk_live_\n'), /must be a key that begins with sk_live_/],
    ['half a key', () => write(key.slice(0, 20)), /did not accept the API key \(401\)/],
    ['two lines', () => write(`${key}\n${key}\n`), /on one line/],
    ['something else', () => write('\u0000\u{1f511}'), /must be a key/],
    ['', () => rmSync(file), /cannot be read \(ENOENT\)/],
    ['a folder', () => [rmSync(file), mkdirSync(file)], /cannot be read \(EISDIR\)/],
  ])('%s: is said, changes nothing, and is over when the key is there', async (_what, make, says) => {
    make();
    const read = await call();
    expect(read.text).toMatch(says);
    expect(read.text).not.toContain(key.slice(8, 20));
    const inFile = read.text.match(/^The file of RCPT_API_KEY_FILE .*?\.(?= )/)?.[0];
    // The operator reads the same in the log.
    if (inFile) expect(session.program.output.stderr).toContain(`unreachable: ${inFile}`);
    // Asking for confirmation needs the key too, before any request.
    const written = await session.client.call('create_contact', { name: 'Ana' });
    expect(field(written.data, 'error', 'kind'), written.text).not.toBe('internal_error');
    // With a key that only the platform can refuse, the user is asked first.
    expect(field(written.data, 'error', 'changed') ?? field(written.data, 'question', 'changed')).toBe('no');
    rmSync(file, { recursive: true, force: true });
    write(key);
    expect((await call()).isError).toBe(false);
  });

  it('delays a request instead of failing it', async () => {
    write('');
    const answer = call();
    await wait(120);
    write(key);
    expect((await answer).isError).toBe(false);
  });
});

it.skipIf(process.platform === 'win32')('a key file that is readable by all users works with one warning', async () => {
  const env = { RCPT_BASE_URL: platform.url, RCPT_API_KEY_FILE: file };
  for (const [mode, warned] of [
    [0o600, false],
    [0o640, false],
    [0o644, true],
  ] as const) {
    chmodSync(file, mode);
    const { code, stdout, stderr } = await runProgram([], cleanEnvironment(folder, env));
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr.trimEnd().split('\n').filter(Boolean)).toEqual(
      warned
        ? [
            expect.stringMatching(
              /warn the file of RCPT_API_KEY_FILE has mode \d+, which lets every user .* read it: chmod 600 it$/,
            ),
          ]
        : [],
    );
  }
});
