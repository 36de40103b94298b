/** Generates the OpenAPI document of the embedded platform's API: `docs/openapi.json`. */
import {
  errorBodySchema,
  MAX_CALL_REFERENCE_LENGTH,
  pageMetaSchema,
  pageQuerySchema,
} from '../../src/contract/index.ts';
import type { JsonObject } from '../../src/lib/json.ts';
import type { PackageFile } from '../identity.ts';
import { DASHBOARD_PARAMETERS } from './dashboard-operations.ts';
import { errorComponents } from './errors.ts';
import { feedPaths } from './feed-operation.ts';
import { intakePaths } from './intake-operation.ts';
import { endpointPaths, parametersOf } from './operations.ts';
import { platformPaths, SECURITY_SCHEMES } from './platform-operations.ts';
import { type Components, jsonSchemaOf } from './schemas.ts';
import { SHARED_SCHEMAS, withReferences } from './shared-schemas.ts';
import { NOTIFICATION_HEADERS, NOTIFICATION_RESPONSES, webhookNotifications } from './webhooks.ts';

const DESCRIPTION = `\
The REST API of an AI phone-receptionist platform, as the platform in rcpt-mcp serves it.

- \`x-extension\` names the extension that an operation, a field or a header belongs to: the specification of the API does
  not have it, and other platforms may not have it.
- \`x-documented: false\` marks fields that the specification does not show.
- \`x-required-scope\` is the scope that a key needs.
- \`x-untrusted\` marks text that a caller or contact may have written, \`x-personal\` what identifies a person.
`;

/** The address of \`rcpt-mcp platform\`. The served document has that of the request. */
const SERVER = 'http://127.0.0.1:8788/api';

const HEADERS = {
  ETag: {
    description: 'Strong entity tag of the state.',
    required: true,
    'x-extension': 'optimistic_locking',
    schema: { type: 'string', pattern: '^"[\\x21\\x23-\\x7e]+"$' },
  },
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'string', pattern: '^\\d+$' } },
  'Set-Cookie': { description: 'The session cookie.', required: true, schema: { type: 'string' } },
  'X-Request-Id': { description: 'Id of the entry in the log of the platform.', schema: { type: 'string' } },
};

function parameters(): JsonObject {
  const paging = parametersOf(pageQuerySchema()).map((parameter) => [parameter.name, parameter]);
  const ifMatch = {
    name: 'If-Match',
    in: 'header',
    description: 'The `ETag` of the state that the change is based on, or `*`.',
    'x-extension': 'optimistic_locking',
    schema: { type: 'string' },
  };
  const callReferenceHeader = {
    name: 'X-Call-Reference',
    in: 'header',
    description: 'The call that the change is made in, by its id in the system that reports the call: it links both.',
    'x-extension': 'call_reference',
    schema: { type: 'string', pattern: '^[\\x21-\\x7e]+$', maxLength: MAX_CALL_REFERENCE_LENGTH },
  };
  return { ...Object.fromEntries(paging), 'If-Match': ifMatch, 'X-Call-Reference': callReferenceHeader };
}

/** Returns the document. Everything in it derives from the endpoint table, the schemas and the errors of the code. */
export function openApiDocument({ name, version, license }: PackageFile): JsonObject {
  const error = { ...jsonSchemaOf(errorBodySchema(), 'output'), additionalProperties: false };
  const schemas: Components = { Error: error, PageMeta: jsonSchemaOf(pageMetaSchema(), 'output') };
  const paths = { ...endpointPaths(schemas), ...intakePaths(schemas), ...feedPaths(), ...platformPaths() };
  const webhooks = webhookNotifications(schemas);
  return {
    openapi: '3.1.1',
    info: {
      title: 'Receptionist platform',
      version,
      description: DESCRIPTION,
      license: { name: license, identifier: license },
      'x-generator': name,
    },
    servers: [{ url: SERVER }],
    tags: tags(paths),
    paths: withReferences(paths),
    webhooks: withReferences(webhooks),
    components: {
      schemas: { ...withReferences(schemas), ...SHARED_SCHEMAS },
      responses: { ...errorComponents(), ...NOTIFICATION_RESPONSES },
      parameters: { ...parameters(), ...DASHBOARD_PARAMETERS, ...NOTIFICATION_HEADERS },
      headers: HEADERS,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

/** One tag for each group of paths. */
function tags(paths: Record<string, JsonObject>): JsonObject[] {
  const operations = Object.values(paths).flatMap((path) => Object.values(path) as { tags?: string[] }[]);
  const names = [...new Set(operations.flatMap(({ tags: [name] = [] }) => name ?? []))];
  const pathsOf = (tag: string) =>
    Object.keys(paths).filter((path) =>
      (Object.values(paths[path] as JsonObject) as { tags?: string[] }[]).some(({ tags = [] }) => tags.includes(tag)),
    );
  return names.map((name) => ({
    name,
    description: pathsOf(name)
      .map((path) => `\`${path}\``)
      .join(', '),
  }));
}
