import { API_ROOT } from '../../src/contract/index.ts';
import type { JsonObject } from '../../src/lib/json.ts';
import { SESSION_COOKIE } from '../../src/platform/auth/sessions.ts';
import { DASHBOARD_ENDPOINTS } from '../../src/platform/routes/dashboard-endpoints.ts';
import { OPENAPI_PATH } from '../../src/platform/routes/openapi.ts';
import { errorResponses } from './errors.ts';
import { envelope, jsonBody } from './operations.ts';
import { jsonSchemaOf, refTo } from './schemas.ts';

const DOCUMENT = {
  type: 'object',
  properties: {
    openapi: { type: 'string', pattern: '^3\\.1\\.' },
    info: { type: 'object' },
    paths: { type: 'object' },
  },
  required: ['openapi', 'info', 'paths'],
};

/** The operations of the embedded platform that are not in the endpoint table, because no client of the API needs them. */
export function platformPaths(): Record<string, JsonObject> {
  const { signIn, signOut } = DASHBOARD_ENDPOINTS;
  const cookie = { 'Set-Cookie': refTo('headers', 'Set-Cookie') };
  const answer = (data: typeof signIn.data | typeof signOut.data) => ({
    headers: cookie,
    content: { 'application/json': { schema: envelope({ data: jsonSchemaOf(data(), 'output') }) } },
  });
  return {
    [signIn.path]: {
      post: {
        operationId: 'signIn',
        summary: 'Sign in to the dashboard',
        description: signIn.description,
        tags: ['dashboard'],
        'x-extension': 'dashboard',
        security: [],
        requestBody: jsonBody(jsonSchemaOf(signIn.body, 'input')),
        responses: {
          200: { description: 'The user and their teams.', ...answer(signIn.data) },
          ...errorResponses(['Unauthorized', 'Forbidden', 'TooManyAttempts']),
        },
      },
    },
    [signOut.path]: {
      post: {
        operationId: 'signOut',
        summary: 'Sign out of the dashboard',
        description: signOut.description,
        tags: ['dashboard'],
        'x-extension': 'dashboard',
        security: [{}, { session: [] }],
        responses: {
          200: { description: 'There is no session any more.', ...answer(signOut.data) },
          ...errorResponses(['Forbidden']),
        },
      },
    },
    [OPENAPI_PATH]: {
      get: {
        operationId: 'getOpenApi',
        summary: 'Get this document',
        description: `Served at \`${API_ROOT}${OPENAPI_PATH}\` without a key. Caches may keep it.`,
        tags: ['openapi'],
        'x-extension': 'openapi',
        security: [],
        responses: {
          200: {
            description: 'The document, with the address of the request as its server.',
            headers: { ETag: refTo('headers', 'ETag') },
            content: {
              'application/json': { schema: DOCUMENT },
            },
          },
          304: {
            description: 'The document is the one that `If-None-Match` names.',
            headers: { ETag: refTo('headers', 'ETag') },
          },
          ...errorResponses([]),
        },
      },
    },
  };
}

/** `components.securitySchemes` of the document. */
export const SECURITY_SCHEMES = {
  bearer: { type: 'http', scheme: 'bearer', description: 'An API key in `Authorization`.' },
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'The same API key in another header. If a request has both headers, they must agree.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: SESSION_COOKIE,
    description: 'The session of a user of the dashboard, which `signIn` starts.',
  },
};
