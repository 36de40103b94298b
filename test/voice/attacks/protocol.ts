import { connect } from 'node:net';
import { type RawHeaders, type Revision, rpc, sendRaw } from '../../support/voice-server.ts';
import { type Attack, call, type Heard, request, type Turn } from './conversation.ts';
import { VICTIM, type World } from './world.ts';

/** What the protocol can do besides calling the seven tools. */
const OWN = '+13036665000';
const from = { number: OWN };
const number = ['X-Caller-Number', OWN];
const BOTH = ['Accept', 'application/json, text/event-stream'];

/** A request of any method. */
const asks = (
  method: string,
  params: object | ((world: World) => object),
  hears: Heard | RegExp,
  setup: 'header' | 'token' = 'header',
) =>
  request(
    hears,
    (url, world, revision) => {
      const sent = rpc(revision, method, typeof params === 'function' ? params(world) : { ...params });
      const bearer = setup === 'token' ? ['Authorization', `Bearer ${world.tokens.voice}`] : [];
      return sendRaw(url, sent.body, [...sent.headers, ...number, ...bearer]);
    },
    setup,
  );

const NOT_OFFERED = [
  ...['list_contacts', 'get_contact', 'find_contact', 'list_calls', 'get_call', 'get_booking', 'find_bookings'],
  ...[
    'get_account_context',
    'list_webhooks',
    'create_contact',
    'search',
    'list_staff',
    'find_follow_ups',
    'constructor',
  ],
  ...['List_Bookings', 'list_bookings ', '__proto__'],
];
/** Calls a tool that is not in the profile, with what other tools would find the customer by. */
const others = (setup: 'header' | 'token'): Turn[] =>
  NOT_OFFERED.map((name) =>
    call(
      name,
      ({ ids }) => ({ query: VICTIM.name, id: ids.contact, booking_id: ids.booking }),
      /^(I did not understand|400 )/,
      { ...from, setup },
    ),
  );
const uris = ({ ids }: World) => [
  ...[`rcpt://bookings/${ids.booking}`, `rcpt://contacts/${ids.contact}`, 'rcpt://bookings/upcoming'],
  ...['rcpt://contacts', 'rcpt://calls/recent', 'file:///etc/passwd'],
];

/** Sends bytes on one connection, and returns all that comes back within some time after the last byte. */
function exchange(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let read = '';
    const socket = connect(Number(port), hostname, () => socket.write(text));
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      read += chunk;
    });
    socket.on('error', reject).on('close', () => resolve(read));
  });
}

