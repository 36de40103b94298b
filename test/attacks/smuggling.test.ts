import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Front, legacyCall, startFront } from './support/front.ts';
import { contentLength, rawPost, sendRaw } from './support/raw.ts';

/**
 * HTTP request smuggling: the attacker hides one request in another, so that a proxy and the server disagree on where it
 * ends or what it means. Each attack is followed by a write without a credential, and by a harmless probe request whose
 * response shows where the server starts to read the next request.
 */
let front: Front;
let token: string;
beforeAll(async () => {
  front = await startFront('token', ['--log-level', 'debug']);
  token = await front.token('one');
});
afterAll(() => front?.close());

const { body: WRITE } = legacyCall('cancel_booking', { booking_id: 'bk_1' });
const LIST = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
/** A write without a credential. Must never be executed as a request of its own. */
const HIDDEN = rawPost(contentLength(WRITE), WRITE);
const hex = (text: string) => Buffer.byteLength(text).toString(16);
const chunk = (text: string) => `${hex(text)}\r\n${text}\r\n`;
const credential = () => `Authorization: Bearer ${token}\r\n`;

describe('a request with ambiguous or invalid framing gets one 4xx response', () => {
  const framings: [string, string, string][] = [
    ['Content-Length and chunked', `${contentLength(LIST)}Transfer-Encoding: chunked\r\n`, `0\r\n\r\n${HIDDEN}`],
    ['chunked and Content-Length', `Transfer-Encoding: chunked\r\nContent-Length: 4\r\n`, `0\r\n\r\n${HIDDEN}`],
    [
      'two Content-Length headers',
      `${contentLength(LIST)}Content-Length: ${LIST.length + HIDDEN.length}\r\n`,
      LIST + HIDDEN,
    ],
    ['the same Content-Length twice', contentLength(LIST) + contentLength(LIST), LIST + HIDDEN],
    ['a list in Content-Length', `Content-Length: ${LIST.length}, ${LIST.length}\r\n`, LIST + HIDDEN],
    ['Content-Length with a sign', `Content-Length: +${LIST.length}\r\n`, LIST + HIDDEN],
    ['a negative Content-Length', 'Content-Length: -1\r\n', HIDDEN],
    ['a hexadecimal Content-Length', `Content-Length: 0x${hex(LIST)}\r\n`, LIST + HIDDEN],
    ['Content-Length with 30 digits', `Content-Length: ${'9'.repeat(30)}\r\n`, LIST],
    ['Content-Length with a space before its colon', `Content-Length : ${LIST.length}\r\n`, LIST + HIDDEN],
    ['a folded Content-Length', `Content-Length:\r\n ${LIST.length}\r\n`, LIST + HIDDEN],
    ['Transfer-Encoding: xchunked', 'Transfer-Encoding: xchunked\r\n', `0\r\n\r\n${HIDDEN}`],
    ['chunked that is not the last coding', 'Transfer-Encoding: chunked, identity\r\n', `0\r\n\r\n${HIDDEN}`],
    [
      'two Transfer-Encoding headers',
      'Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n',
      `0\r\n\r\n${HIDDEN}`,
    ],
    ['chunked after a vertical tab', 'Transfer-Encoding: \u000bchunked\r\n', `0\r\n\r\n${HIDDEN}`],
    ['gzip before chunked', 'Transfer-Encoding: gzip, chunked\r\n', `${chunk(LIST)}0\r\n\r\n`],
    ['Transfer-Encoding: identity', 'Transfer-Encoding: identity\r\n', LIST + HIDDEN],
    ['a bare line feed in the head', `X-A: b\nContent-Length: 0\r\n`, LIST + HIDDEN],
    ['a bare carriage return in the head', `X-A: b\rContent-Length: 0\r\n${contentLength(LIST)}`, LIST + HIDDEN],
    ['NUL in a header', `X-A: b\0c\r\n${contentLength(LIST)}`, LIST + HIDDEN],
    ['a folded header', `X-A: b\r\n c\r\n${contentLength(LIST)}`, LIST + HIDDEN],
    ['a chunk of negative size', 'Transfer-Encoding: chunked\r\n', `-1\r\n${LIST}\r\n0\r\n\r\n`],
    ['a chunk size beyond 64 bits', 'Transfer-Encoding: chunked\r\n', `${'f'.repeat(17)}\r\n${LIST}`],
    ['chunks that end with bare line feeds', 'Transfer-Encoding: chunked\r\n', `${hex(LIST)}\n${LIST}\n0\n\n${HIDDEN}`],
    ['a chunk longer than its size', 'Transfer-Encoding: chunked\r\n', `5\r\n${LIST}\r\n0\r\n\r\n${HIDDEN}`],
    [
      'a chunk extension of 40,000 characters',
      'Transfer-Encoding: chunked\r\n',
      `${hex(LIST)};a=${'b'.repeat(40_000)}\r\n${LIST}\r\n0\r\n\r\n`,
    ],
  ];

  it.each(framings)('%s', async (_name, headers, rest) => {
    // Also with a credential: invalid framing is rejected before authentication matters.
    for (const auth of ['', credential()]) {
      const { result, requests } = await front.recordRequests(() => sendRaw(front.url, rawPost(auth + headers, rest)));
      // One response, after which the server reads nothing more.
      expect(result.statuses, result.text).toHaveLength(1);
      expect(result.statuses[0]).toMatch(/^4/);
      expect(requests).toEqual([]);
    }
  });
});

