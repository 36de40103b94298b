import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Hono } from 'hono';
import { API_ROOT } from '../../contract/index.ts';
import { memoize } from '../../lib/concurrency/lazy.ts';
import { entityTagOf, isCurrentTag } from '../../lib/http/entity-tag.ts';
import type { JsonObject } from '../../lib/json.ts';
import type { PlatformEnv } from '../http/request-origin.ts';

/** Path of the OpenAPI document below `API_ROOT`. */
export const OPENAPI_PATH = '/openapi.json';
/** The compressed document beside the program, which the build writes: an eighth of the 180 KB of its text. */
const DOCUMENT_FILE = 'openapi.json.gz';
/** Time for which caches may answer without asking again: the document changes only with the program. */
const CACHE_CONTROL = 'public, max-age=300';

/**
 * Serves the OpenAPI document of this API, which `scripts/openapi` generates, with the address of the request as its server.
 * It needs no key. The document is read with the first request for it.
 */
export function mountOpenApi(app: Hono<PlatformEnv>): void {
  const readDocument = memoize(
    () => JSON.parse(gunzipSync(readFileSync(join(__dirname, DOCUMENT_FILE))).toString()) as JsonObject,
  );
  app.get(API_ROOT + OPENAPI_PATH, (context) => {
    const { host, protocol } = new URL(context.req.url);
    const url = `${context.env?.protocol ?? protocol}//${host}${API_ROOT}`;
    const text = JSON.stringify({ ...readDocument(), servers: [{ url }] });
    const tag = entityTagOf(text);
    const headers = { 'Cache-Control': CACHE_CONTROL, ETag: tag };
    if (isCurrentTag(context.req.header('if-none-match'), tag)) return context.body(null, 304, headers);
    return context.body(text, 200, { ...headers, 'Content-Type': 'application/json' });
  });
}
