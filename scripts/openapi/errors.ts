import type { ErrorBody } from '../../src/contract/index.ts';
import { INTERNAL_ERROR } from '../../src/lib/http/internal-error.ts';
import { LATE } from '../../src/lib/http/serve.ts';
import type { JsonObject } from '../../src/lib/json.ts';
import { tooManyAttempts } from '../../src/platform/dashboard/password-check.ts';
import { changedMeanwhile } from '../../src/platform/http/entity-tag.ts';
import { forbidden, invalid, notFound, unauthorized } from '../../src/platform/http/errors.ts';
import { OVERLOADED } from '../../src/platform/serve.ts';
import { refTo } from './schemas.ts';

interface ErrorResponse {
  status: number;
  description: string;
  /** All codes that `error` can have; undefined if rules of the platform have codes of their own. */
  codes?: readonly string[];
  example: ErrorBody;
  headers?: readonly string[];
}

/** The error responses of the platform under the names of their components. The examples are the platform's own. */
const ERRORS = {
  BadRequest: {
    status: 400,
    description:
      '`bad_request`: the request cannot be read. `validation_error`: a field or parameter is invalid. Any other code: a rule of the platform forbids the change. Nothing was changed.',
    example: invalid('contact.email: must be an e-mail address').body,
  },
  Unauthorized: {
    status: 401,
    description: 'The key or session is missing, unknown, revoked, expired or malformed.',
    codes: ['unauthorized'],
    example: unauthorized().body,
  },
  Forbidden: {
    status: 403,
    description: 'The key lacks the scope that `WWW-Authenticate` names, or its user may not do this in the team.',
    codes: ['forbidden'],
    example: forbidden().body,
  },
  NotFound: {
    status: 404,
    description: 'The team has no such record. Paths and methods that are not in this document have the same response.',
    codes: ['not_found'],
    example: notFound('record').body,
  },
  RequestTimeout: {
    status: 408,
    description: 'The request did not arrive in time. The connection is closed.',
    codes: ['timeout'],
    example: LATE,
  },
  PreconditionFailed: {
    status: 412,
    description: 'The record was changed since the state that the request names. Nothing was changed.',
    codes: ['precondition_failed'],
    example: changedMeanwhile().body,
  },
  TooManyAttempts: {
    status: 429,
    description: 'Too many wrong passwords, or too many sign-ins at the same time.',
    codes: ['too_many_attempts'],
    example: tooManyAttempts(600).body,
    headers: ['Retry-After'],
  },
  InternalError: {
    status: 500,
    description:
      '`storage_failed`: the database cannot be used, and the message says why. `audit_unavailable`: a change of the dashboard cannot be recorded, and was not made. `internal_error`: any other.',
    codes: ['internal_error', 'storage_failed', 'audit_unavailable'],
    example: INTERNAL_ERROR,
    headers: ['X-Request-Id'],
  },
  Overloaded: {
    status: 503,
    description: 'Too many requests at the same time. Nothing was done.',
    codes: ['overloaded'],
    example: OVERLOADED,
    headers: ['Retry-After'],
  },
} as const satisfies Record<string, ErrorResponse>;

export type ErrorName = keyof typeof ERRORS;

/** Errors that every request can get. */
const GENERAL: readonly ErrorName[] = ['BadRequest', 'RequestTimeout', 'InternalError', 'Overloaded'];

/** The error responses of an operation: the general ones, and `more`. */
export function errorResponses(more: readonly ErrorName[]): JsonObject {
  const byStatus = [...GENERAL, ...more].toSorted((a, b) => ERRORS[a].status - ERRORS[b].status);
  return Object.fromEntries(byStatus.map((name) => [ERRORS[name].status, refTo('responses', name)]));
}

/** `components.responses` of the document. */
export const errorComponents = (): JsonObject =>
  Object.fromEntries(Object.entries(ERRORS).map(([name, error]) => [name, component(error)]));

function component({ description, codes, example, headers = [] }: ErrorResponse): JsonObject {
  const schema = codes
    ? { allOf: [refTo('schemas', 'Error'), { properties: { error: { enum: codes } } }] }
    : refTo('schemas', 'Error');
  return {
    description,
    ...(headers.length > 0
      ? { headers: Object.fromEntries(headers.map((name) => [name, refTo('headers', name)])) }
      : {}),
    content: { 'application/json': { schema, examples: { error: { value: example } } } },
  };
}
