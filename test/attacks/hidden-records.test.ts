import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VALID_ARGUMENTS } from '../support/arguments.ts';
import { CLIENTS, connect, field, type TestClient } from '../support/clients.ts';
import { deliver, newSecret, notification } from '../support/deliveries.ts';
import { bearerHeader, type Guarded, startGuarded } from '../support/guarded.ts';
import { beginSession } from '../support/mcp-session.ts';
import { temporaryFolder } from '../support/platform.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';
import {
  bookedOut,
  kindsIn,
  MARKED_KINDS,
  type MarkedKind,
  markedPlatform,
  markOf,
  recordOf,
  TOOLSET_OF,
} from './support/marked-platform.ts';

/** A caller reads a kind of record only if the tool that reads it is offered to this caller, in whatever way it asks. */
const RECENT = 'rcpt://events/recent';
const EVENTS = { booking: 'booking.created', contact: 'contact.updated', call: 'call.completed' } as const;
type EventKind = keyof typeof EVENTS;
let upstream: Upstream;
let server: Guarded;
let sendEvent: (type: string, data: Record<string, unknown>) => Promise<void>;

beforeAll(async () => {
  upstream = await startUpstream(markedPlatform);
  const secret = newSecret();
  const file = join(temporaryFolder(), 'secrets.txt');
  writeFileSync(file, `${secret}\n`, { mode: 0o600 });
  server = await startGuarded(
    'token',
    ['--webhooks', '--webhook-secrets', file, '--sessions', '20', '--default-country', 'US'],
    { RCPT_BASE_URL: upstream.url, RCPT_API_KEY: 'sk_live_x' },
  );
  sendEvent = async (type, data) => {
    const body = JSON.stringify(notification(type, data));
    const { status } = await deliver(server.url.replace('/mcp', '/webhooks'), body, { secrets: [secret] });
    expect(status).toBe(200);
  };
  for (const [kind, type] of Object.entries(EVENTS)) await sendEvent(type, recordOf(kind as EventKind));
  await sendEvent('booking.call_reminder', { id: 'bk_2', customer_name: `${markOf('call')} Adams` });
  await sendEvent('parcel.sent', { id: 'p_1', contact_name: `${markOf('contact')} Adams` });
});
afterAll(() => Promise.all([server?.close(), upstream?.close()]));

const tokens = new Map<string, string>();
/** Returns the headers of a token that is restricted to toolsets. */
async function restrictedTo(toolsets: string): Promise<Record<string, string>> {
  const existing = tokens.get(toolsets) ?? (await server.token(toolsets.replaceAll(',', ' '), '--toolsets', toolsets));
  tokens.set(toolsets, existing);
  return bearerHeader(existing);
}

/** Searches for words of every kind of record, in every list that takes a query. */
const QUERIES = MARKED_KINDS.map((kind) => ({ query: markOf(kind) }));

/** Everything that a client can make the server say: answers, resources, prompts and completions. */
async function everythingShown(client: TestClient): Promise<Map<string, string>> {
  const shown = new Map<string, string>();
  const keep = (what: string, value: unknown) => shown.set(what, `${shown.get(what) ?? ''}${JSON.stringify(value)}`);
  for (const { name, inputSchema } of await client.tools()) {
    const takesQuery = field(inputSchema, 'properties', 'query') !== undefined;
    const variants = [VALID_ARGUMENTS[name] ?? {}, ...(takesQuery ? QUERIES : [])];
    // Twice: the first request goes through the SDK, the second one takes the fast path.
    for (const args of [...variants, ...variants]) keep(name, await client.call(name, args));
    if (field(inputSchema, 'properties', 'detail')) keep(name, await client.call(name, { detail: 'full' }));
  }
  for (const { uri } of await client.resources().catch(() => [])) keep(String(uri), await client.read(String(uri)));
  for (const { uriTemplate } of await client.templates().catch(() => [])) {
    const template = String(uriTemplate);
    const ids = await client.complete({ uri: template }, 'id', '');
    keep(template, ids);
    for (const id of ids) keep(template, await client.read(template.replace('{id}', id)));
  }
  for (const { name, arguments: args } of await client.prompts().catch(() => []))
    for (const { name: argument } of args as { name: string }[])
      keep(name, await client.complete({ prompt: name }, argument, ''));
  return shown;
}

