import type * as z from 'zod';
import { isObject, type JsonObject } from '../../lib/json.ts';
import { ToolError } from './errors.ts';

/**
 * Checks a call's arguments against the tool's schema.
 * Some hosts send numbers, booleans, lists and objects as JSON strings: where a value of that kind is expected and
 * the string is one, it is taken.
 * @throws ToolError naming each argument that is wrong, and why.
 */
export function parseInput<I extends z.ZodObject>(schema: I, args: unknown): z.output<I> {
  const given = args ?? {};
  if (!isObject(given)) throw new ToolError('The arguments must be one JSON object.');
  refusePrototypes(given);
  const first = schema.safeParse(given);
  if (first.success) return first.data;
  const second = schema.safeParse(unquoted(given, first.error.issues));
  if (second.success) return second.data;
  throw new ToolError(`${first.error.issues.map((issue) => explain(issue, schema, given)).join(' ')}`);
}

/** zod's records drop this name without a word. The SDK's do so too, for the arguments themselves. */
function refusePrototypes(args: JsonObject): void {
  for (const [name, value] of Object.entries(args)) {
    if (isObject(value) && Object.hasOwn(value, '__proto__'))
      throw new ToolError(`${name}: must not contain __proto__.`);
  }
}

function unquoted(args: JsonObject, issues: z.core.$ZodIssue[]): JsonObject {
  const copy: JsonObject = { ...args };
  for (const issue of issues) {
    const name = issue.path[0];
    const value = typeof name === 'string' && Object.hasOwn(args, name) ? args[name] : undefined;
    if (issue.code !== 'invalid_type' || typeof value !== 'string') continue;
    try {
      copy[name as string] = JSON.parse(value);
    } catch {
      // Not JSON either: the first error stands.
    }
  }
  return copy;
}

/** Of the arguments that a tool does not have. */
const MOST_NAMED = 5;

function explain(issue: z.core.$ZodIssue, schema: z.ZodObject, args: JsonObject): string {
  const known = Object.keys(schema.shape);
  if (issue.code === 'unrecognized_keys') {
    const more = issue.keys.length - MOST_NAMED;
    const named = issue.keys.slice(0, MOST_NAMED).map((key) => JSON.stringify(key.slice(0, 64)));
    const unknown = named.join(', ') + (more > 0 ? ` and ${more} more` : '');
    return `Unknown argument ${unknown}. This tool takes: ${known.length > 0 ? known.join(', ') : 'no arguments'}.`;
  }
  const [first] = issue.path;
  if (issue.path.length === 1 && typeof first === 'string' && !Object.hasOwn(args, first)) {
    const meaning = schema.shape[first]?.meta()?.description;
    return `${first} is required${meaning ? `: ${meaning}` : ''}.`;
  }
  const path = issue.path.map(String).join('.').slice(0, 128);
  return `${path || 'arguments'}: ${issue.message.replace(/^Invalid input: /, '')}.`;
}
