import { type CallReport, MAX_SUMMARY_LENGTH, MAX_TEXT_LENGTH, MAX_TURNS } from '../../../contract/index.ts';
import { type JsonObject, setMember } from '../../../lib/json.ts';
import { reportFields } from './facts.ts';
import { numberOf, objectIn, objectsIn, secondsOf, textOf } from './lenient-values.ts';
import type { GetDocument, TwilioRecording } from './twilio-api.ts';
import { sidOf } from './twilio-call.ts';
import { VendorRequestError } from './vendor.ts';

const API = 'https://intelligence.twilio.com/v2/Transcripts';
/** A sentence with its words has a few kilobytes. */
const PAGE_SIZE = 500;
/** 10,000 sentences. */
const MAX_PAGES = 20;
/** One for each intelligence service that transcribes all recordings. */
const MAX_TRANSCRIPTS = 5;

/** A transcript, and when its recording started. */
interface PlacedTranscript {
  document: JsonObject;
  /** Seconds from the start of the call. */
  startsAt: number;
}

/** Requests a transcript without its sentences. */
export const fetchTranscript = (sid: string, get: GetDocument): Promise<JsonObject> => get(`${API}/${sid}`);

/**
 * Returns false for a transcript that Twilio could not make.
 * @throws VendorRequestError if it cannot be read yet.
 */
function isCompleted({ status }: JsonObject): boolean {
  if (status === 'completed') return true;
  if (status === 'failed' || status === 'canceled') return false;
  throw new VendorRequestError('The transcript of the call is not ready yet.', true);
}

/** Throws a `VendorRequestError` if a transcript cannot be read, or cannot be read yet. */
export function assertCompleted(transcript: JsonObject): void {
  if (!isCompleted(transcript)) throw failedTranscript();
}

export const failedTranscript = () =>
  new VendorRequestError('Twilio could not transcribe the recording of the call.', false);

/** Finds the transcript of each recording of a call that has one, and how many could not be made. */
export async function findTranscripts(
  recordings: readonly TwilioRecording[],
  callStartedAt: string | undefined,
  get: GetDocument,
): Promise<{ found: PlacedTranscript[]; failed: number }> {
  const found: PlacedTranscript[] = [];
  let failed = 0;
  for (const { sid, startedAt } of recordings) {
    const list = await get(`${API}?SourceSid=${sid}&PageSize=${MAX_TRANSCRIPTS}`);
    const transcripts = objectsIn(list, 'transcripts').filter(
      (transcript) => sidOf('GT', transcript.sid) !== undefined,
    );
    const document = transcripts.find(({ status }) => status === 'completed') ?? transcripts[0];
    if (!document) continue;
    if (!isCompleted(document)) {
      failed++;
      continue;
    }
    const lag = startedAt && callStartedAt ? (Date.parse(startedAt) - Date.parse(callStartedAt)) / 1_000 : 0;
    found.push({ document, startsAt: Math.max(0, lag) });
  }
  return { found: found.sort((a, b) => a.startsAt - b.startsAt), failed };
}

/** Reads the sentences of transcripts, and what language operators found in them. */
export async function readTranscripts(
  transcripts: readonly PlacedTranscript[],
  get: GetDocument,
): Promise<Pick<CallReport, 'turns' | 'language' | 'summary' | 'fields'>> {
  const turns: NonNullable<CallReport['turns']> = [];
  const results: JsonObject[] = [];
  for (const { document, startsAt } of transcripts) {
    const sid = sidOf('GT', document.sid);
    if (sid === undefined) continue;
    const speakerOf = speakersOf(document);
    for (const sentence of await fetchSentences(sid, get)) {
      const text = textOf(sentence.transcript, MAX_TEXT_LENGTH);
      const offset = secondsOf(sentence.start_time);
      if (text === undefined || turns.length >= MAX_TURNS) continue;
      const offset_seconds = offset === undefined ? undefined : secondsOf(startsAt + offset);
      turns.push({ speaker: speakerOf(numberOf(sentence.media_channel)), text, offset_seconds });
    }
    results.push(...objectsIn(await get(`${API}/${sid}/OperatorResults?PageSize=50`), 'operator_results'));
  }
  const language = textOf(transcripts[0]?.document.language_code, 20);
  const isTag = language !== undefined && /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(language);
  return { turns, language: isTag ? language : undefined, ...readResults(results) };
}

async function fetchSentences(sid: string, get: GetDocument): Promise<JsonObject[]> {
  const address = `${API}/${sid}/Sentences`;
  const sentences: JsonObject[] = [];
  let next: string | undefined = `${address}?PageSize=${PAGE_SIZE}`;
  for (let page = 1; next !== undefined && page <= MAX_PAGES; page++) {
    const response: JsonObject = await get(next);
    sentences.push(...objectsIn(response, 'sentences'));
    const following = objectIn(response, 'meta').next_page_url;
    // The key is not sent to another address that a response names.
    next = typeof following === 'string' && following.startsWith(`${address}?`) ? following : undefined;
  }
  const indexOf = (sentence: JsonObject) => numberOf(sentence.sentence_index) ?? 0;
  return sentences.sort((a, b) => indexOf(a) - indexOf(b));
}

type Speaker = 'caller' | 'receptionist';

/**
 * Returns who speaks on a channel: as the transcript's participants say, otherwise the party of the call on the first one
 * and what Twilio plays to it on the second one, as recordings of calls have them.
 */
function speakersOf(transcript: JsonObject): (channel: number | undefined) => Speaker {
  const participants = objectsIn(objectIn(transcript, 'channel'), 'participants');
  const named = participants.flatMap(({ channel_participant: channel, role }) => {
    const speaker = speakerOfRole(role);
    return speaker ? [[numberOf(channel), speaker] as const] : [];
  });
  const byChannel = new Map(named);
  const [only] = byChannel.size === 1 ? byChannel.values() : [];
  return (channel) => {
    const speaker = byChannel.get(channel);
    if (speaker) return speaker;
    if (only) return only === 'caller' ? 'receptionist' : 'caller';
    return channel === 2 ? 'receptionist' : 'caller';
  };
}

function speakerOfRole(role: unknown): Speaker | undefined {
  if (typeof role !== 'string') return undefined;
  if (/customer|caller/i.test(role)) return 'caller';
  return /agent|assistant|receptionist/i.test(role) ? 'receptionist' : undefined;
}

/** A generated text whose operator has "summary" in its name, and the labels that operators chose. */
function readResults(results: readonly JsonObject[]): Pick<CallReport, 'summary' | 'fields'> {
  let summary: string | undefined;
  const facts: JsonObject = {};
  for (const result of results) {
    const name = textOf(result.name, 100);
    if (name === undefined) continue;
    const text = textOf(objectIn(result, 'text_generation_results').result, MAX_SUMMARY_LENGTH);
    if (text !== undefined && /summary/i.test(name)) summary ??= text;
    else setMember(facts, name, text ?? result.predicted_label);
  }
  return { summary, fields: reportFields(facts) };
}
