import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENDPOINT_NAMES, ENDPOINTS, type Endpoint, EXTENSIONS } from '../../src/contract/index.ts';
import type { JsonObject } from '../../src/lib/json.ts';
import { assertDescribed, assertNotificationDescribed, checked } from '../support/openapi.ts';
import { temporaryFolder } from '../support/platform.ts';
import { cleanEnvironment, type RunningProgram, startProgram } from '../support/program.ts';

// The built program: the document is a file of its build.
let program: RunningProgram;
let api: string;
beforeAll(async () => {
  program = startProgram(
    ['platform', '--port', '0', '--trusted-proxies', '127.0.0.1'],
    cleanEnvironment(temporaryFolder()),
  );
  [api] = await program.until(/http:\S+\/api\b/);
});
afterAll(() => program.stop());

const document = JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, JsonObject>>;
};
const get = (headers: Record<string, string> = {}) => checked(fetch)(new Request(`${api}/openapi.json`, { headers }));
const serverOf = async (response: Response) =>
  ((await response.json()) as { servers: { url: string }[] }).servers[0]?.url;

describe('the OpenAPI document', () => {
  it('needs no key, and has the address of the request as its server', async () => {
    const response = await get();
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(await response.json()).toEqual({ ...document, servers: [{ url: api }] });
  });

  it('names the protocol that a trusted proxy states', async () => {
    expect(await serverOf(await get({ 'X-Forwarded-Proto': 'https' }))).toBe(api.replace('http', 'https'));
    expect(await serverOf(await get({ 'X-Forwarded-Proto': 'ftp' }))).toBe(api);
  });

  it('can be cached, and is not sent again to a cache that has it', async () => {
    const { headers } = await get();
    const tag = headers.get('etag') ?? '';
    expect(headers.get('cache-control')).toBe('public, max-age=300');
    for (const sent of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const response = await get({ 'If-None-Match': sent });
      expect([response.status, await response.text(), response.headers.get('etag')]).toEqual([304, '', tag]);
    }
    expect((await get({ 'If-None-Match': '"other"' })).status).toBe(200);
  });

  it.each(ENDPOINT_NAMES)('describes %s with its scope', (name) => {
    const { method, path, scope, extension }: Endpoint = ENDPOINTS[name];
    const operation = document.paths[path]?.[method.toLowerCase()];
    expect(operation?.operationId).toBe(name);
    expect(operation?.['x-required-scope']).toBe(scope ?? undefined);
    expect(operation?.['x-extension'] !== undefined).toBe(extension !== undefined);
  });

  it('marks with x-extension only what is announced, and what announces it', () => {
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
    const names = new Set(operations.flatMap((operation) => operation['x-extension'] ?? []));
    const notAnnounced = [...names].filter((name) => !Object.hasOwn(EXTENSIONS, String(name)));
    expect(notAnnounced).toEqual(['capabilities', 'dashboard', 'openapi']);
  });
});

describe('the check of responses against the OpenAPI document', () => {
  const headers = { 'content-type': 'application/json' };
  const event = { name: 'call.completed', description: 'A call ended' };
  const meta = { total: 1, page: 1, per_page: 25, has_more: false };
  const check = (status: number, body: unknown, more: Record<string, string> = {}, path = '/v1/webhooks/events') =>
    assertDescribed('GET', `http://localhost/api${path}`, {
      status,
      headers: new Headers({ ...headers, ...more }),
      text: JSON.stringify(body),
    });
  const valid = { data: [event], meta };
  const error = { error: 'unauthorized', message: 'Invalid API key' };

  it('accepts described responses', () => {
    expect(() => check(200, valid)).not.toThrow();
    expect(() => check(401, error)).not.toThrow();
    expect(() => check(404, { error: 'not_found', message: 'no' }, {}, '/v1/nothing')).not.toThrow();
  });

  it.each<[string, () => void]>([
    ['an unknown field', () => check(200, { ...valid, data: [{ ...event, more: 1 }] })],
    ['a missing field', () => check(200, { data: [event], meta: { total: 1 } })],
    ['a field of another type', () => check(200, { ...valid, data: [{ ...event, name: 1 }] })],
    ['another status', () => check(204, valid)],
    ['another status of an unknown path', () => check(200, valid, {}, '/v1/nothing')],
    ['another code of an error', () => check(401, { ...error, error: 'other' })],
    ['another content type', () => check(200, valid, { 'content-type': 'text/html' })],
    ['a header that is not described', () => check(200, valid, { ETag: '"x"' })],
    ['a missing header', () => check(200, document, {}, '/openapi.json')],
    ['a malformed header', () => check(503, { error: 'overloaded', message: 'no' }, { 'Retry-After': 'soon' })],
  ])('rejects %s', (_, run) => {
    expect(run).toThrow('docs/openapi.json does not describe GET');
  });

  it('rejects notifications that are not described', () => {
    const sent = { 'webhook-id': 'evt_1', 'webhook-timestamp': '1', 'webhook-signature': 'v1,eA==' };
    const ping = {
      id: 'evt_1',
      type: 'ping',
      time: '2026-03-02T09:00:00Z',
      team_id: 't',
      data: { webhook_id: 'wh_1' },
    };
    expect(() => assertNotificationDescribed(sent, ping)).not.toThrow();
    expect(() => assertNotificationDescribed(sent, { ...ping, type: 'call.completed' })).toThrow('does not describe');
    expect(() => assertNotificationDescribed({}, ping)).toThrow('webhook-id');
  });
});
