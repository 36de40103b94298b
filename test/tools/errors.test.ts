import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REMOTE_TOOLS, VALID_ARGUMENTS } from '../support/arguments.ts';
import { field } from '../support/clients.ts';
import { type HttpSession, startHttp } from '../support/session.ts';
import { type Behaviour, json, startUpstream, type Upstream } from '../support/upstream.ts';

/** Every tool against every way in which a platform can fail, over real HTTP. */
let upstream: Upstream;
let session: HttpSession;
let unreachable: HttpSession;
/** Gives up soon: for what is never answered. */
let impatient: HttpSession;

const configuration = (url: string) => ({
  RCPT_BASE_URL: url,
  RCPT_API_KEY: 'sk_live_canary',
  RCPT_TOOLSETS: 'account,bookings,contacts,calls,services,webhooks,keys',
  RCPT_SESSION_COOKIE: 'rcpt_session=canarycookie',
  RCPT_TEAM_ID: 'team_1',
  RCPT_TIMEOUT: '3',
});

beforeAll(async () => {
  upstream = await startUpstream();
  const gone = await startUpstream();
  await gone.close();
  [session, unreachable, impatient] = await Promise.all([
    startHttp(configuration(upstream.url)),
    startHttp(configuration(gone.url)),
    startHttp({ ...configuration(upstream.url), RCPT_TIMEOUT: '1' }),
  ]);
});
afterAll(async () => {
  await Promise.all([session?.close(), unreachable?.close(), impatient?.close(), upstream?.close()]);
});

interface ErrorClass {
  behaviour: Behaviour;
  kind: string;
  status?: number;
  says: RegExp;
  retryable: boolean;
  /** For writes: nothing changed, or nobody knows. */
  write: 'no' | 'unknown';
}

const refusal = (status: number) => json(status, { error: 'code', message: 'Said "by"\nthe platform' });

/** Made once: every tool is sent it at the same time, and none waits for long. */
const TOO_LARGE = Buffer.alloc(9 * 1024 * 1024, 'x');

const CLASSES = {
  '400': {
    behaviour: refusal(400),
    kind: 'bad_request',
    status: 400,
    says: /refused the request \(400\)\. It says: "Said 'by' the platform"\./,
    retryable: false,
    write: 'no',
  },
  '401': {
    behaviour: refusal(401),
    kind: 'unauthorized',
    status: 401,
    says: /did not accept .*\(401\).*Repeating will not help/,
    retryable: false,
    write: 'no',
  },
  '403': {
    behaviour: refusal(403),
    kind: 'forbidden',
    status: 403,
    says: /refused access \(403\).*(needs the scope|needs the role|may not do this)/,
    retryable: false,
    write: 'no',
  },
  '404': {
    behaviour: refusal(404),
    kind: 'not_found',
    status: 404,
    says: /no such record in this team \(404\)/,
    retryable: false,
    write: 'no',
  },
  '429': {
    behaviour: json(429, {}, { 'retry-after': '9' }),
    kind: 'rate_limited',
    status: 429,
    says: /slow down \(429\).*after 9 seconds/,
    retryable: true,
    write: 'no',
  },
  '500': {
    behaviour: refusal(500),
    kind: 'server_error',
    status: 500,
    says: /failed inside \(500\)/,
    retryable: true,
    write: 'unknown',
  },
  '503': {
    behaviour: refusal(503),
    kind: 'server_error',
    status: 503,
    says: /failed inside \(503\)/,
    retryable: true,
    write: 'unknown',
  },
  redirect: {
    behaviour: json(301, {}, { location: 'https://elsewhere.example.com' }),
    kind: 'redirected',
    status: 301,
    says: /not followed/,
    retryable: false,
    write: 'unknown',
  },
  'no JSON': {
    behaviour: (_request, response) => response.end('<html>'),
    kind: 'invalid_response',
    status: 200,
    says: /not what its specification describes/,
    retryable: false,
    write: 'unknown',
  },
  'broken connection': {
    behaviour: (_request, response) => response.destroy(),
    kind: 'connection_lost',
    says: /broke before it answered/,
    retryable: true,
    write: 'unknown',
  },
  'too large': {
    behaviour: (_request, response) => response.end(TOO_LARGE),
    kind: 'response_too_large',
    says: /too large/,
    retryable: false,
    write: 'unknown',
  },
  timeout: { behaviour: () => {}, kind: 'timeout', says: /did not answer in time/, retryable: true, write: 'unknown' },
} satisfies Record<string, ErrorClass>;

