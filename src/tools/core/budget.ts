import { isObject, type JsonObject } from '../../lib/json.ts';
import { truncate } from '../../lib/text.ts';

/**
 * Tokens that a value takes in an answer, estimated without a tokenizer and on the safe side: letters come about four
 * to a token, digits and punctuation two, letters of other scripts one.
 */
export function estimateTokens(value: unknown): number {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  let quarters = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code > 0x24f) quarters += 5;
    else if (code > 0x7f) quarters += 3;
    else if ((code > 0x60 && code < 0x7b) || (code > 0x40 && code < 0x5b)) quarters += 1.2;
    else if (code === 0x20) quarters += 0.6;
    else quarters += 2;
  }
  return Math.ceil(quarters / 4);
}

/** Below this many characters a text is left whole. */
const SHORTEST = 120;

/**
 * Makes an answer fit: the longest texts are shortened first, then records are dropped from the end of the list. What
 * was done is said in `left_out`, with the way to the rest.
 */
export function shrink(data: JsonObject, maxTokens: number): JsonObject {
  if (estimateTokens(data) <= maxTokens) return data;
  const notes: string[] = typeof data.left_out === 'string' ? [data.left_out] : [];
  let fitted = data;
  for (let longest = 4_000; longest >= SHORTEST && estimateTokens(fitted) > maxTokens * 0.95; longest /= 2) {
    fitted = shorten(data, longest) as JsonObject;
  }
  if (fitted !== data) notes.push('Long texts were shortened (…): read the single record for the whole.');

  const { items } = fitted;
  if (Array.isArray(items) && estimateTokens(fitted) > maxTokens * 0.95) {
    const kept = fitting(items, maxTokens * 0.9 - estimateTokens({ ...fitted, items: [] }));
    notes.push(
      `The last ${items.length - kept.length} of this page's ${items.length} records: ask for per_page ${kept.length}.`,
    );
    fitted = { ...fitted, items: kept };
  }
  return { ...fitted, left_out: notes.join(' ') };
}

function shorten(value: unknown, longest: number): unknown {
  if (typeof value === 'string') return truncate(value, longest);
  if (Array.isArray(value)) return value.map((item) => shorten(item, longest));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, shorten(field, longest)]));
}

/** As many records from the beginning as fit, one at least. */
export function fitting<T>(items: T[], tokens: number): T[] {
  let left = tokens;
  const count = items.findIndex((item) => {
    left -= estimateTokens(item);
    return left < 0;
  });
  return count < 0 ? items : items.slice(0, Math.max(1, count));
}
