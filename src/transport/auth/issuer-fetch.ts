import { BodyTooLargeError, readBody } from '../../lib/http/read-body.ts';

/** Of the metadata and the keys of an issuer: more than any has, in bytes. */
const MAX_BYTES = 1024 * 1024;

/** Fetches a document of an issuer: follows no redirect, and reads no more bytes than such a document has. */
export async function issuerFetch(url: string | URL, init: RequestInit): Promise<Response> {
  const response = await fetch(url, { ...init, redirect: 'error' });
  try {
    return new Response(await readBody(response.body, MAX_BYTES), { status: response.status });
  } catch (error) {
    if (!(error instanceof BodyTooLargeError)) throw error;
    throw new Error(`the issuer's answer is longer than ${MAX_BYTES} bytes`);
  }
}
