import type { ApiErrorDetails, ApiErrorKind } from '../../api/index.ts';
import { ENDPOINTS, type Endpoint, type EndpointName } from '../../contract/index.ts';
import { type CheckResult, result, type Status } from './check.ts';

/** Status, summary and fix for each kind of error. */
const RESULTS: Partial<Record<ApiErrorKind, [Status, string, string]>> = {
  unauthorized: [
    'problem',
    'the key is not accepted',
    'Create a new key on the platform, and replace this one with it.',
  ],
  not_found: ['problem', 'not found', 'Check --base-url (RCPT_BASE_URL): it is the part before /api/v1.'],
  rate_limited: ['warning', 'too many requests', 'Wait, and check what else uses the platform with this key.'],
  server_error: [
    'problem',
    'the platform failed',
    'Try again later; if it persists, ask the operator of the platform.',
  ],
  unreachable: ['problem', 'not reached', 'Check the network connection and --base-url (RCPT_BASE_URL).'],
  untrusted_certificate: [
    'problem',
    'the certificate cannot be trusted',
    'See the result of the certificate check above.',
  ],
  connection_lost: [
    'problem',
    'the connection broke',
    'Try again; if it persists, check the proxies between here and the platform.',
  ],
  timeout: ['problem', 'no answer in time', 'Try again later; if it persists, ask the operator of the platform.'],
  redirected: ['problem', 'redirects are not followed', 'Set --base-url to the address that it redirects to.'],
  response_too_large: ['problem', 'the answer is too large', 'Report it to the operator of the platform.'],
  invalid_response: [
    'problem',
    'the answer is not in the format of the platform',
    'Check --base-url (RCPT_BASE_URL): another server may answer there, such as a sign-in page.',
  ],
};

/** A missing scope is a warning, because the toolsets that need it can be disabled. */
function missingScope(scope: string | null): [Status, string, string] {
  const suffix = scope ? `, probably ${scope}` : '';
  const fix = scope
    ? `Give the key the scope ${scope}, or remove the tools that need it with --toolsets.`
    : 'Check that the user of this key still belongs to the team.';
  return ['warning', `the key lacks a scope${suffix}`, fix];
}

/** The path without the part that all endpoints have. */
export const subjectOf = (name: EndpointName) => ENDPOINTS[name].path;

export function endpointErrorResult(
  name: EndpointName,
  label: string,
  details: ApiErrorDetails,
  ms: number,
): CheckResult {
  const { scope }: Endpoint = ENDPOINTS[name];
  const [status, meaning, fix] = explained(details, scope);
  const statusCode = details.status === undefined ? '' : `${details.status}, `;
  const data = { status: details.status ?? null, kind: details.kind, ms, scope };
  const subject = subjectOf(name);
  const finding = `${meaning[0]?.toUpperCase()}${meaning.slice(1)}${details.status === undefined ? '' : ` (${details.status})`}`;
  const summary = `${label}: ${statusCode}${meaning} (${ms} ms)`;
  return result(`endpoint.${name}`, status, summary, { fix, data, subject, finding });
}

const explained = ({ kind }: ApiErrorDetails, scope: string | null): [Status, string, string] =>
  kind === 'forbidden'
    ? missingScope(scope)
    : (RESULTS[kind] ?? ['problem', 'the request was refused', 'Report it to the operator of the platform.']);

/** Says why a request of a command failed, and what to do. */
export function requestFailure(details: ApiErrorDetails): string {
  if (details.advice) return details.advice;
  const scope = details.endpoint ? ENDPOINTS[details.endpoint].scope : null;
  const [, meaning, fix] = explained(details, scope);
  return `${details.status === undefined ? '' : `${details.status}, `}${meaning}. ${fix}`;
}
