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

/** The most that one character can take: one that JSON writes as an escape, such as `\\u001f`. */
const DEAREST = 3;
/** Of what stands around a value: quotation marks, a comma, a bracket; of a number, its digits. */
const AROUND = 2;
const NUMBER = 13;

/** Whether a value certainly takes no more tokens: most answers are far from the limit, and need not be written out. */
function isSmall(value: unknown, tokens: number): boolean {
  return left(value, tokens) >= 0;
}

/** What a value certainly leaves of so many tokens; negative as soon as nothing may be left. */
function left(value: unknown, tokens: number): number {
  if (typeof value === 'string') return tokens - AROUND - value.length * DEAREST;
  if (typeof value !== 'object' || value === null) return tokens - NUMBER;
  let rest = tokens - AROUND;
  for (const key of Object.keys(value)) {
    if (rest < 0) return rest;
    rest = left((value as JsonObject)[key], rest - AROUND - key.length * DEAREST);
  }
  return rest;
}

/** Below this many characters a text is left whole. */
const SHORTEST = 120;

/**
 * Makes an answer fit: the longest texts are shortened first, then undocumented fields are dropped, then records from
 * the end of lists. What was done is said in `omitted`, with the way to the rest.
 */
export function fitToTokenBudget(data: JsonObject, maxTokens: number): JsonObject {
  // Something is kept for the note itself, and for the text form, whose markers take a little more.
  const limit = maxTokens * 0.95 - 80;
  const tooLong = (value: JsonObject) => estimateTokens(value) > limit;
  const most = maxTokens * 0.97;
  if (isSmall(data, most) || estimateTokens(data) <= most) return data;

  const notes: string[] = typeof data.omitted === 'string' ? [data.omitted] : [];
  let fitted = data;
  for (let longest = 4_000; longest >= SHORTEST && tooLong(fitted); longest /= 2) {
    fitted = shorten(data, longest) as JsonObject;
  }
  if (fitted !== data) notes.push('Long texts were shortened (…): read the single record for the whole.');
  if (tooLong(fitted)) {
    const bare = withoutOther(fitted) as JsonObject;
    if (estimateTokens(bare) < estimateTokens(fitted)) notes.push('Undocumented fields were left out.');
    fitted = bare;
  }
  for (const [name, list] of Object.entries(fitted)) {
    if (!Array.isArray(list) || !tooLong(fitted)) continue;
    const kept = takeWithinBudget(list, limit - estimateTokens({ ...fitted, [name]: [] }));
    if (kept.length === list.length) continue;
    const rest = name === 'items' && 'page' in data ? `: ask for per_page ${kept.length}` : '';
    notes.push(`The last ${list.length - kept.length} of ${list.length} ${name}${rest}.`);
    fitted = { ...fitted, [name]: kept };
  }
  return { ...fitted, omitted: notes.join(' ') };
}

function shorten(value: unknown, longest: number): unknown {
  if (typeof value === 'string') return truncate(value, longest);
  if (Array.isArray(value)) return value.map((item) => shorten(item, longest));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, shorten(field, longest)]));
}

function withoutOther(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutOther);
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([name]) => name !== 'other_fields');
  return Object.fromEntries(kept.map(([name, field]) => [name, withoutOther(field)]));
}

/** As many records from the beginning as fit, one at least. */
export function takeWithinBudget<T>(items: T[], tokens: number): T[] {
  let left = tokens;
  const count = items.findIndex((item) => {
    left -= estimateTokens(item);
    return left < 0;
  });
  return count < 0 ? items : items.slice(0, Math.max(1, count));
}
