/** Of the metadata and the keys of an issuer: more than any has, in bytes. */
const MAX_BYTES = 1024 * 1024;

/**
 * Asks an issuer for a document. Whatever answers there is followed nowhere else and read no further than any document is
 * long.
 */
export async function issuerFetch(url: string | URL, init: RequestInit): Promise<Response> {
  const response = await fetch(url, { ...init, redirect: 'error' });
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    // Leaving the loop cancels the rest.
    if (size > MAX_BYTES) throw new Error(`the issuer's answer is longer than ${MAX_BYTES} bytes`);
    parts.push(part);
  }
  return new Response(Buffer.concat(parts), { status: response.status });
}
