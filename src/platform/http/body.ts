import type * as z from 'zod';
import { BodyTooLargeError, readRequestBody } from '../../lib/http/read-body.ts';
import { badRequest, HttpError, invalid } from './errors.ts';
import { explainIssues } from './issues.ts';

/** The largest request body, in bytes. */
export const BODY_LIMIT = 1024 * 1024;

/** Reads a request's JSON body and checks it against `schema`. Throws the 400 that says what is wrong. */
export async function readBody<S extends z.ZodType>(request: Request, schema: S): Promise<z.output<S>> {
  const value = await readJson(request);
  const problem = unusable(value, '', 0);
  if (problem) throw invalid(problem);
  const parsed = schema.safeParse(value, { reportInput: true });
  if (!parsed.success) throw invalid(explainIssues(parsed.error.issues));
  return parsed.data;
}

async function readJson(request: Request): Promise<unknown> {
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

async function readBytes(request: Request): Promise<Uint8Array> {
  try {
    return await readRequestBody(request, BODY_LIMIT);
  } catch (error) {
    // A sender that disconnected cannot read this answer, but its absence is no failure of this server either.
    throw error instanceof BodyTooLargeError ? tooLarge() : badRequest('The body ended early');
  }
}

/** 400 and not 413, because the specification documents no other status for a request that cannot be taken. */
const tooLarge = () =>
  new HttpError(400, { error: 'payload_too_large', message: `The body must have at most ${BODY_LIMIT} bytes` });

/** No schema of the contract goes this deep. */
const DEEPEST = 8;

/** What of a value the store could not hold or give back as it is: the path and the reason. */
function unusable(value: unknown, path: string, depth: number): string | undefined {
  if (typeof value === 'string') {
    const usable = value.isWellFormed() && !value.includes('\0');
    return usable ? undefined : `${path || 'body'}: must be well-formed Unicode without U+0000`;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth === DEEPEST) return 'body: is nested too deeply';
  for (const [key, part] of Object.entries(value)) {
    // Schemas drop this name without a word, because as a property it is dangerous.
    if (key === '__proto__') return '__proto__: is not a field of this request';
    const found = unusable(key, path, depth) ?? unusable(part, path === '' ? key : `${path}.${key}`, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}
