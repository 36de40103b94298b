import { describe, expect, it } from 'vitest';
import { twilioStatus } from '../support/telephone-vendors.ts';
import { reportIn, vendorNamed } from './support.ts';

/** A call of Retell with some members. */
const retell = (call: object) =>
  reportIn('retell', { event: 'call_ended', call: { call_id: 'call_1', direction: 'inbound', ...call } });
const vapi = (message: object) =>
  reportIn('vapi', { message: { type: 'end-of-call-report', call: { id: 'call_1' }, ...message } });

describe('the number of a caller', () => {
  it.each([
    ['+12125550142', '+12125550142'],
    ['+1 (212) 555-0142', '+12125550142'],
    ['sip:+12125550142@sip.example.com;user=phone', '+12125550142'],
    ['"Jo, at +1" <sips:%2B12125550142@sip.example.com>', '+12125550142'],
    ['tel:+49-30-901820', '+4930901820'],
    // Without a country, the digits are all that is known.
    ['030 901820', '030901820'],
    ['sip:1001@pbx.example.com', '1001'],
  ])('%s is read as %s', (from_number, phone) => {
    expect(retell({ from_number }).phone).toBe(phone);
  });

  it.each([
    'anonymous',
    'Anonymous',
    'restricted',
    'unknown',
    'private',
    'Unavailable',
    'sip:anonymous@anonymous.invalid',
    '"Anonymous" <sip:c8oqz84zk7z@privacy.example.com>',
    '+266696687',
    '+7378742833',
    '+2562533',
    '+12562533',
    '+8656696',
    '+18656696',
    '+86282452253',
    '+7748283',
    'tel:+12125550142;ext=7',
    'tel:0142;phone-context=+1212555',
    '+12125550142 x7',
    '+0000000000',
    '',
    '+',
    '1',
    null,
    12125550142,
    `+1${'2'.repeat(40)}`,
    `sip:${'a'.repeat(1_000)}@example.com`,
  ])('%j counts as withheld', (from_number) => {
    expect(retell({ from_number })).not.toHaveProperty('phone', expect.anything());
  });

  it.each([
    'sip:+12125550142@evil.example',
    'SIPS:+12125550142@evil.example',
    '+12125550142@evil.example',
    '"Jane" <sip:+12125550142@evil.example>',
    '<tel:+12125550142>',
  ])('%j, in which the caller may have chosen the number, is no number of a call in progress', (address) => {
    const parties = { from: address, to: '+12125550100' };
    const call = { call_id: 'call_1', direction: 'inbound', from_number: address };
    const update = {
      type: 'status-update',
      status: 'in-progress',
      call: { id: 'call_1', customer: { number: address } },
    };
    const initiated = { event_type: 'call.initiated', payload: { call_control_id: 'v3:1', ...parties } };
    const started = [
      reportIn('retell', { event: 'call_started', call }),
      reportIn('vapi', { message: update }),
      reportIn('telnyx', { data: initiated }),
      reportIn('twilio', twilioStatus({ CallStatus: 'in-progress', From: address })),
    ];
    for (const report of started) {
      expect(report.event).toBe('started');
      expect(report.phone).toBeUndefined();
    }
    expect(retell({ from_number: address }).phone).toBe('+12125550142');
  });

  it('the other party of an outbound call is the one who was called', () => {
    const numbers = { from_number: '+12125550100', to_number: '+12125550142' };
    expect(retell(numbers)).toMatchObject({ phone: '+12125550100', business_phone: '+12125550142' });
    expect(retell({ ...numbers, direction: 'outbound' })).toMatchObject({
      phone: '+12125550142',
      business_phone: '+12125550100',
    });
  });
});

