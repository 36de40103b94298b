import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dumpDatabase } from '../../support/engines.ts';
import {
  CALL,
  RECORDING,
  TRANSCRIPT,
  TWILIO_TOKEN,
  telnyxEnded,
  twilioForm,
  twilioJson,
  twilioStatus,
} from '../../voice/support/telephone-vendors.ts';
import { eventually } from '../support/salon.ts';
import {
  openSwitchboard,
  type Switchboard,
  TELNYX_PATHS,
  TELNYX_SECRET,
  TWILIO_CREDENTIAL,
  TWILIO_PATHS,
  telnyxApi,
  twilioApi,
} from './switchboard.ts';

let board: Switchboard;
beforeEach(async () => {
  board = await openSwitchboard();
});
afterEach(() => board.close());

const sendTelnyx = (document: object = telnyxEnded()) =>
  board.send(board.telnyx.key.sign(board.telnyx.address, JSON.stringify(document)));
const sendTwilio = (fields = twilioStatus()) => board.send(twilioForm(TWILIO_TOKEN, board.twilio.address, fields));
const sendTranscript = () => {
  const document = { transcript_sid: TRANSCRIPT, event_type: 'voice_intelligence_transcript_available' };
  return board.send(twilioJson(TWILIO_TOKEN, board.twilio.address, document));
};
const reports = async () => (await board.platform.callSources.log({ limit: 20 })) ?? [];
const states = async () => (await reports()).map(({ status }) => status);
const paths = () => board.requests.map(({ path }) => decodeURIComponent(path));

const TURNS = [
  { speaker: 'receptionist', text: 'How can I help?' },
  { speaker: 'caller', text: 'A cleaning, please.' },
];

describe('calls of Telnyx', () => {
  it('a call is there before its turns, which are fetched with the key of the source', async () => {
    expect(await sendTelnyx()).toMatchObject({ status: 200, body: { understood: true } });
    expect(await states()).toEqual(['pending']);
    expect(await board.calls()).toMatchObject([{ phone: '+13124287921', transcript: [] }]);
    board.answer(telnyxApi());
    await board.open();
    await eventually(states).toEqual(['understood']);
    expect(await board.calls()).toMatchObject([
      {
        direction: 'inbound',
        phone: '+13124287921',
        duration_seconds: 30,
        fields: { ended_reason: 'customer_disconnect' },
        transcript: TURNS,
        tools: [{ name: 'find_open_times', arguments: '{"day":"Tue"}', result: '9:00 is free.' }],
      },
    ]);
    expect(board.requests[0]?.headers.authorization).toBe(`Bearer ${TELNYX_SECRET}`);
    expect(paths()).toEqual([`${TELNYX_PATHS.messages}?page[size]=100&page[number]=1`, TELNYX_PATHS.conversation]);
  });

  it('steps of a call are accepted and not kept', async () => {
    const payload = { call_control_id: 'v3:1' };
    for (let sent = 0; sent < 3; sent++) {
      const data = { event_type: 'call.answered', payload: { ...payload, sent } };
      expect(await sendTelnyx({ data })).toMatchObject({ status: 200, body: { understood: false } });
    }
    expect(await reports()).toEqual([]);
    expect(await sendTelnyx({ data: { event_type: 'call.new_kind', payload } })).toMatchObject({ status: 202 });
    expect(await states()).toEqual(['kept']);
  });

  it('the number of the customer is found in outbound calls', async () => {
    board.answer(telnyxApi('+12025550100'));
    await board.open();
    await sendTelnyx(telnyxEnded({ to: '+12025550100' }));
    await eventually(states).toEqual(['understood']);
    expect(await board.calls()).toMatchObject([
      { direction: 'outbound', phone: '+12025550100', business_phone: '+13124287921' },
    ]);
  });

  it('all pages of a long conversation are fetched', async () => {
    board.answer({
      ...telnyxApi(),
      [TELNYX_PATHS.messages]: ({ path }) => {
        const page = Number(new URL(path, 'http://x').searchParams.get('page[number]'));
        const data = Array.from({ length: page === 3 ? 1 : 100 }, (_, index) => ({
          role: 'user',
          text: `${page} ${index}`,
        }));
        return { data, meta: { total_pages: 3, page_number: page } };
      },
    });
    await board.open();
    await sendTelnyx();
    await eventually(states).toEqual(['understood']);
    const turns = (await board.calls())[0]?.transcript as object[];
    expect(turns).toHaveLength(201);
    expect(turns.at(-1)).toMatchObject({ speaker: 'caller', text: '3 0' });
  });

  it('insights complete the call that was fetched, in either order', async () => {
    board.answer(telnyxApi());
    await board.open();
    const { call_control_id } = telnyxEnded().data.payload;
    const payload = { call_control_id, results: [{ insight_id: 'a', result: 'Wants a cleaning.' }] };
    await sendTelnyx({ data: { event_type: 'call.conversation_insights.generated', payload } });
    await sendTelnyx();
    await eventually(states).toEqual(['understood', 'understood']);
    expect(await board.calls()).toMatchObject([
      { summary: 'Wants a cleaning.', phone: '+13124287921', transcript: TURNS },
    ]);
  });
});

