import fc from 'fast-check';
import * as z from 'zod';
import { API_ROOT, ENDPOINT_NAMES, ENDPOINTS, type Endpoint } from '../../src/contract/index.ts';
import { assertDescribed } from '../support/openapi.ts';
import type { Area, OpenArea } from './area.ts';
import { requireClean } from './output.ts';
import { exchange, headerValue, type RawRequest } from './raw.ts';
import { fuzzedInput, type JsonSchema, type ValidValues } from './schema.ts';
import { json, text } from './values.ts';
import { type FuzzWorld, openWorld } from './world.ts';

/** Every endpoint of the embedded platform over real HTTP: bodies, paths, queries and headers. */
export const restEndpoints: Area = {
  name: 'REST endpoints',
  async open() {
    const world = await openWorld();
    const endpoints = ENDPOINT_NAMES.map((name) => request(ENDPOINTS[name], world));
    const area: OpenArea<RawRequest> = {
      input: fc.oneof({ arbitrary: fc.oneof(...endpoints), weight: 9 }, { arbitrary: otherRequests(world), weight: 1 }),
      async check(input) {
        const { status, type, headers, body } = await exchange(world.url, input);
        requireClean(body, world.secrets);
        const allowed = input.path.includes('/dashboard/login') ? [...STATUSES, 429] : STATUSES;
        if (!allowed.includes(status)) throw new Error(`${input.method} ${input.path.slice(0, 80)}: ${status} ${body}`);
        if (input.method === 'HEAD') return;
        if (!type.startsWith('application/json')) throw new Error(`${status} of type ${type}: ${body.slice(0, 200)}`);
        requireEnvelope(status, JSON.parse(body));
        assertDescribed(input.method, world.url + input.path, { status, headers, text: body });
      },
      async verifyHealthy() {
        const headers = { 'x-api-key': world.apiKey };
        const { status } = await exchange(world.url, { method: 'GET', path: '/api/v1/bookings', headers });
        if (status !== 200) throw new Error(`GET bookings returned ${status}`);
      },
      close: () => world.close(),
    };
    return area as OpenArea<unknown>;
  },
};

/** Statuses that the specification documents for every endpoint, without 500, which must not occur. */
const STATUSES = [200, 400, 401, 403, 404];

function requireEnvelope(status: number, body: unknown): void {
  const { data, error, message } = body as Record<string, unknown>;
  if (status === 200 ? data !== undefined : typeof error === 'string' && typeof message === 'string') return;
  throw new Error(`${status} without the documented members: ${JSON.stringify(body).slice(0, 200)}`);
}

function request(endpoint: Endpoint, world: FuzzWorld): fc.Arbitrary<RawRequest> {
  const { apiKey, cookie, platform } = world;
  // `{id}` in `/v1/bookings/{id}` is a booking id.
  const kind = `${endpoint.path.split('/')[2]?.replace(/s$/, '')}_id`;
  const ids = world.validValues[kind] ?? [];
  const validValues = {
    ...world.validValues,
    id: ids,
    webhookId: world.validValues.webhook_id ?? [],
    team_id: [platform.team.id],
    start_time: ['2194-03-04T15:00:00Z', '2194-03-05T16:00:00Z', '2194-03-06T17:00:00Z', '2194-03-04T10:00'],
  };
  const schema = endpoint.body ? (z.toJSONSchema(endpoint.body(), { io: 'input' }) as JsonSchema) : {};
  return fc.record({
    method: fc.constant(endpoint.method as string),
    path: fc.tuple(path(endpoint.path, validValues), query).map((parts) => parts.join('')),
    headers: headers(endpoint.auth === 'session' ? { cookie } : { 'x-api-key': apiKey }),
    body: body(schema, validValues),
  });
}

