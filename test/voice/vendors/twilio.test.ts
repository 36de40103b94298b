import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { callReportSchema } from '../../../src/contract/index.ts';
import { twilio } from '../../../src/platform/intake/vendors/twilio.ts';
import { RANKS } from '../../../src/platform/intake/vendors/vendor.ts';
import {
  CALL,
  TRANSCRIPT,
  TWILIO_TOKEN,
  twilioForm,
  twilioJson,
  twilioSignature,
  twilioStatus,
} from '../support/telephone-vendors.ts';

const ADDRESS = 'https://example.com/api/intake/src_1';

interface Request {
  urls: readonly string[];
  body: string;
  signature: string;
  tokens?: readonly string[];
}

const verify = ({ urls, body, signature, tokens = [TWILIO_TOKEN] }: Request) =>
  twilio.verify(
    { bytes: Buffer.from(body), headers: new Headers({ 'x-twilio-signature': signature }), urls },
    tokens,
    0,
  );

describe('signatures of Twilio', () => {
  const fields = twilioStatus();
  const { body } = twilioForm(TWILIO_TOKEN, ADDRESS, fields);
  const signature = twilioSignature(TWILIO_TOKEN, ADDRESS, fields);

  it('the signature that twilio 6.2 computes for a form is genuine', () => {
    const form = 'CallSid=CA1&CallStatus=completed&From=%2B15005550006&To=%2B15005550001';
    const urls = ['https://example.com/hooks/twilio'];
    expect(
      verify({ urls, body: form, signature: 'gIZyCowfumUJd9fLbghotbaZqX8=', tokens: ['authtoken'] }),
    ).toBeUndefined();
    const changed = form.replace('completed', 'busy');
    expect(verify({ urls, body: changed, signature: 'gIZyCowfumUJd9fLbghotbaZqX8=', tokens: ['authtoken'] })).toBe(
      'signature',
    );
  });

  it('the order of the fields does not matter', () => {
    const reversed = body.split('&').reverse().join('&');
    expect(verify({ urls: [ADDRESS], body: reversed, signature })).toBeUndefined();
  });

  it.each([
    ['https://example.com/api/intake/src_1', 'https://example.com:443/api/intake/src_1'],
    ['https://example.com:443/api/intake/src_1', 'https://example.com/api/intake/src_1'],
    ['https://example.com/api/intake/src_1', 'https://example.com:8443/api/intake/src_1'],
    ['https://example.com:8443/api/intake/src_1', 'https://example.com:8443/api/intake/src_1'],
    ['http://[2001:db8::1]:80/api/intake/src_1?a=%20b', 'http://[2001:db8::1]/api/intake/src_1?a=%20b'],
  ])('a signature over %s is genuine at %s', (signedUrl, seenUrl) => {
    const urls = ['http://internal.example/api/intake/src_1', seenUrl];
    expect(verify({ urls, body, signature: twilioSignature(TWILIO_TOKEN, signedUrl, fields) })).toBeUndefined();
  });

  it('another address, token or body is refused', () => {
    expect(verify({ urls: ['https://example.org/api/intake/src_1'], body, signature })).toBe('signature');
    expect(verify({ urls: ['not an address'], body, signature })).toBe('signature');
    expect(verify({ urls: [], body, signature })).toBe('signature');
    expect(verify({ urls: [ADDRESS], body, signature, tokens: ['f'.repeat(32)] })).toBe('signature');
    expect(verify({ urls: [ADDRESS], body, signature, tokens: ['f'.repeat(32), TWILIO_TOKEN] })).toBeUndefined();
    expect(verify({ urls: [ADDRESS], body: `${body}&Added=1`, signature })).toBe('signature');
    expect(verify({ urls: [ADDRESS], body: '', signature })).toBe('signature');
  });

  it('each value of a repeated field counts once, in order', () => {
    const signedText = `${ADDRESS}A1A2B3`;
    const repeated = twilioSignature(TWILIO_TOKEN, signedText);
    expect(verify({ urls: [ADDRESS], body: 'B=3&A=2&A=1&A=2', signature: repeated })).toBeUndefined();
    expect(verify({ urls: [ADDRESS], body: 'B=3&A=2', signature: repeated })).toBe('signature');
  });

  it('a JSON body is genuine if the address has its hash', () => {
    const delivery = twilioJson(TWILIO_TOKEN, ADDRESS, { transcript_sid: TRANSCRIPT });
    const { 'x-twilio-signature': jsonSignature = '' } = delivery.headers;
    const request = { urls: [delivery.url], signature: jsonSignature };
    expect(verify({ ...request, body: delivery.body })).toBeUndefined();
    expect(verify({ ...request, body: `${delivery.body} ` })).toBe('signature');
    const otherHash = delivery.url.replace(/[0-9a-f]{64}/, createHash('sha256').update('{}').digest('hex'));
    expect(verify({ ...request, urls: [otherHash], body: '{}' })).toBe('signature');
    expect(verify({ ...request, urls: [ADDRESS], body: delivery.body })).toBe('signature');
  });

  it.each([
    ['no signature', ''],
    ['malformed headers', 'x'],
    ['malformed headers', 'A'.repeat(28)],
    ['malformed headers', 'A'.repeat(50_000)],
    ['signature', `${'A'.repeat(27)}=`],
  ])('a delivery is refused for: %s', (failure, header) => {
    expect(verify({ urls: [ADDRESS], body, signature: header })).toBe(failure);
  });

  it('a form with more fields than any callback has is refused before its fields are sorted', () => {
    const flood = '&'.repeat(500);
    const empty = twilioSignature(TWILIO_TOKEN, ADDRESS);
    expect(verify({ urls: [ADDRESS], body: flood.slice(1), signature: empty })).toBeUndefined();
    expect(verify({ urls: [ADDRESS], body: flood, signature: empty })).toBe('signature');
  });

  it('only 32 hexadecimal digits are taken as an auth token', () => {
    expect(twilio.secretProblem?.(TWILIO_TOKEN)).toBeUndefined();
    for (const wrong of ['', TWILIO_TOKEN.slice(1), `${TWILIO_TOKEN}\n`, 'x'.repeat(32)])
      expect(twilio.secretProblem?.(wrong), wrong).toContain('auth token');
  });
});

