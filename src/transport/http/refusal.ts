import type { ServerResponse } from 'node:http';
import { createAttachedProperty } from '../../lib/attached-property.ts';
import type { Logger } from '../../lib/logger.ts';
import type { Exchange } from './exchange.ts';

const reasons = createAttachedProperty<ServerResponse, string>('refusal');

/** Notes that a response is a refusal of its request, for the log. The reason contains no data of the request. */
export const noteRefusal = reasons.set;

/** Logs a refusal after its response. Only then is it known which step refused: the rate limit precedes a 401. */
export function logRefusal(logger: Logger, { outgoing, context }: Exchange): void {
  const reason = reasons.get(outgoing);
  if (reason === undefined) return;
  const { id, client, principal } = context;
  const caller = principal === undefined ? {} : { principal };
  logger.info('request refused', { status: outgoing.statusCode, reason, client, request_id: id, ...caller });
}
