import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { API_ROOT } from '../../src/contract/index.ts';
import type { FetchHandler } from '../../src/lib/http/serve.ts';
import { isObject, type JsonObject } from '../../src/lib/json.ts';

/** Checks what the platform sends against its OpenAPI document, with ajv: a validator that shares no code with the platform. */

const DOCUMENT = 'openapi.json';
const document = JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8')) as JsonObject;

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema(document, DOCUMENT);

/** Headers that a response may have only if its description names them. */
const DESCRIBED_HEADERS = ['ETag', 'Location', 'Retry-After', 'Set-Cookie', 'X-Request-Id'];

/** A response without its connection. */
interface Response {
  status: number;
  headers: Headers;
  text: string;
}

/** Wraps a handler: its promise rejects if the document does not describe a response. */
export function checked(handler: FetchHandler): FetchHandler {
  return async (request) => {
    const { method, url } = request;
    const response = await handler(request);
    const { status, headers } = response;
    const text = await response.clone().text();
    assertDescribed(method, url, { status, headers, text });
    return response;
  };
}

/** The headers of a response that `node:http` received. */
export function headersOf({ headersDistinct }: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(headersDistinct))
    for (const value of values) headers.append(name, value);
  return headers;
}

/** Throws if the document does not describe a response of the platform: status, content type, headers and body. */
export function assertDescribed(method: string, url: string, response: Response): void {
  const path = new URL(url).pathname;
  const problems = problemsOf(method, path, response);
  if (problems.length === 0) return;
  const { status, text } = response;
  throw new Error(
    `docs/openapi.json does not describe ${method} ${path} with ${status} ${text.slice(0, 2_000)}\n${problems.join('\n')}`,
  );
}

/** Throws if the document does not describe a notification of the platform: event type, headers and body. */
export function assertNotificationDescribed(headers: IncomingHttpHeaders, notification: { type: string }): void {
  const operation = `/webhooks/${escaped(notification.type)}/post`;
  const parameters = (at(`${operation}/parameters`) ?? []) as { $ref: string }[];
  const problems = [
    ...parameters.flatMap(({ $ref }) => {
      const { name } = at($ref.slice(1)) as { name: string };
      return schemaProblems(`${$ref.slice(1)}/schema`, headers[name]).map((problem) => `${name}: ${problem}`);
    }),
    ...schemaProblems(`${operation}/requestBody/content/application~1json/schema`, notification),
  ];
  if (problems.length > 0) {
    throw new Error(`docs/openapi.json does not describe ${JSON.stringify(notification)}\n${problems.join('\n')}`);
  }
}

function problemsOf(method: string, path: string, { status, headers, text }: Response): string[] {
  const pointer = responsePointer(method, path, status);
  if (pointer === undefined) return ['this operation has no such status'];
  const described = at(pointer);
  return [
    ...headerProblems(pointer, headers),
    ...(method === 'HEAD'
      ? []
      : bodyProblems(pointer, isObject(described) && isObject(described.content), headers, text)),
  ];
}

function headerProblems(pointer: string, headers: Headers): string[] {
  const described = (at(`${pointer}/headers`) ?? {}) as JsonObject;
  const unknown = DESCRIBED_HEADERS.filter((name) => headers.has(name) && !Object.hasOwn(described, name));
  return [
    ...unknown.map((name) => `the header ${name} is not described`),
    ...Object.keys(described).flatMap((name) => {
      const header = resolve(`${pointer}/headers/${escaped(name)}`);
      const value = headers.get(name);
      if (value !== null) return schemaProblems(`${header}/schema`, value);
      return (at(header) as JsonObject).required ? [`the header ${name} is missing`] : [];
    }),
  ];
}

function bodyProblems(pointer: string, hasContent: boolean, headers: Headers, text: string): string[] {
  if (!hasContent) return text === '' ? [] : ['a body is not described'];
  const mediaType = (headers.get('content-type') ?? 'none').split(';')[0]?.trim() ?? '';
  const schema = `${pointer}/content/${escaped(mediaType)}/schema`;
  if (at(schema) === undefined) return [`the content type ${mediaType} is not described`];
  if (mediaType !== 'application/json') return schemaProblems(schema, text);
  try {
    return schemaProblems(schema, JSON.parse(text));
  } catch (error) {
    return [`the body is not JSON: ${error}`];
  }
}

const validators = new Map<string, ValidateFunction>();

/** Why a value is not valid for the schema at a JSON pointer into the document. */
function schemaProblems(pointer: string, value: unknown): string[] {
  const validate = validators.get(pointer) ?? ajv.compile({ $ref: `${DOCUMENT}#${encodeURI(pointer)}` });
  validators.set(pointer, validate);
  return validate(value) ? [] : (validate.errors ?? []).map((error) => `${error.instancePath || '/'} ${error.message}`);
}

/** The pointer of a response's description; undefined if the document has none. */
function responsePointer(method: string, path: string, status: number): string | undefined {
  const template = templateOf(path);
  const operation = `/paths/${escaped(template ?? '')}/${method === 'HEAD' ? 'get' : method.toLowerCase()}`;
  const pointer = at(operation) === undefined ? unknownEndpoint(status) : `${operation}/responses/${status}`;
  return at(pointer) === undefined ? undefined : resolve(pointer);
}

/** The document cannot list what does not exist: that is 404, or an error that every request can get, as this one. */
function unknownEndpoint(status: number): string {
  const general = status >= 400 ? `/paths/~1openapi.json/get/responses/${status}` : '';
  return status === 404 ? '/components/responses/NotFound' : general;
}

/** The path of the document that a request's path matches. One without parameters comes before one with them. */
function templateOf(path: string): string | undefined {
  const templates = Object.keys(document.paths as JsonObject).toSorted((a, b) => parameters(a) - parameters(b));
  return templates.find((template) => {
    const pattern = template.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+');
    return new RegExp(`^${API_ROOT}${pattern}$`).test(path);
  });
}

const parameters = (template: string) => template.split('{').length;

/** Follows a reference within the document. */
function resolve(pointer: string): string {
  const value = at(pointer);
  return isObject(value) && typeof value.$ref === 'string' ? value.$ref.slice(1) : pointer;
}

const escaped = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1');

/** The value at a JSON pointer (RFC 6901) into the document. */
function at(pointer: string): unknown {
  const keys = pointer.split('/').slice(1);
  return keys.reduce<unknown>((value, key) => {
    const name = key.replaceAll('~1', '/').replaceAll('~0', '~');
    return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  }, document);
}
