import type { Dispatcher } from 'undici';
import type { Deadline } from '../lib/deadline.ts';
import { SendError, type WireResponse } from './sender.ts';

/**
 * Sends a request and reads its answer whole, up to a number of bytes. undici's own `request` makes a stream of each
 * answer first, which costs more than the request.
 */
export function readResponse(
  agent: Dispatcher,
  request: Dispatcher.DispatchOptions,
  { limit, maxBytes }: { limit: Deadline; maxBytes: number },
): Promise<WireResponse> {
  return new Promise((resolve, reject) => {
    let abort: (() => void) | undefined;
    limit.whenOver(() => {
      abort?.();
      reject(limit.reason);
    });
    if (limit.over) return;

    let status = 0;
    let headers: Record<string, string> = {};
    const chunks: Buffer[] = [];
    let size = 0;
    agent.dispatch(request, {
      onRequestStart(controller) {
        abort = () => controller.abort(new Error('cancelled'));
        if (limit.over) abort();
      },
      onResponseStart(_controller, statusCode, given) {
        status = statusCode;
        headers = flat(given);
      },
      onResponseData(controller, chunk) {
        size += chunk.length;
        if (size > maxBytes) controller.abort(new SendError('response_too_large', true));
        else chunks.push(chunk);
      },
      onResponseEnd() {
        resolve({ status, headers, body: text(chunks) });
      },
      onResponseError(_controller, error) {
        reject(error);
      },
    });
  });
}

function text(chunks: Buffer[]): string {
  const [first] = chunks;
  return (first && chunks.length === 1 ? first : Buffer.concat(chunks)).toString('utf8');
}

function flat(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const all: Record<string, string> = {};
  for (const name in headers) all[name] = String(headers[name]);
  return all;
}
