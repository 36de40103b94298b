import { createLogger } from '../../../src/lib/logging/logger.ts';
import { openPlatform, type Platform } from '../../../src/platform/index.ts';
import type { FetchSettings } from '../../../src/platform/intake/fetch-settings.ts';
import { servePlatform } from '../../../src/platform/serve.ts';
import { newDatabase } from '../../support/engines.ts';
import { type Received, startUpstream } from '../../support/upstream.ts';
import {
  ACCOUNT,
  CALL,
  RECORDING,
  type SignedDelivery,
  TRANSCRIPT,
  TWILIO_TOKEN,
  telnyxKey,
} from '../../voice/support/telephone-vendors.ts';
import { smallBusiness } from '../support/fixture.ts';

/** What the API of a vendor answers to a path: a document, or a status with headers. */
export type ApiAnswer = object | { status: number; headers?: Record<string, string>; text?: string };

/** A served platform with a source of Telnyx and one of Twilio, and their APIs on loopback. */
export interface Switchboard {
  database: string;
  platform: Platform;
  log: string[];
  /** Requests to the APIs. */
  requests: Received[];
  telnyx: { id: string; address: string; key: ReturnType<typeof telnyxKey> };
  twilio: { id: string; address: string };
  /** Settings of processes that fetch. */
  settings: Partial<FetchSettings>;
  /** Sets the answers by path without query. Without an answer, a request is never answered. */
  answer(answers: Record<string, ApiAnswer | ((request: Received) => ApiAnswer | Promise<ApiAnswer>)>): void;
  send(delivery: SignedDelivery): Promise<{ status: number; body: Record<string, unknown> }>;
  /** Starts a platform that fetches. */
  open(settings?: Partial<FetchSettings>): Promise<Platform>;
  calls(): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

export const TELNYX_SECRET = 'KEY-of-telnyx-0123456789';
export const TWILIO_CREDENTIAL = `${ACCOUNT}:${TWILIO_TOKEN}`;

const QUICK_FETCHES: Partial<FetchSettings> = {
  requestMs: 2_000,
  timeoutMs: 3_000,
  leaseMs: 4_000,
  firstDelayMs: 20,
  maxDelayMs: 200,
  pollMs: 100,
};

export async function openSwitchboard(hasCredentials = true): Promise<Switchboard> {
  const test = await newDatabase();
  const log: string[] = [];
  const logger = createLogger({ level: 'debug', format: 'json', write: (line) => void log.push(line) });
  const platform = await openPlatform({
    database: test.database,
    business: smallBusiness(),
    deliveries: false,
    logger,
  });
  const server = await servePlatform(platform, { host: '127.0.0.1', port: 0, trustedProxies: [], logger });
  const api = await startUpstream();
  const platforms: Platform[] = [platform];
  const key = telnyxKey();
  const add = async (vendor: 'telnyx' | 'twilio', secret: string, credential: string) => {
    const options = { vendor, name: vendor, secret, ...(hasCredentials && { credential }) };
    const { source } = await platform.callSources.add(options);
    return { id: source.id, address: `${server.url}/api/intake/${source.id}` };
  };
  const telnyx = { ...(await add('telnyx', key.publicKey, TELNYX_SECRET)), key };
  const twilio = await add('twilio', TWILIO_TOKEN, TWILIO_CREDENTIAL);
  const apiKey = (await platform.keys.create({ name: 'test', scopes: ['read:calls'] })).key.reveal();
  const get = async (path: string) => {
    const response = await fetch(`${server.url}/api/v1/${path}`, { headers: { authorization: `Bearer ${apiKey}` } });
    return ((await response.json()) as { data: Record<string, unknown>[] }).data;
  };
  const origins = {
    'https://api.telnyx.com': api.url,
    'https://api.twilio.com': api.url,
    'https://intelligence.twilio.com': api.url,
  };
  const settings = { ...QUICK_FETCHES, origins };
  const given = new Set((await get('calls?per_page=100')).map(({ id }) => id));
  return {
    database: test.database,
    platform,
    log,
    requests: api.received,
    telnyx,
    twilio,
    settings,
    answer(answers) {
      api.behave(async (request, response) => {
        const found = answers[request.path.replace(/\?.*/, '')];
        const answer = typeof found === 'function' ? await found(request) : found;
        if (answer === undefined) return;
        const isStatus = 'status' in answer && typeof answer.status === 'number';
        const { status, headers, text } = isStatus
          ? (answer as { status: number; headers?: object; text?: string })
          : {};
        response.writeHead(status ?? 200, { 'content-type': 'application/json', ...headers });
        response.end(text ?? JSON.stringify(isStatus ? {} : answer));
      });
    },
    async send({ url, headers, body }) {
      const response = await fetch(url, { method: 'POST', headers, body });
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    },
    async open(more = {}) {
      const opened = await openPlatform({ database: test.database, logger, callFetches: { ...settings, ...more } });
      platforms.push(opened);
      return opened;
    },
    async calls() {
      const added = (await get('calls?per_page=100')).filter(({ id }) => !given.has(id));
      return Promise.all(added.map(async ({ id }) => (await get(`calls/${id}`)) as unknown as Record<string, unknown>));
    },
    async close() {
      await server.close();
      await Promise.all(platforms.map((opened) => opened.close()));
      await api.close();
      await test.remove();
    },
  };
}

const TELNYX_CONVERSATION = '/v2/ai/conversations/0424805b-adc1-4ff8-9f95-e1de6883ecbe';
export const TELNYX_PATHS = { conversation: TELNYX_CONVERSATION, messages: `${TELNYX_CONVERSATION}/messages` };

/** The conversation of the sample event of Telnyx, whose customer was called or has called. */
export const telnyxApi = (customer = '+13124287921') => ({
  [TELNYX_PATHS.conversation]: { data: { metadata: { telnyx_end_user_target: customer } } },
  [TELNYX_PATHS.messages]: {
    data: [
      { role: 'user', text: 'A cleaning, please.', sent_at: '2025-05-29T13:35:12Z' },
      { role: 'assistant', text: 'How can I help?', sent_at: '2025-05-29T13:35:10Z' },
      {
        role: 'assistant',
        text: null,
        created_at: '2025-05-29T13:35:14Z',
        tool_calls: [{ id: 't1', type: 'function', function: { name: 'find_open_times', arguments: '{"day":"Tue"}' } }],
      },
      { role: 'tool', text: '9:00 is free.', created_at: '2025-05-29T13:35:15Z' },
    ],
    meta: { total_pages: 1, total_results: 4, page_number: 1, page_size: 100 },
  },
});

const API_2010 = `/2010-04-01/Accounts/${ACCOUNT}`;
export const TWILIO_PATHS = {
  call: `${API_2010}/Calls/${CALL}.json`,
  recordings: `${API_2010}/Calls/${CALL}/Recordings.json`,
  recording: `${API_2010}/Recordings/${RECORDING}.json`,
  transcripts: '/v2/Transcripts',
  transcript: `/v2/Transcripts/${TRANSCRIPT}`,
  sentences: `/v2/Transcripts/${TRANSCRIPT}/Sentences`,
  results: `/v2/Transcripts/${TRANSCRIPT}/OperatorResults`,
};

/** A call of Twilio with one recording and its transcript. */
export function twilioApi() {
  const recording = {
    sid: RECORDING,
    call_sid: CALL,
    start_time: 'Thu, 29 May 2025 13:35:10 +0000',
    media_url: `https://api.twilio.com${API_2010}/Recordings/${RECORDING}`,
  };
  const media_properties = { source_sid: RECORDING };
  const transcript = { sid: TRANSCRIPT, status: 'completed', language_code: 'en-US', channel: { media_properties } };
  return {
    [TWILIO_PATHS.call]: {
      sid: CALL,
      status: 'completed',
      direction: 'inbound',
      from: '+13124287921',
      to: '+12025550100',
      start_time: 'Thu, 29 May 2025 13:35:08 +0000',
      end_time: 'Thu, 29 May 2025 13:35:38 +0000',
      duration: '30',
    },
    [TWILIO_PATHS.recordings]: { recordings: [recording] },
    [TWILIO_PATHS.recording]: recording,
    [TWILIO_PATHS.transcripts]: { transcripts: [transcript] },
    [TWILIO_PATHS.transcript]: transcript,
    [TWILIO_PATHS.sentences]: {
      sentences: [
        { media_channel: 1, sentence_index: 1, start_time: '2.5', transcript: 'A cleaning, please.' },
        { media_channel: 2, sentence_index: 0, start_time: '0.5', transcript: 'How can I help?' },
      ],
      meta: { next_page_url: null },
    },
    [TWILIO_PATHS.results]: {
      operator_results: [
        { name: 'Conversation Summary', text_generation_results: { result: 'Wants a cleaning.' } },
        { name: 'Sentiment', predicted_label: 'neutral' },
      ],
    },
  };
}
