import {
  callReference,
  MAX_CALL_SECONDS,
  MAX_FIELD_LENGTH,
  MAX_FIELDS,
  MAX_URL_LENGTH,
} from '../../../contract/index.ts';
import { isObject, type JsonObject, setMember } from '../../../lib/json.ts';
import { normalizePhone } from '../../../lib/phone.ts';
import { truncate } from '../../../lib/text.ts';

/** Values of a vendor's body, each undefined if it has another type or makes no sense: one bad value is no bad report. */

/** Returns a member that is an object, otherwise an empty one. */
export const objectIn = (parent: JsonObject, name: string): JsonObject => {
  const member = parent[name];
  return isObject(member) ? member : {};
};

/** Returns the objects of a list. */
export const objectsIn = (parent: JsonObject, name: string): JsonObject[] => {
  const member = parent[name];
  return Array.isArray(member) ? member.filter(isObject) : [];
};

/** Returns a text that is not blank, truncated. */
export function textOf(value: unknown, maxLength = MAX_FIELD_LENGTH): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? truncate(value.trim(), maxLength) : undefined;
}

/** Returns the id of a call. */
export function callIdOf(value: unknown): string | undefined {
  return callReference().safeParse(value).data;
}

/** Returns a number, also one in digits, as forms have it. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  return typeof value === 'string' && /^\d{1,15}(\.\d{1,9})?$/.test(value) ? Number(value) : undefined;
}

/** Returns a duration or an offset within a call, in seconds. */
export function secondsOf(value: unknown): number | undefined {
  const seconds = numberOf(value);
  return seconds !== undefined && seconds >= 0 && seconds <= MAX_CALL_SECONDS ? seconds : undefined;
}

/** The years in which calls can be. */
const [FIRST_CALL_MS, LAST_CALL_MS] = [Date.UTC(2000, 0), Date.UTC(2500, 0)];

/** Returns an instant in ISO 8601 with UTC designator, of a text with a zone (ISO 8601, RFC 2822). */
export function instantOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > 64 || !/([+-]\d\d:?\d\d|Z|GMT|UTC)$/.test(value)) return undefined;
  const time = Date.parse(value);
  return time >= FIRST_CALL_MS && time < LAST_CALL_MS ? new Date(time).toISOString() : undefined;
}

/** Returns the number in E.164 that a vendor has as an international number or in a SIP address; undefined if withheld. */
export function phoneOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > 256) return undefined;
  const [, number = ''] = /^(?:sips?:|tel:)?(\+[\d().\s-]{5,30})(?:[@;].*)?$/.exec(value.trim()) ?? [];
  return number === '' ? undefined : normalizePhone(number, undefined);
}

/** Returns an https address. */
export function httpsUrlOf(value: unknown): string | undefined {
  const text = textOf(value, MAX_URL_LENGTH + 1);
  if (text === undefined || text.length > MAX_URL_LENGTH || !URL.canParse(text)) return undefined;
  return new URL(text).protocol === 'https:' ? text : undefined;
}

type Extracted = Record<string, string | number | boolean | null>;

/** Returns the facts of an object. Lists and objects in it become JSON. */
export function factsOf(object: JsonObject): Extracted {
  const facts: Extracted = {};
  for (const [name, value] of Object.entries(object).slice(0, MAX_FIELDS)) {
    const fact = factOf(value);
    if (fact !== undefined && name !== '' && name.length <= MAX_NAME_LENGTH) setMember(facts, name, fact);
  }
  return facts;
}

const MAX_NAME_LENGTH = 200;

function factOf(value: unknown): Extracted[string] | undefined {
  if (typeof value === 'boolean' || value === null) return value;
  if (typeof value === 'number') return numberOf(value);
  return textOf(typeof value === 'object' ? JSON.stringify(value) : value);
}
