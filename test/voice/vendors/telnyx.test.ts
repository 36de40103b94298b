import { describe, expect, it } from 'vitest';
import { callReportSchema } from '../../../src/contract/index.ts';
import type { JsonObject } from '../../../src/lib/json.ts';
import { telnyx } from '../../../src/platform/intake/vendors/telnyx.ts';
import { RANKS } from '../../../src/platform/intake/vendors/vendor.ts';
import { telnyxEnded, telnyxKey } from '../support/telephone-vendors.ts';

const NOW = Date.parse('2199-01-07T15:00:00Z');
const key = telnyxKey();
const body = JSON.stringify(telnyxEnded());
const signed = () => key.sign('https://example.com/api/intake/src_1', body, NOW / 1_000);

/** Verifies a delivery with changed headers or another body. */
function verify(headers: Record<string, string> = {}, keys = [key.publicKey], bytes = body, now = NOW) {
  const delivery = signed();
  const all = new Headers({ ...delivery.headers, ...headers });
  return telnyx.verify({ bytes: Buffer.from(bytes), headers: all, urls: [delivery.url] }, keys, now);
}

describe('signatures of Telnyx', () => {
  it('a body with its signature is genuine for any of the current keys', () => {
    expect(verify()).toBeUndefined();
    expect(verify({}, [telnyxKey().publicKey, key.publicKey])).toBeUndefined();
  });

  it('a changed body, another key and a signature of another time are refused', () => {
    expect(verify({}, [key.publicKey], `${body} `)).toBe('signature');
    expect(verify({}, [telnyxKey().publicKey])).toBe('signature');
    expect(verify({}, [])).toBe('signature');
    expect(verify({ 'telnyx-timestamp': String(NOW / 1_000 - 1) })).toBe('signature');
  });

  it('a signature is valid for five minutes, in both directions', () => {
    for (const seconds of [-300, 300]) expect(verify({}, [key.publicKey], body, NOW + seconds * 1_000)).toBeUndefined();
    for (const seconds of [-301, 301]) expect(verify({}, [key.publicKey], body, NOW + seconds * 1_000)).toBe('clock');
  });

  it.each([
    ['no signature', { 'telnyx-signature-ed25519': '' }],
    ['malformed headers', { 'telnyx-signature-ed25519': 'AAAA' }],
    ['malformed headers', { 'telnyx-signature-ed25519': '!'.repeat(88) }],
    ['malformed headers', { 'telnyx-signature-ed25519': 'A'.repeat(100_000) }],
    ['malformed headers', { 'telnyx-timestamp': '' }],
    ['malformed headers', { 'telnyx-timestamp': '1e9' }],
    ['malformed headers', { 'telnyx-timestamp': '9'.repeat(400) }],
    ['clock', { 'telnyx-timestamp': '0' }],
  ] as const)('a delivery is refused for: %s (%o)', (failure, headers) => {
    expect(verify(headers)).toBe(failure);
  });

  it('only base64 of 32 bytes is taken as a public key', () => {
    expect(telnyx.secretProblem?.(key.publicKey)).toBeUndefined();
    for (const wrong of ['', 'x', key.publicKey.slice(1), `${key.publicKey} `, 'A'.repeat(44), 'KEY0123456789'])
      expect(telnyx.secretProblem?.(wrong), wrong).toContain('public key');
  });
});