describe('the times of a call', () => {
  const [START, END] = [1_760_000_000_000, 1_760_000_090_500];
  const [start, end] = ['2025-10-09T08:53:20.000Z', '2025-10-09T08:54:50.500Z'];
  const timesOf = ({ started_at, ended_at, duration_seconds }: ReturnType<typeof retell>) => [
    started_at,
    ended_at,
    duration_seconds,
  ];

  it('two of start, end and duration give the third', () => {
    const complete = [start, end, 90.5];
    expect(timesOf(retell({ start_timestamp: START, end_timestamp: END }))).toEqual(complete);
    expect(timesOf(retell({ start_timestamp: START, duration_ms: 90_500 }))).toEqual(complete);
    expect(timesOf(retell({ end_timestamp: END, duration_ms: 90_500 }))).toEqual(complete);
    expect(timesOf(retell({ duration_ms: 90_500 }))).toEqual([undefined, undefined, 90.5]);
    expect(timesOf(retell({ start_timestamp: START }))).toEqual([start, undefined, undefined]);
  });

  it('a stated duration counts where it differs from the time between start and end', () => {
    expect(timesOf(retell({ start_timestamp: START, end_timestamp: END, duration_ms: 80_000 }))).toEqual([
      start,
      end,
      80,
    ]);
  });

  it('seconds in a field for milliseconds give the same instant', () => {
    expect(timesOf(retell({ start_timestamp: START / 1_000, end_timestamp: END }))).toEqual([start, end, 90.5]);
  });

  it.each([
    ['an end before the start', { start_timestamp: END, end_timestamp: START }, [end, undefined, undefined]],
    [
      'a call of eight days',
      { start_timestamp: START, end_timestamp: START + 8 * 86_400_000 },
      [start, undefined, undefined],
    ],
    ['a negative duration', { start_timestamp: START, duration_ms: -1 }, [start, undefined, undefined]],
    ['a duration of years', { start_timestamp: START, duration_ms: 1e12 }, [start, undefined, undefined]],
    ['an instant in 1970', { start_timestamp: 0, end_timestamp: END }, [undefined, end, undefined]],
    ['an instant beyond all calendars', { start_timestamp: 1e300, end_timestamp: END }, [undefined, end, undefined]],
    ['texts', { start_timestamp: 'yesterday', end_timestamp: '1760000090500' }, [undefined, undefined, undefined]],
  ])('%s does not count', (_, call, expected) => {
    expect(timesOf(retell(call))).toEqual(expected);
  });

  it.each([
    ['2025-10-09T08:53:20Z', start],
    ['2025-10-09T10:53:20.000+02:00', start],
    ['2025-10-09T10:53:20+0200', start],
    ['2025-10-09 08:53:20+00', start],
    ['2025-10-09T08:53:20', undefined],
    ['2025-10-09', undefined],
    ['2025-13-09T08:53:20Z', undefined],
    ['Thu, 09 Oct 2025 08:53:20 GMT', undefined],
  ])('the time %s is read as %s', (startedAt, expected) => {
    expect(vapi({ startedAt }).started_at).toBe(expected);
  });

  it.each([
    [{ durationSeconds: 30.5 }, 30.5],
    [{ durationMs: 30_500 }, 30.5],
    [{ durationMinutes: 0.5 }, 30],
    [{ durationSeconds: -1 }, undefined],
    [{ durationSeconds: '30' }, 30],
    [{}, undefined],
  ])('a duration of %j in older messages is %s seconds', (duration, seconds) => {
    expect(vapi(duration).duration_seconds).toBe(seconds);
  });
});

