import type { ServerResponse } from 'node:http';
import { createAttachedProperty } from '../attached-property.ts';
import { isObject } from '../json.ts';
import type { Logger } from '../logging/logger.ts';
import type { RequestContext } from './request-context.ts';

/** Why a request is refused, without data of it. */
interface NotedRefusal {
  /** Error code, such as `invalid_token`. */
  reason: string;
  /** What exactly is wrong with it, if more is known. */
  detail?: string | undefined;
}

const refusals = createAttachedProperty<ServerResponse, NotedRefusal>('refusal');

/** Notes that a response is a refusal of its request, for the log. */
export const noteRefusal = (response: ServerResponse, reason: string, detail?: string): void =>
  refusals.set(response, { reason, detail });

/** The statuses of refusals. An answer without an error code, such as that of JSON-RPC, has this reason. */
const REASONS: Readonly<Record<number, string>> = {
  401: 'unauthorized',
  403: 'forbidden',
  413: 'too_large',
  429: 'rate_limited',
  503: 'unavailable',
};

/** Notes the error code of an answer that refuses its request, unless its step has noted more. */
export function noteAnswer(response: ServerResponse, status: number, body: unknown): void {
  if (!(status in REASONS) || refusals.get(response)) return;
  if (isObject(body) && typeof body.error === 'string') noteRefusal(response, body.error);
}

/** The same for the answer of a route, whose body is read only if it refuses the request. */
export async function noteResponse(response: ServerResponse, answer: Response): Promise<Response> {
  if (answer.status in REASONS) {
    const body: unknown = await answer
      .clone()
      .json()
      .catch(() => undefined);
    noteAnswer(response, answer.status, body);
  }
  return answer;
}

/** Logs a refusal after its response. Only then is it known which step refused: the rate limit precedes a 401. */
export function logRefusal(logger: Logger, outgoing: ServerResponse, route: string, context: RequestContext): void {
  const status = outgoing.statusCode;
  const { reason, detail } = refusals.get(outgoing) ?? { reason: REASONS[status] };
  if (reason === undefined) return;
  // Probes ask it all the time: that the server is not ready refuses nothing, and has log lines of its own.
  if (status === 503 && route === '/readyz') return;
  const { id, client, principal } = context;
  const more = { ...(detail === undefined ? {} : { detail }), ...(principal === undefined ? {} : { principal }) };
  logger.info('request refused', { status, reason, route, client, request_id: id, ...more });
}
