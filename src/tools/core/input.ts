import { isDeeperThan, isObject, type JsonObject, MAX_JSON_DEPTH } from '../../lib/json.ts';
import { say } from '../../lib/text/sentence.ts';
import type { Called } from './define.ts';
import { ToolError } from './errors.ts';

/**
 * Validates the arguments of a call with the tool's schema. Forms that it refuses and that can mean only one thing are
 * accepted, because hosts and models send them: see `readOtherForms`.
 * Rejects with a `ToolError` that has each invalid argument and the reason.
 */
export async function parseInput(tool: Called, args: unknown): Promise<JsonObject> {
  const given = args ?? {};
  if (!isObject(given)) throw new ToolError('The arguments must be one JSON object.');
  rejectPrototypes(given);
  const { success, data, error } = tool.input.safeParse(given);
  if (success) return data as JsonObject;
  return (await import('./other-forms.ts')).readOtherForms(tool, given, error.issues);
}

/**
 * Rejects arguments on which the recursive code after it would fail.
 * @throws ToolError
 */
export function rejectDeepInput(args: unknown): void {
  if (!isDeeperThan(MAX_JSON_DEPTH, args)) return;
  throw new ToolError(say`The arguments are nested more than ${MAX_JSON_DEPTH} levels deep.`);
}

/** zod's records drop this name silently. The SDK does so too, for the arguments themselves. */
function rejectPrototypes(args: JsonObject): void {
  for (const [name, value] of Object.entries(args)) {
    if (isObject(value) && Object.hasOwn(value, '__proto__'))
      throw new ToolError(say`${name}: must not contain __proto__.`);
  }
}
