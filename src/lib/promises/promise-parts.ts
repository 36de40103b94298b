import { type Detected, promisesIn, type Voice } from './detect.ts';
import {
  areDifferent,
  isFragment,
  isVerbless,
  namesPerson,
  type PromiseWords,
  type Topic,
  topicMatcher,
  topicOf,
} from './topics.ts';

/** A sentence that makes a promise, or a part of one. */
interface PromisePart {
  text: string;
  /** From its first word to the end of the sentence: it stays the same if rules find more parts behind it. */
  rest: string;
  topic: Topic;
}

type SpokenWords = PromiseWords & { voice: Voice };

/**
 * Returns the parts of a sentence that each make a promise of a kind, if these are different ones: "Anna will call you, and
 * Beat will call you on Friday". Otherwise the sentence.
 */
export const promiseParts = (sentence: string, promise: SpokenWords): PromisePart[] =>
  differentParts(sentence, promise) ?? [{ text: sentence, rest: sentence, topic: topicOf(sentence, promise) }];

/** True if a sentence makes several promises of a kind. */
export const hasSeveralParts = (sentence: string, promise: SpokenWords): boolean =>
  differentParts(sentence, promise) !== undefined;

function differentParts(sentence: string, promise: SpokenWords): PromisePart[] | undefined {
  const { kind, voice, language } = promise;
  const matcher = topicMatcher(language);
  const conjunctions = matcher ? [...sentence.matchAll(matcher.conjunctions)] : [];
  if (!matcher || conjunctions.length === 0) return undefined;
  const clauses = [{ index: 0, 0: '' }, ...conjunctions].map(({ index, 0: conjunction }, number) => ({
    start: index,
    from: index + conjunction.length,
    text: sentence.slice(index + conjunction.length, conjunctions[number]?.index),
  }));
  const makesPromise = (text: string) => promisesIn(text, voice).some((found) => found.kind === kind);
  const promising = clauses.filter(
    ({ start, text }) =>
      makesPromise(text) ||
      (start > 0 && isVerbless(text, matcher) && completes(sentence.slice(0, start), text, promise)),
  );
  // The verb may follow the last part: "am Freitag wegen der Röntgenbilder zurück".
  const [first] = promising;
  const head = clauses[0];
  if (head && first && first !== head && isVerbless(first.text, matcher)) promising.unshift(head);
  if (promising.length < 2) return undefined;
  const parts = promising.map(({ start, from }, number) => {
    const end = promising[number + 1]?.start;
    const [text, rest] =
      number === 0 ? [sentence.slice(0, end), sentence] : [sentence.slice(from, end), sentence.slice(from)];
    return { text, rest, topic: topicOf(number === 0 ? text : sentence.slice(start, end), promise) };
  });
  const areApart = parts.every(({ topic }, number) =>
    parts.slice(0, number).every((other) => areDifferent(other.topic, topic)),
  );
  return areApart ? parts : undefined;
}

/**
 * True if a clause without a verb can be a promise with that of the words before it: it names a day and a matter, as they do,
 * or a person. "Between Monday and Friday about the bill" is one promise.
 */
function completes(before: string, clause: string, promise: PromiseWords): boolean {
  const topic = topicOf(clause, promise);
  const { days, subject } = topic;
  if (namesPerson(topic)) return days.size + subject.size > 0;
  return days.size > 0 && subject.size > 0 && topicOf(before, promise).subject.size > 0;
}

/** Sentences up to here, in words, do not separate a sentence from the promise that it continues: "All right." */
const MAX_FILLER_WORDS = 2;

/**
 * Returns a function that says what each sentence of a speaker promises, given in their order. A sentence without a verb
 * continues the promise before it: "We will call you tomorrow about the invoice. And on Friday about the X-ray."
 */
export function promiseFinder(voice: Voice): (sentence: string) => Detected[] {
  let last: Detected[] = [];
  return (sentence) => {
    const own = promisesIn(sentence, voice);
    const found = own.length > 0 ? own : last.filter((promise) => continues(sentence, promise));
    if (found.length > 0 || sentence.split(' ').length > MAX_FILLER_WORDS) last = found;
    return found;
  };
}

/** True if a sentence names a day and a matter, or a person with one of them, and says nothing else. */
function continues(sentence: string, { kind, language }: Detected): boolean {
  if (/\?["')\]]*$/.test(sentence)) return false;
  const matcher = topicMatcher(language.tag);
  if (!matcher || !isFragment(sentence, matcher)) return false;
  const topic = topicOf(sentence, { kind, language: language.tag });
  const named = [namesPerson(topic), topic.days.size > 0, topic.subject.size > 0];
  return named.filter(Boolean).length > 1;
}
