import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { isObject } from '../../lib/json.ts';
import type { Logger } from '../../lib/logging/logger.ts';
import { cleanLine, cleanText } from '../../lib/text/text.ts';
import { correctError } from './correct-error.ts';
import type { TransportHook } from './decorate-transport.ts';
import { explainFailedForm } from './failed-form.ts';

/**
 * Corrects and cleans the errors that a server sends. The SDK's messages quote names and URIs of the client, which a model
 * may have copied from a text of others. Results are cleaned where they are made, except that of a form that failed.
 */
export function cleanErrors(logger: Logger): TransportHook {
  return {
    onSend: (message, _options, next) => next(withCleanError(correctError(explainFailedForm(message), logger))),
  };
}

function withCleanError<M extends object>(message: M): M {
  if (!('error' in message) || !isObject(message.error)) return message;
  const { message: text, data, ...rest } = message.error;
  const error = {
    ...rest,
    message: cleanLine(String(text)),
    ...(data === undefined ? {} : { data: cleanStrings(data) }),
  };
  return { ...message, error };
}

function cleanStrings(data: unknown): unknown {
  return JSON.parse(JSON.stringify(data), (_key, value: unknown) =>
    typeof value === 'string' ? cleanText(value) : value,
  );
}

/** Cleans the error in an HTTP response that the SDK's handler sends without a server. */
export async function withCleanBody(response: Response): Promise<Response> {
  if (response.ok || !response.headers.get('content-type')?.startsWith('application/json')) return response;
  const message = (await response.json()) as JSONRPCMessage;
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  return Response.json(withCleanError(message), { status: response.status, headers });
}
