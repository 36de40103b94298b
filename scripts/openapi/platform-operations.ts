import { API_ROOT } from '../../src/contract/index.ts';
import type { JsonObject } from '../../src/lib/json.ts';
import { HOST_SESSION_COOKIE, SESSION_COOKIE } from '../../src/platform/auth/sessions.ts';
import { OPENAPI_PATH } from '../../src/platform/routes/openapi.ts';
import { dashboardPaths } from './dashboard-operations.ts';
import { errorResponses } from './errors.ts';
import { refTo } from './schemas.ts';

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
  return {
    ...dashboardPaths(),
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
    description: `The session of a user of the dashboard, which \`signIn\` starts. Over HTTPS its name is \`${HOST_SESSION_COOKIE}\`.`,
  },
};
