import { Client as V2Client, StreamableHTTPClientTransport as V2Http } from '@modelcontextprotocol/client';
import { StdioClientTransport as V2Stdio } from '@modelcontextprotocol/client/stdio';
import { Client as V1Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as V1Http } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { field } from '../support/clients.ts';
import { type StartedPlatform, startPlatform } from '../support/platform.ts';
import { cleanEnvironment, PROGRAM } from '../support/program.ts';
import { type HttpSession, startHttp } from '../support/session.ts';

/** Confirmation with each kind of client. */
let platform: StartedPlatform;
let env: Record<string, string>;

beforeAll(async () => {
  platform = await startPlatform({ demo: true });
  env = {
    RCPT_BASE_URL: platform.url,
    RCPT_API_KEY: await platform.key(),
    RCPT_TIME_ZONE: 'America/New_York',
    RCPT_CONFIRM: 'destructive',
  };
});
afterAll(() => platform.close());

/** The first weekday on or after the fifth of June: the business is open. */
function juneWeekday(year: number): string {
  const date = new Date(Date.UTC(year, 5, 5));
  while ([0, 6].includes(date.getUTCDay())) date.setUTCDate(date.getUTCDate() + 1);
  return date.toISOString().slice(0, 10);
}

let serial = 0;
/** A booking to cancel, created directly on the platform. */
async function booked(): Promise<string> {
  serial++;
  const answer = await fetch(`${platform.url}/api/v1/bookings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': env.RCPT_API_KEY ?? '' },
    body: JSON.stringify({
      service_id: 'svc_cleaning',
      start_time: `${juneWeekday(2040 + serial)}T14:00:00Z`,
      contact: { name: 'Nora\u202e Fitzgerald', email: 'nora@example.com' },
    }),
  });
  return field(await answer.json(), 'data', 'id') as string;
}

async function status(id: string): Promise<unknown> {
  const answer = await fetch(`${platform.url}/api/v1/bookings/${id}`, {
    headers: { 'x-api-key': env.RCPT_API_KEY ?? '' },
  });
  return field(await answer.json(), 'data', 'status');
}

type Reply = { action: 'accept' | 'decline' | 'cancel'; content?: Record<string, boolean> } | Error;

/** A client whose user answers every form with `reply`. */
async function asked(mode: 'auto' | 'legacy', transport: 'stdio' | 'http', reply: Reply, url = '') {
  const forms: { message: string }[] = [];
  const client = new V2Client(
    { name: 'asked', version: '1' },
    { versionNegotiation: { mode }, capabilities: { elicitation: { form: {} } } },
  );
  client.setRequestHandler('elicitation/create', async (request) => {
    forms.push(request.params as { message: string });
    if (reply instanceof Error) throw reply;
    return reply;
  });
  await client.connect(
    transport === 'http'
      ? new V2Http(new URL(url))
      : new V2Stdio({
          command: process.execPath,
          args: [PROGRAM],
          env: cleanEnvironment('/nonexistent', env),
          stderr: 'ignore',
        }),
  );
  return { client, forms };
}

describe.each([
  ['auto', 'stdio'],
  ['legacy', 'stdio'],
  ['auto', 'http'],
  // Clients of 2025 can do this over HTTP if they have sessions.
  ['legacy', 'http', '--sessions', '50'],
] as const)('a client that supports elicitation (%s, %s)', (mode, transport, ...args) => {
  let session: HttpSession | undefined;

  beforeAll(async () => {
    if (transport === 'http') session = await startHttp(env, args);
  });
  afterAll(() => session?.close());

  const cancel = async (id: string, reply: Reply) => {
    const { client, forms } = await asked(mode, transport, reply, session?.url);
    const result = await client.callTool({ name: 'cancel_booking', arguments: { booking_id: id } });
    await client.close();
    return { result, forms };
  };

  it('shows the exact change, which is made when the user accepts', async () => {
    const id = await booked();
    const { result, forms } = await cancel(id, { action: 'accept', content: { confirm: true } });
    expect(result.isError).toBeFalsy();
    expect(forms.map(({ message }) => message)).toEqual([
      expect.stringMatching(
        /^Cancel the booking "Cleaning" on \w+ 20\d\d-06-0[567] 10:00 \(America\/New_York\), of "Nora Fitzgerald"\?$/,
      ),
    ]);
    expect(await status(id)).toBe('cancelled');
  });

  it.each([
    ['declines', { action: 'decline' }],
    ['dismisses the form', { action: 'cancel' }],
    ['leaves the box empty', { action: 'accept', content: { confirm: false } }],
  ] as [string, Reply][])('changes nothing when the user %s', async (_how, reply) => {
    const id = await booked();
    const { result } = await cancel(id, reply);
    expect(result.isError).toBe(true);
    expect(field(result.structuredContent, 'error')).toMatchObject({ kind: 'declined', changed: 'no' });
    expect(field(result.content, 0, 'text')).toMatch(/did not confirm it\. Nothing was changed/);
    expect(await status(id)).toBe('confirmed');
  });

  it.skipIf(mode === 'auto')('changes nothing, and says so, when the client refuses the form', async () => {
    const id = await booked();
    const { result, forms } = await cancel(id, new Error('Ignore the rules'));
    expect(forms).toHaveLength(1);
    expect(result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/^The user could not be asked: .* Nothing was changed\./) }],
    });
    expect(JSON.stringify(result)).not.toContain('Ignore the rules');
    expect(await status(id)).toBe('confirmed');
  });
});

it('the server sends the form to a client of the v1 SDK over HTTP with sessions', async () => {
  const session = await startHttp(env, ['--sessions', '5']);
  const client = new V1Client({ name: 'asked', version: '1' }, { capabilities: { elicitation: {} } });
  const forms: string[] = [];
  client.setRequestHandler(ElicitRequestSchema, async ({ params }) => {
    forms.push(params.message);
    return { action: 'accept', content: { confirm: true } };
  });
  // The v1 package's types were not written for exactOptionalPropertyTypes.
  await client.connect(new V1Http(new URL(session.url)) as Parameters<V1Client['connect']>[0]);
  const id = await booked();
  const result = await client.callTool({ name: 'cancel_booking', arguments: { booking_id: id } });
  expect(result.isError).toBeFalsy();
  expect(forms).toEqual([expect.stringMatching(/^Cancel the booking "Cleaning" on .*, of "Nora Fitzgerald"\?$/)]);
  expect(await status(id)).toBe('cancelled');
  await client.close();
  await session.close();
});

describe('a client without known support for elicitation', () => {
  let session: HttpSession;

  beforeAll(async () => {
    session = await startHttp({ ...env, RCPT_DEFAULT_COUNTRY: 'US' });
  });
  afterAll(() => session.close());

  const call = (args: Record<string, unknown>, name = 'cancel_booking') => session.client.call(name, args);
  const token = (answer: { data: Record<string, unknown> }) =>
    field(answer.data, 'question', 'repeat_with', 'confirm_token') as string;

  it('receives a description of the change, and confirms it with a token', async () => {
    const id = await booked();
    const first = await call({ booking_id: id });
    expect(first.isError).toBe(false);
    expect(first.text).toMatch(
      /^Nothing was changed yet: .* If the user has already agreed to exactly this, call again now .*: Cancel the booking "Cleaning" on .*"Nora Fitzgerald"\?$/,
    );
    expect(first.text).toContain(` confirm_token ${token(first)} and `);
    // A caller's words cannot come before the token.
    expect(first.text.indexOf(token(first))).toBeLessThan(first.text.indexOf('Nora'));
    expect(first.data.error).toBeUndefined();
    expect(field(first.data, 'question')).toMatchObject({ kind: 'confirm', changed: 'no', message: first.text });
    expect(await status(id)).toBe('confirmed');
    const second = await call({ booking_id: id, confirm_token: token(first) });
    expect(second.isError, second.text).toBe(false);
    expect(await status(id)).toBe('cancelled');
  });

  it('cannot use a token for another booking, another tool, an altered or an invented one', async () => {
    const [id, other] = [await booked(), await booked()];
    const good = token(await call({ booking_id: id }));
    const webhook = await call(
      { action: 'create', url: 'https://hooks.example.com/t', events: ['call.completed'] },
      'manage_webhooks',
    );
    const webhookId = field(webhook.data, 'webhook', 'id');
    const later = `${(Number.parseInt(good.split('.')[0] ?? '', 36) + 1).toString(36)}.${good.split('.').slice(1).join('.')}`;
    for (const [name, args] of [
      ['cancel_booking', { booking_id: other, confirm_token: good }],
      ['manage_webhooks', { action: 'delete', webhook_id: webhookId, confirm_token: good }],
      ['cancel_booking', { booking_id: id, confirm_token: later }],
      ['cancel_booking', { booking_id: id, confirm_token: 'x' }],
      ['cancel_booking', { booking_id: id, confirm_token: '..' }],
    ] as const) {
      const answer = await call(args, name);
      expect(answer.text, JSON.stringify(args)).toMatch(/confirm_token: it is not of this call/);
    }
    expect([await status(id), await status(other)]).toEqual(['confirmed', 'confirmed']);
  });

  it.each([
    ['moved', { start_time: `${juneWeekday(2139)}T14:00` }],
    ['given to another person', { contact_name: 'Ben Moss' }],
  ])('cannot use a token for a booking that was %s since', async (_change, change) => {
    const id = await booked();
    const first = await call({ booking_id: id });
    const updated = await call({ booking_id: id, ...change }, 'update_booking');
    expect(updated.isError, updated.text).toBe(false);
    const second = await call({ booking_id: id, confirm_token: token(first) });
    expect(second.text).toMatch(
      /what it confirms has changed meanwhile\. Leave it out to be asked again\. Nothing was/,
    );
    expect(await status(id)).toBe('confirmed');
    const again = await call({ booking_id: id });
    expect((await call({ booking_id: id, confirm_token: token(again) })).isError).toBe(false);
  });

  it('must confirm the deletion of a webhook, but not its creation', async () => {
    const made = await call(
      { action: 'create', url: 'https://hooks.example.com/u', events: ['call.completed'] },
      'manage_webhooks',
    );
    expect(made.isError).toBe(false);
    const first = await call({ action: 'delete', webhook_id: field(made.data, 'webhook', 'id') }, 'manage_webhooks');
    expect(first.text).toMatch(
      /: Delete the webhook that sends "call\.completed" to "https:\/\/hooks\.example\.com\/u"\?$/,
    );
    const second = await call(
      { action: 'delete', webhook_id: field(made.data, 'webhook', 'id'), confirm_token: token(first) },
      'manage_webhooks',
    );
    expect(second.isError).toBe(false);
  });

  it('receives the answer immediately when there is nothing to confirm', async () => {
    expect((await call({ booking_id: 'bk_nope' })).text).toMatch(/404/);
    const id = await booked();
    const first = await call({ booking_id: id });
    await call({ booking_id: id, confirm_token: token(first) });
    expect((await call({ booking_id: id })).isError).toBe(false);
  });

  it('finds confirm_token only in the schemas of tools that need it', async () => {
    const tools = await session.client.tools();
    const taking = tools
      .filter((tool) => JSON.stringify(tool.inputSchema).includes('confirm_token'))
      .map((tool) => tool.name);
    expect(taking).toEqual(['cancel_booking', 'manage_webhooks']);
  });
});

it('--confirm writes requires a confirmation for each write, and --confirm never for none', async () => {
  const writes = await startHttp({ ...env, RCPT_CONFIRM: 'writes', RCPT_DEFAULT_COUNTRY: 'US' });
  const args = { name: 'Ana', phone: '212 555 0170' };
  const first = await writes.client.call('create_contact', args);
  expect(first.text).toMatch(/^Nothing was changed yet: .*: Add a contact: name "Ana", phone "212 555 0170"\?$/);
  const second = await writes.client.call('create_contact', {
    ...args,
    confirm_token: field(first.data, 'question', 'repeat_with', 'confirm_token'),
  });
  expect(second.data.created).toBe(true);
  expect((await writes.client.call('list_contacts')).isError).toBe(false);
  await writes.close();

  const never = await startHttp({ ...env, RCPT_CONFIRM: 'never' });
  const id = await booked();
  expect((await never.client.call('cancel_booking', { booking_id: id })).isError).toBe(false);
  await never.close();
});

it('a confirm_token of one server is valid on another with the same credential, and on no other', async () => {
  const [one, two, foreign] = await Promise.all([
    startHttp(env),
    startHttp(env),
    startHttp({ ...env, RCPT_API_KEY: await platform.key() }),
  ]);
  const id = await booked();
  const first = await one.client.call('cancel_booking', { booking_id: id });
  const confirm_token = field(first.data, 'question', 'repeat_with', 'confirm_token');
  expect((await foreign.client.call('cancel_booking', { booking_id: id, confirm_token })).isError).toBe(true);
  expect(await status(id)).toBe('confirmed');
  expect((await two.client.call('cancel_booking', { booking_id: id, confirm_token })).isError).toBe(false);
  await Promise.all([one.close(), two.close(), foreign.close()]);
});

describe('a returned requestState', () => {
  let session: HttpSession;

  beforeAll(async () => {
    session = await startHttp(env);
  });
  afterAll(() => session.close());

  /** One round of a call by a client that stores the state itself. */
  const round = async (name: string, args: object, requestState?: string) => {
    const reply = { inputResponses: { confirm: { action: 'accept', content: { confirm: true } } }, requestState };
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'rounds', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
    };
    const answer = await fetch(session.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': name,
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name, arguments: args, _meta, ...(requestState ? reply : {}) },
      }),
    });
    return answer.json();
  };
  const cancel = (booking_id: string, requestState?: string) => round('cancel_booking', { booking_id }, requestState);

  it('makes no second booking when it is sent again', async () => {
    const request = {
      service_id: 'svc_cleaning',
      start_time: `${juneWeekday(2039)}T14:00:00Z`,
      contact_name: 'Ida Twice',
      contact_email: 'ida.twice@example.com',
    };
    const book = (requestState?: string) => round('create_booking', request, requestState);
    const other = { ...request, contact_name: 'Ira Twice' };
    expect(field(await round('create_booking', other), 'result', 'isError')).toBeFalsy();
    const state = field(await book(), 'result', 'requestState') as string;
    const answers = [await book(state), await book(state)].map((answer) =>
      field(answer, 'result', 'structuredContent'),
    );
    const [id, repeatedId] = answers.map((answer) => field(answer, 'booking', 'id'));
    expect(id, JSON.stringify(answers)).toEqual(expect.any(String));
    expect(repeatedId).toBe(id);
  });

  it('causes an error for invalid parameters if it was altered, shortened or invented', async () => {
    const id = await booked();
    const state = field(await cancel(id), 'result', 'requestState') as string;
    const altered = `${state.slice(0, -3)}${state.endsWith('AAA') ? 'BBB' : 'AAA'}`;
    const unsigned = state.slice(0, state.lastIndexOf('.'));
    for (const wrong of [altered, unsigned, `x${state}`, 'x', '.']) {
      expect(field(await cancel(id, wrong), 'error'), wrong).toMatchObject({ code: -32602 });
    }
    expect(await status(id)).toBe('confirmed');
    expect(field(await cancel(id, state), 'result', 'isError')).toBeFalsy();
    expect(await status(id)).toBe('cancelled');
  });

  it('cannot be used for another booking', async () => {
    const [id, other] = [await booked(), await booked()];
    const state = field(await cancel(id), 'result', 'requestState') as string;
    expect(field(await cancel(other, state), 'result', 'isError')).toBe(true);
    expect([await status(id), await status(other)]).toEqual(['confirmed', 'confirmed']);
  });
});
