import { CALLER_HEADERS, type CallerHeader, type CallerHeaders, type Refusal } from './principal.ts';

const KNOWN: ReadonlySet<string> = new Set(CALLER_HEADERS);

/**
 * Reads the caller's headers from Node's `rawHeaders`. A header that occurs twice is refused: a proxy in front may have
 * read the other one.
 */
export function callerHeaders(rawHeaders: readonly string[]): CallerHeaders | Refusal {
  const headers: CallerHeaders = {};
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] as string).toLowerCase();
    if (!KNOWN.has(name)) continue;
    if (name in headers) return badRequest(`The header ${name} is there twice.`);
    headers[name as CallerHeader] = rawHeaders[index + 1] as string;
  }
  return headers;
}

export function badRequest(message: string): Refusal {
  return { status: 400, error: 'bad_request', message };
}

/** Restrictions of the caller's rights for one request. */
export interface Restrictions {
  readOnly: boolean;
  /** Undefined: all toolsets of the caller. */
  toolsets: readonly string[] | undefined;
}

const NONE: Restrictions = { readOnly: false, toolsets: undefined };

/** Reads `X-RCPT-Read-Only` and `X-RCPT-Toolsets`. A malformed value is refused: it was meant to restrict something. */
export function parseRestrictions(headers: CallerHeaders, known: readonly string[]): Restrictions | Refusal {
  const readOnly = headers['x-rcpt-read-only'];
  const toolsets = headers['x-rcpt-toolsets'];
  if (readOnly === undefined && toolsets === undefined) return NONE;
  if (readOnly !== undefined && !/^(true|false)$/.test(readOnly)) {
    return badRequest('X-RCPT-Read-Only must be true or false.');
  }
  const names = toolsets?.split(',').map((name) => name.trim());
  if (names?.some((name) => !known.includes(name))) {
    return badRequest(`X-RCPT-Toolsets must be a comma list of ${known.join(', ')}.`);
  }
  // In a fixed order, so that the same set selects the same view.
  return { readOnly: readOnly === 'true', toolsets: names && known.filter((name) => names.includes(name)) };
}

/** Maximum length of a token, in characters: access tokens contain claims. */
const MAX_TOKEN_LENGTH = 8 * 1024;

/** Returns the token of an `Authorization: Bearer` header (RFC 6750, 2.1); undefined for any other header. */
export function bearerToken(header: string | undefined): string | undefined {
  if (header === undefined || header.length > MAX_TOKEN_LENGTH) return undefined;
  return /^bearer +([\w.~+/-]+=*)$/i.exec(header)?.[1];
}

/**
 * Returns whether a request has a token, valid or not. A request without any, or with another scheme, gets a challenge
 * without an error code (RFC 6750, 3.1).
 */
export const hasBearerScheme = (header: string | undefined): boolean => /^bearer(\s|$)/i.test(header ?? '');