const leaksIn = (shown: Map<string, string>, allowed: readonly MarkedKind[]) =>
  [...shown].flatMap(([what, text]) =>
    kindsIn(text)
      .filter((kind) => !allowed.includes(kind))
      .map((kind) => `${what} shows a ${kind}`),
  );

describe.each(['account', ...Object.values(TOOLSET_OF), 'account,bookings', 'account,calls,services'])(
  'a token for the toolsets %s',
  (toolsets) => {
    const allowed = MARKED_KINDS.filter((kind) => toolsets.split(',').includes(TOOLSET_OF[kind]));

    it.each(CLIENTS)('shows client %s no record and no field of another kind', async (kind) => {
      const client = await connect(kind, { url: server.url, headers: await restrictedTo(toolsets) });
      const shown = await everythingShown(client);
      await client.close();
      expect(leaksIn(shown, allowed)).toEqual([]);
      expect(kindsIn([...shown.values()].join('\n')).sort()).toEqual([...allowed].sort());
    });

    it('shows no record of another kind when the platform rejects a write', async () => {
      upstream.behave(bookedOut);
      const client = await connect('v2 2026-07-28', { url: server.url, headers: await restrictedTo(toolsets) });
      const shown = await everythingShown(client);
      await client.close();
      upstream.behave(markedPlatform);
      expect(leaksIn(shown, allowed)).toEqual([]);
    });
  },
);

it.each(MARKED_KINDS)(
  'a request that X-RCPT-Toolsets restricts to the tools of a %s shows no other kind',
  async (kind) => {
    const headers = await restrictedTo('account,bookings,contacts,calls,services,webhooks');
    // The same caller without restrictions fills the caches of the caller first.
    const whole = await connect('v2 2026-07-28', { url: server.url, headers });
    expect(kindsIn([...(await everythingShown(whole)).values()].join('\n'))).toEqual(MARKED_KINDS);
    await whole.close();
    const narrow = { ...headers, 'x-rcpt-toolsets': `account,${TOOLSET_OF[kind]}` };
    const client = await connect('v2 2026-07-28', { url: server.url, headers: narrow });
    expect(leaksIn(await everythingShown(client), [kind])).toEqual([]);
    await client.close();
  },
);

describe('answers state the records that they leave out', () => {
  const reason = (toolset: string) => `toolset ${toolset} is off for this caller`;

  it('list_recent_events, by tool and by URI', async () => {
    const client = await connect('v2 2026-07-28', { url: server.url, headers: await restrictedTo('account,bookings') });
    const { data, text } = await client.call('list_recent_events');
    expect((data.items as { kind: string }[]).map(({ kind }) => kind)).toEqual(['booking']);
    const left = [
      { records: 'contacts', reason: reason('contacts') },
      { records: 'calls', reason: reason('calls') },
      { records: 'records of unknown kind', reason: expect.any(String) },
    ];
    expect(data.hidden_records).toEqual(left);
    expect(text).toContain('Hidden: contacts, calls, records of unknown kind');
    expect(JSON.parse((await client.read(RECENT)).text).hidden_records).toEqual(left);
    await client.close();
  });

  it('lookup_caller, without a statement about bookings that it has not read', async () => {
    const client = await connect('v2 2026-07-28', { url: server.url, headers: await restrictedTo('contacts') });
    upstream.received.length = 0;
    const { data, text } = await client.call('lookup_caller', { query: markOf('contact') });
    expect(data).toMatchObject({ total_matches: 1 });
    expect(Object.keys(data).filter((name) => /bookings|calls/.test(name))).toEqual([]);
    expect(data.hidden_records).toEqual([
      { records: 'bookings', reason: reason('bookings') },
      { records: 'calls', reason: reason('calls') },
    ]);
    expect(text).toMatch(/One contact matches\. Now: [^.]+\. Hidden: bookings, calls; this caller may not read them\./);
    expect(upstream.received.map(({ path }) => path.replace(/\?.*/, ''))).toEqual(['/api/v1/contacts']);
    await client.close();
  });

  it('get_contact, whose record contains other records', async () => {
    const client = await connect('v2 2026-07-28', { url: server.url, headers: await restrictedTo('contacts') });
    const { data } = await client.call('get_contact', { contact_id: 'ct_1' });
    expect(data).toMatchObject({ withheld_fields: ['upcoming_bookings', 'history.calls'] });
    await client.close();
  });

  it('a search does not find records by words of records that it must not show, nor by secrets', async () => {
    const client = await connect('v2 2026-07-28', {
      url: server.url,
      headers: await restrictedTo('contacts,webhooks'),
    });
    const found = async (tool: string, query: string) =>
      field(await client.call(tool, { query }), 'data', 'items') as unknown[];
    expect(await found('list_contacts', markOf('contact'))).toHaveLength(1);
    expect(await found('list_contacts', markOf('booking'))).toEqual([]);
    expect(await found('list_contacts', markOf('call'))).toEqual([]);
    expect(await found('list_webhooks', 'whsec_hidden')).toEqual([]);
    await client.close();
  });

  it('nothing for a caller who may read everything', async () => {
    const client = await connect('v2 2026-07-28', {
      url: server.url,
      headers: bearerHeader(await server.token('all')),
    });
    const { data } = await client.call('list_recent_events');
    expect(new Set((data.items as { kind: string }[]).map(({ kind }) => kind))).toEqual(
      new Set(['booking', 'contact', 'call', 'unknown']),
    );
    expect(data).not.toHaveProperty('hidden_records');
    expect(
      field(await client.call('lookup_caller', { query: markOf('contact') }), 'data', 'hidden_records'),
    ).toBeUndefined();
    await client.close();
  });
});

