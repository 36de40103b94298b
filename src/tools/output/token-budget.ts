import { isObject, type JsonObject } from '../../lib/json.ts';
import { Sentence } from '../../lib/text/sentence.ts';
import { truncate } from '../../lib/text/text.ts';
import type { Continuation } from './continuation.ts';

/**
 * Estimates the tokens of a value in an answer without a tokenizer, rounded up: about four letters per token, two digits
 * or punctuation marks, one letter with an accent or of another script, one space before a number.
 */
export function estimateTokens(value: unknown): number {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  let quarters = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code > 0x24f) quarters += 5;
    else if (code > 0x7f) quarters += 4;
    else if ((code > 0x60 && code < 0x7b) || (code > 0x40 && code < 0x5b)) quarters += 1.2;
    else if (code === 0x20) quarters += isDigit(text.charCodeAt(index + 1)) ? 4 : 0.6;
    else quarters += 2;
  }
  return Math.ceil(quarters / 4);
}

const isDigit = (code: number) => code >= 0x30 && code <= 0x39;

/** Upper bound for one character: one that JSON escapes, such as `\\u001f`. */
const MAX_TOKENS_PER_CHARACTER = 3;
/** Upper bound for the delimiters of a value: quotation marks, a comma, a bracket. */
const MAX_DELIMITER_TOKENS = 2;
/** Upper bound for a number or another value that is neither text nor object. */
const MAX_PRIMITIVE_TOKENS = 13;

/** True if a value certainly fits. Most answers are far below the limit, and this avoids serializing them. */
function certainlyFits(value: unknown, tokens: number): boolean {
  return minRemainingTokens(value, tokens) >= 0;
}

/** Returns a lower bound of the tokens that remain after a value; negative as soon as none may remain. */
function minRemainingTokens(value: unknown, tokens: number): number {
  if (typeof value === 'string') return tokens - MAX_DELIMITER_TOKENS - value.length * MAX_TOKENS_PER_CHARACTER;
  if (typeof value !== 'object' || value === null) return tokens - MAX_PRIMITIVE_TOKENS;
  let remaining = tokens - MAX_DELIMITER_TOKENS;
  for (const key of Object.keys(value)) {
    if (remaining < 0) return remaining;
    const keyTokens = MAX_DELIMITER_TOKENS + key.length * MAX_TOKENS_PER_CHARACTER;
    remaining = minRemainingTokens((value as JsonObject)[key], remaining - keyTokens);
  }
  return remaining;
}

/** How to get what is left out of an answer. */
interface RestOfAnswer {
  /** Fields of an answer whose `items` are continued behind those that it shows. */
  continuation?: Continuation | undefined;
  /** Advice for other lists, by name: a clause such as `list_bookings has them`. */
  advice?: Readonly<Record<string, string>> | undefined;
  /** Advice for texts that are shortened: a clause such as `get_booking has the whole`. */
  textAdvice?: string | undefined;
}

/** Texts are not shortened to fewer characters. */
export const MIN_TEXT_LENGTH = 120;
export const MAX_TEXT_LENGTH = 4_000;

/** What was left out of an answer. */
export interface Omitted {
  texts?: true;
  entries?: true;
  undocumented?: true;
  /** Lengths of the shortened lists, by name. */
  lengths: Readonly<Record<string, number>>;
}

/** True if an answer is shown as it is: nothing was left out of it, and it needs no note. */
export function fitsTokenBudget(data: JsonObject, maxTokens: number, before: Omitted): boolean {
  const limit = maxTokens * 0.97;
  return isWhole(before) && (certainlyFits(data, limit) || estimateTokens(data) <= limit);
}

const isWhole = ({ texts, entries, undocumented, lengths }: Omitted) =>
  !texts && !entries && !undocumented && Object.keys(lengths).length === 0;

/**
 * Fits an answer into the token budget: shortens the longest texts, then drops undocumented fields, then records from the
 * end of lists. `omitted` states what was done and how to get the rest. Yields between the steps.
 * @param before what was left out of the data already.
 * @param rest how to get what is left out.
 */
