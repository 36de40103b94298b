import { createHmac } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPlatform, type Platform } from '../../../src/platform/index.ts';
import { practice } from '../../business/support/practice.ts';
import { type Guarded, startGuarded } from '../../support/guarded.ts';
import { startPlatform, temporaryFolder } from '../../support/platform.ts';
import { callOver, type RawAnswer, type RawHeaders, sendRaw } from '../../support/voice-server.ts';

/** The built program, and messages of Vapi that the secret of a source signs instead of a token. */
const [ONE, TWO] = ['+13035550101', '+13035550202'];
const database = join(temporaryFolder(), 'platform.db');
/** A Tuesday at least a month ahead. */
const DAY = (() => {
  const date = new Date(Date.now() + 28 * 86_400_000);
  while (date.getUTCDay() !== 2) date.setUTCDate(date.getUTCDate() + 1);
  return date.toISOString().slice(0, 10);
})();

let platform: Platform;
let guarded: Guarded;
let open: Guarded;
let source: { id: string; secret: string };

async function addSource(vendor: 'vapi' | 'generic', name: string): Promise<{ id: string; secret: string }> {
  const { source: added, secret } = await platform.callSources.add({ vendor, name });
  return { id: added.id, secret: secret?.reveal() ?? '' };
}

beforeAll(async () => {
  platform = await openPlatform({ database, demo: false, deliveries: false });
  await platform.business.apply(practice());
  source = await addSource('vapi', 'main line');
  const options = ['--database', database, '--caller-number-header', 'X-Caller-Number', '--log-level', 'info'];
  [guarded, open] = await Promise.all([
    startGuarded('token', options),
    startGuarded('none', ['--profile', 'voice', ...options]),
  ]);
});
afterAll(async () => {
  await Promise.all([guarded?.close(), open?.close()]);
  await platform?.close();
});

const addressOf = (server: Guarded) => new URL('/api/voice/vapi', server.url).href;
let serial = 0;
const call = (name: string, args: object = {}) => ({ id: `toolu_${++serial}`, name, parameters: args });
/** The text of a `tool-calls` message about a call of a person. */
const message = (phone: string | null, ...calls: object[]) =>
  JSON.stringify({
    message: {
      type: 'tool-calls',
      call: { id: `call-${phone ?? 'none'}`, ...(phone ? { customer: { number: phone } } : {}) },
      toolCallList: calls,
    },
  });
const prices = () => message(ONE, call('list_services'));

/** The headers of Vapi's Custom Credential of the type HMAC. */
function signed(body: string, secret = source.secret, ageSeconds = 0): string[] {
  const timestamp = String(Math.floor(Date.now() / 1_000) - ageSeconds);
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return ['x-signature', signature, 'x-timestamp', timestamp];
}
function standardWebhook(body: string, secret = source.secret): string[] {
  const at = new Date();
  const signature = new Webhook(secret).sign('msg_1', at, body);
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  return ['webhook-id', 'msg_1', 'webhook-timestamp', timestamp, 'webhook-signature', signature];
}

const send = (body: string, headers: RawHeaders, server = guarded) => sendRaw(addressOf(server), body, headers);
const resultsOf = ({ status, body }: RawAnswer): string[] => {
  expect([status, body]).toEqual([200, expect.stringContaining('"results"')]);
  return (JSON.parse(body) as { results: { result: string }[] }).results.map(({ result }) => result);
};
/** What the server answers to one signed call. */
async function say(phone: string | null, name: string, args: object = {}, headers: string[] = []): Promise<string> {
  const body = message(phone, call(name, args));
  return resultsOf(await send(body, [...signed(body), ...headers]))[0] as string;
}
const refusalOf = ({ status, body }: RawAnswer) => [status, JSON.parse(body).error_description];
const WRONG = [
  401,
  expect.stringMatching(/^The request has neither a valid token nor a valid signature: .*Nothing was done/),
];

async function booked(): Promise<number> {
  const authorization = `Bearer ${platform.issueProcessKey().reveal()}`;
  const request = new Request('https://platform.invalid/api/v1/bookings?per_page=100', { headers: { authorization } });
  const { data } = (await (await platform.fetch(request)).json()) as { data: { status: string }[] };
  return data.filter(({ status }) => status !== 'cancelled').length;
}

