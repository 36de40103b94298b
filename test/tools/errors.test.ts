import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REMOTE_TOOLS, VALID_ARGUMENTS } from '../support/arguments.ts';
import { field, type TestClient, type ToolAnswer } from '../support/clients.ts';
import { type HttpSession, startHttp } from '../support/session.ts';
import { type Behaviour, json, startUpstream, type Upstream } from '../support/upstream.ts';

/** Every tool against every way in which a platform can fail, over real HTTP. */
let upstream: Upstream;
let session: HttpSession;
let unreachable: HttpSession;
/** What the servers that tests started logged. */
const logs: string[] = [];

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
  [session, unreachable] = await Promise.all([
    startHttp(configuration(upstream.url)),
    startHttp(configuration(gone.url)),
  ]);
});
afterAll(async () => {
  await Promise.all([session?.close(), unreachable?.close(), upstream?.close()]);
});

interface ErrorClass {
  behaviour: Behaviour;
  kind: string;
  status?: number;
  says: RegExp;
  retryable: boolean;
  /** For writes: `changed` of the failure. */
  write: 'no' | 'unknown';
}

const refusal = (status: number) => json(status, { error: 'code', message: 'Said "by"\nthe platform (always).' });

/** Shared, because several tools receive it concurrently with a short timeout. */
const TOO_LARGE = Buffer.alloc(9 * 1024 * 1024, 'x');