describe('a request embedded in another is not executed', () => {
  const embeddings: [string, string, string][] = [
    ['the body', contentLength(HIDDEN), HIDDEN],
    ['a chunk', 'Transfer-Encoding: chunked\r\n', `${chunk(HIDDEN)}0\r\n\r\n`],
    [
      'a chunk extension',
      'Transfer-Encoding: chunked\r\n',
      `${hex(LIST)};${encodeURIComponent(HIDDEN).slice(0, 500)}\r\n${LIST}\r\n0\r\n\r\n`,
    ],
    [
      'trailers that imitate headers',
      'Transfer-Encoding: chunked\r\nTrailer: Authorization, Host\r\n',
      `${chunk(LIST)}0\r\nAuthorization: Bearer x\r\nHost: evil.example.com\r\n\r\n`,
    ],
  ];

  it.each(embeddings)('hidden in %s', async (_name, headers, rest) => {
    for (const auth of ['', credential()]) {
      const { result, requests } = await front.recordRequests(() => sendRaw(front.url, rawPost(auth + headers, rest)));
      expect(result.statuses, result.text).toHaveLength(2);
      // The next request that the server reads is the probe.
      expect(result.statuses[1]).toBe('200');
      expect(requests).toEqual([]);
    }
  });
});

describe('each pipelined request needs its own credential', () => {
  const call = (auth: string) => rawPost(auth + contentLength(WRITE), WRITE);
  const list = (auth: string) => rawPost(auth + contentLength(LIST), LIST);

  it.each<[string, () => string, string[], number]>([
    ['after a rejected request', () => list('') + call(''), ['401', '401'], 0],
    ['after an accepted request', () => list(credential()) + call(''), ['200', '401'], 0],
    [
      'between two accepted requests',
      () => list(credential()) + call('') + list(credential()),
      ['200', '401', '200'],
      0,
    ],
    ['accepted after a rejected request', () => list('') + list(credential()), ['401', '200'], 0],
    ['after a request without a body', () => rawPost(credential(), '') + call(''), ['400', '401'], 0],
    ['after a GET', () => `GET /mcp HTTP/1.1\r\nHost: localhost\r\n${credential()}\r\n${call('')}`, ['405', '401'], 0],
  ])('%s', async (_name, make, statuses) => {
    const { result, requests } = await front.recordRequests(() => sendRaw(front.url, make()));
    expect(result.statuses, result.text).toEqual([...statuses, '200']);
    expect(requests).toEqual([]);
  });

  it('the fast path also checks each pipelined request', async () => {
    await sendRaw(front.url, list(credential()).repeat(4));
    const { result, requests } = await front.recordRequests(() =>
      sendRaw(front.url, list(credential()) + call('') + list(credential()) + call('Authorization: Bearer x\r\n')),
    );
    expect(result.statuses).toEqual(['200', '401', '200', '401', '200']);
    expect(requests).toEqual([]);
  });
});

