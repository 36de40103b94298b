import { describe, expect, it } from 'vitest';
import { BodyTooLargeError, readBody, readRequestBody } from '../../../src/lib/http/read-body.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

/** A stream of the given chunks that records whether it was cancelled. */
function streamOf(...chunks: string[]) {
  const state = { cancelled: false };
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = chunks.shift();
      if (chunk === undefined) controller.close();
      else controller.enqueue(bytes(chunk));
    },
    cancel() {
      state.cancelled = true;
    },
  });
  return { stream, state };
}

describe('readBody', () => {
  it('joins the chunks of a body that is exactly as long as allowed', async () => {
    expect(Buffer.from(await readBody(streamOf('ab', 'cd').stream, 4)).toString()).toBe('abcd');
  });

  it('reads an absent body as no bytes', async () => {
    expect(await readBody(null, 4)).toHaveLength(0);
  });

  it('rejects a body that is one byte too long and cancels its stream', async () => {
    const { stream, state } = streamOf('ab', 'cde', 'never read');
    await expect(readBody(stream, 4)).rejects.toThrow(new BodyTooLargeError(4));
    expect(state.cancelled).toBe(true);
  });

  it('rejects with the error of a stream that breaks off', async () => {
    const error = new Error('aborted');
    const stream = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(error) });
    await expect(readBody(stream, 4)).rejects.toBe(error);
  });
});

describe('readRequestBody', () => {
  const request = (body: string, headers: Record<string, string> = {}) =>
    new Request('http://localhost/', { method: 'POST', body, headers });

  it('reads the body of a request', async () => {
    expect(Buffer.from(await readRequestBody(request('abcd'), 4)).toString()).toBe('abcd');
  });

  it('refuses a request with a Content-Length that is too large without reading it', async () => {
    const long = request('a', { 'content-length': '5' });
    await expect(readRequestBody(long, 4)).rejects.toBeInstanceOf(BodyTooLargeError);
    expect(long.bodyUsed).toBe(false);
  });

  it('counts the bytes of a request with a Content-Length that is too small', async () => {
    const body = request('abcdef', { 'content-length': '1' });
    await expect(readRequestBody(body, 4)).rejects.toBeInstanceOf(BodyTooLargeError);
  });
});
