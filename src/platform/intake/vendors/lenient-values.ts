import { callReference, MAX_CALL_SECONDS, MAX_FIELD_LENGTH } from '../../../contract/index.ts';
import { isObject, type JsonObject } from '../../../lib/json.ts';
import { truncate } from '../../../lib/text/text.ts';

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
