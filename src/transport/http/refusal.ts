import type { ServerResponse } from 'node:http';
import { createAttachedProperty } from '../../lib/attached-property.ts';
import type { Logger } from '../../lib/logger.ts';
import type { Exchange } from './exchange.ts';

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

/** Logs a refusal after its response. Only then is it known which step refused: the rate limit precedes a 401. */
export function logRefusal(logger: Logger, { outgoing, context }: Exchange): void {
  const refusal = refusals.get(outgoing);
  if (refusal === undefined) return;
  const { reason, detail } = refusal;
  const { id, client, principal } = context;
  const more = { ...(detail === undefined ? {} : { detail }), ...(principal === undefined ? {} : { principal }) };
  logger.info('request refused', { status: outgoing.statusCode, reason, client, request_id: id, ...more });
}
