import * as z from 'zod';
import { boundText } from '../../../contract/issue-text.ts';
import { isObject, type JsonObject } from '../../../lib/json.ts';
import type { ToolContext } from '../../core/context.ts';
import type { ToolDefinition } from '../../core/define.ts';
import type { ToolFailure } from '../../core/errors.ts';
import { ArgumentsError } from '../../core/other-forms.ts';
import type { ToolSettings } from '../../core/settings.ts';
import type { ToolResult } from '../../output/render.ts';
import type { Phrases } from '../speech/languages/index.ts';
import { speechOf } from '../speech/speech.ts';
import { nowForAgent, openOffice } from './office.ts';
import { WrongArgumentError } from './wrong-argument.ts';

type Sentence = keyof Phrases['failures'];

/** What each kind of failure means to a caller, if nothing was changed. */
const MEANING: Record<ToolFailure['kind'], Sentence> = {
  invalid_input: 'notUnderstood',
  declined: 'refused',
  bad_request: 'refused',
  concurrent_change: 'changedMeanwhile',
  precondition_failed: 'changedMeanwhile',
  not_found: 'changedMeanwhile',
  rate_limited: 'unavailable',
  server_error: 'unavailable',
  timeout: 'unavailable',
  unreachable: 'unavailable',
  connection_lost: 'unavailable',
  cancelled: 'unavailable',
  state_unavailable: 'unavailable',
  unconfirmed: 'unavailable',
  audit_unavailable: 'broken',
  not_configured: 'broken',
  unauthorized: 'broken',
  forbidden: 'broken',
  untrusted_certificate: 'broken',
  redirected: 'broken',
  response_too_large: 'broken',
  invalid_response: 'broken',
  internal_error: 'broken',
};

/**
 * Returns what a voice agent says about a failed call: whether anything changed, and what to do next. The sentence depends
 * on the kind of the failure only: it has no id, name, number or text of the platform.
 */
export function spokenFailure({ kind, changed }: ToolFailure, settings: ToolSettings): string {
  const { failures } = speechOf(settings).phrases;
  return changed === 'unknown' ? failures.outcomeUnknown : failures[MEANING[kind]];
}

/** A call that reached a tool. */
export interface FailedCall {
  tool: ToolDefinition;
  args: unknown;
  error: unknown;
  context(): Promise<ToolContext>;
}

/**
 * Returns the result of a failed call: what the agent says. If it sent wrong arguments, it also reads which one is wrong, what the tool
 * takes and which day it is, because what it says to the caller does not tell it.
 * @param call absent if it reached no tool
 */
export async function failedSpeech(
  failure: ToolFailure,
  settings: ToolSettings,
  call?: FailedCall,
): Promise<ToolResult> {
  const said = call?.error instanceof WrongArgumentError ? call.error.spoken : undefined;
  const content: ToolResult['content'] = [{ type: 'text', text: said ?? spokenFailure(failure, settings) }];
  if (call && failure.kind === 'invalid_input') {
    const texts = [...wrongArguments(call), expectedArguments(call.tool), await currentTime(call)];
    const text = `Not to be said: ${texts.filter(Boolean).join(' ')} Correct the arguments and call again.`;
    content.push({ type: 'text', text, annotations: { audience: ['assistant'] } });
  }
  return { content, isError: true };
}

/** Without the platform, the time of the business is not known. The caller hears of the wrong arguments nevertheless. */
async function currentTime({ context }: FailedCall): Promise<string> {
  try {
    return nowForAgent(await openOffice(await context()));
  } catch {
    return '';
  }
}

/** A name that cannot be a sentence of a caller. */
const ARGUMENT_NAME = /^[a-z][a-z_]{0,31}$/i;
const MAX_UNKNOWN = 5;

/** Says what is wrong, with names of arguments and words of the program: no value of a call is repeated. */
function wrongArguments({ args, error }: FailedCall): string[] {
  if (error instanceof WrongArgumentError) {
    const [name] = isObject(args) ? (Object.entries(args).find(([, value]) => isSame(value, error.given)) ?? []) : [];
    return [`${name ?? 'an argument'} ${error.reason}.`];
  }
  if (!(error instanceof ArgumentsError)) return [];
  return error.issues.flatMap((issue) => {
    const [name] = issue.path;
    if (issue.code === 'unrecognized_keys' && name === undefined) {
      const unknown = issue.keys.filter((key) => ARGUMENT_NAME.test(key)).slice(0, MAX_UNKNOWN);
      return [unknown.length > 0 ? `There is no argument ${unknown.join(' or ')}.` : 'An argument is unknown.'];
    }
    if (name === undefined) return [];
    if (!Object.hasOwn(error.given, name)) return [`${String(name)} is missing.`];
    const isBound = issue.code === 'too_big' || issue.code === 'too_small';
    return [`${String(name)} ${isBound ? boundText(issue) : 'has another form'}.`];
  });
}

const isSame = (value: unknown, given: string) => typeof value === 'string' && value.trim() === given;

/** Only words of the tool's definition, so that nothing of a call is repeated. */
function expectedArguments({ name, input }: Pick<ToolDefinition, 'name' | 'input'>): string {
  const { properties = {}, required = [] } = z.toJSONSchema(input, { io: 'input' });
  const known = Object.entries(properties).map(([argument, schema]) => {
    const needed = required.includes(argument) ? ' (required)' : '';
    const { description, enum: values, type = '' } = schema as z.core.JSONSchema.JSONSchema;
    return `${argument}${needed}: ${description ?? values?.join(' or ') ?? type}`;
  });
  return known.length > 0 ? `${name} takes ${known.join('; ')}.` : `${name} takes no arguments.`;
}

/** The whole answer of a tool: voice agents read only the text. A second one is for the agent alone. */
export const spokenResult = ({ spoken, hint }: JsonObject): ToolResult => ({
  content: [
    { type: 'text', text: String(spoken) },
    ...(hint ? [{ type: 'text' as const, text: String(hint), annotations: { audience: ['assistant' as const] } }] : []),
  ],
});
