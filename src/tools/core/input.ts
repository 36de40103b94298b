import type * as z from 'zod';
import { exceededBound, isDeeperThan, isObject, type JsonObject, MAX_JSON_DEPTH } from '../../lib/json.ts';
import { ToolError } from './errors.ts';

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
  throw new ToolError(`${first.error.issues.map((issue) => explain(issue, schema, values)).join(' ')}`);
}

/**
 * Rejects arguments on which the recursive code after it would fail.
 * @throws ToolError
 */
export function rejectDeepInput(args: unknown): void {
  if (!isDeeperThan(MAX_JSON_DEPTH, args)) return;
  throw new ToolError(`The arguments are nested more than ${MAX_JSON_DEPTH} levels deep.`);
}

/** zod's records drop this name silently. The SDK does so too, for the arguments themselves. */
function rejectPrototypes(args: JsonObject): void {
  for (const [name, value] of Object.entries(args)) {
    if (isObject(value) && Object.hasOwn(value, '__proto__'))
      throw new ToolError(`${name}: must not contain __proto__.`);
  }
}

function parseJsonStrings(args: JsonObject, issues: z.core.$ZodIssue[]): JsonObject {
  const copy: JsonObject = { ...args };
  for (const issue of issues) {
    const name = issue.path[0];
    const value = typeof name === 'string' && Object.hasOwn(args, name) ? args[name] : undefined;
    if (issue.code !== 'invalid_type' || typeof value !== 'string') continue;
    try {
      const parsed: unknown = exceededBound(value, { depth: MAX_JSON_DEPTH }) ? value : JSON.parse(value);
      copy[name as string] = parsed;
    } catch {
      // Not JSON: the error of the first attempt is reported.
    }
  }
  return copy;
}

/** Unknown arguments that an error message lists. */
const MAX_LISTED = 5;

function explain(issue: z.core.$ZodIssue, schema: z.ZodObject, args: JsonObject): string {
  const known = Object.keys(schema.shape);
  if (issue.code === 'unrecognized_keys') {
    const more = issue.keys.length - MAX_LISTED;
    const listed = issue.keys.slice(0, MAX_LISTED).map((key) => JSON.stringify(key.slice(0, 64)));
    const unknown = listed.join(', ') + (more > 0 ? ` and ${more} more` : '');
    return `Unknown argument ${unknown}. This tool takes: ${known.length > 0 ? known.join(', ') : 'no arguments'}.`;
  }
  const [first] = issue.path;
  if (issue.path.length === 1 && typeof first === 'string' && !Object.hasOwn(args, first)) {
    const description = schema.shape[first]?.meta()?.description;
    return `${first} is required${description ? `: ${description}` : ''}.`;
  }
  const path = issue.path.map(String).join('.').slice(0, 128);
  return `${path || 'arguments'}: ${issue.message.replace(/^Invalid input: /, '')}.`;
}
