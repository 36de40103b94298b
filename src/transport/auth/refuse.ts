import type { Refusal } from './principal.ts';

/** The answer to a request that is not let in, in the form of RFC 6750 and of the SDK's own guards. */
export function refusalResponse({ status, error, message, challenge }: Refusal): Response {
  const headers = new Headers({ 'cache-control': 'no-store' });
  if (challenge) headers.set('www-authenticate', challenge);
  return Response.json({ error, error_description: message }, { status, headers });
}
