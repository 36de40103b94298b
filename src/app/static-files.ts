import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip as gunzipCallback } from 'node:zlib';
import { lazy } from '../lib/concurrency/lazy.ts';
import { acceptsByName } from '../lib/http/accepts.ts';
import { entityTagOf, isCurrentTag } from '../lib/http/entity-tag.ts';
import { PAGE_HEADERS } from './page-headers.ts';

const gunzip = promisify(gunzipCallback);

const TYPES = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
} as const;

/** A file of the program that is served at a path of its own. */
interface StaticFile {
  path: string;
  /** Relative to the folder of the program. A file that ends in `.gz` is compressed with gzip. */
  file: string;
}

/** A content as it is sent: headers for answers with and without it, and its encoding, of which a 304 says nothing. */
interface Content {
  content: Buffer | string;
  headers?: Readonly<Record<string, string>>;
  encoding?: Readonly<Record<string, string>>;
}

/**
 * Serves files of the program, which change only with it: each is read once. A path is compared with those of the list, and is
 * never a part of a file's name.
 * @returns undefined for other paths.
 */
export function createStaticFiles(folder: string, files: readonly StaticFile[]) {
  const known = files.map(({ path, file }) => ({ path, ...readerOf(folder, file) }));
  return async (request: Request, pathname: string): Promise<Response | undefined> => {
    const found = known.find(({ path }) => path === pathname);
    return found && respond(request, await found.read(request), found.type);
  };
}

function readerOf(folder: string, file: string) {
  const name = file.replace(/\.gz$/, '');
  const type = TYPES[name.split('.').at(-1) as keyof typeof TYPES];
  const stored = lazy(() => readFile(join(folder, file)));
  if (name === file) return { type, read: async () => ({ content: await stored.get() }) };
  const plain = lazy(async () => gunzip(await stored.get()));
  const read = async (request: Request): Promise<Content> => {
    const isCompressed = acceptsByName(request.headers.get('accept-encoding'), 'gzip');
    const content = await (isCompressed ? stored : plain).get();
    return {
      content,
      headers: { Vary: 'Accept-Encoding' },
      encoding: isCompressed ? { 'Content-Encoding': 'gzip' } : {},
    };
  };
  return { type, read };
}

/** Answers a request for a page, with revalidation by its entity tag. */
export const page = (request: Request, content: string): Response => respond(request, { content }, TYPES.html);

function respond(request: Request, { content, headers: described, encoding }: Content, type: string): Response {
  const { method, headers: asked } = request;
  if (method !== 'GET' && method !== 'HEAD') return wrongMethod(method);
  const tag = entityTagOf(content);
  const headers = { ...PAGE_HEADERS, ...described, ETag: tag };
  if (isCurrentTag(asked.get('if-none-match'), tag)) return new Response(null, { status: 304, headers });
  const length = String(Buffer.byteLength(content));
  return new Response(method === 'HEAD' ? null : content, {
    headers: { ...headers, ...encoding, 'Content-Type': type, 'Content-Length': length },
  });
}

function wrongMethod(method: string): Response {
  const body = { error: 'bad_request', message: `A page is read with GET, not with ${method}.` };
  return Response.json(body, { status: 405, headers: { ...PAGE_HEADERS, Allow: 'GET, HEAD' } });
}
