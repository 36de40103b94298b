import * as z from 'zod';
import type { ToolDefinition } from '../core/define.ts';
import type { ToolFailure } from '../core/errors.ts';
import type { ToolSettings } from '../core/settings.ts';
import type { ToolResult } from '../output/render.ts';
import type { Phrases } from './languages/index.ts';
import { speechOf } from './speech.ts';

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

/**
 * Returns the result of a failed call: what the agent says. If it sent wrong arguments, it also reads which ones the tool takes, because
 * what it says to the caller does not tell it.
 * @param tool absent if the call reached none
 */
export function failedSpeech(failure: ToolFailure, settings: ToolSettings, tool?: ToolDefinition): ToolResult {
  const content: ToolResult['content'] = [{ type: 'text', text: spokenFailure(failure, settings) }];
  if (tool && failure.kind === 'invalid_input')
    content.push({ type: 'text', text: expectedArguments(tool), annotations: { audience: ['assistant'] } });
  return { content, isError: true };
}

/** Only words of the tool's definition, so that nothing of a call is repeated. */
function expectedArguments({ name, input }: Pick<ToolDefinition, 'name' | 'input'>): string {
  const { properties = {}, required = [] } = z.toJSONSchema(input, { io: 'input' });
  const known = Object.entries(properties).map(([argument, schema]) => {
    const needed = required.includes(argument) ? ' (required)' : '';
    const { description, enum: values, type = '' } = schema as z.core.JSONSchema.JSONSchema;
    return `${argument}${needed}: ${description ?? values?.join(' or ') ?? type}`;
  });
  const takes = known.length > 0 ? `takes ${known.join('; ')}.` : 'takes no arguments.';
  return `Not to be said: ${name} ${takes} Correct the arguments and call again.`;
}
