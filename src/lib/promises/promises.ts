import {
  type Candidate,
  findCandidates,
  isCallbackOutcome,
  type PromisingCall,
  saidAndReported,
  sentenceOf,
} from './candidates.ts';
import { assumedDue, type Due, dueOf, type Occasion, waitingDue } from './due.ts';
import { isAlwaysTimed, mayBeTimed, spokenTimes } from './due-times.ts';
import { languageWithTag, PROMISE_KINDS, type PromiseKind } from './languages/index.ts';
import { promiseParts } from './promise-parts.ts';
import { areDifferent, isOpen, mergeTopics, shareDay, shareTopic, type Topic } from './topics.ts';

/** Where a promise stands: a turn of the transcript (0-indexed), the summary, or only the outcome of the call. */
export type PromiseSource = { turn: number } | 'summary' | 'outcome';

/** A sentence that promises something. */
export interface PromiseSentence {
  sentence: string;
  /** BCP 47 tag of the language whose words promise it. */
  language: string;
  source: Exclude<PromiseSource, 'outcome'>;
}

/** Something that was promised in a call, before it is known when the business is open and in which zone. */
export interface SpokenPromise {
  kind: PromiseKind;
  /** Counts the promises of this kind in the call from 1, as they were made. */
  number: number;
  /**
   * The sentences that promise it: the one that counts is the first that names a time still to come, or else the last.
   * Empty if only the outcome of the call says that something was promised.
   */
  readings: PromiseSentence[];
  /** All sentences that promise it, each from where it begins to do so. Empty: as `readings`. */
  words: string[];
}

export interface CallPromise extends Pick<SpokenPromise, 'kind' | 'number'> {
  due: Due;
  source: PromiseSource;
  /** Undefined if only the outcome says that something was promised. */
  sentence: string | undefined;
}

/** Returns what was promised in a call, each promise with the sentence that names the time, if one does. */
export async function promisesOf(call: PromisingCall, occasion: Occasion): Promise<CallPromise[]> {
  const promises = spokenPromises(await findCandidates(call), call);
  return promises.map((promise) => duePromise(promise, occasion));
}

/**
 * Returns what the candidates of a call promise. Sentences of one kind are one promise, unless they name different people or
 * matters, or one adds a promise for another day.
 */
export function spokenPromises(candidates: readonly Candidate[], call: PromisingCall): SpokenPromise[] {
  const { said, reported } = saidAndReported(candidates, call);
  return PROMISE_KINDS.flatMap((kind): SpokenPromise[] => {
    const ofKind = (candidates: readonly Candidate[]) =>
      candidates.filter((one) => one.kind === kind).flatMap((one) => sentencesOf(one, call));
    const promises = promisesApart(ofKind(said), ofKind(reported));
    if (promises.length > 0)
      return promises.map((one, index) => ({ kind, number: index + 1, readings: readingsOf(one), words: one.words }));
    return kind === 'callback' && isCallbackOutcome(call.outcome) ? [{ kind, number: 1, readings: [], words: [] }] : [];
  });
}

/** Returns a promise with the time by which it is to be kept, and the sentence that names the time. */
export function duePromise<R extends PromiseSentence>(
  { kind, number, readings }: Pick<SpokenPromise, 'kind' | 'number'> & { readings: readonly R[] },
  occasion: Occasion,
): CallPromise & { reading: R | undefined } {
  let reading: R | undefined;
  let due = assumedDue(occasion);
  for (const candidate of readings) {
    const language = languageWithTag(candidate.language);
    reading = candidate;
    // A platform of a later version may know more languages.
    due = language ? dueOf(candidate.sentence, language, occasion) : assumedDue(occasion);
    if (!due.isAssumed) break;
  }
  if (due.isAssumed && kind === 'waiting_list') due = waitingDue(occasion);
  return { kind, number, due, source: reading?.source ?? 'outcome', sentence: reading?.sentence, reading };
}

/** The sentences that make one promise, in their order. */
interface ApartPromise {
  said: PromiseSentence[];
  reported: PromiseSentence[];
  words: string[];
  topic: Topic;
}

/** A sentence, or a part of it, that makes one promise. */
interface Said {
  sentence: PromiseSentence;
  words: string;
  topic: Topic;
}

/**
 * Puts sentences of one kind together that make the same promise. A summary repeats in other words what was said, so it adds
 * no promise of its own to those that were said.
 */
function promisesApart(said: readonly Said[], reported: readonly Said[]): ApartPromise[] {
  const promises: ApartPromise[] = [];
  const add =
    (list: 'said' | 'reported', mayAdd: boolean) =>
    ({ sentence, words, topic }: Said) => {
      const promise = repeatedBy(topic, promises) ?? (mayAdd ? undefined : promises.at(-1));
      if (!promise) promises.push({ said: [], reported: [], words: [words], topic, [list]: [sentence] });
      else {
        promise[list].push(sentence);
        promise.words.push(words);
        promise.topic = mergeTopics(promise.topic, topic);
      }
    };
  said.forEach(add('said', true));
  reported.forEach(add('reported', said.length === 0));
  return promises;
}

/** Returns the promise that a sentence with this topic repeats: if it names neither person nor matter, the one before it. */
function repeatedBy(topic: Topic, promises: readonly ApartPromise[]): ApartPromise | undefined {
  const same = promises.filter((one) => !areDifferent(one.topic, topic));
  return (
    same.findLast((one) => shareTopic(one.topic, topic)) ??
    same.findLast((one) => shareDay(one.topic, topic)) ??
    same.findLast((one) => isOpen(topic) || !isOpen(one.topic)) ??
    same[0]
  );
}

/** Of several sentences the last one that names a time counts, what was said before the summary; or else the first. */
function readingsOf({ said, reported }: ApartPromise): PromiseSentence[] {
  const readings: PromiseSentence[] = [];
  for (const reading of [...said.toReversed(), ...reported.toReversed()]) {
    const language = languageWithTag(reading.language);
    const times = language && spokenTimes(reading.sentence, language);
    if (!times || !mayBeTimed(times)) continue;
    readings.push(reading);
    if (isAlwaysTimed(times)) return readings;
  }
  const [first] = [...said, ...reported];
  if (first) readings.push(first);
  return readings;
}

/** The sentence of a candidate, or those of its parts that make different promises. */
function sentencesOf(candidate: Candidate, call: PromisingCall): Said[] {
  const { language, source } = candidate;
  const sentence = sentenceOf(candidate, call);
  if (sentence === undefined) return [];
  return promiseParts(sentence, candidate).map(({ text, rest, topic }) => ({
    sentence: { sentence: text, language, source },
    words: rest,
    topic,
  }));
}
