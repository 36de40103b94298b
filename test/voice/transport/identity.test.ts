import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  callOver,
  type RawHeaders,
  REVISIONS,
  spokenText,
  startVoiceServer,
  type VoiceServer,
} from '../../support/voice-server.ts';

/** Who the server takes the caller for: by a header, by `_meta`, and by a call in progress. */
const [ONE, TWO] = ['+12125550123', '+12125550124'];
const NUMBER = 'X-Caller-Number';

let server: VoiceServer;
let bare: VoiceServer;
const lookups: string[] = [];

beforeAll(async () => {
  server = await startVoiceServer({
    numberHeader: NUMBER.toLowerCase(),
    numberMetaKey: 'caller_number',
    async callInProgress(callId) {
      lookups.push(callId);
      if (callId === 'broken') throw new Error('the database is away');
      return { 'call-1': { phone: ONE }, 'call-2': { phone: TWO }, withheld: { phone: null } }[callId];
    },
  });
  bare = await startVoiceServer();
});
afterAll(() => Promise.all([server?.close(), bare?.close()]));

interface Given {
  headers?: RawHeaders;
  meta?: object;
}

describe.each(REVISIONS)('over MCP %s', (revision) => {
  /** Asks twice: the second answer comes without the SDK, where that is possible. */
  const callerOf = async ({ headers = [], meta }: Given, at = server) => {
    const params = { name: 'say_caller', arguments: {}, ...(meta ? { _meta: meta } : {}) };
    const first = await callOver(at.url, revision, params, headers);
    const second = await callOver(at.url, revision, params, headers);
    expect([second.status, second.body]).toEqual([first.status, first.body]);
    return first.status === 200 ? spokenText(first) : `${first.status}`;
  };

  it.each<[name: string, given: Given, caller: string]>([
    ['nothing', {}, 'null/null'],
    ['the header', { headers: [NUMBER, ONE] }, `${ONE}/null`],
    ['the header in another case', { headers: [NUMBER.toUpperCase(), ONE] }, `${ONE}/null`],
    ['the header in SIP form', { headers: [NUMBER, `<sip:${ONE}@pbx.example.com>;tag=1`] }, `${ONE}/null`],
    ['the header in national form', { headers: [NUMBER, '(212) 555-0123'] }, `${ONE}/null`],
    ['a withheld number', { headers: [NUMBER, 'anonymous'] }, 'null/null'],
    ['an empty header', { headers: [NUMBER, ''] }, 'null/null'],
    ['a malformed number', { headers: [NUMBER, `${ONE}, ${TWO}`] }, 'null/null'],
    ['the header twice', { headers: [NUMBER, ONE, NUMBER, ONE] }, '400'],
    ['the header twice in two cases', { headers: [NUMBER, ONE, NUMBER.toLowerCase(), TWO] }, '400'],
    ['the call id twice', { headers: ['X-Call-Id', 'call-1', 'x-call-id', 'call-1'] }, '400'],
    ['another header', { headers: ['X-Number', ONE, 'X-Session-Id', 'call-1'] }, 'null/null'],
    ['_meta', { meta: { caller_number: ONE } }, `${ONE}/null`],
    ['another key of _meta', { meta: { callerNumber: ONE, number: ONE } }, 'null/null'],
    ['a withheld number in _meta', { meta: { caller_number: 'Restricted' } }, 'null/null'],
    ['null in _meta', { meta: { caller_number: null } }, 'null/null'],
    ['an object in _meta', { meta: { caller_number: { number: ONE } } }, 'null/null'],
    ['header and _meta that agree', { headers: [NUMBER, ONE], meta: { caller_number: `tel:${ONE}` } }, `${ONE}/null`],
    ['header and _meta that differ', { headers: [NUMBER, ONE], meta: { caller_number: TWO } }, 'null/null'],
    ['a header, and _meta that is withheld', { headers: [NUMBER, ONE], meta: { caller_number: '' } }, 'null/null'],
    ['_meta, and a header that is withheld', { headers: [NUMBER, 'x'], meta: { caller_number: ONE } }, 'null/null'],
    ['a call in progress', { headers: ['X-Call-Id', 'call-1'] }, `${ONE}/call-1`],
    ['a call in progress that is withheld', { headers: ['X-Call-Id', 'withheld'] }, 'null/withheld'],
    ['an unknown call', { headers: ['X-Call-Id', 'call-9'] }, 'null/call-9'],
    ['an unknown call and the header', { headers: ['X-Call-Id', 'call-9', NUMBER, ONE] }, `${ONE}/call-9`],
    ['a call and a header that agree', { headers: ['X-Call-Id', 'call-1', NUMBER, ONE] }, `${ONE}/call-1`],
    ['a call and a header that differ', { headers: ['X-Call-Id', 'call-2', NUMBER, ONE] }, 'null/call-2'],
    ['a withheld call and a header', { headers: ['X-Call-Id', 'withheld', NUMBER, ONE] }, 'null/withheld'],
    [
      'three that differ',
      { headers: ['X-Call-Id', 'call-1', NUMBER, ONE], meta: { caller_number: TWO } },
      'null/call-1',
    ],
    ['a call that cannot be looked up', { headers: ['X-Call-Id', 'broken', NUMBER, ONE] }, 'null/broken'],
    ['a call id that is none', { headers: ['X-Call-Id', 'call 1'] }, 'null/null'],
    ['a long call id', { headers: ['X-Call-Id', 'c'.repeat(257)] }, 'null/null'],
  ])('the caller is known from %s as configured', async (_name, given, caller) => {
    expect(await callerOf(given)).toBe(caller);
  });

  it('no header and no key of _meta counts that the operator has not named', async () => {
    const given = { headers: [NUMBER, ONE, 'X-Call-Id', 'call-1'], meta: { caller_number: ONE } };
    expect(await callerOf(given, bare)).toBe('null/call-1');
  });

  it('arguments never identify the caller', async () => {
    for (const name of ['phone', 'caller_number', '_meta', 'callId']) {
      const params = { name: 'say_caller', arguments: { [name]: ONE } };
      expect(spokenText(await callOver(server.url, revision, params))).not.toContain('2125550123');
    }
    const params = { name: 'say_caller', arguments: { word: ONE } };
    expect(spokenText(await callOver(server.url, revision, params))).toBe(`null/null/${ONE}`);
  });
});

it('an id that is none is not looked up', () => {
  expect(new Set(lookups)).toEqual(new Set(['call-1', 'call-2', 'call-9', 'withheld', 'broken']));
});

it('answers of one caller are not those of the next one on the same connection kind', async () => {
  const callers = Array.from({ length: 40 }, (_, index) => `+1212555${String(1_000 + index)}`);
  const said = await Promise.all(
    callers.map((number) =>
      callOver(server.url, '2025-06-18', { name: 'say_caller', arguments: {} }, [NUMBER, number]).then(spokenText),
    ),
  );
  expect(said).toEqual(callers.map((number) => `${number}/null`));
});
