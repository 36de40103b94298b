import { foldedSpellings, type QueryTerm } from './query-term.ts';
import { zipSpellings } from './spellings.ts';
import { ANY_WORD, isNumber, isSpacelessWord, MAX_DIGITS, MAX_WORD_LENGTH, numberWord, wordsIn } from './words.ts';

/** A word, or a part of one, that every matching text has. `exact` is also an ending of a number. */
export interface WordPattern {
  kind: 'exact' | 'prefix' | 'suffix' | 'infix';
  text: string;
}

/**
 * Returns what the index words of every text with all of these terms fulfil: of each group of patterns, one. A group has those of
 * the spellings of one word. An empty list says nothing: each text can match.
 */
export function wordPatterns(terms: readonly QueryTerm[]): WordPattern[][] {
  const groups = terms.flatMap((term) =>
    term.kind === 'number' ? [[exact(numberWord(term.digits))]] : zipSpellings(foldedSpellings(term).map(textPatterns)),
  );
  return distinct(groups.map(distinct));
}

const distinct = <T>(values: readonly T[]): T[] => [
  ...new Map(values.map((value) => [JSON.stringify(value), value])).values(),
];

const exact = (text: string): WordPattern => ({ kind: 'exact', text });

function textPatterns(term: string): WordPattern[] {
  return [...wordsIn(term)].flatMap(({ 0: word, index }) => {
    const isSpaceless = isSpacelessWord(word);
    const startsInside = index === 0 && !isSpaceless;
    const endsInside = index + word.length === term.length && !isSpaceless;
    if (isNumber(word)) return digitPatterns(word, startsInside, endsInside);
    if (word.length > MAX_WORD_LENGTH) return [exact(ANY_WORD)];
    const kind = startsInside ? (endsInside ? 'infix' : 'suffix') : endsInside ? 'prefix' : 'exact';
    return [{ kind, text: word }];
  });
}

/** Long numbers are indexed by their first and last digits. A number at an end of the term may be a part of a word. */
function digitPatterns(digits: string, startsInside: boolean, endsInside: boolean): WordPattern[] {
  const [first, last] = [digits.slice(0, MAX_DIGITS), digits.slice(-MAX_DIGITS)];
  if (startsInside) return [];
  if (endsInside) return [{ kind: 'prefix', text: first }];
  return first === digits ? [exact(digits)] : [exact(first), exact(last)];
}
