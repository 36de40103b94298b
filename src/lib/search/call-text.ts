import { cleanText } from '../text/text.ts';
import { MAX_TURNS_READ, shortSpeaker, splitTurn } from '../turns.ts';
import { indexOfTerm, type QueryTerm } from './query-term.ts';
import type { TermFinder } from './terms.ts';
import { hyphenatedAsOneWord, joinTexts, normalizeText } from './text-search.ts';

/** What is searched of a call, by its platform and by tools: the parts of its turns, and its summary. */

/** A stored turn. */
interface SpokenTurn {
  speaker: string;
  text: string;
}

/** Returns each text of a call in which words are searched, without invisible characters. A phrase is in one of them. */
export function* callTexts(turns: readonly SpokenTurn[], summary: string | null): Generator<string, void> {
  for (const { text } of turns.slice(0, MAX_TURNS_READ)) for (const part of splitTurn(text)) yield cleanText(part);
  if (summary !== null) yield cleanText(summary);
}

/** A stored call. */
interface StoredCall {
  /** JSON of the turns. */
  transcript: string;
  summary: string | null;
}

/**
 * Returns true if all terms occur in a call.
 * @param speaker only what this speaker said counts: a summary has none.
 */
export function callHasTerms(call: StoredCall, { terms, find, findWritten }: TermFinder, speaker?: string): boolean {
  const [words, numbers] = [terms.filter(({ kind }) => kind === 'text'), terms.filter(({ kind }) => kind === 'number')];
  if (!mayHave(call, words)) return false;
  const turns = JSON.parse(call.transcript) as SpokenTurn[];
  const requested = speaker === undefined ? undefined : normalizeText(speaker);
  const said =
    requested === undefined
      ? turns
      : turns.slice(0, MAX_TURNS_READ).filter((turn) => normalizeText(shortSpeaker(turn.speaker)) === requested);
  const texts = [...callTexts(said, requested === undefined ? call.summary : null)];
  // All texts are searched at once. A number that is spelled out would be found in two of them.
  const all = joinTexts(texts);
  const found = words.length > 0 ? find(all, words) : undefined;
  if (!words.every((term) => found?.has(term))) return false;
  const written = findWritten(all, numbers);
  return numbers.every((term) => written.has(term) || texts.some((text) => find(text, [term]).has(term)));
}

const PLAIN = /^[\n\t\x20-\x5b\x5d-\x7e]*$/;

/** Returns false for most calls that lack one of the terms, without parsing them. */
function mayHave({ transcript, summary }: StoredCall, terms: readonly QueryTerm[]): boolean {
  const stored = `${transcript}\n${summary ?? ''}`;
  // With other characters, or an escaped one, what is stored is not what is searched.
  if (terms.length === 0 || !PLAIN.test(stored)) return true;
  const normalized = normalizeText(stored);
  const missing = terms.filter((term) => indexOfTerm(normalized, term) < 0);
  if (missing.length === 0) return true;
  const joined = hyphenatedAsOneWord(stored);
  return joined !== undefined && missing.every((term) => indexOfTerm(joined, term) >= 0);
}
