import { StringDecoder } from 'node:string_decoder';
import type { Dispatcher } from 'undici';
import type { Deadline } from '../lib/deadline.ts';
import { errorCode, isCertificateCode } from '../lib/network.ts';
import { SendError, type WireResponse } from './sender.ts';

/**
 * Sends a request and buffers its response, up to `maxBytes`. Rejects with a `SendError` if nothing was sent. Not with
 * undici's own `request`, which creates a stream for each response: that costs more than the request.
 */
export function readResponse(
  agent: Dispatcher,
  request: Dispatcher.DispatchOptions,
  { deadline, maxBytes }: { deadline: Deadline; maxBytes: number },
): Promise<WireResponse> {
  return new Promise((resolve, reject) => {
    let abort: (() => void) | undefined;
    deadline.whenOver(() => {
      reject(abort ? deadline.reason : new SendError('timeout', false, { cause: deadline.reason }));
      abort?.();
    });
    if (deadline.over) return;

    let status = 0;
    let headers: Record<string, string> = {};
    // Most responses arrive in one part. Others are decoded as they arrive: a large one at once would hold the event loop.
    let first: Buffer | undefined;
    let decoder: StringDecoder | undefined;
    const parts: string[] = [];
    let size = 0;
    agent.dispatch(request, {
      // undici calls this immediately before it writes the request. An earlier failure is one of the connection.
      onRequestStart(controller) {
        abort = () => controller.abort(new Error('cancelled'));
        if (deadline.over) abort();
      },
      onResponseStart(_controller, statusCode, received) {
        status = statusCode;
        headers = joinValues(received);
      },
      onResponseData(controller, chunk) {
        size += chunk.length;
        if (size > maxBytes) controller.abort(new SendError('response_too_large', true));
        else if (!first) first = chunk;
        else {
          if (!decoder) {
            decoder = new StringDecoder('utf8');
            parts.push(decoder.write(first));
          }
          parts.push(decoder.write(chunk));
        }
      },
      onResponseEnd() {
        const body = decoder ? parts.join('') + decoder.end() : (first?.toString('utf8') ?? '');
        resolve({ status, headers, body });
      },
      onResponseError(_controller, error) {
        reject(abort ? error : notSent(error));
      },
    });
  });
}

function notSent(error: Error): SendError {
  const failure = isCertificateCode(errorCode(error)) ? 'untrusted_certificate' : 'unreachable';
  return new SendError(failure, false, { cause: error });
}

/** Joins repeated headers with commas. */
function joinValues(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const joined: Record<string, string> = {};
  for (const name in headers) joined[name] = String(headers[name]);
  return joined;
}
