import { randomUUID } from 'node:crypto';
import { ApiError, type ApiErrorDetails, type ApiErrorKind, InvalidAddressError } from '../../api/index.ts';
import { type Effect, ENDPOINTS, type Endpoint } from '../../contract/index.ts';
import type { Logger } from '../../lib/logger.ts';
import { quoted } from '../output/quote.ts';
import type { ToolSettings } from './settings.ts';

/** What `structuredContent.error` holds when a call failed. */
export interface ToolFailure {
  kind:
    | ApiErrorKind
    | 'invalid_input'
    | 'internal_error'
    | 'confirmation_required'
    | 'declined'
    | 'audit_unavailable'
    | 'state_unavailable';
  /** HTTP status of the platform's answer. */
  status?: number;
  /** What happened, whether anything changed, and what to do next. */
  message: string;
  /** Whether the same call may succeed later, unchanged. */
  retryable: boolean;
  /** `no`: nothing changed on the platform. `unknown`: it may have. */
  changed: 'no' | 'unknown';
  retry_after_seconds?: number;
  /** The scope that the call needs, as far as known. */
  scope?: string;
  /** Identifies the log line of an internal error. */
  error_id?: string;
  /** Confirms the call, when it is made again with it. */
  confirm_token?: string;
  /** What would do instead of what was refused, nearest first. */
  alternatives?: Alternative[];
}

/** What a tool can add to a refusal by the platform. */
export interface Suggestion {
  /** Stands at the end of the message. */
  sentence: string;
  alternatives: Alternative[];
}

/** A free time. */
export interface Alternative {
  /** UTC. */
  start_time: string;
  /** ISO 8601 with offset, in the business's zone. */
  start_local: string;
}

/** What asks the platform something on a caller's behalf: a tool, or the reading of a resource. */
export interface Operation {
  /** For the log. */
  name: string;
  effect: Effect;
}

/** Where failures leave their traces. */
export interface FailureLog {
  logger: Logger;
  observed: {
    /** Scopes that refused requests needed, as far as known. */
    missingScopes: Set<string>;
  };
  settings: FailureSettings;
}

type FailureSettings = Pick<ToolSettings, 'redact' | 'keyAdvice'>;

/** Input that cannot be acted on. Nothing was changed; the message says what would be right. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
}

/** A call that the user has not confirmed, or did not want. Nothing was changed; the message says how to go on. */
export class ConfirmationRequiredError extends Error {
  override readonly name = 'ConfirmationRequiredError';

  constructor(
    readonly kind: 'confirmation_required' | 'declined',
    message: string,
    readonly token?: string,
  ) {
    super(message);
  }
}

/** A write that was refused because the audit log cannot be written (fail closed). */
export class AuditUnavailableError extends Error {
  override readonly name = 'AuditUnavailableError';
}

/** A write that was refused because the state that replicas share is unavailable (fail closed). It may recover by itself. */
export class StateUnavailableError extends Error {
  override readonly name = 'StateUnavailableError';
}

type Sentences = { happened: string; next: string; retryable: boolean };

const OPERATORS_KEY = 'The operator must set a valid key in RCPT_API_KEY, or in the file of RCPT_API_KEY_FILE.';

const AGAIN = 'Try again in a moment; if it persists, tell the user.';

/** A platform's way of saying nothing. */
const NO_REASON = /^internal (server )?error\W*$/i;

/** What the request that failed needed; nothing where none was made. */
function needs({ endpoint }: ApiErrorDetails): Pick<Endpoint, 'scope' | 'auth'> {
  return endpoint ? ENDPOINTS[endpoint] : { scope: null, auth: 'key' };
}

