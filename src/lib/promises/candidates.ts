import { forEachInSlices } from '../concurrency/slices.ts';
import { cleanText } from '../text/text.ts';
import type { Turn } from '../turns.ts';
import { comparable, type Voice } from './detect.ts';
import type { PromiseKind } from './languages/index.ts';
import { outcomeWords } from './outcome-words.ts';
import { promiseFinder } from './promise-parts.ts';
import { splitSentences } from './sentences.ts';
import { possibleSidesOf, speakersOf } from './speakers.ts';

/** Promises of one call that are compared. */
const MAX_CANDIDATES = 50;
/** Characters of a transcript in which promises are looked for: several hours of speech. */
export const MAX_TRANSCRIPT_LENGTH = 1_000_000;
/** A longer summary is read up to here, in characters: as long as that of a report. */
export const MAX_SUMMARY_LENGTH = 20_000;

/** What is known about a call in which something may have been promised. */
export interface PromisingCall {
  turns: readonly Turn[];
  summary: string | undefined;
  status: string | undefined;
  outcome: string | undefined;
  direction: string | undefined;
  contactName: string | undefined;
}

/** A sentence of a call that promises something, if its speaker is on the side of its voice. */
export interface Candidate {
  kind: PromiseKind;
  /** BCP 47 tag of the language whose words promise it. */
  language: string;
  voice: Voice;
  /** The turn of the transcript (0-indexed), or the summary. */
  source: { turn: number } | 'summary';
  /** Which sentence of that text it is, 0-indexed. */
  sentence: number;
}

/**
 * Returns the sentences of a call that may promise something, in their order, those of the summary last. Which ones do
 * depends on the sides of the speakers, which may need the name of the contact: see `saidAndReported`.
 */
export async function findCandidates({
  turns,
  summary,
  ...call
}: Pick<PromisingCall, 'turns' | 'summary' | 'status' | 'outcome'>): Promise<Candidate[]> {
  const sidesOf = possibleSidesOf(turns);
  const found: Candidate[] = [];
  /** Candidates found so far, by speaker and voice. */
  const counts = new Map<string, number>();
  const finders = new Map<string, ReturnType<typeof promiseFinder>>();
  let length = 0;
  await forEachInSlices(turns.entries(), ([turn, { speaker, text }]) => {
    length += text.length;
    if (length > MAX_TRANSCRIPT_LENGTH) return;
    const sides = sidesOf(speaker).filter((side) => (counts.get(`${side} ${speaker}`) ?? 0) < MAX_CANDIDATES);
    if (sides.length === 0) return;
    for (const [index, sentence] of splitSentences(cleanText(text)).entries()) {
      for (const voice of sides) {
        const key = `${voice} ${speaker}`;
        const find = finders.get(key) ?? promiseFinder(voice);
        finders.set(key, find);
        for (const { kind, language } of find(sentence)) {
          if (isAnnouncement(sentence) && !isVoicemail(call)) continue;
          found.push({ kind, language: language.tag, voice, source: { turn }, sentence: index });
          counts.set(key, (counts.get(key) ?? 0) + 1);
        }
      }
    }
  });
  const findReported = promiseFinder('summary');
  for (const [sentence, text] of summarySentences(summary).entries()) {
    for (const { kind, language } of findReported(text)) {
      found.push({ kind, language: language.tag, voice: 'summary', source: 'summary', sentence });
    }
  }
  return found;
}

/** Returns the candidates that promise something, now that it is known whose name the contact has. */
export function saidAndReported(
  candidates: readonly Candidate[],
  { turns, status, direction, contactName }: Omit<PromisingCall, 'summary' | 'outcome'>,
): { said: Candidate[]; reported: Candidate[] } {
  const sideOf = speakersOf(turns, contactName);
  const reported = candidates.filter(({ voice }) => voice === 'summary');
  // An announcement promises nothing to a person who said nothing.
  const isUnanswered = direction !== 'outbound' && /\b(?:miss(?:ed)?|voice ?mail)\b/.test(outcomeWords(status));
  if (isUnanswered && turns.every(({ speaker }) => sideOf(speaker) === 'business')) return { said: [], reported };
  const said: Candidate[] = [];
  /** The turn that is read, and how many candidates the turns before it have. */
  let current = -1;
  let before = 0;
  for (const candidate of candidates) {
    if (candidate.source === 'summary') continue;
    const { turn } = candidate.source;
    if (turn !== current) [current, before] = [turn, said.length];
    if (before < MAX_CANDIDATES && sideOf(turns[turn]?.speaker) === candidate.voice) said.push(candidate);
  }
  return { said, reported };
}

/** Returns the text of a candidate; undefined if the call has changed since. */
export function sentenceOf(
  { source, sentence }: Pick<Candidate, 'source' | 'sentence'>,
  { turns, summary }: Pick<PromisingCall, 'turns' | 'summary'>,
): string | undefined {
  if (source === 'summary') return summarySentences(summary)[sentence];
  const turn = turns[source.turn];
  return turn && splitSentences(cleanText(turn.text))[sentence];
}

const summarySentences = (summary: string | undefined) => splitSentences((summary ?? '').slice(0, MAX_SUMMARY_LENGTH));

/** True for an outcome such as `callback_promised`, false for `called_back` and `callback_completed`. */
export function isCallbackOutcome(outcome: string | undefined): boolean {
  const words = outcomeWords(outcome);
  const isOver = /\b(?:no|not|made|done|complete\w*|declined|refused|answered|cancel\w*)\b/;
  return /\bcall ?backs?\b/.test(words) && !isOver.test(words);
}

const ANNOUNCEMENT =
  /\b(?:leave (?:us )?(?:a|your) (?:message|name)|after the tone|nach dem (?:signal\w*|ton|piep\w*)|hinterlassen sie|deje (?:su|un) mensaje|despues de la senal|laissez(?:-nous)? (?:un|votre) message|apres le (?:bip|signal)|lasci(?:ate)? un messaggio|dopo il segnale|deixe (?:a sua |sua |uma )?mensagem|apos o sinal)\b/;

/** An announcement of the answering machine promises a callback to those who leave a message. */
const isAnnouncement = (sentence: string) => ANNOUNCEMENT.test(comparable(sentence));
const isVoicemail = ({ status, outcome }: Pick<PromisingCall, 'status' | 'outcome'>) =>
  /\b(?:voice ?mail|messages?)\b/.test(outcomeWords(status, outcome));