describe('a credential in another header does not authenticate', () => {
  it.each<[string, string, string]>([
    ['two credentials', 'Authorization: Bearer ONE\r\nAuthorization: Bearer x\r\n', '400'],
    ['two credentials, the other way round', 'Authorization: Bearer x\r\nAuthorization: Bearer ONE\r\n', '400'],
    ['two credentials in one header', 'Authorization: Bearer x, Bearer ONE\r\n', '401'],
    ['another scheme', 'Authorization: Basic ONE\r\n', '401'],
    ['a credential and an empty header', 'Authorization: Bearer ONE\r\nAuthorization:\r\n', '400'],
    ['a header name with an underscore', 'Authorization_: Bearer ONE\r\n', '401'],
    ['a forwarded credential', 'X-Forwarded-Authorization: Bearer ONE\r\n', '401'],
    ['a proxy’s credential', 'Proxy-Authorization: Bearer ONE\r\n', '401'],
    ['a cookie', 'Cookie: authorization=Bearer ONE\r\n', '401'],
    ['a key of the platform', 'X-API-Key: ONE\r\n', '401'],
    [
      'identity headers of a proxy',
      'X-Forwarded-User: operator\r\nX-Forwarded-For: 127.0.0.1\r\nX-Real-IP: 127.0.0.1\r\n',
      '401',
    ],
    [
      'contradictory restrictions',
      'Authorization: Bearer ONE\r\nX-RCPT-Read-Only: true\r\nx-rcpt-read-only: false\r\n',
      '400',
    ],
    ['a method override', 'Authorization: Bearer x\r\nX-HTTP-Method-Override: GET\r\n', '401'],
    ['a URL override', 'Authorization: Bearer x\r\nX-Original-URL: /healthz\r\nX-Rewrite-URL: /healthz\r\n', '401'],
  ])('%s', async (_name, headers, status) => {
    const text = rawPost(headers.replaceAll('ONE', token) + contentLength(WRITE), WRITE);
    const { result, requests } = await front.recordRequests(() => sendRaw(front.url, text));
    expect(result.statuses).toEqual([status, '200']);
    expect(requests).toEqual([]);
  });
});

it.each([
  '/mcp?access_token=ONE',
  '//mcp',
  '/%6dcp',
  '/mc%70',
  '/MCP',
  '/mcp/',
  '/./mcp',
  '/x/../mcp',
  '/x/%2e%2e/mcp',
  '/mcp/.',
  '/mcp;x',
  '/mcp%3f',
  'http://localhost/mcp',
  'http://evil.example.com/mcp',
  '\\mcp',
])('%s is not an alias of /mcp and does not bypass authentication', async (target) => {
  for (const auth of ['', credential()]) {
    const text = rawPost(auth + contentLength(WRITE), WRITE, { target: target.replace('ONE', token) });
    const { result, requests } = await front.recordRequests(() => sendRaw(front.url, text));
    const allowed = target.includes('?') && auth ? ['200'] : ['400', '401', '404'];
    expect(allowed).toContain(result.statuses[0]);
    const writes = requests.filter((request) => !request.startsWith('GET '));
    if (!target.includes('?')) expect(requests).toEqual([]);
    else expect(writes.length).toBe(auth ? 1 : 0);
  }
});

describe('an unsupported kind of request is rejected', () => {
  it.each<[string, string, string[]]>([
    ['a CONNECT tunnel', 'CONNECT localhost:22 HTTP/1.1\r\nHost: localhost:22\r\n\r\n', []],
    [
      'a WebSocket upgrade',
      `GET /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n`,
      ['401'],
    ],
    [
      'an h2c upgrade',
      `GET /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n`,
      ['401'],
    ],
    ['the HTTP/2 preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', ['400']],
    ['HTTP/0.9', 'GET /mcp\r\n\r\n', ['400']],
    ['HTTP/1.2', rawPost(contentLength(LIST), LIST).replace('HTTP/1.1', 'HTTP/1.2'), ['400']],
    ['TRACE', 'TRACE /healthz HTTP/1.1\r\nHost: localhost\r\nX-Secret: canary\r\n\r\n', ['404', '200']],
    ['an unknown Expect header', rawPost(`Expect: 200-ok\r\n${contentLength(LIST)}`, LIST), ['417', '200']],
    ['no Host header', rawPost(contentLength(LIST), LIST).replace('Host: localhost\r\n', ''), ['400']],
    [
      'thousands of headers',
      rawPost(Array.from({ length: 3_000 }, (_, index) => `A${index}: b\r\n`).join(''), ''),
      ['400'],
    ],
    ['a header of 100 KB', rawPost(`X-A: ${'b'.repeat(100_000)}\r\n`, ''), ['400']],
  ])('%s', async (_name, text, statuses) => {
    const { result, requests } = await front.recordRequests(() => sendRaw(front.url, text));
    expect(result.statuses, result.text).toEqual(statuses);
    expect(result.text).not.toMatch(/101 Switching|canary/);
    expect(requests).toEqual([]);
  });
});

it('smuggling attempts leave only the server’s own lines in the log', () => {
  for (const line of front.log())
    expect(Object.keys(line)).toEqual(expect.arrayContaining(['time', 'level', 'message']));
  expect(JSON.stringify(front.log())).not.toContain(token);
  expect(JSON.stringify(front.log())).not.toContain('bk_1');
});
