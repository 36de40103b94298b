import { type QueryTerm, sourceOfTerm } from '../../lib/search/query-term.ts';
import { writeOut } from '../../lib/search/spellings.ts';
import { normalizeText, parseQuery } from '../../lib/search/text-search.ts';

/** A part of a text, in UTF-16 units; `to` is exclusive. */
export interface TextRange {
  from: number;
  to: number;
}

/** Ranges of one text that are marked. */
const MAX_RANGES = 200;

/**
 * Returns where the words of a search occur in a text, in order and without overlap: by the normalization and the terms of
 * the tools' search. Numbers that a text spells out are not marked.
 */
export function findWords(text: string, query: string): TextRange[] {
  const terms = parseQuery(query);
  if (terms.length === 0) return [];
  const asFolded = rangesIn(text, terms, normalizeText);
  if (writeOut(text) === text) return merge(asFolded);
  return merge([...asFolded, ...rangesIn(text, terms, (part) => normalizeText(writeOut(part)))]);
}

function rangesIn(text: string, terms: readonly QueryTerm[], normalize: (part: string) => string): TextRange[] {
  const { normalized, origin } = normalizeWithOrigin(text, normalize);
  const ranges = terms.flatMap((term) => rangesOf(term, normalized));
  // Both ends are indices of the normalized text, and `origin` has one more entry than it.
  return ranges.map(({ from, to }) => ({ from: origin[from] as number, to: endOf(origin, to) }));
}

function rangesOf(term: QueryTerm, normalized: string): TextRange[] {
  const pattern = new RegExp(sourceOfTerm(term), 'gu');
  const found: TextRange[] = [];
  for (const { index, 0: match } of normalized.matchAll(pattern)) {
    if (match === '' || found.length >= MAX_RANGES) break;
    found.push({ from: index, to: index + match.length });
  }
  return found;
}

/** The first unit of the text behind the character to which the last normalized unit belongs. */
function endOf(origin: readonly number[], to: number): number {
  const last = origin[to - 1] as number;
  let next = to;
  while (next < origin.length - 1 && origin[next] === last) next++;
  return origin[next] as number;
}

/** Normalizes word by word, long ones in pieces. `origin` is the index in the text of each normalized unit, and at its end that of the text. */
function normalizeWithOrigin(
  text: string,
  normalize: (part: string) => string,
): { normalized: string; origin: number[] } {
  let normalized = '';
  const origin: number[] = [];
  for (const { index, 0: part } of text.matchAll(/\s+|\S{1,40}/gu)) {
    if (/^\s/u.test(part)) {
      normalized += part.includes('\n') ? '\n' : ' ';
      origin.push(index);
      continue;
    }
    const whole = normalize(part);
    let reached = 0;
    let at = 0;
    for (const character of part) {
      at += character.length;
      const length = at >= part.length ? whole.length : Math.min(normalize(part.slice(0, at)).length, whole.length);
      for (; reached < length; reached++) origin.push(index + at - character.length);
    }
    normalized += whole;
  }
  return { normalized, origin: [...origin, text.length] };
}

function merge(ranges: TextRange[]): TextRange[] {
  const merged: TextRange[] = [];
  for (const range of ranges.sort((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last && range.from <= last.to) last.to = Math.max(last.to, range.to);
    else if (range.to > range.from) merged.push({ ...range });
  }
  return merged.slice(0, MAX_RANGES);
}

/** A part of a text with the marks that it has. */
export interface Segment {
  text: string;
  isWord?: boolean;
  isPromise?: boolean;
}

/** Divides a text at the ends of its marks. */
export function segmentsOf(text: string, words: readonly TextRange[], promises: readonly TextRange[]): Segment[] {
  const cuts = new Set([0, text.length, ...[...words, ...promises].flatMap(({ from, to }) => [from, to])]);
  const ends = [...cuts].filter((cut) => cut >= 0 && cut <= text.length).sort((a, b) => a - b);
  const covers = (ranges: readonly TextRange[], from: number) =>
    ranges.some((range) => range.from <= from && from < range.to);
  return ends.slice(1).map((to, index) => {
    const from = ends[index] as number;
    return {
      text: text.slice(from, to),
      ...(covers(words, from) ? { isWord: true } : {}),
      ...(covers(promises, from) ? { isPromise: true } : {}),
    };
  });
}
