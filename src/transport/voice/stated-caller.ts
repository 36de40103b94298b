import type { StatedCaller } from '../../lib/http/request-context.ts';
import { badRequest } from '../auth/headers.ts';
import type { Refusal } from '../auth/principal.ts';
import { callerView, type Middleware } from '../http/exchange.ts';
import { sendJson } from '../http/send-json.ts';

/** The header in which vendors send their id of the call. */
export const CALL_ID_HEADER = 'x-call-id';

/**
 * Reads who calls from Node's `rawHeaders`. A header that occurs twice is refused: a proxy in front may have added one to
 * that of a client.
 * @param numberHeader lower-case name of the header with the caller's number.
 */
function readStatedCaller(rawHeaders: readonly string[], numberHeader: string | undefined): StatedCaller | Refusal {
  const callIds = valuesOf(rawHeaders, CALL_ID_HEADER);
  const numbers = numberHeader === undefined ? [] : valuesOf(rawHeaders, numberHeader);
  if (callIds.length > 1) return badRequest(`The header ${CALL_ID_HEADER} is there twice.`);
  if (numbers.length > 1) return badRequest(`The header ${numberHeader} is there twice.`);
  return { callIds, numbers };
}

const valuesOf = (rawHeaders: readonly string[], name: string) =>
  rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name);

/** Records who calls, for an authenticated caller of the voice profile. A signature covers the body and no header. */
export const identifyCaller: Middleware = (exchange, next) => {
  const { voice } = callerView(exchange) ?? {};
  if (!voice || exchange.isSigned) return next();
  const { incoming, outgoing, context } = exchange;
  const stated = readStatedCaller(incoming.rawHeaders, voice.numberHeader);
  if ('status' in stated) {
    return sendJson(outgoing, stated.status, { error: stated.error, error_description: stated.message });
  }
  context.statedCaller = stated;
  next();
};
