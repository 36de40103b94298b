import { randomUUID } from 'node:crypto';
import { ApiError, type ApiErrorKind, InvalidIdError } from '../../api/index.ts';
import type { BookingRule, Effect } from '../../contract/index.ts';
import type { Logger } from '../../lib/logging/logger.ts';
import { type Sentence, SentenceError } from '../../lib/text/sentence.ts';
import { renderSentence } from '../output/quote.ts';
import {
  type FailureSettings,
  FINDING_TOOLS,
  requirementsOf,
  type Sentences,
  sentences,
  TRY_AGAIN,
  violatedRule,
} from './request-failure.ts';

/** `structuredContent.error` of a failed call. */
export interface ToolFailure {
  kind:
    | ApiErrorKind
    | 'invalid_input'
    | 'internal_error'
    | 'declined'
    | 'audit_unavailable'
    | 'state_unavailable'
    | 'not_configured'
    | 'concurrent_change';
  /** HTTP status of the platform's answer. */
  status?: number;
  /** States what happened, whether anything changed, and what to do next. */
  message: string;
  /** True if the same call may succeed later. */
  retryable: boolean;
  /** `no`: nothing changed on the platform. `unknown`: it may have. */
  changed: 'no' | 'unknown';
  retry_after_seconds?: number;
  /** The scope that the call requires, if known. */
  scope?: string;
  /** Identifies the log line of an internal error. */
  error_id?: string;
  /** The rule of the business that a booking violates. */
  rule?: BookingRule;
  /** The next start at which a refused booking is possible, as the platform states it. */
  next_start_time?: string;
  /** Alternatives to a rejected request, nearest first. */
  alternatives?: Alternative[];
}

/** What a tool adds to a rejection by the platform. */
export interface Suggestion {
  /** Appended to the message. */
  sentence: string | Sentence;
  /** May be empty. */
  alternatives: Alternative[];
}

/** A free slot. */
export interface Alternative {
  /** UTC. */
  start_time: string;
  /** ISO 8601 with offset, in the zone of the business. */
  start_local: string;
}

/** An operation that sends requests to the platform for a caller: a tool call, or the read of a resource. */
interface Operation {
  /** For the log. */
  name: string;
  effect: Effect;
}

/** Collects what failures show, for operators. */
export interface FailureContext {
  logger: Logger;
  observed: {
    /** Scopes that rejected requests required, as far as known. */
    missingScopes: Set<string>;
  };
  settings: FailureSettings;
}

/** Invalid input. Nothing was changed. The message states the correct input. */
export class ToolError extends SentenceError {
  override readonly name = 'ToolError';
}

/** A booking that a rule of the business refuses, as its platform would: nothing was sent. */
export class RuleError extends SentenceError {
  override readonly name = 'RuleError';

  constructor(
    sentence: Sentence,
    readonly rule: BookingRule,
  ) {
    super(sentence);
  }
}

/** A call that the user declined. Nothing was changed. */
export class DeclinedError extends SentenceError {
  override readonly name = 'DeclinedError';
}

/** A write that was refused because the audit log cannot be written (fail closed). */
export class AuditUnavailableError extends Error {
  override readonly name = 'AuditUnavailableError';
}

/** A write that was refused because the state that replicas share is unavailable (fail closed). It may recover by itself. */
export class StateUnavailableError extends Error {
  override readonly name = 'StateUnavailableError';
}

/** A call that was refused for lack of a setting. The cause is a sentence for the operator, who reads it in the log. */
export class NotConfiguredError extends Error {
  override readonly name = 'NotConfiguredError';
}

/** A change that was given up, because another request changed the same record at the same time. */
export class ConcurrentChangeError extends Error {
  override readonly name = 'ConcurrentChangeError';

  /** @param fields names of the fields that both change; empty if the record changed in any other way. */
  constructor(
    fields: string,
    readonly changed: 'no' | 'unknown',
    options?: ErrorOptions,
  ) {
    const what = fields === '' ? 'this record' : `${fields} of this record`;
    super(`Another request changed ${what} at the same time`, options);
  }
}

function outcome({ effect }: Operation, changed: 'no' | 'unknown'): string {
  if (effect === 'read') return '';
  return changed === 'no' ? ' Nothing was changed.' : `${UNKNOWN} ${READ_FIRST}`;
}

const UNKNOWN = ' Whether it took effect is unknown, and the platform may still carry it out.';
const READ_FIRST = 'Read the record or list before repeating, so that it is not done twice.';
const FIND_OUT = 'To find out, call again with the same arguments: the server checks first, and does nothing twice.';