describe('calls of Twilio', () => {
  const complete = {
    call_reference: CALL,
    direction: 'inbound',
    status: 'completed',
    phone: '+13124287921',
    business_phone: '+12025550100',
    started_at: '2025-05-29T13:35:08Z',
    duration_seconds: 30,
    language: 'en-US',
    summary: 'Wants a cleaning.',
    fields: { Sentiment: 'neutral' },
    // The recording began two seconds after the call.
    transcript: [
      { ...TURNS[0], offset_seconds: 2.5 },
      { ...TURNS[1], offset_seconds: 4.5 },
    ],
  };

  it('the transcript of the recording of a call is fetched when the call has ended', async () => {
    board.answer(twilioApi());
    await board.open();
    await sendTwilio();
    await eventually(states).toEqual(['understood']);
    expect(await board.calls()).toMatchObject([complete]);
    const basic = Buffer.from(TWILIO_CREDENTIAL).toString('base64');
    expect(board.requests.every(({ headers }) => headers.authorization === `Basic ${basic}`)).toBe(true);
    expect(paths()).toContain(`${TWILIO_PATHS.transcripts}?SourceSid=${RECORDING}&PageSize=5`);
  });

  it('a notification of a transcript alone becomes the call of its recording', async () => {
    board.answer(twilioApi());
    await board.open();
    expect(await sendTranscript()).toMatchObject({ status: 200, body: { understood: true, call_id: null } });
    await eventually(states).toEqual(['understood']);
    expect(await board.calls()).toMatchObject([complete]);
    expect(await reports()).toMatchObject([{ callReference: CALL, callId: expect.stringMatching(/^call_/) }]);
  });

  it('the notifications of one call make one call, in either order', async () => {
    board.answer(twilioApi());
    await board.open();
    await sendTranscript();
    await eventually(states).toEqual(['understood']);
    await sendTwilio(twilioStatus({ RecordingStatus: 'completed', RecordingSid: RECORDING }));
    await sendTwilio(twilioStatus({ CallerName: 'ANNA BELL' }));
    await eventually(states).toEqual(['understood', 'understood', 'understood']);
    const fields = { Sentiment: 'neutral', caller_name: 'ANNA BELL' };
    expect(await board.calls()).toMatchObject([{ ...complete, fields }]);
  });

  it('the transcript is fetched when it is ready', async () => {
    const answers = twilioApi();
    board.answer({ ...answers, [TWILIO_PATHS.transcripts]: { transcripts: [] } });
    await board.open();
    await sendTwilio();
    await eventually(async () => (await reports())[0]?.problem).toContain('no transcript, or none yet');
    const [transcript] = (answers[TWILIO_PATHS.transcripts] as { transcripts: object[] }).transcripts;
    board.answer({ ...answers, [TWILIO_PATHS.transcripts]: { transcripts: [{ ...transcript, status: 'queued' }] } });
    await eventually(async () => (await reports())[0]?.problem).toContain('not ready yet');
    board.answer(answers);
    await eventually(states).toEqual(['understood']);
    expect(await board.calls()).toMatchObject([complete]);
  });

  it('a call that was not recorded is complete without turns', async () => {
    board.answer({ ...twilioApi(), [TWILIO_PATHS.recordings]: { recordings: [] } });
    await board.open();
    await sendTwilio();
    await eventually(states).toEqual(['understood']);
    expect(await board.calls()).toMatchObject([{ phone: '+13124287921', transcript: [] }]);
  });

  it('a recording that could not be transcribed leaves the turns of the others', async () => {
    const api = twilioApi();
    const [recording] = (api[TWILIO_PATHS.recordings] as { recordings: object[] }).recordings;
    const silent = `RE${'f'.repeat(32)}`;
    const failed = {
      sid: `GT${'f'.repeat(32)}`,
      status: 'failed',
      channel: { media_properties: { source_sid: silent } },
    };
    board.answer({
      ...api,
      [TWILIO_PATHS.recordings]: { recordings: [recording, { ...recording, sid: silent }] },
      [TWILIO_PATHS.transcripts]: ({ path }) =>
        path.includes(silent) ? { transcripts: [failed] } : api[TWILIO_PATHS.transcripts],
    });
    await board.open();
    await sendTwilio();
    await eventually(states).toEqual(['understood']);
    expect(await board.calls()).toMatchObject([{ transcript: TURNS }]);
  });

  it('speakers are those that the transcript names, and all pages of its sentences are read', async () => {
    const participants = [{ channel_participant: 1, role: 'Agent' }];
    const transcript = { sid: TRANSCRIPT, status: 'completed', channel: { participants } };
    const page = (text: string, media_channel: number, next: string | null) => ({
      sentences: [{ media_channel, sentence_index: media_channel, transcript: text }],
      meta: { next_page_url: next && `https://intelligence.twilio.com${TWILIO_PATHS.sentences}?${next}` },
    });
    board.answer({
      ...twilioApi(),
      [TWILIO_PATHS.transcripts]: { transcripts: [transcript] },
      [TWILIO_PATHS.sentences]: ({ path }) =>
        path.includes('Page=1') ? page('Second', 2, null) : page('First', 1, 'Page=1'),
    });
    await board.open();
    await sendTwilio();
    await eventually(states).toEqual(['understood']);
    expect(await board.calls()).toMatchObject([
      {
        transcript: [
          { speaker: 'receptionist', text: 'First' },
          { speaker: 'caller', text: 'Second' },
        ],
      },
    ]);
  });

  it.each([
    'https://attacker.example/v2/Transcripts',
    `https://intelligence.twilio.com${TWILIO_PATHS.transcript}/Media?x`,
    'file:///etc/passwd',
  ])('the key is not sent to %s, which a response names', async (next_page_url) => {
    const sentences = [{ media_channel: 1, transcript: 'Only' }];
    board.answer({ ...twilioApi(), [TWILIO_PATHS.sentences]: { sentences, meta: { next_page_url } } });
    await board.open();
    await sendTwilio();
    await eventually(states).toEqual(['understood']);
    expect(paths().filter((path) => path.includes('Media') || path.includes('attacker'))).toEqual([]);
    expect((await board.calls())[0]?.transcript).toHaveLength(1);
  });
});

