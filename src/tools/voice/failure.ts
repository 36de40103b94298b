import type { ToolFailure } from '../core/errors.ts';
import type { ToolSettings } from '../core/settings.ts';
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
