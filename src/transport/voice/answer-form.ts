import { isObject } from '../../lib/json.ts';
import type { AnswerForm } from '../fast-path/sender.ts';
import { JSON_BODY, STREAM, toEvent } from '../fast-path/sender.ts';

/**
 * Converts the SDK's response to the form that the client can read. Errors of HTTP stay JSON, and a response without a
 * message stays as it is.
 */
export async function inForm(response: Response, form: AnswerForm | undefined): Promise<Response> {
  if (form === undefined || response.status !== 200) return response;
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  if (form === 'json' && isStream) {
    const message = finalMessage(await response.text());
    return message === undefined ? response : new Response(message, { headers: headersOf(JSON_BODY) });
  }
  if (form === 'stream' && !isStream) {
    return new Response(toEvent(await response.text()), { headers: headersOf(STREAM) });
  }
  return response;
}

const headersOf = (flat: readonly string[]) =>
  flat.flatMap((name, index) => (index % 2 === 0 ? [[name, flat[index + 1] as string] as [string, string]] : []));

/** Returns the JSON-RPC response in the text of an event stream, which may follow notifications. */
function finalMessage(stream: string): string | undefined {
  const messages = stream
    .split('\n')
    .flatMap((line) => (line.startsWith('data: ') ? [line.slice('data: '.length)] : []));
  return messages.findLast((text) => {
    const message: unknown = text === '' ? undefined : JSON.parse(text);
    return isObject(message) && ('result' in message || 'error' in message);
  });
}