function messageOf({ details }: ApiError, operation: Operation, { happened, next }: Sentences): string {
  if (operation.effect === 'read' || details.changed === 'no') return `${happened}${outcome(operation, 'no')} ${next}`;
  if (details.kind === 'unconfirmed' && details.advice) return `${happened} Whether it took effect is unknown.`;
  const first = next === TRY_AGAIN ? '' : `${next} `;
  return `${happened}${UNKNOWN} ${first}${details.repeatable ? FIND_OUT : READ_FIRST}`;
}

/** Errors after which nothing has changed. */
const REFUSALS = [
  [RuleError, 'bad_request'],
  [DeclinedError, 'declined'],
  [AuditUnavailableError, 'audit_unavailable'],
  [StateUnavailableError, 'state_unavailable'],
  [NotConfiguredError, 'not_configured'],
  [ToolError, 'invalid_input'],
  [InvalidIdError, 'invalid_input'],
] as const;

/**
 * Returns what an error of a write means, for the answer and the audit log alike, so that they cannot disagree. Both call an
 * error that has no case here an internal one.
 */
export function outcomeOf(error: unknown): Pick<ToolFailure, 'kind' | 'changed'> {
  if (error instanceof ApiError) return { kind: error.details.kind, changed: error.details.changed };
  if (error instanceof ConcurrentChangeError) return { kind: 'concurrent_change', changed: error.changed };
  const refusal = REFUSALS.find(([type]) => error instanceof type);
  return refusal ? { kind: refusal[1], changed: 'no' } : { kind: 'internal_error', changed: 'unknown' };
}

/** Converts an error of a call into the failure that the model reads. Unexpected errors are logged and never shown. */
export function toFailure(
  error: unknown,
  operation: Operation,
  { logger, observed, settings }: FailureContext,
): ToolFailure {
  if (error instanceof ApiError) {
    const { kind, status, retryAfterSeconds, nextStartTime } = error.details;
    const rule = violatedRule(error.details);
    const { scope } = requirementsOf(error.details);
    const said = sentences(error, settings);
    // Only the request of a write can have changed something, not the reads before it.
    const changed = operation.effect === 'read' ? 'no' : error.details.changed;
    if (kind === 'forbidden' && scope) observed.missingScopes.add(scope);
    // A client that cancels or disconnects is no failure of the platform.
    const level = kind === 'cancelled' ? 'debug' : 'warn';
    if (error.cause) logger[level]('upstream call failed', { operation: operation.name, kind, cause: error.cause });
    return {
      kind,
      ...(status === undefined ? {} : { status }),
      message: messageOf(error, operation, said),
      retryable: said.retryable,
      changed,
      ...(retryAfterSeconds === undefined ? {} : { retry_after_seconds: retryAfterSeconds }),
      ...(kind === 'forbidden' && scope ? { scope } : {}),
      ...(rule ? { rule, ...(nextStartTime ? { next_start_time: nextStartTime } : {}) } : {}),
    };
  }
  const { kind, changed } = outcomeOf(error);
  const failed = (message: string) => ({ kind, message, retryable: false, changed });
  if (error instanceof RuleError) {
    const message = `${renderSentence(error.sentence, settings)} Nothing was changed. Choose another time with the user.`;
    return { ...failed(message), rule: error.rule };
  }
  if (error instanceof DeclinedError) return failed(renderSentence(error.sentence, settings));
  if (error instanceof ConcurrentChangeError)
    return failed(
      `${error.message}. ${changed === 'no' ? 'Nothing was changed.' : 'Whether it took effect is unknown.'} Read it, and call again if the change is still right.`,
    );
  if (
    error instanceof AuditUnavailableError ||
    error instanceof StateUnavailableError ||
    error instanceof NotConfiguredError
  ) {
    if (error.cause) logger.warn('a call was refused', { operation: operation.name, cause: error.cause });
    const retryable = error instanceof StateUnavailableError;
    const next = retryable ? TRY_AGAIN : 'Tell the user: the operator must fix it first.';
    // Where a setting is missing, the business was read.
    const refused = error instanceof NotConfiguredError ? 'the call was refused' : 'the platform was not asked';
    const message = `${error.message}, so ${refused}. Nothing was changed. ${next}`;
    return { ...failed(message), retryable };
  }
  if (error instanceof ToolError || error instanceof InvalidIdError) {
    const finding = error instanceof InvalidIdError ? FINDING_TOOLS[error.list ?? ''] : undefined;
    const next = finding ? ` Find the id with ${finding}.` : '';
    return failed(`${renderSentence(error.sentence, settings)}${outcome(operation, 'no')}${next}`);
  }
  const errorId = randomUUID();
  logger.error('internal error', { operation: operation.name, error_id: errorId, error });
  const message = `Internal error ${errorId}.${outcome(operation, changed)} Tell the user; the server's log has the details under this id.`;
  return { ...failed(message), ...(operation.effect === 'read' ? { changed: 'no' } : {}), error_id: errorId };
}
