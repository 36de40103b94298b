import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { errorCode } from '../lib/network-errors.ts';
import type { TracingSettings } from './settings.ts';

/** What came of a post. */
export type Posted =
  | { ok: true; rejected: number }
  /** `again`: it may be tried again, where the other side says so after that many milliseconds. */
  | { ok: false; reason: string; again: boolean; afterMs?: number | undefined };

/** Answers that ask for another try (OTLP specification, OTLP/HTTP, Retryable response codes). */
const AGAIN: readonly number[] = [429, 502, 503, 504];
/** What is read of an answer, in bytes. */
const LARGEST = 64 * 1024;

const compressed = promisify(gzip);

/** Posts spans once. Never throws. */
export async function post(
  body: string,
  { url, headers, gzip: compress, timeoutMs }: Pick<TracingSettings, 'url' | 'headers' | 'gzip' | 'timeoutMs'>,
  signal: AbortSignal,
): Promise<Posted> {
  const own = Object.entries(headers).map(([name, value]): [string, string] => [name, value.reveal()]);
  const encoding = compress ? { 'content-encoding': 'gzip' } : {};
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...Object.fromEntries(own), 'content-type': 'application/json', ...encoding },
      body: compress ? await compressed(body) : body,
      // The headers are for this address and no other.
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    const text = await start(response);
    if (response.ok) return { ok: true, rejected: rejectedIn(text) };
    const again = AGAIN.includes(response.status);
    const afterMs = retryAfter(response.headers.get('retry-after'));
    return { ok: false, reason: `status ${response.status}`, again, ...(again ? { afterMs } : {}) };
  } catch (error) {
    const late = error instanceof Error && error.name === 'TimeoutError';
    return { ok: false, reason: late ? 'timeout' : errorCode(error) || 'connection failed', again: true };
  }
}

/** The beginning of an answer. */
async function start(response: Response): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.length > LARGEST) break;
  }
  return text;
}

/** How many spans were not taken, where the others were. */
function rejectedIn(text: string): number {
  try {
    const { partialSuccess } = JSON.parse(text) as { partialSuccess?: { rejectedSpans?: string | number } };
    return Number(partialSuccess?.rejectedSpans ?? 0) || 0;
  } catch {
    return 0;
  }
}

/** Seconds, or an HTTP date (RFC 9110, 10.2.3), in milliseconds from now. */
function retryAfter(value: string | null): number | undefined {
  if (value === null) return undefined;
  const ms = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