it('manage_webhooks subscribes a caller only to events about records that it may read', async () => {
  const client = await connect('v2 2026-07-28', { url: server.url, headers: await restrictedTo('bookings,webhooks') });
  const subscribe = (...events: string[]) =>
    client.call('manage_webhooks', { action: 'create', url: 'https://x.example.com/in', events });
  upstream.received.length = 0;
  for (const event of ['call.completed', 'contact.*', '*', 'booking.call_reminder', 'parcel.sent']) {
    const { isError, text } = await subscribe('booking.created', event);
    expect(isError).toBe(true);
    expect(text).toContain(`events: "${event}" would send records that this caller may not read.`);
    expect(text).toContain('Nothing was changed.');
  }
  expect(upstream.received).toEqual([]);
  expect((await subscribe('booking.created')).isError).toBe(false);
  await client.close();
});

describe('notifications of recent events', () => {
  it('subscriptions/listen notifies a token only of events that it may read', async () => {
    const client = await connect('v2 2026-07-28', { url: server.url, headers: await restrictedTo('account,bookings') });
    const updates: string[] = [];
    const end = await client.watch([RECENT, 'rcpt://calls/call_1', 'rcpt://contacts/ct_1'], (uri) => updates.push(uri));
    await sendEvent('call.completed', recordOf('call'));
    await sendEvent('contact.updated', recordOf('contact'));
    await sendEvent('parcel.sent', { id: 'p_2' });
    await sendEvent('booking.updated', recordOf('booking'));
    await expect.poll(() => updates).toContain(RECENT);
    // Updates arrive in order: those of the other events would have been first.
    expect(updates).toEqual([RECENT]);
    await end();
    await client.close();
  });

  it('a session notifies a token only of events that it may read', async () => {
    const session = await beginSession(server.url, await restrictedTo('account,bookings'));
    expect((await session.send('resources/subscribe', { uri: RECENT })).status).toBe(200);
    const reader = ((await session.stream()).body as ReadableStream<Uint8Array>).getReader();
    await sendEvent('call.completed', recordOf('call'));
    await sendEvent('contact.updated', recordOf('contact'));
    await sendEvent('booking.updated', recordOf('booking'));
    let received = '';
    while (!received.includes('resources/updated')) received += new TextDecoder().decode((await reader.read()).value);
    await session.end();
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read())
      received += new TextDecoder().decode(chunk.value);
    expect(received.match(/resources\/updated/g)).toHaveLength(1);
  });
});
