import type * as z from 'zod';
import { issueText } from '../../contract/issue-text.ts';
import { isStorable, NOT_STORABLE } from '../../lib/database/storable.ts';
import { MAX_BODY_BYTES } from '../../lib/http/body-sizes.ts';
import type { PlainRequest } from '../../lib/http/plain-message.ts';
import { BodyTooLargeError, readRequestBody } from '../../lib/http/read-body.ts';
import { badRequest, HttpError, invalid } from './errors.ts';
import { explainIssues } from './issues.ts';

/** Reads a JSON body and validates it with `schema`. Throws an `HttpError` with status 400 and the reason. */
export async function readBody<S extends z.ZodType>(request: PlainRequest, schema: S): Promise<z.output<S>> {
  const value = await readJson(request);
  const problem = storageProblem(value, '', 0);
  if (problem) throw invalid(problem);
  return validate(schema, value);
}

/** Validates a value with `schema`. Throws an `HttpError` with status 400 and the reason. */
export function validate<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value, { error: issueText });
  if (!parsed.success) throw invalid(explainIssues(parsed.error.issues));
  return parsed.data;
}

async function readJson(request: PlainRequest): Promise<unknown> {
  const mediaType = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (mediaType !== 'application/json') throw badRequest('The request must have Content-Type: application/json');
  const bytes = await readBytes(request);
  if (bytes.length === 0) throw badRequest('The request must have a JSON object as its body');
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw badRequest('The body is not UTF-8');
  }
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest('The body is not JSON');
  }
}

async function readBytes(request: PlainRequest): Promise<Uint8Array> {
  try {
    return await readRequestBody(request, MAX_BODY_BYTES);
  } catch (error) {
    // A client that disconnected does not receive this response, but it must not count as a server error.
    throw error instanceof BodyTooLargeError ? tooLarge() : badRequest('The body ended early');
  }
}

/** 400 and not 413, because the specification documents no other status for an unacceptable request. */
const tooLarge = () =>
  new HttpError(400, { error: 'payload_too_large', message: `The body must have at most ${MAX_BODY_BYTES} bytes` });

/** Maximum nesting of objects and arrays: more than any schema of the contract has. */
const MAX_DEPTH = 8;

/** Finds a part of a value that the store could not return unchanged. Returns its path and the reason. */
function storageProblem(value: unknown, path: string, depth: number): string | undefined {
  if (typeof value === 'string') {
    return isStorable(value) ? undefined : `${path || 'body'}: ${NOT_STORABLE}`;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth === MAX_DEPTH) return 'body: is nested too deeply';
  for (const [key, part] of Object.entries(value)) {
    // Schemas drop this key silently, because assigning it sets the prototype.
    if (key === '__proto__') return '__proto__: is not a field of this request';
    const problem =
      storageProblem(key, path, depth) ?? storageProblem(part, path === '' ? key : `${path}.${key}`, depth + 1);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