const CLASSES = {
  '400': {
    behaviour: refusal(400),
    kind: 'bad_request',
    status: 400,
    says: /refused the request \(400\)\. It says: "Said 'by' the platform \(always\)"\. /,
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
    says: /failed with an internal error \(500\)/,
    retryable: true,
    write: 'unknown',
  },
  '502': {
    behaviour: json(502, '<h1>502 Bad Gateway</h1>'),
    kind: 'server_error',
    status: 502,
    says: /platform failed: bad gateway \(502\)\. (?!It says)/,
    retryable: true,
    write: 'unknown',
  },
  '503': {
    behaviour: json(503, { message: 'Said (by the platform)' }, { 'retry-after': '12' }),
    kind: 'server_error',
    status: 503,
    says: /platform is unavailable \(503\)\. It says: "Said \(by the platform\)"\..*Call again after 12 seconds\./,
    retryable: true,
    write: 'unknown',
  },
  '504': {
    behaviour: json(504, '<h1>504 Gateway Timeout</h1>'),
    kind: 'server_error',
    status: 504,
    says: /platform failed: gateway timeout \(504\)\. (?!It says)/,
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

/** Calls every tool of a server whose platform fails in one way. */
async function testEveryTool(client: TestClient, name: string, expected: ErrorClass) {
  // The answer to a deletion has no specified body that could be invalid.
  const tools = REMOTE_TOOLS.filter((tool) => !(name === 'no JSON' && tool.name === 'manage_webhooks'));
  const ask = async (tool: (typeof tools)[number]) => ({
    tool,
    answer: await client.call(tool.name, VALID_ARGUMENTS[tool.name]),
  });
  const answers: Awaited<ReturnType<typeof ask>>[] = [];
  // Concurrent large answers take a slow machine longer than the timeout.
  const concurrency = name === 'too large' ? 3 : tools.length;
  for (let from = 0; from < tools.length; from += concurrency)
    answers.push(...(await Promise.all(tools.slice(from, from + concurrency).map(ask))));
  for (const { tool, answer } of answers) {
    expect(answer.isError, tool.name).toBe(true);
    expect(answer.text, tool.name).toMatch(expected.says);
    const error = field(answer.data, 'error');
    // Some tools read before they write: a change its record, create_contact similar contacts.
    const readsFirst =
      ['read', 'update'].includes(tool.effect) || ['create_contact', 'cancel_booking'].includes(tool.name);
    const changed = readsFirst ? 'no' : expected.write;
    expect(error, tool.name).toMatchObject({
      kind: expected.kind,
      retryable: expected.retryable,
      changed,
      message: answer.text,
    });
    expect(field(error, 'status'), tool.name).toBe(expected.status);
    if (tool.effect !== 'read')
      expect(answer.text, tool.name).toMatch(
        changed === 'no' ? /Nothing was changed/ : /Whether it took effect is unknown/,
      );
    expect(JSON.stringify(answer), tool.name).not.toContain('canary');
  }
}

const TITLE = 'every tool reports the failure, what changed and what to do';
/** A tool whose outcome is unknown searches for its effect during seconds: these failures are tested at the same time. */
const hasSearch = (name: string, { write }: ErrorClass) =>
  write === 'unknown' && name !== 'too large' && name !== 'timeout';
const classes = Object.entries<ErrorClass>(CLASSES);

describe.each(classes.filter(([name, expected]) => !hasSearch(name, expected) && name !== 'timeout'))(
  'platform failure: %s',
  (name, expected) => {
    it(TITLE, async () => {
      upstream.behave(expected.behaviour);
      await testEveryTool(session.client, name, expected);
    });
  },
);

/** The webhook about which the platform answers although everything else fails. */
const ANSWERED = 'wh_answered';

/** An answer now and then keeps the circuit breaker closed: on a busy machine, the failures of `work` last for ten seconds. */
async function withAnswers(client: TestClient, work: Promise<unknown>) {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  const answers = async () => {
    while (!isDone) {
      await client.call('get_webhook', { webhook_id: ANSWERED });
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  };
  await Promise.all([done, answers()]);
}

/** The same with a platform and a server of its own. */
async function testAlone(name: string, expected: ErrorClass, timeoutSeconds: number) {
  const platform = await startUpstream((request, response) =>
    (request.path.endsWith(ANSWERED) ? refusal(404) : expected.behaviour)(request, response),
  );
  const own = await startHttp({ ...configuration(platform.url), RCPT_TIMEOUT: String(timeoutSeconds) });
  try {
    await withAnswers(own.client, testEveryTool(own.client, name, expected));
  } finally {
    await own.close();
    await platform.close();
  }
  logs.push(own.program.output.stderr);
}

describe.concurrent.each(classes.filter((one) => hasSearch(...one)))('platform failure: %s', (name, expected) => {
  it(TITLE, { timeout: 60_000 }, () => testAlone(name, expected, 10));
});

// Not while others keep the machine busy: a request that is not sent within its short timeout has changed nothing.
describe('platform failure: timeout', () => {
  it(TITLE, { timeout: 60_000 }, () => testAlone('timeout', CLASSES.timeout, 1));
});

it('a 403 failure names the scope that the rejected request requires', async () => {
  upstream.behave(refusal(403));
  for (const tool of REMOTE_TOOLS.filter((candidate) => candidate.scope)) {
    // The tests above left the outcome of their request for a second booking unknown.
    const other = tool.name === 'create_booking' ? { start_time: '2199-12-02T10:00:00Z' } : {};
    const answer = await session.client.call(tool.name, { ...VALID_ARGUMENTS[tool.name], ...other });
    // An update reads first, and the platform rejects this read.
    const first = ['find_open_times', 'list_staff'].includes(tool.name) ? 'read:services' : tool.scope;
    const scope = tool.effect === 'update' ? tool.scope?.replace('write:', 'read:') : first;
    expect(answer.text).toContain(`needs the scope ${scope},`);
    expect(field(answer.data, 'error', 'scope')).toBe(scope);
  }
  const record = json(200, { data: { id: VALID_ARGUMENTS.update_booking?.booking_id, name: 'Ana' } });
  upstream.behave((request, response) => (request.method === 'GET' ? record : refusal(403))(request, response));
  const answer = await session.client.call('update_booking', VALID_ARGUMENTS.update_booking);
  expect(answer.text).toContain('needs the scope write:bookings,');
});

it('get_account_context lists the scopes that rejected requests required', async () => {
  const { data } = await session.client.call('get_account_context');
  // A platform without a list of staff is asked for services and bookings instead.
  const needed = REMOTE_TOOLS.flatMap(({ scope }) => (scope && scope !== 'read:staff' ? scope : []));
  expect([...(data.scopes_missing as string[])].sort()).toEqual([...new Set(needed)].sort());
  const fresh = await startHttp(configuration(upstream.url));
  expect((await fresh.client.call('get_account_context')).data.scopes_missing).toEqual([]);
  await fresh.close();
});

it('the outcome of a failed update is unknown unless the record that is read back has the requested values', async () => {
  const record = (id: unknown, changes: Record<string, unknown> = {}) => ({
    data: {
      id,
      service_id: 's',
      start_time: '2199-01-01T10:00:00Z',
      name: 'Bob',
      contact: { name: 'Bob' },
      notes: '',
      ...changes,
    },
  });
  const changes = { update_booking: { notes: ' x ' }, update_contact: { name: 'ANA' } };
  const behaviours = new Map<string, Behaviour>();
  upstream.behave((request, response) => {
    if (['capabilities', ANSWERED].some((end) => request.path.endsWith(end))) return json(404, {})(request, response);
    behaviours.get(request.path.includes('/contacts/') ? 'update_contact' : 'update_booking')?.(request, response);
  });
  const testTool = async ([name, change]: [string, Record<string, unknown>]) => {
    const { booking_id: id = VALID_ARGUMENTS[name]?.contact_id } = VALID_ARGUMENTS[name] ?? {};
    let reads = 0;
    const readBack = (...answers: unknown[]) => {
      reads = 0;
      behaviours.set(name, (request, response) => {
        const isRead = request.method === 'GET';
        const answer = answers[Math.min(isRead ? reads++ : 0, answers.length - 1)];
        (isRead && answer ? json(200, answer) : CLASSES['500'].behaviour)(request, response);
      });
      return session.client.call(name, VALID_ARGUMENTS[name]);
    };
    const applied = await readBack(record(id), record(id, change));
    expect(applied.isError, applied.text).toBe(false);
    expect(applied.data.note, name).toMatch(/did not confirm it/);

    const unread = [[record(id)], [record(id), undefined], [record(id), record('other', change)]];
    for (const answers of unread) {
      const unknown = await readBack(...answers);
      expect(field(unknown.data, 'error'), name).toMatchObject({ kind: 'server_error', changed: 'unknown' });
      expect(unknown.text, name).toMatch(/unknown, and the platform may still carry it out\. To find out, call again/);
      expect(reads, name).toBeGreaterThan(4);
    }
  };
  await withAnswers(session.client, Promise.all(Object.entries(changes).map(testTool)));
}, 60_000);

it('every tool reports a refused connection and that nothing changed', async () => {
  const ask = ({ name }: { name: string }) => unreachable.client.call(name, VALID_ARGUMENTS[name]);
  const answers = await Promise.all(REMOTE_TOOLS.map(ask));
  for (const [index, tool] of REMOTE_TOOLS.entries()) {
    const answer = answers[index] as ToolAnswer;
    expect(answer.text, tool.name).toMatch(/could not be reached.*RCPT_BASE_URL/);
    expect(field(answer.data, 'error'), tool.name).toMatchObject({
      kind: 'unreachable',
      changed: 'no',
      retryable: true,
    });
  }
});

it('the log contains no API key after all failures', () => {
  expect(logs).toHaveLength(classes.filter((one) => hasSearch(...one)).length + 1);
  for (const { program } of [session, unreachable]) expect(program.output.stderr).not.toContain('canary');
  for (const log of logs) expect(log).not.toContain('canary');
});

it.each([
  ['get_booking', 'list_bookings'],
  ['cancel_booking', 'list_bookings'],
  ['get_contact', 'lookup_caller or list_contacts'],
  ['get_call_transcript', 'list_calls'],
  ['get_webhook', 'list_webhooks'],
])('%s names %s for an id that does not exist', async (tool, finding) => {
  upstream.behave(refusal(404));
  const { text } = await session.client.call(tool, VALID_ARGUMENTS[tool]);
  expect(text).toContain(`Check the id, which may be that of another kind of record: find it with ${finding}.`);
});
