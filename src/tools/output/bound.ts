import { isObject, type JsonObject } from '../../lib/json.ts';
import { Sentence } from '../../lib/text/sentence.ts';
import { truncate } from '../../lib/text/text.ts';
import type { Omitted } from './token-budget.ts';
import { hasText, hasUndocumented, MAX_TEXT_LENGTH, MIN_TEXT_LENGTH, withoutUndocumented } from './token-budget.ts';

/**
 * Reduces the data of an answer that cannot fit its token budget, before it is cleaned, masked and measured: a platform
 * may send a hundred times as much as an answer shows.
 */

/** More characters than a token can have, and fewer than the JSON of any value. */
const CHARACTERS_PER_TOKEN = 8;
/** Entries of lists inside of records that are kept, from the first that suffices. */
const ENTRIES = [1_000, 250, 60];
/** More than a number or an address has, in characters: what a cut could have divided is removed after masking. */
const MARGIN = 300;
/** Ends a text that was cut. A private-use character, which no cleaned text contains. */
const CUT = '\uE000';

interface BoundedAnswer {
  data: JsonObject;
  /** Texts are cut to this length when they are cleaned, in characters. */
  maxTextLength: number;
  /** What was left out, but for texts: `hasCuts` says whether one was cut. */
  omitted: Omitted;
}

/** Maximum lengths of the texts, and of the lists inside of records. */
interface Limits {
  text: number;
  entries: number;
}

const UNLIMITED: Limits = { text: Number.POSITIVE_INFINITY, entries: Number.POSITIVE_INFINITY };

/** Returns the data with at most some times of what an answer can show. Data that may fit is returned as it is. */
export function boundAnswer(data: JsonObject, maxTokens: number): BoundedAnswer {
  const budget = maxTokens * CHARACTERS_PER_TOKEN;
  const fits = (some: JsonObject, limits: Limits) => remaining(some, budget, limits, 0) >= 0;
  if (fits(data, UNLIMITED)) return { data, maxTextLength: Number.POSITIVE_INFINITY, omitted: { lengths: {} } };

  let text = MAX_TEXT_LENGTH;
  while (text / 2 >= MIN_TEXT_LENGTH && !fits(data, { ...UNLIMITED, text })) text /= 2;
  // Cleaning and masking shorten texts, and the final text is to be as long as the budget allows.
  const maxTextLength = text * 2 + MARGIN;
  let limits: Limits = { ...UNLIMITED, text };
  if (fits(data, limits)) return { data, maxTextLength, omitted: { lengths: {} } };

  const documented = withoutUndocumented(data) as JsonObject;
  for (const entries of ENTRIES) if (!fits(documented, limits)) limits = { text, entries };
  const lengths: Record<string, number> = {};
  const bounded: JsonObject = {};
  const kept: JsonObject = { ...data };
  const cut: EntryCut = { entries: limits.entries, isCut: false };
  for (const [name, value] of Object.entries(documented)) {
    if (!Array.isArray(value)) bounded[name] = withEntries(value, cut);
    else {
      const items = firstItems(value, budget, limits);
      if (items.length < value.length) lengths[name] = value.length;
      bounded[name] = items.map((item) => withEntries(item, cut));
      kept[name] = (data[name] as unknown[]).slice(0, items.length);
    }
  }
  const omitted: Omitted = { lengths };
  if (hasUndocumented(kept)) omitted.undocumented = true;
  if (cut.isCut) omitted.entries = true;
  return { data: bounded, maxTextLength, omitted };
}

/** Returns the characters of the budget that remain after a value, at least; negative as soon as none do. */
function remaining(value: unknown, budget: number, limits: Limits, depth: number): number {
  let left = budget - CHARACTERS_PER_TOKEN;
  if (typeof value === 'string') return left - Math.min(value.length, limits.text);
  if (typeof value !== 'object' || value === null) return left;
  if (value instanceof Sentence) return left - String(value).length;
  const isList = Array.isArray(value);
  const entries: readonly unknown[] = isList ? value : Object.keys(value);
  const count = depth > 1 ? Math.min(entries.length, limits.entries) : entries.length;
  for (let index = 0; index < count && left >= 0; index++) {
    const entry = entries[index];
    const member = isList ? entry : (value as JsonObject)[entry as string];
    const nameLength = isList ? 0 : (entry as string).length;
    if (member !== undefined) left = remaining(member, left - nameLength, limits, depth + 1);
  }
  return left;
}

/** Returns the first items that fit the budget, and one more, as an answer shows at least one. */
function firstItems(items: readonly unknown[], budget: number, limits: Limits): readonly unknown[] {
  let left = budget;
  const count = items.findIndex((item) => {
    left = remaining(item, left, limits, 1);
    return left < 0;
  });
  return count < 0 ? items : items.slice(0, count + 1);
}

/** Length of the lists and objects inside of records, and whether one was longer. */
interface EntryCut {
  readonly entries: number;
  isCut: boolean;
}

/** Shortens the lists and objects inside of a record. */
function withEntries(value: unknown, cut: EntryCut, depth = 1): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Sentence || !Number.isFinite(cut.entries))
    return value;
  const first = <T>(members: readonly T[]): readonly T[] => {
    if (members.length <= cut.entries) return members;
    cut.isCut = true;
    return members.slice(0, cut.entries);
  };
  const deeper = (member: unknown) => withEntries(member, cut, depth + 1);
  if (Array.isArray(value)) return first(value).map(deeper);
  const members = Object.entries(value);
  return Object.fromEntries((depth > 1 ? first(members) : members).map(([name, member]) => [name, deeper(member)]));
}

/** Marks a cleaned text as cut. */
export const markCut = (text: string): string => text + CUT;

/** True if a cleaned text was cut. */
export const hasCuts = (value: unknown): boolean => hasText(value, (text) => text.endsWith(CUT));

/** Removes the ends of the texts that were cut, after masking. */
export function withoutCuts(value: unknown): unknown {
  if (typeof value === 'string') {
    return value.endsWith(CUT) ? truncate(value, Math.max(1, value.length - MARGIN)) : value;
  }
  if (Array.isArray(value)) return value.map(withoutCuts);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, withoutCuts(field)]));
}
