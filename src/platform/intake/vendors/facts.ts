import { MAX_FIELD_LENGTH, MAX_FIELDS } from '../../../contract/index.ts';
import { isDeeperThan, isObject, type JsonObject, MAX_JSON_DEPTH, setMember } from '../../../lib/json.ts';
import { truncate } from '../../../lib/text/text.ts';
import { textOf } from './lenient-values.ts';

const MAX_NAME_LENGTH = 200;

type Fact = string | number | boolean;

/**
 * Returns the facts of a call as fields of its report. Lists and objects become JSON; what is null or empty says nothing
 * and is left out. If there are too many, the last ones are left out, and `fields_left_out` has their number.
 * @param sources objects whose members are facts. Of a name that several have, the first one counts: what a business
 * extracts comes before what the vendor adds.
 */
export function reportFields(...sources: readonly unknown[]): Record<string, Fact> | undefined {
  const facts: JsonObject = {};
  for (const source of sources) {
    if (!isObject(source)) continue;
    for (const [name, value] of Object.entries(source)) {
      const [key, fact] = [truncate(name.trim(), MAX_NAME_LENGTH), factOf(value)];
      if (key !== '' && key !== '__proto__' && fact !== undefined && !Object.hasOwn(facts, key)) facts[key] = fact;
    }
  }
  const names = Object.keys(facts);
  if (names.length === 0) return undefined;
  if (names.length <= MAX_FIELDS) return facts as Record<string, Fact>;
  const kept: JsonObject = {};
  for (const name of names.slice(0, MAX_FIELDS - 1)) setMember(kept, name, facts[name]);
  kept.fields_left_out = names.length - (MAX_FIELDS - 1);
  return kept as Record<string, Fact>;
}

function factOf(value: unknown): Fact | undefined {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  return textOf(jsonText(value), MAX_FIELD_LENGTH);
}

/** Returns a text as it is, a list or object that is not empty as JSON. */
export function jsonText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) return undefined;
  return isDeeperThan(MAX_JSON_DEPTH, value) ? undefined : JSON.stringify(value);
}
