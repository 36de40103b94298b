import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Front, legacyCall, startFront } from './support/front.ts';
import { contentLength, rawPost, sendRaw } from './support/raw.ts';

/**
 * Somebody who hides one request in another, so that a proxy and the server disagree on where it ends, or on what it
 * says. Behind each stands a write without a credential, and a harmless request that shows where the server goes on.
 */
let front: Front;
let token: string;
beforeAll(async () => {
  front = await startFront('token', ['--log-level', 'debug']);
  token = await front.token('one');
});
afterAll(() => front?.close());

const { body: WRITE } = legacyCall('cancel_booking', { booking_id: 'bk_1' });
const { body: LIST } = { body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' };
/** What must never be taken for a request of its own, because it comes without a credential and would write. */
const HIDDEN = rawPost(contentLength(WRITE), WRITE);
const hex = (text: string) => Buffer.byteLength(text).toString(16);
const chunk = (text: string) => `${hex(text)}\r\n${text}\r\n`;
const credential = () => `Authorization: Bearer ${token}\r\n`;

describe('of two ways to say how long it is, neither counts', () => {
  const framings: [string, string, string][] = [
    ['a length and chunks', `${contentLength(LIST)}Transfer-Encoding: chunked\r\n`, `0\r\n\r\n${HIDDEN}`],
    ['chunks and a length', `Transfer-Encoding: chunked\r\nContent-Length: 4\r\n`, `0\r\n\r\n${HIDDEN}`],
    ['two lengths', `${contentLength(LIST)}Content-Length: ${LIST.length + HIDDEN.length}\r\n`, LIST + HIDDEN],
    ['the same length twice', contentLength(LIST) + contentLength(LIST), LIST + HIDDEN],
    ['a list of lengths', `Content-Length: ${LIST.length}, ${LIST.length}\r\n`, LIST + HIDDEN],
    ['a length with a sign', `Content-Length: +${LIST.length}\r\n`, LIST + HIDDEN],
    ['a negative length', 'Content-Length: -1\r\n', HIDDEN],
    ['a hexadecimal length', `Content-Length: 0x${hex(LIST)}\r\n`, LIST + HIDDEN],
    ['a length beyond any number', `Content-Length: ${'9'.repeat(30)}\r\n`, LIST],
    ['a length with a space before its colon', `Content-Length : ${LIST.length}\r\n`, LIST + HIDDEN],
    ['a folded length', `Content-Length:\r\n ${LIST.length}\r\n`, LIST + HIDDEN],
    ['chunks named with a tail', 'Transfer-Encoding: xchunked\r\n', `0\r\n\r\n${HIDDEN}`],
    ['chunks that are not last', 'Transfer-Encoding: chunked, identity\r\n', `0\r\n\r\n${HIDDEN}`],
    ['chunks twice', 'Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n', `0\r\n\r\n${HIDDEN}`],
    ['chunks under a vertical tab', 'Transfer-Encoding: \u000bchunked\r\n', `0\r\n\r\n${HIDDEN}`],
    ['another coding before the chunks', 'Transfer-Encoding: gzip, chunked\r\n', `${chunk(LIST)}0\r\n\r\n`],
    ['no coding at all', 'Transfer-Encoding: identity\r\n', LIST + HIDDEN],
    ['a bare line feed in the head', `X-A: b\nContent-Length: 0\r\n`, LIST + HIDDEN],
    ['a bare carriage return in the head', `X-A: b\rContent-Length: 0\r\n${contentLength(LIST)}`, LIST + HIDDEN],
    ['NUL in a header', `X-A: b\0c\r\n${contentLength(LIST)}`, LIST + HIDDEN],
    ['a folded header', `X-A: b\r\n c\r\n${contentLength(LIST)}`, LIST + HIDDEN],
    ['a chunk of negative size', 'Transfer-Encoding: chunked\r\n', `-1\r\n${LIST}\r\n0\r\n\r\n`],
    ['a chunk of a size beyond any number', 'Transfer-Encoding: chunked\r\n', `${'f'.repeat(17)}\r\n${LIST}`],
    ['chunks between bare line feeds', 'Transfer-Encoding: chunked\r\n', `${hex(LIST)}\n${LIST}\n0\n\n${HIDDEN}`],
    ['a chunk longer than its size', 'Transfer-Encoding: chunked\r\n', `5\r\n${LIST}\r\n0\r\n\r\n${HIDDEN}`],
    [
      'extensions of a chunk without end',
      'Transfer-Encoding: chunked\r\n',
      `${hex(LIST)};a=${'b'.repeat(40_000)}\r\n${LIST}\r\n0\r\n\r\n`,
    ],
  ];

  it.each(framings)('%s', async (_what, headers, rest) => {
    // With a credential too: what is wrong with the frame does not depend on who sends it.
    for (const who of ['', credential()]) {
      const { result, requests } = await front.recordRequests(() => sendRaw(front.url, rawPost(who + headers, rest)));
      // One answer, after which nothing is read any more.
      expect(result.statuses, result.text).toHaveLength(1);
      expect(result.statuses[0]).toMatch(/^4/);
      expect(requests).toEqual([]);
    }
  });
});

describe('what is one request stays one', () => {
  const wholes: [string, string, string][] = [
    ['a request in its body', contentLength(HIDDEN), HIDDEN],
    ['a request in a chunk', 'Transfer-Encoding: chunked\r\n', `${chunk(HIDDEN)}0\r\n\r\n`],
    [
      'a request in an extension of a chunk',
      'Transfer-Encoding: chunked\r\n',
      `${hex(LIST)};${encodeURIComponent(HIDDEN).slice(0, 500)}\r\n${LIST}\r\n0\r\n\r\n`,
    ],
    [
      'trailers that would be headers',
      'Transfer-Encoding: chunked\r\nTrailer: Authorization, Host\r\n',
      `${chunk(LIST)}0\r\nAuthorization: Bearer x\r\nHost: evil.example.com\r\n\r\n`,
    ],
  ];

  it.each(wholes)('%s', async (_what, headers, rest) => {
    for (const who of ['', credential()]) {
      const { result, requests } = await front.recordRequests(() => sendRaw(front.url, rawPost(who + headers, rest)));
      expect(result.statuses, result.text).toHaveLength(2);
      // The harmless one behind it is the next that was read.
      expect(result.statuses[1]).toBe('200');
      expect(requests).toEqual([]);
    }
  });
});

describe('a request behind another is let in by its own credential alone', () => {
  const call = (who: string) => rawPost(who + contentLength(WRITE), WRITE);
  const list = (who: string) => rawPost(who + contentLength(LIST), LIST);

  it.each<[string, () => string, string[], number]>([
    ['after one that was refused', () => list('') + call(''), ['401', '401'], 0],
    ['after one that was let in', () => list(credential()) + call(''), ['200', '401'], 0],
    [
      'between two that were let in',
      () => list(credential()) + call('') + list(credential()),
      ['200', '401', '200'],
      0,
    ],
    ['let in after one that was refused', () => list('') + list(credential()), ['401', '200'], 0],
    ['after one without a body', () => rawPost(credential(), '') + call(''), ['400', '401'], 0],
    ['after a GET', () => `GET /mcp HTTP/1.1\r\nHost: localhost\r\n${credential()}\r\n${call('')}`, ['405', '401'], 0],
  ])('%s', async (_what, make, statuses) => {
    const { result, requests } = await front.recordRequests(() => sendRaw(front.url, make()));
    expect(result.statuses, result.text).toEqual([...statuses, '200']);
    expect(requests).toEqual([]);
  });

  it('on the direct path, which answers by itself what the SDK took before', async () => {
    await sendRaw(front.url, list(credential()).repeat(4));
    const { result, requests } = await front.recordRequests(() =>
      sendRaw(front.url, list(credential()) + call('') + list(credential()) + call('Authorization: Bearer x\r\n')),
    );
    expect(result.statuses).toEqual(['200', '401', '200', '401', '200']);
    expect(requests).toEqual([]);
  });
});

describe('what is said in one header is not said in another', () => {
  it.each<[string, string, string]>([
    ['two credentials', 'Authorization: Bearer ONE\r\nAuthorization: Bearer x\r\n', '400'],
    ['two credentials, the other way round', 'Authorization: Bearer x\r\nAuthorization: Bearer ONE\r\n', '400'],
    ['two in one', 'Authorization: Bearer x, Bearer ONE\r\n', '401'],
    ['another scheme', 'Authorization: Basic ONE\r\n', '401'],
    ['a credential and nothing', 'Authorization: Bearer ONE\r\nAuthorization:\r\n', '400'],
    ['a name with an underscore', 'Authorization_: Bearer ONE\r\n', '401'],
    ['a forwarded credential', 'X-Forwarded-Authorization: Bearer ONE\r\n', '401'],
    ['a proxy’s credential', 'Proxy-Authorization: Bearer ONE\r\n', '401'],
    ['a cookie', 'Cookie: authorization=Bearer ONE\r\n', '401'],
    ['a key of the platform', 'X-API-Key: ONE\r\n', '401'],
    [
      'who was let in by a proxy',
      'X-Forwarded-User: operator\r\nX-Forwarded-For: 127.0.0.1\r\nX-Real-IP: 127.0.0.1\r\n',
      '401',
    ],
    ['narrowing twice', 'Authorization: Bearer ONE\r\nX-RCPT-Read-Only: true\r\nx-rcpt-read-only: false\r\n', '400'],
    ['another method', 'Authorization: Bearer x\r\nX-HTTP-Method-Override: GET\r\n', '401'],
    ['another address', 'Authorization: Bearer x\r\nX-Original-URL: /healthz\r\nX-Rewrite-URL: /healthz\r\n', '401'],
  ])('%s', async (_what, headers, status) => {
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
])('no other address leads in: %s', async (target) => {
  for (const who of ['', credential()]) {
    const text = rawPost(who + contentLength(WRITE), WRITE, { target: target.replace('ONE', token) });
    const { result, requests } = await front.recordRequests(() => sendRaw(front.url, text));
    const allowed = target.includes('?') && who ? ['200'] : ['400', '401', '404'];
    expect(allowed).toContain(result.statuses[0]);
    if (!target.includes('?')) expect(requests).toEqual([]);
    else expect(requests.length).toBe(who ? 1 : 0);
  }
});

describe('what is not for this server', () => {
  it.each<[string, string, string[]]>([
    ['a tunnel', 'CONNECT localhost:22 HTTP/1.1\r\nHost: localhost:22\r\n\r\n', []],
    [
      'another protocol',
      `GET /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n`,
      ['401'],
    ],
    [
      'HTTP/2 in the clear',
      `GET /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n`,
      ['401'],
    ],
    ['HTTP/2 at once', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', ['400']],
    ['HTTP/0.9', 'GET /mcp\r\n\r\n', ['400']],
    ['HTTP/1.2', rawPost(contentLength(LIST), LIST).replace('HTTP/1.1', 'HTTP/1.2'), ['400']],
    [
      'an echo of what was sent',
      'TRACE /healthz HTTP/1.1\r\nHost: localhost\r\nX-Secret: canary\r\n\r\n',
      ['404', '200'],
    ],
    ['an expectation nobody knows', rawPost(`Expect: 200-ok\r\n${contentLength(LIST)}`, LIST), ['417', '200']],
    ['no host', rawPost(contentLength(LIST), LIST).replace('Host: localhost\r\n', ''), ['400']],
    [
      'thousands of headers',
      rawPost(Array.from({ length: 3_000 }, (_, index) => `A${index}: b\r\n`).join(''), ''),
      ['400'],
    ],
    ['a header of 100 KB', rawPost(`X-A: ${'b'.repeat(100_000)}\r\n`, ''), ['400']],
  ])('%s', async (_what, text, statuses) => {
    const { result, requests } = await front.recordRequests(() => sendRaw(front.url, text));
    expect(result.statuses, result.text).toEqual(statuses);
    expect(result.text).not.toMatch(/101 Switching|canary/);
    expect(requests).toEqual([]);
  });
});

it('leaves no trace of what was tried but lines of its own', () => {
  for (const line of front.log())
    expect(Object.keys(line)).toEqual(expect.arrayContaining(['time', 'level', 'message']));
  expect(JSON.stringify(front.log())).not.toContain(token);
  expect(JSON.stringify(front.log())).not.toContain('bk_1');
});
