import type { ApiErrorDetails, ApiErrorKind } from '../../api/index.ts';
import { ENDPOINTS, type Endpoint, type EndpointName } from '../../contract/index.ts';
import { type CheckResult, result, type Status } from './check.ts';

/** Status, summary and fix for each kind of error. */
const MEANINGS: Partial<Record<ApiErrorKind, [Status, string, string]>> = {
  unauthorized: ['problem', 'the key is not accepted', 'Make a new key on the platform, and put it where this one is.'],
  not_found: ['problem', 'there is nothing', 'Check --base-url (RCPT_BASE_URL): it is what stands before /api/v1.'],
  rate_limited: ['warning', 'too many requests', 'Wait, and see what else uses the platform with this key.'],
  server_error: ['problem', 'the platform failed', 'Try again later; if it lasts, ask the operator of the platform.'],
  unreachable: ['problem', 'not reached', 'Check the network connection and --base-url (RCPT_BASE_URL).'],
  untrusted_certificate: ['problem', 'the certificate cannot be trusted', 'See the certificate above.'],
  connection_lost: [
    'problem',
    'the connection broke',
    'Try again; if it lasts, check the proxies between here and the platform.',
  ],
  timeout: ['problem', 'no answer in time', 'Try again later; if it lasts, ask the operator of the platform.'],
  redirected: ['problem', 'it leads elsewhere, and is not followed', 'Set --base-url to the address that it leads to.'],
  response_too_large: ['problem', 'the answer is too large', 'Report it to the operator of the platform.'],
  invalid_response: [
    'problem',
    'the answer is not that of the platform',
    'Check --base-url (RCPT_BASE_URL): something else may answer there, such as a sign-in page.',
  ],
};

/** A missing scope is a warning: the toolsets that need it can be switched off. */
function missingScope(scope: string | null): [Status, string, string] {
  const needs = scope ? `, as far as we know ${scope}` : '';
  const fix = scope
    ? `Give the key the scope ${scope}, or leave the tools that need it out with --toolsets.`
    : 'See whether the user of this key still belongs to the team.';
  return ['warning', `the key lacks a scope${needs}`, fix];
}

export function endpointErrorResult(
  name: EndpointName,
  label: string,
  details: ApiErrorDetails,
  ms: number,
): CheckResult {
  const { scope }: Endpoint = ENDPOINTS[name];
  const [status, meaning, fix] =
    details.kind === 'forbidden'
      ? missingScope(scope)
      : (MEANINGS[details.kind] ?? [
          'problem',
          'the request was refused',
          'Report it to the operator of the platform.',
        ]);
  const answer = details.status === undefined ? '' : `${details.status}, `;
  const data = { status: details.status ?? null, kind: details.kind, ms, scope };
  return result(`endpoint.${name}`, status, `${label}: ${answer}${meaning} (${ms} ms)`, { fix, data });
}
