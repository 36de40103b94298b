import type * as z from 'zod';
import { isObject, type JsonObject } from '../../lib/json.ts';
import { joined, listed, quoted, type Sentence, say, trusted } from '../../lib/sentence.ts';
import { ToolError } from './errors.ts';

/** Invalid arguments that an error message explains. */
const MAX_ISSUES = 10;

/**
 * Validates the arguments of a call with the tool's schema. Some hosts send numbers, booleans, lists and objects as JSON
 * strings: such a string is accepted if the schema expects the parsed value.
 * @throws ToolError with each invalid argument and the reason.
 */
export function parseInput<I extends z.ZodObject>(schema: I, args: unknown): z.output<I> {
  const values = args ?? {};
  if (!isObject(values)) throw new ToolError('The arguments must be one JSON object.');
  rejectPrototypes(values);
  const first = schema.safeParse(values);
  if (first.success) return first.data;
  const second = schema.safeParse(parseJsonStrings(values, first.error.issues));
  if (second.success) return second.data;
  const explained = first.error.issues.slice(0, MAX_ISSUES).map((issue) => explain(issue, schema, values));
  throw new ToolError(joined(explained, ' '));
}

/** zod's records drop this name silently. The SDK does so too, for the arguments themselves. */
function rejectPrototypes(args: JsonObject): void {
  for (const [name, value] of Object.entries(args)) {
    if (isObject(value) && Object.hasOwn(value, '__proto__'))
      throw new ToolError(say`${name}: must not contain __proto__.`);
  }
}

function parseJsonStrings(args: JsonObject, issues: z.core.$ZodIssue[]): JsonObject {
  const copy: JsonObject = { ...args };
  for (const issue of issues) {
    const name = issue.path[0];
    const value = typeof name === 'string' && Object.hasOwn(args, name) ? args[name] : undefined;
    if (issue.code !== 'invalid_type' || typeof value !== 'string') continue;
    try {
      copy[name as string] = JSON.parse(value);
    } catch {
      // Not JSON: the error of the first attempt is reported.
    }
  }
  return copy;
}

/** Unknown arguments that an error message lists. */
const MAX_LISTED = 5;

function explain(issue: z.core.$ZodIssue, schema: z.ZodObject, args: JsonObject): Sentence {
  const known = Object.keys(schema.shape);
  if (issue.code === 'unrecognized_keys') {
    const unknown = listed(
      issue.keys.map((key) => quoted(key, 64)),
      MAX_LISTED,
    );
    const takes = known.length > 0 ? listed(known, known.length) : trusted('no arguments');
    return say`Unknown argument ${unknown}. This tool takes: ${takes}.`;
  }
  const [first] = issue.path;
  if (issue.path.length === 1 && typeof first === 'string' && !Object.hasOwn(args, first)) {
    const description = schema.shape[first]?.meta()?.description;
    return say`${first} is required${description ? trusted(`: ${description}`) : say``}.`;
  }
  const path = issue.path.length > 0 ? joined(issue.path.map(String), '.') : 'arguments';
  // zod's messages name types and bounds, not the value.
  return say`${path}: ${trusted(issue.message.replace(/^Invalid input: /, ''))}.`;
}
