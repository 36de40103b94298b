import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cleanEnvironment, type RunningProgram, startProgram } from '../support/program.ts';

/** The page at `/`, as the built program serves it. */
const home = mkdtempSync(join(tmpdir(), 'rcpt-welcome-'));
const servers: RunningProgram[] = [];
const start = async (...args: string[]) => {
  const program = startProgram([...args, '--port', '0'], cleanEnvironment(home, { RCPT_DATABASE: ':memory:' }));
  servers.push(program);
  const [origin] = await program.until(/http:\/\/127\.0\.0\.1:\d+/);
  await program.until(/Press Ctrl-C/);
  return origin;
};
const urls: Record<string, string> = {};
beforeAll(async () => {
  [urls.http = '', urls.platform = ''] = await Promise.all([start('http'), start('platform')]);
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  rmSync(home, { recursive: true, force: true });
});

const HTML = { headers: { accept: 'text/html' } };

describe.each(['http', 'platform'])('rcpt-mcp %s at /', (command) => {
  it('answers browsers with a page under a strict policy, whose script and style exist', async () => {
    const response = await fetch(`${urls[command]}/`, HTML);
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(response.headers.get('vary')).toBe('Accept');
    const html = await response.text();
    expect(html).toContain(`data-origin="${urls[command]}"`);
    for (const [, path = ''] of html.matchAll(/(?:src|href)="(\/welcome\/[^"]+)"/g)) {
      expect((await fetch(`${urls[command]}${path}`)).status).toBe(200);
    }
    for (const [, path = ''] of html.matchAll(/data-check="([^"]+)"/g)) {
      expect((await fetch(`${urls[command]}${path}`, { method: 'HEAD' })).status).toBe(200);
    }
  });

  it('answers programs with JSON', async () => {
    for (const accept of ['application/json', '*/*']) {
      const response = await fetch(`${urls[command]}/`, { headers: { accept } });
      expect(await response.json()).toMatchObject({ version: expect.any(String) });
    }
  });
});

it('names the business where no authentication is required, and no business on the platform', async () => {
  expect(await (await fetch(`${urls.http}/`, HTML)).text()).toContain('Brindlebrook Dental');
  expect(await (await fetch(`${urls.platform}/`, HTML)).text()).not.toContain('Brindlebrook');
});