function path(template: string, ids: ValidValues): fc.Arbitrary<string> {
  const segments = template.split('/').map((segment) => {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1];
    if (name === undefined) return fc.constant(segment);
    const encoded = text.map((raw) => encodeURIComponent(raw.toWellFormed()).slice(0, 2_000));
    const existing = fc.constantFrom(...(ids[name] ?? []), 'x');
    const raw = fc.constantFrom('%', '%zz', '..', '.', '%2e%2e', '%00', 'a;b', '@', '%F0%28');
    return fc.oneof(
      { arbitrary: existing, weight: 8 },
      { arbitrary: encoded, weight: 1 },
      { arbitrary: raw, weight: 1 },
    );
  });
  return fc.tuple(...segments).map((parts) => API_ROOT + parts.join('/'));
}

const parameter = fc.oneof(
  fc.constantFrom(
    'page=1',
    'page=2',
    'per_page=100',
    'per_page=101',
    'page=0',
    'page=-1',
    'page=1e9',
    'page',
    '&&',
    '%',
    '=%F0',
  ),
  fc.constantFrom(
    'page=99999999999999999999',
    'page=9007199254740991&per_page=100',
    'page=1&page=2',
    'per_page=%D9%A3',
  ),
  fc
    .tuple(fc.constantFrom('page', 'per_page', '__proto__', 'q'), text)
    .map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed()).slice(0, 500)}`),
);
const query = fc.oneof(
  fc.constant(''),
  fc.array(parameter, { maxLength: 3 }).map((all) => `?${all.join('&')}`),
);

function headers(validHeaders: Record<string, string>): fc.Arbitrary<Record<string, string>> {
  const key = fc.oneof(
    { arbitrary: fc.constant(validHeaders), weight: 24 },
    { arbitrary: fc.constant({}), weight: 1 },
    { arbitrary: headerValue.map((value): Record<string, string> => ({ 'x-api-key': value })), weight: 1 },
    { arbitrary: headerValue.map((value): Record<string, string> => ({ authorization: value })), weight: 1 },
    { arbitrary: headerValue.map((value): Record<string, string> => ({ cookie: value })), weight: 1 },
  );
  const type = fc.oneof(
    { arbitrary: fc.constant({ 'content-type': 'application/json' }), weight: 12 },
    { arbitrary: headerValue.map((value): Record<string, string> => ({ 'content-type': value })), weight: 1 },
  );
  const name = fc.constantFrom(
    'accept',
    'origin',
    'host',
    'sec-fetch-site',
    'x-forwarded-proto',
    'accept-encoding',
    'range',
  );
  const unusual = fc.array(fc.tuple(name, headerValue), { maxLength: 2 }).map((all) => Object.fromEntries(all));
  return fc
    .tuple(key, type, fc.oneof({ arbitrary: fc.constant({}), weight: 4 }, unusual))
    .map((parts) => Object.assign({}, ...parts));
}

function body(schema: JsonSchema, validValues: ValidValues): fc.Arbitrary<Buffer> {
  const valid = fuzzedInput(schema, validValues).map((value) => Buffer.from(JSON.stringify(value)));
  const cut = fc.tuple(valid, fc.nat(60)).map(([bytes, at]) => bytes.subarray(0, at));
  const bytes = fc.uint8Array({ maxLength: 200 }).map((raw) => Buffer.from(raw));
  return fc.oneof(
    { arbitrary: valid, weight: 8 },
    cut,
    bytes,
    json.map((value) => Buffer.from(JSON.stringify(value))),
  );
}

/** Requests to unknown paths and methods, and to the dashboard. */
function otherRequests(world: FuzzWorld): fc.Arbitrary<RawRequest> {
  const paths = [
    '/',
    '/api',
    '/api/v1',
    '/api/v1/',
    '/api//v1/bookings',
    '/api/dashboard/login',
    '/api/dashboard/logout',
  ];
  const encoded = text.map((raw) => `/api/v1/${encodeURIComponent(raw.toWellFormed()).slice(0, 500)}`);
  const SignIn = { properties: { email: { type: 'string' }, password: { type: 'string' } } };
  return fc.record({
    method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD', 'PROPFIND'),
    path: fc.tuple(fc.oneof(fc.constantFrom(...paths), encoded), query).map((parts) => parts.join('')),
    headers: headers({ 'x-api-key': world.apiKey }),
    body: body(SignIn, { ...world.validValues, password: ['wrong'] }),
  });
}
