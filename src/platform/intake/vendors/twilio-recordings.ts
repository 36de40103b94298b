import type { CallReport } from '../../../contract/index.ts';
import { isObject, type JsonObject } from '../../../lib/json.ts';
import { instantOf } from './call-times.ts';
import { objectIn, objectsIn, secondsOf } from './lenient-values.ts';
import { lastingUrl } from './recordings.ts';
import type { GetDocument, TwilioRecording } from './twilio-api.ts';
import { endOf, partiesOf, sidOf } from './twilio-call.ts';
import {
  assertCompleted,
  failedTranscript,
  fetchTranscript,
  findTranscripts,
  readTranscripts,
} from './twilio-transcripts.ts';
import { type FetchJson, VendorRequestError } from './vendor.ts';

const API = 'https://api.twilio.com/2010-04-01/Accounts';
/** More recordings than a call has: one, or one for each part that was recorded. */
const MAX_RECORDINGS = 5;

/**
 * Fetches a call with the transcripts of its recordings.
 * @param what `call_sid`, or `transcript_sid` of one of its transcripts.
 * @param credential `ACCOUNT_SID:AUTH_TOKEN`, or `ACCOUNT_SID:API_KEY_SID:API_KEY_SECRET`.
 */
export async function fetchTwilioCall(what: JsonObject, credential: string, get: FetchJson): Promise<CallReport> {
  const { account, authorization } = readCredential(credential);
  const getDocument: GetDocument = (url) => get(url, { headers: { authorization } });
  const announced = sidOf('GT', what.transcript_sid);
  const transcript = announced === undefined ? undefined : await fetchTranscript(announced, getDocument);
  const callSid = transcript ? await callOfTranscript(transcript, account, getDocument) : sidOf('CA', what.call_sid);
  if (callSid === undefined)
    throw new VendorRequestError('The transcript is not of a recording of a call of this account.', false);
  const call = await getDocument(`${API}/${account}/Calls/${callSid}.json`);
  const end = endOf(call.status);
  if (!end) throw new VendorRequestError('The call has not ended yet.', true);
  const list = await getDocument(`${API}/${account}/Calls/${callSid}/Recordings.json?PageSize=${MAX_RECORDINGS}`);
  const recordings = objectsIn(list, 'recordings').slice(0, MAX_RECORDINGS).flatMap(readRecording);
  const startedAt = instantOf(call.start_time);
  const { found, failed } = await findTranscripts(recordings, startedAt, getDocument);
  if (transcript && !found.some(({ document }) => document.sid === transcript.sid))
    found.push({ document: transcript, startsAt: 0 });
  if (found.length === 0 && failed > 0) throw failedTranscript();
  if (recordings.length > 0 && found.length === 0)
    throw new VendorRequestError('The recording of the call has no transcript, or none yet.', true);
  return {
    event: 'ended',
    call_id: callSid,
    ...partiesOf(call.direction, call.from, call.to),
    ...end,
    started_at: startedAt,
    ended_at: instantOf(call.end_time),
    duration_seconds: secondsOf(call.duration),
    recording_url: recordings[0]?.url,
    ...(await readTranscripts(found, getDocument)),
  };
}

const CREDENTIAL = /^(AC[0-9a-f]{32}):(?:(SK[0-9a-f]{32}):)?([\x21-\x39\x3b-\x7e]{1,200})$/i;

/** Returns why a text cannot be an API key of Twilio, as the end of a sentence; undefined if it can. */
export function twilioKeyProblem(credential: string): string | undefined {
  if (CREDENTIAL.test(credential)) return undefined;
  return 'is not one of Twilio: ACCOUNT_SID:AUTH_TOKEN, or ACCOUNT_SID:API_KEY_SID:API_KEY_SECRET';
}

function readCredential(credential: string): { account: string; authorization: string } {
  const [, account, key, secret] = CREDENTIAL.exec(credential) ?? [];
  if (account === undefined || secret === undefined)
    throw new VendorRequestError(
      'The API key is not one of Twilio: an account SID, a colon, and its auth token.',
      false,
    );
  const basic = Buffer.from(`${key ?? account}:${secret}`).toString('base64');
  return { account, authorization: `Basic ${basic}` };
}

/** The call of a transcript: that of its recording, or the one that it was created with as its `CustomerKey`. */
async function callOfTranscript(
  transcript: JsonObject,
  account: string,
  get: GetDocument,
): Promise<string | undefined> {
  assertCompleted(transcript);
  const recordingSid = sidOf('RE', objectIn(objectIn(transcript, 'channel'), 'media_properties').source_sid);
  if (recordingSid === undefined) return sidOf('CA', transcript.customer_key);
  const recording = await get(`${API}/${account}/Recordings/${recordingSid}.json`);
  return sidOf('CA', recording.call_sid);
}

function readRecording(recording: JsonObject): TwilioRecording[] {
  const sid = isObject(recording) ? sidOf('RE', recording.sid) : undefined;
  if (sid === undefined) return [];
  const url = lastingUrl(recording.media_url);
  const isOfTwilio = url !== undefined && /^https:\/\/api(\.[a-z0-9-]+)*\.twilio\.com\//.test(url);
  return [{ sid, startedAt: instantOf(recording.start_time), url: isOfTwilio ? url : undefined }];
}