describe.each(Object.entries<ErrorClass>(CLASSES))('%s', (name, expected) => {
  it('is told by every tool, with what changed and what to do', async () => {
    // A deletion's confirmation has no form that could be wrong.
    const tools = REMOTE_TOOLS.filter((tool) => !(name === 'no JSON' && tool.name === 'manage_webhooks'));
    upstream.behave(expected.behaviour);
    const { client } = name === 'timeout' ? impatient : session;
    const ask = async (tool: (typeof tools)[number]) => ({
      tool,
      answer: await client.call(tool.name, VALID_ARGUMENTS[tool.name]),
    });
    const answers: Awaited<ReturnType<typeof ask>>[] = [];
    // Large answers to all at once take a slow machine longer than each waits.
    const atOnce = name === 'too large' ? 3 : tools.length;
    for (let from = 0; from < tools.length; from += atOnce)
      answers.push(...(await Promise.all(tools.slice(from, from + atOnce).map(ask))));
    for (const { tool, answer } of answers) {
      expect(answer.isError, tool.name).toBe(true);
      expect(answer.text, tool.name).toMatch(expected.says);
      const error = field(answer.data, 'error');
      // What reads first fails before it writes: an update its record, a new contact those that are like it.
      const readsFirst = ['read', 'update'].includes(tool.effect) || tool.name === 'create_contact';
      const changed = readsFirst ? 'no' : expected.write;
      expect(error, tool.name).toMatchObject({
        kind: expected.kind,
        retryable: expected.retryable,
        changed,
        message: answer.text,
      });
      expect(field(error, 'status'), tool.name).toBe(expected.status);
      if (tool.effect !== 'read')
        expect(answer.text, tool.name).toMatch(changed === 'no' ? /Nothing was changed/ : /unknown: read the record/);
      expect(JSON.stringify(answer), tool.name).not.toContain('canary');
    }
  });
});

it('403 names the scope that the refused request needs', async () => {
  upstream.behave(refusal(403));
  for (const tool of REMOTE_TOOLS.filter((candidate) => candidate.scope)) {
    const answer = await session.client.call(tool.name, VALID_ARGUMENTS[tool.name]);
    // An update reads first: that is what was refused.
    const first = tool.name === 'find_open_times' ? 'read:services' : tool.scope;
    const scope = tool.effect === 'update' ? tool.scope?.replace('write:', 'read:') : first;
    expect(answer.text).toContain(`needs the scope ${scope},`);
    expect(field(answer.data, 'error', 'scope')).toBe(scope);
  }
  const record = json(200, { data: { id: 'x', name: 'Ana' } });
  upstream.behave((request, response) => (request.method === 'GET' ? record : refusal(403))(request, response));
  const answer = await session.client.call('update_booking', VALID_ARGUMENTS.update_booking);
  expect(answer.text).toContain('needs the scope write:bookings,');
});

it('get_account_context has the scopes that refusals named', async () => {
  const { data } = await session.client.call('get_account_context');
  const needed = REMOTE_TOOLS.flatMap(({ scope }) => scope ?? []);
  expect([...(data.scopes_missing as string[])].sort()).toEqual([...new Set(needed)].sort());
  const fresh = await unreachable.client.call('get_account_context');
  expect(fresh.data.scopes_missing).toEqual([]);
});

it('a write that fails after its read is looked for; it says what is there, or that nobody knows', async () => {
  const record = json(200, {
    data: {
      id: 'x',
      service_id: 's',
      start_time: '2199-01-01T10:00:00Z',
      name: 'Bob',
      contact: { name: 'Bob' },
      notes: '',
    },
  });
  for (const name of ['update_booking', 'update_contact']) {
    upstream.behave((request, response) =>
      (request.method === 'GET' ? record : CLASSES['500'].behaviour)(request, response),
    );
    const seen = await session.client.call(name, VALID_ARGUMENTS[name]);
    expect(field(seen.data, 'error'), name).toMatchObject({ kind: 'server_error', changed: 'no' });
    expect(seen.text, name).toContain('a read verified that it was not applied');

    let reads = 0;
    upstream.behave((request, response) =>
      (request.method === 'GET' && ++reads === 1 ? record : CLASSES['500'].behaviour)(request, response),
    );
    const unseen = await session.client.call(name, VALID_ARGUMENTS[name]);
    expect(field(unseen.data, 'error'), name).toMatchObject({ kind: 'server_error', changed: 'unknown' });
  }
});

it('a refused connection is told by every tool, and changed nothing', async () => {
  for (const tool of REMOTE_TOOLS) {
    const answer = await unreachable.client.call(tool.name, VALID_ARGUMENTS[tool.name]);
    expect(answer.text, tool.name).toMatch(/could not be reached.*RCPT_BASE_URL/);
    expect(field(answer.data, 'error'), tool.name).toMatchObject({
      kind: 'unreachable',
      changed: 'no',
      retryable: true,
    });
  }
});

it('no key reached the log either', () => {
  for (const { program } of [session, unreachable, impatient]) expect(program.output.stderr).not.toContain('canary');
});
