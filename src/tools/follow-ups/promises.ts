import { forEachInSlices } from '../../lib/slices.ts';
import { cleanText } from '../../lib/text.ts';
import type { Turn } from '../presenters/transcript.ts';
import { comparable, promisesIn } from './detect.ts';
import { assumedDue, type Due, dueOf, type Occasion } from './due.ts';
import { PROMISE_KINDS, type PromiseKind } from './languages/index.ts';
import { outcomeWords } from './outcome-words.ts';
import { splitSentences } from './sentences.ts';
import { speakersOf } from './speakers.ts';

/** Promises of one call that are compared. */
const MAX_CANDIDATES = 50;
/** Characters of a transcript in which promises are looked for: several hours of speech. */
export const MAX_TRANSCRIPT_LENGTH = 1_000_000;
/** A longer summary is read up to here, in characters. */
export const MAX_SUMMARY_LENGTH = 4_000;

/** What is known about a call in which something may have been promised. */
export interface PromisingCall {
  turns: readonly Turn[];
  summary: string | undefined;
  status: string | undefined;
  outcome: string | undefined;
  direction: string | undefined;
  contactName: string | undefined;
}

/** Where a promise stands: a turn of the transcript (0-indexed), the summary, or only the outcome of the call. */
export type PromiseSource = { turn: number } | 'summary' | 'outcome';

export interface CallPromise {
  kind: PromiseKind;
  due: Due;
  source: PromiseSource;
  /** Undefined if only the outcome says that something was promised. */
  sentence: string | undefined;
}

/** Returns what was promised in a call: each kind at most once, with the sentence that names the time, if one does. */
export async function promisesOf(call: PromisingCall, occasion: Occasion): Promise<CallPromise[]> {
  const spoken = await spokenPromises(call, occasion);
  const reported = splitSentences((call.summary ?? '').slice(0, MAX_SUMMARY_LENGTH)).flatMap((sentence) =>
    promisesIn(sentence, 'summary').map(
      ({ kind, language }): CallPromise => ({
        kind,
        due: dueOf(sentence, language, occasion),
        source: 'summary',
        sentence,
      }),
    ),
  );
  return PROMISE_KINDS.flatMap((kind) => {
    const said = spoken.filter((one) => one.kind === kind);
    const summarized = reported.filter((one) => one.kind === kind);
    const best = said.findLast(isTimed) ?? summarized.findLast(isTimed) ?? said[0] ?? summarized[0];
    if (best) return [best];
    return kind === 'callback' && isCallbackOutcome(call.outcome)
      ? [{ kind, due: assumedDue(occasion), source: 'outcome' as const, sentence: undefined }]
      : [];
  });
}

const isTimed = ({ due }: CallPromise) => !due.isAssumed;

/** True for an outcome such as `callback_promised`, false for `called_back` and `callback_completed`. */
export function isCallbackOutcome(outcome: string | undefined): boolean {
  const words = outcomeWords(outcome);
  const isOver = /\b(?:no|not|made|done|complete\w*|declined|refused|answered|cancel\w*)\b/;
  return /\bcall ?backs?\b/.test(words) && !isOver.test(words);
}

async function spokenPromises(call: PromisingCall, occasion: Occasion): Promise<CallPromise[]> {
  const { turns } = call;
  const sideOf = speakersOf(turns, call.contactName);
  const found: CallPromise[] = [];
  let length = 0;
  // An announcement promises nothing to a person who said nothing.
  if (call.direction !== 'outbound' && /\b(?:miss(?:ed)?|voice ?mail)\b/.test(outcomeWords(call.status))) {
    if (!turns.some(({ speaker }) => sideOf(speaker) !== 'business')) return found;
  }
  await forEachInSlices(turns.entries(), ([turn, { speaker, text }]) => {
    length += text.length;
    if (length > MAX_TRANSCRIPT_LENGTH || found.length >= MAX_CANDIDATES) return;
    const side = sideOf(speaker);
    if (side === 'caller') return;
    for (const sentence of splitSentences(cleanText(text))) {
      for (const { kind, language } of promisesIn(sentence, side)) {
        if (isAnnouncement(sentence) && !isVoicemail(call)) continue;
        found.push({ kind, due: dueOf(sentence, language, occasion), source: { turn }, sentence });
      }
    }
  });
  return found;
}

const ANNOUNCEMENT =
  /\b(?:leave (?:us )?(?:a|your) (?:message|name)|after the tone|nach dem (?:signal\w*|ton|piep\w*)|hinterlassen sie|deje (?:su|un) mensaje|despues de la senal|laissez(?:-nous)? (?:un|votre) message|apres le (?:bip|signal)|lasci(?:ate)? un messaggio|dopo il segnale|deixe (?:a sua |sua |uma )?mensagem|apos o sinal)\b/;

/** An announcement of the answering machine promises a callback to those who leave a message. */
const isAnnouncement = (sentence: string) => ANNOUNCEMENT.test(comparable(sentence));
const isVoicemail = ({ status, outcome }: PromisingCall) =>
  /\b(?:voice ?mail|messages?)\b/.test(outcomeWords(status, outcome));