describe('a message of Vapi on a server with tokens', () => {
  it.each<[name: string, headers: (body: string) => string[]]>([
    ['an HMAC', (body) => signed(body)],
    ['an HMAC that is four minutes old', (body) => signed(body, undefined, 240)],
    ['a signature of Standard Webhooks', (body) => standardWebhook(body)],
    ['the secret in X-Vapi-Secret', () => ['X-Vapi-Secret', source.secret]],
    ['the secret as bearer token', () => ['Authorization', `Bearer ${source.secret}`]],
  ])('the message is answered with %s and without a token', async (_name, headers) => {
    const body = prices();
    expect(resultsOf(await send(body, headers(body)))[0]).toContain('Cleaning');
  });

  it.each<[name: string, headers: (body: string) => string[]]>([
    ['an HMAC with another secret', (body) => signed(body, 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=')],
    ['an HMAC of another body', () => signed(prices())],
    ['an HMAC that is six minutes old', (body) => signed(body, undefined, 360)],
    ['an HMAC from the future', (body) => signed(body, undefined, -360)],
    ['an HMAC twice', (body) => [...signed(body), ...signed(body)]],
    ['an HMAC without a time', (body) => signed(body).slice(0, 2)],
    ['an empty signature', () => ['x-signature', '', 'x-timestamp', '']],
    ['a wrong signature of Standard Webhooks', (body) => standardWebhook(`${body} `)],
    ['a wrong HMAC beside the secret', (body) => [...signed(`${body} `), 'X-Vapi-Secret', source.secret]],
    ['a wrong secret', () => ['X-Vapi-Secret', `${source.secret}x`]],
    ['an empty secret', () => ['X-Vapi-Secret', '']],
    ['a bearer token that is no secret', () => ['Authorization', 'Bearer whsec_AAAA']],
  ])('the message is refused with %s, and nothing is done', async (_name, headers) => {
    const body = prices();
    expect(refusalOf(await send(body, headers(body)))).toEqual(WRONG);
  });

  it('a message without a signature still needs a token', async () => {
    const [status, sentence] = refusalOf(await send(prices(), []));
    expect([status, sentence]).toEqual([401, expect.stringContaining('A bearer token is needed')]);
    const token = ['Authorization', `Bearer ${await guarded.token('agent', '--profile', 'voice')}`];
    expect(resultsOf(await send(prices(), token))[0]).toContain('Cleaning');
    const wrong = signed('another body');
    expect(resultsOf(await send(prices(), [...token, ...wrong]))[0]).toContain('Cleaning');
  });

  it('the secret of a source of another vendor signs no message', async () => {
    const { secret } = await addSource('generic', 'own system');
    for (const sign of [signed, standardWebhook]) {
      const body = prices();
      expect(refusalOf(await send(body, sign(body, secret)))).toEqual(WRONG);
    }
    expect(refusalOf(await send(prices(), ['X-Vapi-Secret', secret]))).toEqual(WRONG);
  });

  it('both secrets count after a rotation, and none after the source was removed', async () => {
    const other = await addSource('vapi', 'second line');
    const rotated = await platform.callSources.rotate(other.id, {});
    for (const secret of [other.secret, rotated?.secret?.reveal() ?? '']) {
      const body = prices();
      expect(resultsOf(await send(body, signed(body, secret)))[0]).toContain('Cleaning');
    }
    await platform.callSources.remove(other.id);
    for (const secret of [other.secret, rotated?.secret?.reveal() ?? '']) {
      const body = prices();
      expect(refusalOf(await send(body, signed(body, secret)))).toEqual(WRONG);
    }
  });

  it('a signature is good for the tools of the voice profile at this address, and for nothing else', async () => {
    for (const name of ['list_calls', 'list_contacts', 'get_booking', 'list_webhooks']) {
      expect(await say(ONE, name)).toMatch(/^[A-Z][^\d{}_]{20,200}[.?]$/);
    }
    const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });
    const secrets = ['X-Vapi-Secret', source.secret];
    for (const headers of [signed(list), secrets, ['Authorization', `Bearer ${source.secret}`]]) {
      expect((await sendRaw(guarded.url, list, headers)).status).toBe(401);
    }
    const other = JSON.stringify({ message: { type: 'end-of-call-report', call: { id: 'c' } } });
    expect((await send(other, signed(other))).status).toBe(422);
  });

  it('a signed message is logged as that of its source, and its secret is not logged', async () => {
    await say(ONE, 'get_opening_hours');
    expect(guarded.program.output.stderr).toMatch(new RegExp(`get_opening_hours.*source ${source.id}`));
    expect(guarded.program.output.stderr).not.toContain(source.secret.slice('whsec_'.length));
  });

  it('a signed message may restrict its rights, and a malformed restriction is refused', async () => {
    const booking = { service: 'Cleaning', start: `${DAY}T08:00`, caller_name: 'Ada' };
    const reading = await say(ONE, 'create_booking', booking, ['X-RCPT-Read-Only', 'true']);
    expect(reading).not.toContain('Cleaning');
    const body = prices();
    expect((await send(body, [...signed(body), 'X-RCPT-Read-Only', 'maybe'])).status).toBe(400);
  });
});

