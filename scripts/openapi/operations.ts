import type * as z from 'zod';
import {
  ENDPOINT_NAMES,
  ENDPOINTS,
  type Endpoint,
  type EndpointAuth,
  type EndpointName,
  MAX_PER_PAGE,
  pageQuerySchema,
} from '../../src/contract/index.ts';
import type { JsonObject } from '../../src/lib/json.ts';
import { bookingFieldsSchema, newBookingSchema } from '../../src/platform/rules/booking-body.ts';
import { contactFieldsSchema, newContactSchema } from '../../src/platform/rules/contact-body.ts';
import { webhookBodySchema } from '../../src/platform/rules/webhook-body.ts';
import { ENDPOINT_DESCRIPTIONS } from './endpoint-descriptions.ts';
import { type ErrorName, errorResponses } from './errors.ts';
import { type Components, jsonSchemaOf, recordJsonSchema, refTo, resourceName } from './schemas.ts';

/** Bodies in which the embedded platform requires or allows more than the contract, which is for every platform. */
const PLATFORM_BODIES: Partial<Record<EndpointName, z.ZodType>> = {
  createBooking: newBookingSchema(),
  updateBooking: bookingFieldsSchema(),
  createContact: newContactSchema(),
  updateContact: contactFieldsSchema(),
  createWebhook: webhookBodySchema({ loopback: false }),
};

const SECURITY = {
  key: (scopes) => [{ bearer: scopes }, { apiKey: scopes }],
  public: (scopes) => [{}, { bearer: scopes }, { apiKey: scopes }],
  session: () => [{ session: [] }],
} satisfies Record<EndpointAuth, (scopes: string[]) => JsonObject[]>;

/** The operations of the endpoint table by path and method. Adds the schemas that they refer to. */
export function endpointPaths(schemas: Components): Record<string, JsonObject> {
  const paths: Record<string, JsonObject> = {};
  for (const name of ENDPOINT_NAMES) {
    const endpoint: Endpoint = ENDPOINTS[name];
    const shared = paths[endpoint.path] ?? pathParameters(endpoint);
    paths[endpoint.path] = { ...shared, [endpoint.method.toLowerCase()]: operation(name, endpoint, schemas) };
  }
  return paths;
}

function operation(name: EndpointName, endpoint: Endpoint, schemas: Components): JsonObject {
  const { path, query, auth, scope, furtherScope, extension } = endpoint;
  const description = ENDPOINT_DESCRIPTIONS[name];
  const scopes = [scope, furtherScope].filter((needed) => needed != null);
  const isConditional = endpoint.entityTag && (endpoint.effect === 'update' || endpoint.effect === 'delete');
  const parameters = [
    ...(query ? queryParameters(query()) : []),
    ...(isConditional ? [refTo('parameters', 'If-Match')] : []),
    ...(endpoint.callReference ? [refTo('parameters', 'X-Call-Reference')] : []),
  ];
  const errors: ErrorName[] = ['Unauthorized', 'Forbidden'];
  if (endpoint.errors?.includes(404) || (path.includes('{') && auth !== 'session')) errors.push('NotFound');
  if (endpoint.errors?.includes(412) || isConditional) errors.push('PreconditionFailed');
  return {
    operationId: name,
    summary: summaryOf(name),
    ...(description ? { description } : {}),
    tags: [groupOf(path)],
    ...(extension ? { 'x-extension': extension === true ? groupOf(path) : extension } : {}),
    ...(scope ? { 'x-required-scope': scope } : {}),
    security: SECURITY[auth](scopes),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...requestBody(name, endpoint, schemas),
    responses: { 200: success(endpoint, schemas), ...errorResponses(errors) },
  };
}

/** The group of a path, and its tag: `bookings` for `/v1/bookings/{id}`. */
const groupOf = (path: string) => path.split('/').find((part) => part !== '' && part !== 'v1') ?? '';

/** `createApiKey`: `Create API key`. */
function summaryOf(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace(/\bapi\b/, 'API');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function pathParameters({ path, response }: Endpoint): JsonObject {
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: `Id of the ${name === 'id' ? response.of.kind : name.replace(/_?id$/i, '')}`,
    schema: { type: 'string' },
  }));
  return parameters.length > 0 ? { parameters } : {};
}

/** The parameters of a query. Those of lists are components, because most endpoints have them. */
function queryParameters(query: z.ZodType): JsonObject[] {
  return parametersOf(query).map((parameter) =>
    PARAMETERS_OF_LISTS.includes(parameter.name) ? refTo('parameters', parameter.name) : parameter,
  );
}

const PARAMETERS_OF_LISTS = Object.keys(pageQuerySchema().shape);

/** The parameters that a schema of a query describes. */
export function parametersOf(query: z.ZodType): ({ name: string } & JsonObject)[] {
  const { properties, required = [] } = jsonSchemaOf(query, 'input') as {
    properties: Components;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    ...(required.includes(name) ? { required: true } : {}),
    ...(description ? { description } : {}),
    schema,
  }));
}

function requestBody(name: EndpointName, { body }: Endpoint, schemas: Components): JsonObject {
  const schema = PLATFORM_BODIES[name] ?? body?.();
  if (!schema) return {};
  const isShared = (other: EndpointName) => (PLATFORM_BODIES[other] ?? ENDPOINTS[other].body?.()) === schema;
  const owner = ENDPOINT_NAMES.find(isShared) ?? name;
  const component = `${owner.charAt(0).toUpperCase()}${owner.slice(1)}Body`;
  schemas[component] ??= jsonSchemaOf(schema, 'input');
  return { requestBody: jsonBody(refTo('schemas', component)) };
}

/** A required JSON body. */
export const jsonBody = (schema: JsonObject) => ({ required: true, content: { 'application/json': { schema } } });

function success({ response: { of, shape }, entityTag }: Endpoint, schemas: Components): JsonObject {
  const name = resourceName(of);
  schemas[name] ??= recordJsonSchema(of);
  const record = refTo('schemas', name);
  const fields =
    shape === 'list'
      ? { data: { type: 'array', items: record, maxItems: MAX_PER_PAGE }, meta: refTo('schemas', 'PageMeta') }
      : { data: record };
  return {
    description: shape === 'list' ? 'One page of the list.' : 'The record.',
    ...(entityTag ? { headers: { ETag: refTo('headers', 'ETag') } } : {}),
    content: { 'application/json': { schema: envelope(fields) } },
  };
}

/** An object that has exactly these fields. */
export const envelope = (properties: JsonObject): JsonObject => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
