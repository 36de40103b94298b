import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { demoDatabase } from '../support/demo-database.ts';
import { temporaryFolder } from '../support/engines.ts';
import { cleanEnvironment } from '../support/program.ts';
import { json, startUpstream } from '../support/upstream.ts';

/**
 * The files that the built program loads until a client has its tools, in counts that do not depend on the machine.
 * Measure with `npm run bench:startup` before raising one of these numbers.
 */
const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const hook = path('../support/loaded.cjs');
const META = 'io.modelcontextprotocol/';
const _meta = {
  [`${META}protocolVersion`]: '2026-07-28',
  [`${META}clientInfo`]: { name: 'c', version: '1' },
  [`${META}clientCapabilities`]: {},
};
const hello = { protocolVersion: '2025-11-25', capabilities: { roots: {} }, clientInfo: { name: 'c', version: '1' } };
const HANDSHAKES = {
  '2025': [
    { id: 1, method: 'initialize', params: hello },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/list' },
  ],
  '2026': [
    { id: 1, method: 'server/discover', params: { _meta } },
    { id: 2, method: 'tools/list', params: { _meta } },
  ],
};

async function start(messages: readonly object[], env: Record<string, string> = {}) {
  const input = messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join('');
  const args = ['--require', hook, path('../../dist/cli.js')];
  const environment = cleanEnvironment(process.env.HOME ?? '', { RCPT_DATABASE: ':memory:', ...env });
  const child = spawn(process.execPath, args, { env: environment });
  child.stdin.end(input);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  expect(stdout).toContain('"tools":[');
  return JSON.parse(/^loaded (.*)$/m.exec(stderr)?.[1] ?? '') as { files: string[]; builtins: string[] };
}

it.each(['2025', '2026'] as const)(
  'a client of protocol %s gets its tools after the program has loaded a few small files',
  async (era) => {
    const { files, builtins } = await start(HANDSHAKES[era]);
    const names = files.map((file) => basename(file));
    expect(names.length, names.join(' ')).toBeLessThanOrEqual(MAX_FILES);
    expect(files.reduce((sum, file) => sum + statSync(file).size, 0)).toBeLessThanOrEqual(MAX_BYTES);
    const own = builtins.filter((name) => /^NativeModule (?!internal)/.test(name));
    expect(own.length, own.join(' ')).toBeLessThanOrEqual(MAX_BUILTINS);
  },
);

it('the first call of a tool that reads one record loads no calendar library and no code of searches, caches, telephone numbers or masks', async () => {
  // It answers at once: a second after the start, the program loads what only create requests need.
  const platform = await startUpstream(json(200, { data: { id: 'bk_1', start_time: '2199-01-07T15:00:00Z' } }));
  const remote = { RCPT_BASE_URL: platform.url, RCPT_API_KEY: 'sk_live_test' };
  const call = { id: 3, method: 'tools/call', params: { name: 'get_booking', arguments: { booking_id: 'bk_1' } } };
  const { files } = await start([...HANDSHAKES['2025'], call], remote).finally(platform.close);
  expect(files.length, files.map((file) => basename(file)).join(' ')).toBeLessThanOrEqual(MAX_FIRST_CALL_FILES);
  const texts = files.map((file) => readFileSync(file, 'utf8'));
  const dist = path('../../dist');
  const all = readdirSync(dist).filter((name) => name.endsWith('.js'));
  for (const part of NOT_FOR_ONE_RECORD) {
    expect(all.filter((name) => readFileSync(`${dist}/${name}`, 'utf8').includes(part)).length, part).toBeGreaterThan(
      0,
    );
    expect(
      files.filter((_, index) => texts[index]?.includes(part)).map((file) => basename(file)),
      part,
    ).toEqual([]);
  }
  expect(texts.reduce((sum, text) => sum + text.length, 0)).toBeLessThanOrEqual(MAX_FIRST_CALL);
});

it('the first call that the embedded platform answers loads no code of telephone numbers, promises and voice vendors', async () => {
  const folder = temporaryFolder();
  const call = { id: 3, method: 'tools/call', params: { name: 'list_bookings' } };
  const { files } = await start([...HANDSHAKES['2025'], call], { RCPT_DATABASE: demoDatabase(folder) });
  rmSync(folder, { recursive: true });
  const loaded = files.filter((file) => NOT_FOR_READING.some((part) => readFileSync(file, 'utf8').includes(part)));
  expect(loaded.map((file) => basename(file))).toEqual([]);
  const dist = path('../../dist');
  const all = readdirSync(dist).filter((name) => name.endsWith('.js'));
  for (const part of NOT_FOR_READING)
    expect(all.some((name) => readFileSync(`${dist}/${name}`, 'utf8').includes(part))).toBe(true);
});

it('the tracing library is loaded only if tracing is configured', async () => {
  const call = { id: 3, method: 'tools/call', params: { name: 'list_services' } };
  const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', OTEL_TRACES_SAMPLER: 'always_off' };
  const loads = async (env: Record<string, string>) =>
    (await start([...HANDSHAKES['2025'], call], env)).files.some((file) =>
      readFileSync(file, 'utf8').includes(OF_TRACING),
    );
  const variants = [{}, { ...traced, OTEL_SDK_DISABLED: 'true' }, traced];
  expect(await Promise.all(variants.map(loads))).toEqual([false, false, true]);
});

it('a stdio server loads no metrics library', async () => {
  const call = { id: 3, method: 'tools/call', params: { name: 'list_services' } };
  const isMetrics = (file: string) => readFileSync(file, 'utf8').includes(OF_METRICS);
  const dist = path('../../dist');
  const all = readdirSync(dist).filter((name) => name.endsWith('.js'));
  expect(all.some((name) => isMetrics(`${dist}/${name}`))).toBe(true);
  expect((await start([...HANDSHAKES['2025'], call])).files.some(isMetrics)).toBe(false);
});

/** Texts of the telephone metadata, the words of masks, the words of promises, undici, the calendar library and the LRU cache. */
const NOT_FOR_ONE_RECORD = [
  'country_calling_codes',
  'zero one two three four five',
  'llamamos',
  'UND_ERR_SOCKET',
  'inLeapYear',
  'sizeCalculation must be a function',
];
/** Texts of the telephone metadata, the words of promises and a vendor. */
const NOT_FOR_READING = ['country_calling_codes', 'llamamos', 'x-retell-signature'];
/** The files of the start, `first-call.js`, the SDK and what imports it: see `scripts/first-call.ts`. */
const MAX_FIRST_CALL_FILES = 13;
/** Characters of the files that this call loads. */
const MAX_FIRST_CALL = 797_500;
/** A message of prom-client. */
const OF_METRICS = 'Missing mandatory help parameter';
/** A text of the tracing library that occurs nowhere else in `dist`. */
const OF_TRACING = 'telemetry.sdk.language';
/** `cli.js`, `main.js`, the bundler's runtime and `start.js`. */
const MAX_FILES = 4;
/** The size of those files together. */
const MAX_BYTES = 92_500;
/** Built-in modules that Node does not load by itself. */
const MAX_BUILTINS = 8;