describe('the caller of a signed message', () => {
  it('the caller is the one of the signed body, whatever headers say', async () => {
    const booking = { service: 'Cleaning', start: `${DAY}T09:00`, caller_name: 'Ada' };
    await say(ONE, 'create_booking', booking);
    expect(await say(ONE, 'create_booking', { ...booking, confirmed: true })).toContain('Cleaning');
    const asOne = ['X-Caller-Number', ONE, 'X-Call-Id', `call-${ONE}`];
    expect(await say(ONE, 'list_bookings')).toContain('Cleaning');
    expect(await say(ONE, 'list_bookings', {}, ['X-Caller-Number', TWO, 'X-Call-Id', 'other'])).toContain('Cleaning');
    for (const phone of [TWO, null]) expect(await say(phone, 'list_bookings', {}, asOne)).not.toContain('Cleaning');
  });
});

describe('a signed message that arrives again', () => {
  const PHONE = '+13035550303';
  /** Signs and sends a call; returns what sends exactly the same again. */
  async function sendOnce(name: string, args: object, phone = PHONE) {
    const body = message(phone, call(name, args));
    const headers = signed(body);
    const again = async () => resultsOf(await send(body, headers))[0] as string;
    return { answer: await again(), again };
  }

  it('the same messages book once, and do not book again what was cancelled meanwhile', async () => {
    const before = await booked();
    const booking = { service: 'Cleaning', start: `${DAY}T10:00`, caller_name: 'Bo' };
    const asked = await sendOnce('create_booking', booking);
    const done = await sendOnce('create_booking', { ...booking, confirmed: true });
    expect(await booked()).toBe(before + 1);
    for (let round = 0; round < 3; round++) {
      expect(await asked.again()).toBe(asked.answer);
      expect(await done.again()).toBe(done.answer);
    }
    expect(await booked()).toBe(before + 1);
    const asksToCancel = await sendOnce('cancel_booking', {});
    const cancels = await sendOnce('cancel_booking', { confirmed: true });
    expect(await booked()).toBe(before);
    for (let round = 0; round < 2; round++) {
      for (const { again, answer } of [asked, done, asksToCancel, cancels]) expect(await again()).toBe(answer);
    }
    expect(await booked()).toBe(before);
    // The person may book the time again, with messages of their own.
    await sendOnce('create_booking', booking);
    await sendOnce('create_booking', { ...booking, confirmed: true });
    for (const { again } of [asksToCancel, cancels]) await again();
    expect(await booked()).toBe(before + 1);
  });

  it('the same message at the same time books once', async () => {
    const before = await booked();
    const booking = { service: 'New patient exam', start: `${DAY}T13:00`, caller_name: 'Cy' };
    await sendOnce('create_booking', booking);
    const body = message(PHONE, call('create_booking', { ...booking, confirmed: true }));
    const headers = signed(body);
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(body, headers)));
    expect(new Set(answers.map((answer) => resultsOf(answer)[0])).size).toBe(1);
    expect(await booked()).toBe(before + 1);
  });

  it('the same message to another server on the database, which does not remember it, books once', async () => {
    const before = await booked();
    const booking = { service: 'Cleaning', start: `${DAY}T14:00`, caller_name: 'Di' };
    const bodies = [booking, { ...booking, confirmed: true }].map((args) =>
      message(PHONE, call('create_booking', args)),
    );
    const messages = bodies.map((body) => [body, signed(body)] as const);
    for (const server of [guarded, open, open]) {
      for (const [body, headers] of messages) resultsOf(await send(body, headers, server));
    }
    expect(await booked()).toBe(before + 1);
  });
});