describe('requests to vendors that fail', () => {
  const problem = async () => (await reports())[0]?.problem;

  it('a key that is not accepted ends the attempts, until the operator replaces it and repeats', async () => {
    board.answer({ [TELNYX_PATHS.messages]: { status: 401 } });
    await board.open();
    await sendTelnyx();
    await eventually(states).toEqual(['failed']);
    expect(await problem()).toBe('api.telnyx.com answered 401: it does not accept the API key of the source.');
    expect(board.requests).toHaveLength(1);
    await board.platform.callSources.rotate(board.telnyx.id, { credential: 'KEY-second' });
    board.answer(telnyxApi());
    await board.platform.callSources.replay((await reports())[0]?.id ?? '');
    await eventually(states).toEqual(['understood']);
    expect(board.requests.at(-1)?.headers.authorization).toBe('Bearer KEY-second');
    expect(await board.calls()).toMatchObject([{ transcript: TURNS }]);
  });

  it.each([
    ['404: it does not exist, or not yet', { status: 404 }],
    ['429', { status: 429 }],
    ['500', { status: 500 }],
    ['something other than JSON', { status: 200, text: '<html>' }],
    ['something other than JSON', { status: 200, text: '['.repeat(500) }],
    ['something other than JSON', { status: 200, text: '[]' }],
  ])('a request is repeated after: %s', async (expected, answer) => {
    board.answer({ ...telnyxApi(), [TELNYX_PATHS.messages]: answer });
    await board.open();
    await sendTelnyx();
    await eventually(problem).toContain(expected);
    board.answer(telnyxApi());
    await eventually(states).toEqual(['understood']);
    expect(await problem()).toBeNull();
  });

  it.each([
    ['redirects are not followed', { status: 302, headers: { location: 'http://127.0.0.1:1/' } }],
    ['answered 400', { status: 400 }],
    ['sent more than a call has', { status: 200, text: JSON.stringify({ data: ' '.repeat(4 * 1024 * 1024) }) }],
  ])('a request is not repeated after: %s', async (expected, answer) => {
    board.answer({ [TELNYX_PATHS.messages]: answer });
    await board.open();
    await sendTelnyx();
    await eventually(states).toEqual(['failed']);
    expect(await problem()).toContain(expected);
    expect(board.requests).toHaveLength(1);
  });

  it('a request without an answer ends after its time and is repeated', async () => {
    board.answer({});
    await board.open({ requestMs: 50 });
    await sendTelnyx();
    await eventually(problem).toBe('api.telnyx.com could not be reached: timeout.');
    board.answer(telnyxApi());
    await eventually(states).toEqual(['understood']);
  });

  it('the time that a vendor asks for is waited', async () => {
    board.answer({ [TELNYX_PATHS.messages]: { status: 503, headers: { 'retry-after': '1' } } });
    await board.open({ maxDelayMs: 5_000 });
    await sendTelnyx();
    await eventually(() => board.requests.length).toBe(1);
    const startedAt = performance.now();
    board.answer(telnyxApi());
    await eventually(states).toEqual(['understood']);
    expect(performance.now() - startedAt).toBeGreaterThan(800);
  });

  it('the attempts end, and the operator sees why', async () => {
    board.answer({ [TELNYX_PATHS.messages]: { status: 503 } });
    await board.open({ maxAttempts: 3 });
    await sendTelnyx();
    await eventually(states).toEqual(['failed']);
    expect(board.requests).toHaveLength(3);
    expect(await problem()).toBe('api.telnyx.com answered 503. It is not tried any more.');
    expect(await board.calls()).toHaveLength(1);
  });

  it('a credential in another form is not stored', async () => {
    const rotated = board.platform.callSources.rotate(board.twilio.id, { credential: 'just-a-token' });
    await expect(rotated).rejects.toThrow('The API key is not one of Twilio');
  });

  it('an id of a body that is not one of the vendor is not put into an address', async () => {
    await board.open();
    await sendTelnyx(telnyxEnded({ conversation_id: '../../messages' }));
    await eventually(states).toEqual(['failed']);
    expect(board.requests).toEqual([]);
    expect(await board.calls()).toHaveLength(1);
  });

  it('neither the log nor a problem shows a key or what was said', async () => {
    board.answer({ ...telnyxApi(), [TELNYX_PATHS.conversation]: { status: 403 } });
    await board.open();
    await sendTelnyx();
    await eventually(states).toEqual(['failed']);
    const shown = board.log.join('\n') + JSON.stringify(await reports());
    expect(shown).toContain('a call was not fetched');
    for (const secret of [TELNYX_SECRET, TWILIO_TOKEN, 'cleaning']) expect(shown).not.toContain(secret);
  });
});