const BODY = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'list_bookings', arguments: {} },
});
const post = (host: string, headers: RawHeaders, last: boolean) => {
  const pairs = headers.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${headers[index + 1]}`] : []));
  const common = [
    `Host: ${host}`,
    'Content-Type: application/json',
    'Accept: application/json',
    `Content-Length: ${BODY.length}`,
  ];
  return [`POST /mcp HTTP/1.1`, ...common, ...pairs, ...(last ? ['Connection: close'] : []), '', BODY].join('\r\n');
};
/** Sends the same call for several callers on one connection, one directly after the other. Answers in the form of one. */
const pipelined = (numbers: readonly (string | undefined)[], hears: RegExp): Turn =>
  request(hears, async (url) => {
    const { host } = new URL(url);
    const requests = numbers.map((one, index) =>
      post(host, one === undefined ? [] : ['X-Caller-Number', one], index === numbers.length - 1),
    );
    const read = await exchange(url, requests.join(''));
    const texts = [...read.matchAll(/"text":"([^"]+)"/g)].map(([, text]) => text);
    return {
      status: 200,
      type: undefined,
      headers: {},
      body: JSON.stringify({ result: { content: texts.map((text) => ({ text })) } }),
    };
  });

export const PROTOCOL: readonly Attack[] = [
  { title: 'reaches no tool outside of the profile', from, turns: others('header') },
  {
    title: 'reaches no tool outside of the profile with a token for it on a full server',
    from,
    turns: others('token'),
  },
  {
    title: 'reads no resource',
    from,
    turns: [0, 1, 2, 3, 4, 5].flatMap((index) =>
      (['header', 'token'] as const).map((setup) =>
        asks('resources/read', (world) => ({ uri: uris(world)[index] }), 'noMethod', setup),
      ),
    ),
  },
  {
    title: 'lists no resources, templates and prompts',
    from,
    turns: ['resources/list', 'resources/templates/list', 'prompts/list'].flatMap((method) => [
      asks(method, {}, 'noMethod'),
      asks(method, {}, 'noMethod', 'token'),
    ]),
  },
  {
    title: 'gets no prompt and no completion',
    from,
    turns: [
      asks('prompts/get', { name: 'morning_briefing' }, 'noMethod'),
      asks(
        'completion/complete',
        { ref: { type: 'ref/prompt', name: 'prepare_visit' }, argument: { name: 'contact', value: 'Bea' } },
        'noMethod',
      ),
    ],
  },
  {
    title: 'subscribes to nothing',
    from,
    turns: [
      asks('resources/subscribe', ({ ids }) => ({ uri: `rcpt://bookings/${ids.booking}` }), 'noMethod'),
      request(/^200 .*acknowledged","params":\{"notifications":\{\}/s, (url, { ids }) => {
        const resourceSubscriptions = [`rcpt://bookings/${ids.booking}`, 'rcpt://bookings/upcoming'];
        const notifications = { resourcesListChanged: true, resourceSubscriptions };
        const sent = rpc('2026-07-28', 'subscriptions/listen', { notifications });
        return sendRaw(url, sent.body, [...sent.headers, ...BOTH, ...number]);
      }),
      asks('logging/setLevel', { level: 'debug' }, 'noMethod'),
      asks('tasks/list', {}, 'noMethod'),
      asks('tasks/get', { taskId: 'task-1' }, /^(200|400|404) .*"error"/s),
    ],
  },
  {
    title: 'lists the same seven tools as every other caller',
    from,
    turns: [
      asks('tools/list', {}, /^200 .*"cancel_booking"/s),
      asks('tools/list', { cursor: 'Beatrix' }, /^200 /s),
      request(/^200 .*"cancel_booking"/s, (url, _world, revision) => {
        const sent = rpc(revision, 'tools/list');
        return sendRaw(url, sent.body, [...sent.headers, 'X-Caller-Number', VICTIM.phone]);
      }),
    ],
  },
  {
    title: 'has no session, and no stream of what others do',
    from,
    turns: [
      request(/^(400|404|405) /, (url) => sendRaw(url, '', [...number, ...BOTH], 'GET')),
      request(/^(400|404|405) /, (url) => sendRaw(url, '', [...number, 'Mcp-Session-Id', 'guessed'], 'DELETE')),
      call('list_bookings', {}, 'nothing', { ...from, headers: ['Mcp-Session-Id', 'guessed', 'Last-Event-ID', '1'] }),
    ],
  },
  {
    title: 'of each old revision introduces itself, and hears nothing of others by it',
    from,
    turns: (['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '1999-01-01'] as const).map((revision) =>
      request(/^200 .*"protocolVersion"/s, (url) => {
        const clientInfo = { name: VICTIM.name, version: VICTIM.phone };
        const params = {
          protocolVersion: revision,
          capabilities: { sampling: {}, elicitation: {}, roots: {} },
          clientInfo,
        };
        return sendRaw(url, rpc('2025-06-18', 'initialize', params).body, number);
      }),
    ),
  },
  {
    title: 'who sends several calls as one batch is refused',
    from,
    turns: [
      request('refused400', (url) => sendRaw(url, [JSON.parse(BODY), JSON.parse(BODY)], number)),
      request('refused400', (url) => sendRaw(url, ` [${BODY}]`, number)),
    ],
  },
  {
    title: 'after a customer on the same connection is not that customer',
    from,
    turns: [
      pipelined(
        [OWN, OWN, undefined, '+13036665001'],
        /^I find no[^|]+\| I find no[^|]+\| I cannot see[^|]+\| I find no/,
      ),
      {
        hears: /Tuesday the 24th at 9:00/,
        byCustomer: true,
        send: pipelined([VICTIM.phone, OWN, undefined, VICTIM.phone], /x/).send,
      },
    ],
  },
  {
    title: 'with the number in a trailer or in a second request within the body is the first one',
    from,
    turns: [
      request(/I find no appointment(?!.*You have)/s, async (url) => {
        const { host } = new URL(url);
        const head = [
          'POST /mcp HTTP/1.1',
          `Host: ${host}`,
          'Content-Type: application/json',
          `X-Caller-Number: ${OWN}`,
        ];
        const chunk = `${BODY.length.toString(16)}\r\n${BODY}\r\n0\r\nX-Caller-Number: ${VICTIM.phone}\r\n\r\n`;
        const more = ['Transfer-Encoding: chunked', 'Trailer: X-Caller-Number', 'Connection: close'];
        const read = await exchange(url, `${[...head, ...more].join('\r\n')}\r\n\r\n${chunk}`);
        const text = /"text":"([^"]+)"/.exec(read)?.[1] ?? read;
        return { status: 200, type: undefined, headers: {}, body: JSON.stringify({ result: { content: [{ text }] } }) };
      }),
    ],
  },
  {
    title: 'with restriction headers gets fewer tools, and never more',
    from: { ...from, setup: 'token' },
    turns: [
      call('list_contacts', { query: VICTIM.name }, 'notUnderstood', {
        ...from,
        setup: 'token',
        headers: ['X-RCPT-Toolsets', 'contacts,calls,bookings'],
      }),
      call('cancel_booking', { confirmed: true }, 'notUnderstood', {
        ...from,
        setup: 'token',
        headers: ['X-RCPT-Read-Only', 'true'],
      }),
      call('list_bookings', {}, 'nothing', { ...from, setup: 'token', headers: ['X-RCPT-Read-Only', 'false'] }),
      call('list_bookings', {}, /^(I did not understand|40\d )/, {
        ...from,
        setup: 'token',
        headers: ['X-RCPT-Profile', 'full', 'X-RCPT-Toolsets', 'calls'],
      }),
    ],
  },
  {
    title: 'with a token that may only read services hears nothing about appointments',
    from,
    turns: (['list_bookings', 'cancel_booking', 'find_open_times', 'create_booking'] as const).map((name) =>
      request(
        'notUnderstood',
        (url, { tokens }, revision: Revision) => {
          const sent = rpc(revision, 'tools/call', { name, arguments: {} });
          return sendRaw(url, sent.body, [...sent.headers, ...number, 'Authorization', `Bearer ${tokens.services}`]);
        },
        'token',
      ),
    ),
  },
  {
    title: 'without a token, or with one that is guessed, is not authenticated',
    from,
    turns: [[], ['Authorization', 'Bearer rcpt_token_guessed'], ['Authorization', `Bearer ${VICTIM.phone}`]].map(
      (bearer) => request(/^401 /, (url) => sendRaw(url, BODY, ['X-Caller-Number', VICTIM.phone, ...bearer]), 'token'),
    ),
  },
  {
    title: 'finds no other address of the server with records',
    from,
    turns: ['/api/v1/bookings', '/api/v1/contacts', '/api/v1/calls', '/dashboard', '/.well-known/mcp'].map((path) =>
      request(/^(401|403|404|405) /, (url) => sendRaw(new URL(path, url).href, '', number, 'GET')),
    ),
  },
  {
    title: 'whose calls are other messages of Vapi reaches nothing',
    from,
    turns: [
      { type: 'end-of-call-report', call: { id: 'call-customer' } },
      { type: 'assistant-request' },
      { type: 'tool-calls', toolCallList: [{ id: '1', name: 'list_contacts', parameters: { query: VICTIM.name } }] },
      {
        type: 'tool-calls',
        toolCallList: [{ id: '1', name: 'list_bookings', parameters: `{"phone":"${VICTIM.phone}"}` }],
      },
    ].map((message) =>
      request(/^(422 |I did not understand)/, (url) =>
        sendRaw(new URL('/api/voice/vapi', url).href, { message }, number),
      ),
    ),
  },
];