describe('events of Telnyx', () => {
  it('the end of a conversation is the end of a call, with what has to be fetched', () => {
    const parsed = telnyx.read(telnyxEnded());
    const callId = 'v3:HDR1vQHx697hpP9xZ0bhlbUOWPFPDtPcxw-nuSMuC6mGVpb0euoklQ';
    expect(parsed).toMatchObject({
      kind: 'report',
      event: 'call.conversation.ended',
      rank: RANKS.ended,
      report: {
        event: 'ended',
        call_id: callId,
        phone: '+13124287921',
        business_phone: undefined,
        started_at: '2025-05-29T13:35:08.817Z',
        ended_at: '2025-05-29T13:35:38.817Z',
        duration_seconds: 30,
        fields: { ended_reason: 'customer_disconnect' },
      },
      fetch: { conversation_id: '0424805b-adc1-4ff8-9f95-e1de6883ecbe', call_id: callId },
    });
    expect(callReportSchema().safeParse((parsed as { report: unknown }).report).error).toBeUndefined();
  });

  it('the start of a call is reported with its direction', () => {
    const event = (direction: string) => ({
      data: {
        event_type: 'call.initiated',
        occurred_at: '2025-05-29T13:35:00Z',
        payload: { call_control_id: 'v3:1', direction, from: '+13124287921', to: '+12025550100' },
      },
    });
    expect(telnyx.read(event('incoming'))).toMatchObject({
      rank: RANKS.started,
      report: { event: 'started', call_id: 'v3:1', direction: 'inbound', phone: '+13124287921' },
    });
    expect(telnyx.read(event('outgoing'))).toMatchObject({
      report: { direction: 'outbound', phone: '+12025550100', business_phone: '+13124287921' },
    });
  });

  it('insights are the summary and facts of the same call, in each envelope that Telnyx sends', () => {
    const results = [
      { insight_id: 'a', result: 'The caller wants a cleaning.' },
      { insight_id: 'b', result: '{"sentiment":"positive","urgent":false,"when":{"day":"Tuesday"}}' },
      { insight_id: 'c', result: { count: 2 } },
      { insight_id: 'd', result: 'not urgent' },
    ];
    const report = {
      call_id: 'v3:1',
      summary: 'The caller wants a cleaning.',
      fields: { sentiment: 'positive', urgent: false, when: '{"day":"Tuesday"}', count: 2, d: 'not urgent' },
    };
    const payload = { call_control_id: 'v3:1', results };
    for (const event_type of ['call.conversation_insights.generated', 'call.conversation.insights.generated'])
      expect(telnyx.read({ data: { event_type, payload } })).toMatchObject({ rank: RANKS.analyzed, report });
    const bare = {
      event_type: 'conversation_insight_result',
      payload: { metadata: { call_control_id: 'v3:1' }, results },
    };
    expect(telnyx.read(bare)).toMatchObject({ report });
  });

  it('a summary among the facts is the summary', () => {
    const results = [{ result: 'Long text' }, { result: '{"summary":"Short text"}' }];
    const data = { event_type: 'conversation_insight_result', payload: { call_control_id: 'v3:1', results } };
    expect(telnyx.read({ data })).toMatchObject({
      report: { summary: 'Short text', fields: { insight: 'Long text' } },
    });
  });

  it.each([
    ['call.hangup.reasoned', { data: { event_type: 'call.hangup.reasoned', payload: { call_control_id: 'v3:1' } } }],
    ['constructor', { data: { event_type: 'constructor', payload: { call_control_id: 'v3:1' } } }],
    [null, {}],
    [null, { data: [] }],
    ['call.conversation.ended', { data: { event_type: 'call.conversation.ended', payload: {} } }],
    ['call.conversation.ended', telnyxEnded({ call_control_id: 'a b', conversation_id: 'x'.repeat(300) })],
  ])('an event %j that says nothing about a call is unknown', (event, document) => {
    const parsed = telnyx.read(document as JsonObject);
    expect(parsed).toMatchObject({ kind: 'unknown', event });
    expect(parsed).not.toHaveProperty('isIrrelevant', true);
  });

  it.each(['call.answered', 'call.hangup', 'call.speak.ended', 'call.recording.saved', 'streaming.started'])(
    'the step %s of a call is irrelevant',
    (event_type) => {
      const data = { event_type, payload: { call_control_id: 'v3:1' } };
      expect(telnyx.read({ data })).toMatchObject({ kind: 'unknown', isIrrelevant: true });
    },
  );

  it('values that make no sense are left out', () => {
    const parsed = telnyx.read(
      telnyxEnded({ duration_sec: -1, from: 'anonymous', to: { number: 1 }, reason: 7, conversation_id: null }),
    );
    expect(parsed).toMatchObject({
      kind: 'report',
      report: { phone: undefined, business_phone: undefined, duration_seconds: undefined, fields: undefined },
    });
    expect(parsed).not.toHaveProperty('fetch');
  });
});
