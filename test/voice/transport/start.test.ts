import { rm } from 'node:fs/promises';
import { afterAll, expect, it } from 'vitest';
import { temporaryFolder } from '../../support/platform.ts';
import { cleanEnvironment, startProgram } from '../../support/program.ts';
import { callOver, messageOf, sendRaw, spokenText } from '../../support/voice-server.ts';

/** `http --profile voice` calls its reading tools before it listens, so that the first caller does not wait. */
const home = temporaryFolder();
afterAll(() => rm(home, { recursive: true, force: true }));

const start = (args: string[], env: Record<string, string> = {}) =>
  startProgram(['http', '--profile', 'voice', '--port', '0', ...args], cleanEnvironment(home, env));

it('calls that prepare the server are neither logged nor counted', async () => {
  const program = start(['--log-level', 'info', '--metrics']);
  const [url] = await program.until(/http:\/\/\S+\/mcp/);
  const calls = async () => (await (await fetch(new URL('/metrics', url))).text()).match(/^rcpt_tool_calls_total.*$/gm);
  expect(program.output.stderr).not.toContain('tool call');
  expect(await calls()).toBeNull();
  const call = { name: 'list_services', arguments: {} };
  expect(messageOf(await callOver(url, '2024-11-05', call)).result?.isError).toBeUndefined();
  expect(await calls()).toEqual([expect.stringMatching(/list_services.* 1$/)]);
  expect(program.output.stderr).toContain('tool call');
  await program.stop();
});

it('a server starts although its platform is not reachable, and its callers hear that', async () => {
  const program = start([], { RCPT_BASE_URL: 'http://127.0.0.1:9', RCPT_API_KEY: 'sk_live_x' });
  const [url] = await program.until(/http:\/\/\S+\/mcp/);
  const answer = await callOver(url, '2025-06-18', { name: 'list_services', arguments: {} });
  expect(messageOf(answer).result?.isError).toBe(true);
  expect(spokenText(answer)).toMatch(/^[A-Z][^\d_]{20,200}\.$/);
  await program.stop();
});

it('the server answers readiness checks and other addresses as the full profile does', async () => {
  const program = start([]);
  const [url] = await program.until(/http:\/\/\S+\/mcp/);
  expect((await fetch(new URL('/readyz', url))).status).toBe(200);
  expect((await sendRaw(new URL('/api/voice/other', url).href, {})).status).toBe(404);
  await program.stop();
});