function sentences({ details }: ApiError, settings: FailureSettings): Sentences {
  const said = details.platformMessage ? ` It says: ${quoted(details.platformMessage, settings)}.` : '';
  const host = 'The platform';
  const wait = details.retryAfterSeconds;
  // That of the request which was refused: a tool that changes a record reads it first.
  const { scope, auth } = needs(details);
  switch (details.kind) {
    case 'unauthorized':
      return auth === 'session'
        ? {
            happened: `${host} did not accept the dashboard session (401).`,
            next: 'The operator must log in to the dashboard again and set RCPT_SESSION_COOKIE. Repeating will not help.',
            retryable: false,
          }
        : {
            happened: `${host} did not accept the API key (401): it is missing, malformed, unknown, revoked or expired.`,
            next: `${settings.keyAdvice ?? OPERATORS_KEY} Repeating will not help.`,
            retryable: false,
          };
    case 'forbidden':
      return {
        happened: `${host} refused access (403).${said}`,
        next: scope
          ? `This call needs the scope ${scope}, as far as known: ask the operator for a key that has it, or whether the key's user still belongs to the team. Repeating will not help.`
          : 'The session or key may not do this: its user needs the role admin or owner in this team. Repeating will not help.',
        retryable: false,
      };
    case 'not_found':
      return {
        happened: `${host} has no such record in this team (404).`,
        next: 'Check the id: list or look up the record first.',
        retryable: false,
      };
    case 'bad_request':
      return {
        happened: `${host} refused the request (${details.status}).${said}`,
        next: 'Correct what it names and call again.',
        retryable: false,
      };
    case 'rate_limited':
      return {
        happened: `${host} asks to slow down (429).`,
        next: wait === undefined ? AGAIN : `Call again after ${wait} seconds.`,
        retryable: true,
      };
    case 'server_error':
      return {
        happened: `${host} failed inside (${details.status}).${NO_REASON.test(details.platformMessage ?? '') ? '' : said}`,
        next: AGAIN,
        retryable: true,
      };
    case 'timeout':
      return { happened: `${host} did not answer in time.`, next: AGAIN, retryable: true };
    case 'unreachable':
      return {
        happened:
          details.advice ?? `${host} could not be reached: the connection was refused or its host was not found.`,
        next:
          wait !== undefined
            ? `Call again after ${wait} seconds.`
            : details.advice
              ? 'Tell the user: the operator must fix it first.'
              : 'Check that it is running and that RCPT_BASE_URL is right; then call again.',
        retryable: details.advice === undefined || wait !== undefined,
      };
    case 'connection_lost':
      return { happened: `The connection to the platform broke before it answered.`, next: AGAIN, retryable: true };
    case 'untrusted_certificate':
      return {
        happened: `${host}'s certificate cannot be trusted, so nothing was sent.`,
        next: 'The operator must check RCPT_BASE_URL or the certificate. Repeating will not help.',
        retryable: false,
      };
    case 'redirected':
      return {
        happened: `${host} redirected the request (${details.status}), which is not followed because the key would travel along.`,
        next: 'The operator must set RCPT_BASE_URL to the final address.',
        retryable: false,
      };
    case 'response_too_large':
      return {
        happened: `${host}'s answer is too large to read.`,
        next: 'Ask for less, for example with a smaller per_page.',
        retryable: false,
      };
    case 'invalid_response':
      return {
        happened: `${host}'s answer is not what its specification describes${details.status ? ` (${details.status})` : ''}.`,
        next: 'The operator must check that RCPT_BASE_URL is the address of a receptionist platform.',
        retryable: false,
      };
    case 'cancelled':
      return { happened: 'The call was cancelled.', next: 'Call again if it is still wanted.', retryable: true };
  }
}

function outcome({ effect }: Operation, changed: 'no' | 'unknown', lookedFor = false): string {
  if (effect === 'read') return '';
  if (lookedFor) return ' Nothing was changed: it was looked for and is not there, so repeating is safe.';
  return changed === 'no'
    ? ' Nothing was changed.'
    : ' Whether it took effect is unknown: read the record or list before repeating, so that it is not done twice.';
}

/** Turns whatever a call failed with into what the model is told. What nobody foresaw is logged, never shown. */
export function toFailure(
  error: unknown,
  operation: Operation,
  { logger, observed, settings }: FailureLog,
): ToolFailure {
  if (error instanceof ApiError) {
    const { kind, status, retryAfterSeconds } = error.details;
    const { scope } = needs(error.details);
    const { happened, next, retryable } = sentences(error, settings);
    // Only a write's own request can have changed something; reads before it cannot.
    const changed = operation.effect === 'read' ? 'no' : error.details.changed;
    if (kind === 'forbidden' && scope) observed.missingScopes.add(scope);
    if (error.cause) logger.warn('upstream call failed', { operation: operation.name, kind, cause: error.cause });
    return {
      kind,
      ...(status === undefined ? {} : { status }),
      message: `${happened}${outcome(operation, changed, error.details.verified)} ${next}`,
      retryable,
      changed,
      ...(retryAfterSeconds === undefined ? {} : { retry_after_seconds: retryAfterSeconds }),
      ...(kind === 'forbidden' && scope ? { scope } : {}),
    };
  }
  if (error instanceof ConfirmationRequiredError) {
    const { kind, message, token } = error;
    return { kind, message, retryable: false, changed: 'no', ...(token ? { confirm_token: token } : {}) };
  }
  if (error instanceof AuditUnavailableError || error instanceof StateUnavailableError) {
    if (error.cause) logger.warn('a write was refused', { operation: operation.name, cause: error.cause });
    const retryable = error instanceof StateUnavailableError;
    const next = retryable ? AGAIN : 'Tell the user: the operator must fix it first.';
    const message = `${error.message}, so the platform was not asked. Nothing was changed. ${next}`;
    return { kind: retryable ? 'state_unavailable' : 'audit_unavailable', message, retryable, changed: 'no' };
  }
  if (error instanceof ToolError || error instanceof InvalidAddressError) {
    const message = `${error.message}${outcome(operation, 'no')}`;
    return { kind: 'invalid_input', message, retryable: false, changed: 'no' };
  }
  const errorId = randomUUID();
  logger.error('internal error', { operation: operation.name, error_id: errorId, error });
  const changed = operation.effect === 'read' ? 'no' : 'unknown';
  return {
    kind: 'internal_error',
    message: `Internal error ${errorId}.${outcome(operation, changed)} Tell the user; the server's log has the details under this id.`,
    retryable: false,
    changed,
    error_id: errorId,
  };
}
