import { randomUUID } from 'node:crypto';
import { ApiError, type ApiErrorDetails, type ApiErrorKind, InvalidIdError } from '../../api/index.ts';
import { BOOKING_RULES, type BookingRule, type Effect, ENDPOINTS, type Endpoint } from '../../contract/index.ts';
import type { Logger } from '../../lib/logger.ts';
import { type Sentence, SentenceError } from '../../lib/sentence.ts';
import { quoteMessage, renderSentence } from '../output/quote.ts';
import type { ToolSettings } from './settings.ts';

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
export interface Operation {
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

type FailureSettings = Pick<ToolSettings, 'redact' | 'keyAdvice'>;

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

type Sentences = { happened: string; next: string; retryable: boolean };

const FIX_OPERATOR_KEY = 'The operator must set a valid key in RCPT_API_KEY, or in the file of RCPT_API_KEY_FILE.';

/** What follows from a refusal of the embedded platform with this code. */
const NEXT_BY_CODE: ReadonlyMap<string, string> = new Map([
  ['booking_cancelled', 'To have the appointment after all, book it again with create_booking.'],
  [
    'booking_ended',
    'Book the other appointment with create_booking. If the customer did not come, also record that: update_booking with no_show true alone.',
  ],
  [
    'booking_not_begun',
    'A no-show is recorded once the booking has begun. To move one, undo it first: no_show false, without start_time.',
  ],
]);

const TRY_AGAIN = 'Try again in a moment; if it persists, tell the user.';

/** A message of the platform that contains no information. */
const UNINFORMATIVE = /^internal (server )?error\W*$/i;

/** Returns what the failed request requires, by the refusal or else by its endpoint; nothing if no request was sent. */
function requirementsOf({ endpoint, scope }: ApiErrorDetails): Pick<Endpoint, 'scope' | 'auth'> {
  if (!endpoint) return { scope: null, auth: 'key' };
  return scope ? { scope, auth: ENDPOINTS[endpoint].auth } : ENDPOINTS[endpoint];
}

function sentences({ details }: ApiError, settings: FailureSettings): Sentences {
  const quotation = details.platformMessage ? ` It says: ${quoteMessage(details.platformMessage, settings)}.` : '';
  const wait = details.retryAfterSeconds;
  // The scope of the rejected request, which may be the read before a write.
  const { scope, auth } = requirementsOf(details);
  switch (details.kind) {
    case 'unauthorized':
      return auth === 'session'
        ? {
            happened: 'The platform did not accept the dashboard session (401).',
            next: 'The operator must log in to the dashboard again and set RCPT_SESSION_COOKIE. Repeating will not help.',
            retryable: false,
          }
        : {
            happened:
              'The platform did not accept the API key (401): it is missing, malformed, unknown, revoked or expired.',
            next: `${settings.keyAdvice ?? FIX_OPERATOR_KEY} Repeating will not help.`,
            retryable: false,
          };
    case 'forbidden':
      return {
        happened: `The platform refused access (403).${quotation}`,
        next: scope
          ? `This call needs the scope ${scope}, as far as known: ask the operator for a key that has it, or whether the key's user still belongs to the team. Repeating will not help.`
          : 'The session or key may not do this: its user needs the role admin or owner in this team. Repeating will not help.',
        retryable: false,
      };
    case 'not_found':
      return {
        happened: 'The platform has no such record in this team (404).',
        next: 'Check the id, which may be that of another kind of record: list or look up the record first.',
        retryable: false,
      };
    case 'bad_request': {
      const rule = violatedRule(details);
      if (rule) {
        return {
          happened: `The platform refused it by the rule ${rule} (${details.status}): ${BOOKING_RULES[rule]}.${quotation}`,
          next: 'Choose another time with the user.',
          retryable: false,
        };
      }
      return {
        happened: `The platform refused the request (${details.status}).${quotation}`,
        next: NEXT_BY_CODE.get(details.code ?? '') ?? 'Correct what it names and call again.',
        retryable: false,
      };
    }
    case 'precondition_failed':
      return {
        happened: `Another request changed the record at the same time (412).`,
        next: 'Read it, and call again if the change is still right.',
        retryable: true,
      };
    case 'rate_limited':
      return {
        happened: 'The platform asks to slow down (429).',
        next: wait === undefined ? TRY_AGAIN : `Call again after ${wait} seconds.`,
        retryable: true,
      };
    case 'server_error':
      return {
        happened: `The platform failed with an internal error (${details.status}).${UNINFORMATIVE.test(details.platformMessage ?? '') ? '' : quotation}`,
        next: TRY_AGAIN,
        retryable: true,
      };
    case 'timeout':
      return { happened: 'The platform did not answer in time.', next: TRY_AGAIN, retryable: true };
    case 'unreachable':
      return {
        happened:
          details.advice ?? 'The platform could not be reached: its host was not found, or it accepted no connection.',
        next:
          wait !== undefined
            ? `Call again after ${wait} seconds.`
            : details.advice
              ? 'Tell the user: the operator must fix it first.'
              : 'Check that it is running and that RCPT_BASE_URL is right; then call again.',
        retryable: details.advice === undefined || wait !== undefined,
      };
    case 'connection_lost':
      return { happened: `The connection to the platform broke before it answered.`, next: TRY_AGAIN, retryable: true };
    case 'untrusted_certificate':
      return {
        happened: `The platform's certificate cannot be trusted, so nothing was sent.`,
        next: 'The operator must check RCPT_BASE_URL or the certificate. Repeating will not help.',
        retryable: false,
      };
    case 'redirected':
      return {
        happened: `The platform redirected the request (${details.status}), which is not followed because the key would travel along.`,
        next: 'The operator must set RCPT_BASE_URL to the final address.',
        retryable: false,
      };
    case 'response_too_large':
      return {
        happened: `The platform's answer is too large to read.`,
        next: 'Ask for less, for example with a smaller per_page.',
        retryable: false,
      };
    case 'invalid_response':
      return {
        happened: `The platform's answer is not what its specification describes${details.status ? ` (${details.status})` : ''}.`,
        next: 'The operator must check that RCPT_BASE_URL is the address of a receptionist platform.',
        retryable: false,
      };
    case 'unconfirmed':
      return {
        happened:
          details.advice ??
          `The platform answered${details.status ? ` (${details.status})` : ''}, but ${contradiction(details)}.${quotation}`,
        next: TRY_AGAIN,
        retryable: true,
      };
    case 'cancelled':
      return { happened: 'The call was cancelled.', next: 'Call again if the user still needs it.', retryable: true };
  }
}

/** Returns the rule that a refused booking violates; undefined for any other failure. */
function violatedRule({ kind, endpoint, code = '' }: ApiErrorDetails): BookingRule | undefined {
  const isOfBooking = endpoint === 'createBooking' || endpoint === 'updateBooking';
  return isOfBooking && kind === 'bad_request' && Object.hasOwn(BOOKING_RULES, code)
    ? (code as BookingRule)
    : undefined;
}

function contradiction({ differing = [] }: ApiErrorDetails): string {
  return differing.length === 0
    ? 'its answer does not show that it was done'
    : `its record differs from the request in ${differing.join(', ')}`;
}

function outcome({ effect }: Operation, changed: 'no' | 'unknown'): string {
  if (effect === 'read') return '';
  return changed === 'no' ? ' Nothing was changed.' : `${UNKNOWN} ${READ_FIRST}`;
}

const UNKNOWN = ' Whether it took effect is unknown, and the platform may still carry it out.';
const READ_FIRST = 'Read the record or list before repeating, so that it is not done twice.';
const FIND_OUT =
  'To find out, call again with the same arguments: the server looks for an existing record first, and creates nothing twice.';

function messageOf({ details }: ApiError, operation: Operation, { happened, next }: Sentences): string {
  if (operation.effect === 'read' || details.changed === 'no') return `${happened}${outcome(operation, 'no')} ${next}`;
  if (details.kind === 'unconfirmed' && details.advice) return `${happened} Whether it took effect is unknown.`;
  return [happened + UNKNOWN, details.repeatable ? FIND_OUT : READ_FIRST, ...(next === TRY_AGAIN ? [] : [next])].join(
    ' ',
  );
}

/** The tools that find the ids of records, by the list of the platform that has them. */
const FINDING_TOOLS: Readonly<Record<string, string>> = {
  bookings: 'list_bookings',
  contacts: 'lookup_caller or list_contacts',
  calls: 'list_calls',
  staff: 'list_staff',
  webhooks: 'list_webhooks',
  'calendar-feeds': 'list_calendar_feeds',
};

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