it('a call that is being fetched when its source is removed gets no turns', async () => {
  const telnyx = telnyxApi();
  board.answer({
    ...telnyx,
    ...twilioApi(),
    [TELNYX_PATHS.conversation]: async () => {
      await board.platform.callSources.remove(board.telnyx.id);
      return telnyx[TELNYX_PATHS.conversation] ?? {};
    },
  });
  // The second call is fetched when the outcome of the first one is stored.
  await board.open({ maxConcurrent: 1 });
  await sendTelnyx();
  await sendTwilio();
  await eventually(states).toEqual(['understood', 'failed']);
  expect((await reports())[1]).toMatchObject({ problem: 'The source was removed.', hasBody: false });
  expect(await dumpDatabase(board.database)).not.toContain('9:00 is free.');
});

describe('sources without an API key', () => {
  it('a call is recorded without turns, and what only announces one is kept', async () => {
    await board.close();
    board = await openSwitchboard(false);
    await board.open();
    expect(await sendTelnyx()).toMatchObject({ status: 200 });
    expect(await sendTranscript()).toMatchObject({
      status: 202,
      body: { understood: false, reason: expect.stringContaining('no API key') },
    });
    expect(await states()).toEqual(['kept', 'understood']);
    expect(await board.calls()).toMatchObject([{ transcript: [] }]);
    expect(board.requests).toEqual([]);
  });

  it('a call that Telnyx announced as outgoing is one to the number that was called, in either order', async () => {
    await board.close();
    board = await openSwitchboard(false);
    const ends = (id: string) => telnyxEnded({ call_control_id: id, to: '+12025550100' });
    const begins = (id: string, more: object = {}) => ({
      data: {
        event_type: 'call.initiated',
        occurred_at: '2025-05-29T13:35:05Z',
        payload: {
          call_control_id: id,
          direction: 'outgoing',
          from: '+13124287921',
          to: '+12025550100',
          ...more,
        },
      },
    });
    await sendTelnyx(begins('v3:1'));
    await sendTelnyx(ends('v3:1'));
    await sendTelnyx(ends('v3:2'));
    await sendTelnyx(begins('v3:2'));
    // The announcement has no number of the customer.
    await sendTelnyx(begins('v3:3', { to: 'sip:+12025550100@example.com' }));
    await sendTelnyx(ends('v3:3'));
    await sendTelnyx(begins('v3:4', { direction: 'incoming' }));
    await sendTelnyx(ends('v3:4'));
    const outgoing = { direction: 'outbound', phone: '+12025550100', business_phone: '+13124287921' };
    const incoming = { direction: 'inbound', phone: '+13124287921', business_phone: '+12025550100' };
    expect(await board.calls()).toMatchObject([incoming, outgoing, outgoing, outgoing]);
  });
});
