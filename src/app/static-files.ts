import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lazy } from '../lib/concurrency/lazy.ts';
import { entityTagOf, isCurrentTag } from '../lib/http/entity-tag.ts';
import { PAGE_HEADERS } from './page-headers.ts';

const TYPES = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
} as const;

/** A file of the program that is served at a path of its own. */
export interface StaticFile {
  path: string;
  /** Relative to the folder of the program. */
  file: string;
}

/**
 * Serves files of the program, which change only with it: each is read once. A path is compared with those of the list, and is
 * never a part of a file's name.
 * @returns undefined for other paths.
 */
export function createStaticFiles(folder: string, files: readonly StaticFile[]) {
  const known = files.map(({ path, file }) => ({
    path,
    type: TYPES[file.split('.').at(-1) as keyof typeof TYPES],
    content: lazy(() => readFile(join(folder, file))),
  }));
  return async (request: Request, pathname: string): Promise<Response | undefined> => {
    const found = known.find(({ path }) => path === pathname);
    return found && page(request, await found.content.get(), found.type);
  };
}

/** Answers a request for a page, with revalidation by its entity tag. */
export function page(request: Request, content: Buffer | string, type: string = TYPES.html): Response {
  const { method, headers: asked } = request;
  if (method !== 'GET' && method !== 'HEAD') return wrongMethod(method);
  const tag = entityTagOf(content);
  const headers = { ...PAGE_HEADERS, ETag: tag };
  if (isCurrentTag(asked.get('if-none-match'), tag)) return new Response(null, { status: 304, headers });
  const described = { ...headers, 'Content-Type': type, 'Content-Length': String(Buffer.byteLength(content)) };
  return new Response(method === 'HEAD' ? null : content, { headers: described });
}

function wrongMethod(method: string): Response {
  const body = { error: 'bad_request', message: `A page is read with GET, not with ${method}.` };
  return Response.json(body, { status: 405, headers: { ...PAGE_HEADERS, Allow: 'GET, HEAD' } });
}
