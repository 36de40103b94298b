import * as z from 'zod';
import { webhookBodySchema as documentedBodySchema } from '../../contract/index.ts';
import { urlProblem } from '../outgoing/url-problem.ts';
import { EVENT_NAMES } from './webhook-events.ts';

/**
 * The schema of the body of webhook creation. Unlike the contract's, it rejects unknown fields. `loopback`: true if a
 * URL may point to this computer.
 */
export const webhookBodySchema = ({ loopback }: { loopback: boolean }) =>
  z.strictObject({
    url: documentedBodySchema().shape.url.check(customCheck((text) => urlProblem(text, loopback))),
    events: documentedBodySchema().shape.events.check(customCheck(eventsProblem)),
  });

function customCheck<T>(problem: (value: T) => string | undefined) {
  return (payload: z.core.ParsePayload<T>) => {
    const message = problem(payload.value);
    if (message) payload.issues.push({ code: 'custom', input: payload.value, message });
  };
}

function eventsProblem(events: string[]): string | undefined {
  const unknown = events.find((event) => !EVENT_NAMES.includes(event));
  if (unknown !== undefined)
    return `there is no event ${JSON.stringify(unknown.slice(0, 60))}; the events are ${EVENT_NAMES.join(', ')}`;
  return new Set(events).size < events.length ? 'must name each event once' : undefined;
}
