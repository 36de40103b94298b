import { memoize } from '../concurrency/lazy.ts';
import { foldText } from '../search/text-search.ts';
import { LANGUAGES, PROMISE_KINDS, type PromiseKind, type PromiseLanguage } from './languages/index.ts';

/**
 * Who says a sentence: the business; a speaker who may be either side; a summary of the call. What a caller says is no
 * promise of the business.
 */
export type Voice = 'business' | 'unknown' | 'summary';

/** A promise in a sentence. */
export interface Detected {
  kind: PromiseKind;
  /** The language whose words promise it. */
  language: PromiseLanguage;
}

/** Returns a text with the apostrophe that the tables of the languages have. */
export const withApostrophes = (text: string): string => text.replace(/[’ʼ‘`´]/g, "'");

/** Returns a text as the tables of the languages write words. */
export const comparable = (text: string): string => foldText(withApostrophes(text)).replace(/\s+/g, ' ');

/**
 * Returns what a sentence promises: in the future, by the business, neither asked nor denied nor under a condition.
 * Each kind at most once: `promiseParts` takes a sentence apart.
 */
export function promisesIn(sentence: string, voice: Voice): Detected[] {
  const text = comparable(sentence).trim();
  const found: Detected[] = [];
  for (const matcher of matchers()) {
    if (!matcher.hint.test(text)) continue;
    for (const kind of PROMISE_KINDS) {
      if (found.some((one) => one.kind === kind)) continue;
      if (isPromised(text, matcher, kind, voice)) found.push({ kind, language: matcher.language });
    }
  }
  return found;
}

interface Matcher {
  language: PromiseLanguage;
  hint: RegExp;
  spoken: Record<PromiseKind, RegExp>;
  reported: Record<PromiseKind, RegExp>;
  negation: RegExp;
  innerNegation: RegExp;
  clauseEnd: RegExp;
  /** Makes the whole sentence no promise. */
  excluded: RegExp;
  onceFree: RegExp;
  interrogative: RegExp | undefined;
  firstPerson: RegExp;
  callers: RegExp;
}

/** Compiled with the first call that needs them. */
const matchers = memoize((): Matcher[] =>
  LANGUAGES.map((language) => ({
    language,
    hint: new RegExp(language.hint),
    spoken: compile(language.spoken),
    reported: compile(language.reported),
    negation: new RegExp(language.negation),
    innerNegation: new RegExp(language.innerNegation ?? language.negation),
    clauseEnd: new RegExp(`[,;:–—]|\\b(?:${language.conjunctions})\\b`, 'g'),
    excluded: new RegExp(`${language.conditional}|${language.past}`),
    onceFree: new RegExp(language.onceFree, 'g'),
    interrogative: language.interrogative === undefined ? undefined : new RegExp(`^${language.interrogative}`),
    firstPerson: new RegExp(language.firstPerson),
    callers: new RegExp(`\\b${language.callers}(?: \\w+)? $`),
  })),
);

function compile(patterns: PromiseLanguage['spoken']): Record<PromiseKind, RegExp> {
  const entries = PROMISE_KINDS.map((kind) => [kind, new RegExp(patterns[kind].join('|'), 'g')]);
  return Object.fromEntries(entries) as Record<PromiseKind, RegExp>;
}

function isPromised(text: string, matcher: Matcher, kind: PromiseKind, voice: Voice): boolean {
  const pattern = (voice === 'summary' ? matcher.reported : matcher.spoken)[kind];
  // `matchAll` would copy the expression for each sentence, which takes half of the time.
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const words = match[0];
    const before = clauseBefore(text, match.index, matcher.clauseEnd);
    if (matcher.negation.test(before) || matcher.innerNegation.test(words)) continue;
    if (voice === 'unknown' && matcher.firstPerson.test(before + words)) continue;
    if (voice === 'summary' && matcher.callers.test(before) && !/\bbe \w+ed\b/.test(words)) continue;
    if (isAsked(text, match.index + words.length, matcher.interrogative)) continue;
    const end = match.index + words.length;
    const rest = kind === 'waiting_list' ? text.slice(end).replace(matcher.onceFree, '') : text.slice(end);
    return !matcher.excluded.test(text.slice(0, end) + rest);
  }
  return false;
}

/** Returns what stands before a position in its clause. */
function clauseBefore(text: string, index: number, clauseEnd: RegExp): string {
  const before = text.slice(0, index);
  let start = 0;
  for (const { 0: found, index: at } of before.matchAll(clauseEnd)) start = at + found.length;
  return before.slice(start);
}

/** True for a question. A statement may end with one: "She will call you back, at this number?" */
function isAsked(text: string, end: number, interrogative: RegExp | undefined): boolean {
  if (!/\?["')\]]*$/.test(text)) return false;
  return interrogative === undefined || interrogative.test(text) || !text.slice(end).includes(',');
}
