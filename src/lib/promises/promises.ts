import {
  type Candidate,
  findCandidates,
  isCallbackOutcome,
  type PromisingCall,
  saidAndReported,
  sentenceOf,
} from './candidates.ts';
import { assumedDue, type Due, dueOf, type Occasion } from './due.ts';
import { isAlwaysTimed, mayBeTimed, spokenTimes } from './due-times.ts';
import { languageWithTag, PROMISE_KINDS, type PromiseKind } from './languages/index.ts';

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
  /**
   * The sentences that promise it: the one that counts is the first that names a time still to come, or else the last.
   * Empty if only the outcome of the call says that something was promised.
   */
  readings: PromiseSentence[];
}

export interface CallPromise {
  kind: PromiseKind;
  due: Due;
  source: PromiseSource;
  /** Undefined if only the outcome says that something was promised. */
  sentence: string | undefined;
}

/** Returns what was promised in a call: each kind at most once, with the sentence that names the time, if one does. */
export async function promisesOf(call: PromisingCall, occasion: Occasion): Promise<CallPromise[]> {
  const promises = spokenPromises(await findCandidates(call), call);
  return promises.map((promise) => duePromise(promise, occasion));
}

/** Returns what the candidates of a call promise: each kind at most once. */
export function spokenPromises(candidates: readonly Candidate[], call: PromisingCall): SpokenPromise[] {
  const { said, reported } = saidAndReported(candidates, call);
  return PROMISE_KINDS.flatMap((kind): SpokenPromise[] => {
    const readings = readingsOf(
      said.filter((one) => one.kind === kind),
      reported.filter((one) => one.kind === kind),
      call,
    );
    if (readings.length > 0) return [{ kind, readings }];
    return kind === 'callback' && isCallbackOutcome(call.outcome) ? [{ kind, readings: [] }] : [];
  });
}

/** Returns a promise with the time by which it is to be kept, and the sentence that names the time. */
export function duePromise<R extends PromiseSentence>(
  { kind, readings }: { kind: PromiseKind; readings: readonly R[] },
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
  return { kind, due, source: reading?.source ?? 'outcome', sentence: reading?.sentence, reading };
}

/** Of several sentences the last one that names a time counts, what was said before the summary; or else the first. */
function readingsOf(
  said: readonly Candidate[],
  reported: readonly Candidate[],
  call: PromisingCall,
): PromiseSentence[] {
  const readings: PromiseSentence[] = [];
  const read = ({ language, source, ...candidate }: Candidate): PromiseSentence | undefined => {
    const sentence = sentenceOf({ source, ...candidate }, call);
    return sentence === undefined ? undefined : { sentence, language, source };
  };
  for (const candidate of [...said.toReversed(), ...reported.toReversed()]) {
    const reading = read(candidate);
    const language = languageWithTag(candidate.language);
    const times = reading && language && spokenTimes(reading.sentence, language);
    if (!times || !mayBeTimed(times)) continue;
    readings.push(reading);
    if (isAlwaysTimed(times)) return readings;
  }
  const [first] = [...said, ...reported];
  const reading = first && read(first);
  if (reading) readings.push(reading);
  return readings;
}