export function* fitToTokenBudget(
  data: JsonObject,
  maxTokens: number,
  before: Omitted = { lengths: {} },
  rest: RestOfAnswer = {},
): Generator<void, JsonObject> {
  // Reserves tokens for the note, and for the text form, whose markers take slightly more.
  const limit = maxTokens * 0.95 - 80;
  const isTooLong = (value: JsonObject) => estimateTokens(value) > limit;
  if (fitsTokenBudget(data, maxTokens, before)) return data;

  let maxLength = before.texts ? MAX_TEXT_LENGTH : Number.POSITIVE_INFINITY;
  let fitted = before.texts ? (shorten(data, maxLength) as JsonObject) : data;
  for (let length = MAX_TEXT_LENGTH; length >= MIN_TEXT_LENGTH && isTooLong(fitted); length /= 2) {
    maxLength = length;
    fitted = shorten(data, maxLength) as JsonObject;
    yield;
  }
  const isDocumented = !before.undocumented && isTooLong(fitted);
  if (isDocumented) fitted = withoutUndocumented(fitted) as JsonObject;
  /** The records that are shown, as they were: the notes state only what is missing of these. */
  const { omitted, ...shown } = data;
  const notesOnLists: string[] = [];
  for (const [name, list] of Object.entries(fitted)) {
    if (!Array.isArray(list)) continue;
    yield;
    const length = before.lengths[name] ?? list.length;
    const continuation = name === 'items' ? rest.continuation : undefined;
    const cutTo = (count: number): JsonObject => ({
      ...fitted,
      ...(count < length && count > 0 ? continuation?.(count) : {}),
      [name]: list.slice(0, count),
    });
    let count = list.length;
    if (isTooLong(fitted)) {
      const others = estimateTokens({ ...cutTo(Math.min(1, count)), [name]: [] });
      count = takeWithinBudget(list, limit - others).length;
      // The cursor behind another record may be longer.
      while (count > 1 && isTooLong(cutTo(count))) count--;
    }
    if (count === length) continue;
    const advice = continuation ? 'continue with cursor' : rest.advice?.[name];
    notesOnLists.push(`The last ${length - count} of ${length} ${name}${clause(advice)}.`);
    fitted = cutTo(count);
    shown[name] = (shown[name] as unknown[]).slice(0, count);
  }
  const areTextsCut = before.texts || hasText(shown, (text) => text.length > maxLength);
  const isUndocumentedCut = before.undocumented || (isDocumented && hasUndocumented(shown));
  const notes = [
    omitted,
    areTextsCut && `Long texts were shortened (…)${clause(rest.textAdvice)}.`,
    before.entries && 'Long lists in records were shortened.',
    isUndocumentedCut && 'Undocumented fields were left out.',
    ...notesOnLists,
  ].filter((note) => typeof note === 'string');
  return notes.length > 0 ? { ...fitted, omitted: notes.join(' ') } : fitted;
}

const clause = (advice: string | undefined) => (advice ? `: ${advice}` : '');

/** True if one of the texts in a value is as the function says. */
export function hasText(value: unknown, isSo: (text: string) => boolean): boolean {
  if (typeof value === 'string') return isSo(value);
  return typeof value === 'object' && value !== null && Object.values(value).some((member) => hasText(member, isSo));
}

function shorten(value: unknown, maxLength: number): unknown {
  if (typeof value === 'string') return truncate(value, maxLength);
  if (Array.isArray(value)) return value.map((item) => shorten(item, maxLength));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, shorten(field, maxLength)]));
}

/** True if a value has fields that `withoutUndocumented` leaves out. */
export function hasUndocumented(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, member]) => name === 'other_fields' || hasUndocumented(member));
}

export function withoutUndocumented(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUndocumented);
  if (!isObject(value) || value instanceof Sentence) return value;
  const documented = Object.entries(value).filter(([name]) => name !== 'other_fields');
  return Object.fromEntries(documented.map(([name, field]) => [name, withoutUndocumented(field)]));
}

/** Returns the first records that fit, at least one. */
export function takeWithinBudget<T>(items: T[], tokens: number): T[] {
  let remaining = tokens;
  const count = items.findIndex((item) => {
    remaining -= estimateTokens(item);
    return remaining < 0;
  });
  return count < 0 ? items : items.slice(0, Math.max(1, count));
}