describe('the recording of a call', () => {
  it.each([
    'https://storage.vapi.ai/a.wav?X-Amz-Signature=abc',
    'https://cdn.example.com/a.wav?Expires=1&Signature=b&Key-Pair-Id=c',
    'https://blob.example.com/a.wav?sv=2022&se=2025&sig=abc',
    'https://storage.example.com/a.wav?x-goog-signature=abc',
    'https://example.com/a.wav?token=abc',
    'https://user:password@example.com/a.wav',
    'ftp://example.com/a.wav',
    'javascript:alert(1)',
    'data:audio/wav;base64,AAAA',
    '/a.wav',
    `https://example.com/${'a'.repeat(4_000)}`,
    '',
    7,
  ])('%j is no lasting address of it', (recordingUrl) => {
    expect(vapi({ artifact: { recordingUrl } }).recording_url).toBeUndefined();
  });

  it('a lasting address is used if the preferred one expires', () => {
    const artifact = {
      recordingUrl: 'https://storage.vapi.ai/a.wav?X-Amz-Signature=abc',
      recording: { mono: { combinedUrl: 'https://storage.vapi.ai/b.wav?version=2' } },
      presignedMonoUrl: 'https://storage.vapi.ai/c.wav',
    };
    expect(vapi({ artifact }).recording_url).toBe('https://storage.vapi.ai/b.wav?version=2');
    expect(vapi({ artifact: { presignedMonoUrl: artifact.presignedMonoUrl } }).recording_url).toBeUndefined();
  });

  it('an unscrubbed recording is not used beside a scrubbed transcript', () => {
    const call = { recording_url: 'https://example.com/a.wav', scrubbed_transcript: 'User: [NAME].' };
    expect(retell({ recording_url: call.recording_url }).recording_url).toBe('https://example.com/a.wav');
    expect(retell(call).recording_url).toBeUndefined();
    expect(retell({ ...call, scrubbed_recording_url: 'https://example.com/b.wav' }).recording_url).toBe(
      'https://example.com/b.wav',
    );
  });
});

describe('how a call ended', () => {
  const agent = { role: 'agent', content: 'Good morning.' };
  const user = { role: 'user', content: 'Hello.' };
  const ended = (disconnection_reason: string, turns: object[], direction = 'inbound') => {
    const { status, outcome } = retell({ disconnection_reason, direction, transcript_object: turns });
    return [status, outcome];
  };

  it('a caller who said nothing hung up, if there is a transcript and the call was inbound', () => {
    expect(ended('user_hangup', [agent])).toEqual([undefined, 'hung_up']);
    expect(ended('user_hangup', [agent, user])).toEqual([undefined, undefined]);
    expect(ended('user_hangup', [])).toEqual([undefined, undefined]);
    expect(ended('user_hangup', [agent], 'outbound')).toEqual([undefined, undefined]);
  });

  it('a call in which the caller spoke was not missed', () => {
    expect(ended('dial_no_answer', [])).toEqual(['missed', 'no_answer']);
    expect(ended('dial_no_answer', [user])).toEqual([undefined, undefined]);
    expect(ended('dial_failed', [])).toEqual(['missed', undefined]);
  });

  it('a reason of later versions, and the name of a member of all objects, say nothing', () => {
    for (const reason of ['reason_of_later', 'constructor', '__proto__', 'toString'])
      expect(ended(reason, [])).toEqual([undefined, undefined]);
  });
});

describe('a call of Vapi without a start', () => {
  const ended = (message: object) => vapi({ endedReason: 'assistant-not-found', ...message }).status;

  it('counts as missed, unless there were words, a duration or no reason', () => {
    expect(ended({})).toBe('missed');
    expect(ended({ endedReason: undefined })).toBeUndefined();
    expect(ended({ endedAt: '2025-10-09T08:53:20Z', durationSeconds: 20 })).toBeUndefined();
    expect(ended({ startedAt: '2025-10-09T08:53:20Z' })).toBeUndefined();
    expect(ended({ artifact: { messages: [{ role: 'bot', message: 'Hello.' }] } })).toBeUndefined();
  });
});

describe('a status of Vapi', () => {
  const read = (status: unknown) =>
    vendorNamed('vapi').read({
      message: { type: 'status-update', status, timestamp: 1_760_000_000_000, call: { id: 'call_1' } },
    });

  it.each(['queued', 'ringing', 'in-progress', 'forwarding', 'ended'])(
    '%s announces the call without recording it',
    (status) => {
      const started_at = status === 'in-progress' ? '2025-10-09T08:53:20.000Z' : undefined;
      expect(read(status)).toEqual({
        kind: 'report',
        event: 'status-update',
        rank: 0,
        report: { event: 'started', call_id: 'call_1', direction: 'inbound', started_at },
      });
    },
  );

  it.each(['scheduled', 'deletion-failed', '', null, {}])('%j announces no call', (status) => {
    expect(read(status)).toMatchObject({ kind: 'unknown', event: 'status-update' });
  });
});