describe('a message of Vapi on a server without authentication', () => {
  it('messages are answered with a signature, without one, and with a wrong one', async () => {
    for (const headers of [signed, () => [], () => signed('another body'), () => ['Authorization', 'Bearer x']]) {
      const body = prices();
      expect(resultsOf(await send(body, headers(body), open))[0]).toContain('Cleaning');
    }
    expect(open.program.output.stderr).toContain(`source ${source.id}`);
  });
});

describe('bounds of signed messages', () => {
  it('a message over 1 MiB is refused before it is read', async () => {
    const body = message(ONE, call('list_services', { x: 'x'.repeat(1024 * 1024) }));
    expect(refusalOf(await send(body, signed(body)))).toEqual(WRONG);
    const { status } = await send(body, ['X-Vapi-Secret', source.secret]);
    expect(status).toBe(413);
  });

  it('bodies that are not sent to their end keep no message out', async () => {
    const { hostname, port } = new URL(guarded.url);
    const head = `POST /api/voice/vapi HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Type: application/json\r\nx-signature: ${'0'.repeat(64)}\r\nContent-Length: 1000\r\n\r\n{`;
    const sockets: Socket[] = await Promise.all(
      Array.from(
        { length: 150 },
        () =>
          new Promise<Socket>((resolve, reject) => {
            const socket = connect(Number(port), hostname, () => socket.write(head, () => resolve(socket)));
            socket.once('error', reject);
          }),
      ),
    );
    for (const socket of sockets) socket.on('error', () => {});
    expect(await say(ONE, 'list_services')).toContain('Cleaning');
    for (const socket of sockets) socket.destroy();
  });

  it('made-up signatures count for their address in the rate limit, and genuine ones for their source', async () => {
    const limited = await startGuarded('token', ['--database', database, '--rate-limit', '5/hour']);
    const body = prices();
    const statuses: number[] = [];
    for (let round = 0; round < 7; round++) {
      const madeUp = createHmac('sha256', String(round)).update(body).digest('hex');
      statuses.push((await send(body, ['x-signature', madeUp, 'x-timestamp', '1'], limited)).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
    for (let round = 0; round < 5; round++) {
      const genuine = prices();
      resultsOf(await send(genuine, signed(genuine), limited));
    }
    const last = prices();
    expect((await send(last, signed(last), limited)).status).toBe(429);
    await limited.close();
  });
});

describe('servers that know no sources', () => {
  it('a server in front of a remote platform accepts no signature', async () => {
    const remote = await startPlatform();
    const { secret } = await remote.platform.callSources.add({ vendor: 'vapi', name: 'main line' });
    const server = await startGuarded('token', [], { RCPT_BASE_URL: remote.url, RCPT_API_KEY: await remote.key() });
    const body = prices();
    const refused = await send(body, signed(body, secret?.reveal()), server);
    expect(refusalOf(refused)).toEqual([401, expect.stringContaining('A bearer token is needed')]);
    await server.close();
    await remote.close();
  });

  it('a server whose callers have platform keys of their own accepts no signature', async () => {
    const server = await startGuarded('platform-key', ['--profile', 'voice', '--database', database]);
    const body = prices();
    expect((await send(body, signed(body), server)).status).toBe(401);
    expect((await callOver(server.url, '2025-06-18', { name: 'list_services' }, signed(body))).status).toBe(401);
    await server.close();
  });
});
