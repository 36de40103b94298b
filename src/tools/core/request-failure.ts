import { type ApiError, type ApiErrorDetails, listOf } from '../../api/index.ts';
import { BOOKING_RULES, type BookingRule, ENDPOINTS, type Endpoint } from '../../contract/index.ts';
import { quoteMessage } from '../output/quote.ts';
import type { ToolSettings } from './settings.ts';

export type FailureSettings = Pick<ToolSettings, 'redact' | 'keyAdvice'>;

/** What a failed request means: what happened, and what to do next. */
export type Sentences = { happened: string; next: string; retryable: boolean };

const FIX_OPERATOR_KEY = 'The operator must set a valid key in RCPT_API_KEY, or in the file of RCPT_API_KEY_FILE.';

/** What follows from a refusal of the embedded platform with this code. */
const NEXT_BY_CODE: ReadonlyMap<string, string> = new Map([
  ['booking_cancelled', 'To have the appointment after all, book it again with create_booking.'],
  [
    'booking_ended',
    'Book the other appointment with create_booking. If the customer did not come, also record that: update_booking with no_show true alone.',
  ],
  ['booking_not_begun', 'Record it once the booking has begun; cancel_booking frees the time before.'],
  ['no_show_moved', 'First undo it: no_show false, without start_time.'],
]);

export const TRY_AGAIN = 'Try again in a moment; if it persists, tell the user.';

/** What a gateway of the platform answers in its place. */
const GATEWAY_FAILURES: Readonly<Record<number, string>> = {
  502: 'failed: bad gateway',
  503: 'is unavailable',
  504: 'failed: gateway timeout',
};

/** A message of the platform that adds nothing to the sentences here, such as that of the embedded one. */
const UNINFORMATIVE = /^internal (server )?error(\W*$|\. If this was a write\b)/i;

/** Returns what the failed request requires, by the refusal or else by its endpoint; nothing if no request was sent. */
export function requirementsOf({ endpoint, scope }: ApiErrorDetails): Pick<Endpoint, 'scope' | 'auth'> {
  if (!endpoint) return { scope: null, auth: 'key' };
  return scope ? { scope, auth: ENDPOINTS[endpoint].auth } : ENDPOINTS[endpoint];
}

export function sentences({ details }: Pick<ApiError, 'details'>, settings: FailureSettings): Sentences {
  const quotation = details.platformMessage ? ` It says: ${quoteMessage(details.platformMessage, settings)}.` : '';
  const wait = details.retryAfterSeconds;
  const tryAgain = wait === undefined ? TRY_AGAIN : `Call again after ${wait} seconds.`;
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
    case 'not_found': {
      const { path = '' } = details.endpoint ? ENDPOINTS[details.endpoint] : {};
      // A request without an id in its path names the record in its body: it can be of any kind.
      const finding = path.includes('{') ? FINDING_TOOLS[listOf(path)] : undefined;
      return {
        happened: 'The platform has no such record in this team (404).',
        next: `Check the id, which may be that of another kind of record${finding ? `: find it with ${finding}` : ''}.`,
        retryable: false,
      };
    }
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
        next: tryAgain,
        retryable: true,
      };
    case 'server_error':
      return {
        happened: `The platform ${GATEWAY_FAILURES[details.status ?? 0] ?? 'failed with an internal error'} (${details.status}).${UNINFORMATIVE.test(details.platformMessage ?? '') ? '' : quotation}`,
        next: tryAgain,
        retryable: true,
      };
    case 'timeout':
      return { happened: 'The platform did not answer in time.', next: tryAgain, retryable: true };
    case 'unreachable':
      return {
        happened:
          details.advice ?? 'The platform could not be reached: its host was not found, or it accepted no connection.',
        next:
          wait !== undefined
            ? tryAgain
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

/** Returns what the failure of a read means, as one text without words of the platform. */
export function requestFailureText({ details }: ApiError, settings: FailureSettings): string {
  const { platformMessage: _, ...known } = details;
  const { happened, next } = sentences({ details: known }, settings);
  return `${happened} ${next}`;
}

/** Returns the rule that a refused booking violates; undefined for any other failure. */
export function violatedRule({ kind, endpoint, code = '' }: ApiErrorDetails): BookingRule | undefined {
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

/** The tools that find the ids of records, by the list of the platform that has them. */
export const FINDING_TOOLS: Readonly<Record<string, string>> = {
  bookings: 'list_bookings',
  contacts: 'lookup_caller or list_contacts',
  calls: 'list_calls',
  staff: 'list_staff',
  webhooks: 'list_webhooks',
  'calendar-feeds': 'list_calendar_feeds',
};
