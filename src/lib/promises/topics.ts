import { memoize } from '../lazy.ts';
import { foldText } from '../search/text-search.ts';
import { comparable, promisesIn, type Voice, withApostrophes } from './detect.ts';
import { LANGUAGES, type PromiseKind } from './languages/index.ts';

/** What tells promises of one kind apart: who keeps them, and what they are about. Empty: the sentence does not say. */
export interface Topic {
  names: ReadonlySet<string>;
  subject: ReadonlySet<string>;
}

const NO_TOPIC: Topic = { names: new Set(), subject: new Set() };

/** Words of a subject that are compared. */
const MAX_SUBJECT_WORDS = 5;
/** Shorter words are articles and the like, in six languages. */
const MIN_WORD_LENGTH = 4;
const NO_SUBJECT =
  /^(?:your|that|this|them|these|those|ihre\w?|deine\w?|dies\w*|votre|cette|notre|esto|esta|este|quest[aoei]|della|dello|essa|esse|isso)$/;

/** The tables of the languages as expressions. */
const matchers = memoize(() =>
  LANGUAGES.map(({ tag, names, about, conjunctions }) => ({
    tag,
    names: new RegExp(names, 'gu'),
    about: new RegExp(`\\b(?:${about})(.*)$`, 's'),
    clauseEnd: new RegExp(`[,;:.?!]|\\b(?:${conjunctions})\\b`),
    conjunctions: new RegExp(`[,;]?\\s+(?:${conjunctions})\\s+`, 'giu'),
  })),
);
const matcherOf = (tag: string) => matchers().find((one) => one.tag === tag);

/**
 * Returns whom and what a promise names.
 * @param text what was said, with capitals.
 * @param tag of the language.
 */
export function topicOf(text: string, tag: string): Topic {
  const matcher = matcherOf(tag);
  if (!matcher) return NO_TOPIC;
  const names = [...withApostrophes(text).matchAll(matcher.names)].flatMap(({ groups }) =>
    wordsOf(groups?.name ?? groups?.titled ?? ''),
  );
  const about = matcher.about.exec(comparable(text))?.[1] ?? '';
  const [clause = ''] = about.split(matcher.clauseEnd, 1);
  const subject = wordsOf(clause).filter((word) => word.length >= MIN_WORD_LENGTH && !NO_SUBJECT.test(word));
  return { names: new Set(names), subject: new Set(subject.slice(0, MAX_SUBJECT_WORDS)) };
}

/** True if two topics name different people or matters. What one of them leaves open is no difference. */
export const areDifferent = (a: Topic, b: Topic): boolean =>
  areDisjoint(a.names, b.names) || areDisjoint(a.subject, b.subject);

export const isOpen = ({ names, subject }: Topic): boolean => names.size + subject.size === 0;

export const mergeTopics = (a: Topic, b: Topic): Topic => ({
  names: new Set([...a.names, ...b.names]),
  subject: new Set([...a.subject, ...b.subject]),
});

const areDisjoint = (a: ReadonlySet<string>, b: ReadonlySet<string>) =>
  a.size > 0 && b.size > 0 && ![...a].some((word) => b.has(word));

const wordsOf = (text: string) => foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * Returns the parts of a sentence that each make a promise of a kind, if these are different ones: "Anna will call you, and
 * Beat will call you on Friday". Otherwise the sentence.
 */
export function promiseParts(
  sentence: string,
  { kind, language: tag, voice }: { kind: PromiseKind; language: string; voice: Voice },
): string[] {
  const matcher = matcherOf(tag);
  if (!matcher) return [sentence];
  const starts = [...sentence.matchAll(matcher.conjunctions)];
  const parts: string[] = [];
  let start = 0;
  for (const [index, from] of [0, ...starts.map((match) => match.index + match[0].length)].entries()) {
    const end = starts[index]?.index ?? sentence.length;
    if (!promisesIn(sentence.slice(from, end), voice).some((found) => found.kind === kind)) continue;
    if (parts.length > 0) parts[parts.length - 1] = sentence.slice(start, starts[index - 1]?.index);
    start = parts.length > 0 ? from : 0;
    parts.push(sentence.slice(start));
  }
  const topics = parts.map((part) => topicOf(part, tag));
  const areApart = topics.every((topic, index) => topics.slice(0, index).every((other) => areDifferent(topic, other)));
  return parts.length > 1 && areApart ? parts : [sentence];
}