describe('callbacks of Twilio', () => {
  it.each([
    ['completed', { status: 'completed' }, true],
    ['busy', { status: 'missed' }, false],
    ['failed', { status: 'missed' }, false],
    ['no-answer', { status: 'missed', outcome: 'no_answer' }, false],
    ['canceled', { status: 'missed', outcome: 'no_answer' }, false],
  ])('the status %s ends a call as %o', (CallStatus, end, isFetched) => {
    const parsed = twilio.read(twilioStatus({ CallStatus, AnsweredBy: 'human' }));
    expect(parsed).toMatchObject({
      kind: 'report',
      event: CallStatus,
      rank: RANKS.ended,
      report: {
        event: 'ended',
        call_id: CALL,
        direction: 'inbound',
        phone: '+13124287921',
        business_phone: '+12025550100',
        ...end,
        ended_at: '2025-05-29T13:35:38.000Z',
        duration_seconds: 30,
        fields: { answered_by: 'human' },
      },
    });
    expect('fetch' in parsed).toBe(isFetched);
    expect(callReportSchema().safeParse((parsed as { report: unknown }).report).error).toBeUndefined();
  });

  it.each(['queued', 'initiated', 'ringing', 'in-progress'])(
    'the status %s announces a call in progress',
    (CallStatus) => {
      expect(twilio.read(twilioStatus({ CallStatus, Timestamp: 'Thu, 29 May 2025 13:35:08 +0000' }))).toMatchObject({
        kind: 'report',
        rank: RANKS.started,
        report: { event: 'started', call_id: CALL, phone: '+13124287921', started_at: '2025-05-29T13:35:08.000Z' },
      });
    },
  );

  it.each(['outbound-api', 'outbound-dial', 'trunking-terminating'])(
    'the other party of a call with the direction %s is the one that is called',
    (Direction) => {
      expect(twilio.read(twilioStatus({ Direction }))).toMatchObject({
        report: { direction: 'outbound', phone: '+12025550100', business_phone: '+13124287921' },
      });
    },
  );

  it('a call that comes in over a trunk is incoming', () => {
    expect(twilio.read(twilioStatus({ Direction: 'trunking-originating' }))).toMatchObject({
      report: { direction: 'inbound', phone: '+13124287921' },
    });
  });

  it.each(['+266696687', '+7378742833', 'anonymous', 'client:anna', '', 'sip:anna@example.com'])(
    'the caller %j has no number',
    (From) => {
      expect(twilio.read(twilioStatus({ From }))).toMatchObject({ report: { phone: undefined } });
    },
  );

  it('a number in a SIP address is the number', () => {
    const From = 'sip:+13124287921@example.com;transport=tls';
    expect(twilio.read(twilioStatus({ From }))).toMatchObject({ report: { phone: '+13124287921' } });
  });

  it('a finished recording and a finished transcript announce a call that has to be fetched', () => {
    const recording = twilioStatus({ RecordingStatus: 'completed', RecordingSid: 'RE1' });
    expect(twilio.read(recording)).toEqual({
      kind: 'announcement',
      event: 'recording completed',
      fetch: { call_sid: CALL },
    });
    const transcript = { transcript_sid: TRANSCRIPT, event_type: 'voice_intelligence_transcript_available' };
    expect(twilio.read(transcript)).toEqual({
      kind: 'announcement',
      event: 'voice_intelligence_transcript_available',
      fetch: { transcript_sid: TRANSCRIPT },
    });
  });

  it.each([
    ['completed', twilioStatus({ ParentCallSid: CALL })],
    ['completed', twilioStatus({ CallSid: 'CA1' })],
    [null, twilioStatus({ CallStatus: 'constructor' })],
    [null, { CallSid: CALL }],
    ['recording absent', twilioStatus({ RecordingStatus: 'absent' })],
    ['transcript', { transcript_sid: '../v2/Services' }],
    [null, { MessageSid: 'SM1', Body: 'Hello' }],
  ])('a callback %j about something else is unknown', (event, fields) => {
    expect(twilio.read(fields)).toMatchObject({ kind: 'unknown', event });
  });
});
