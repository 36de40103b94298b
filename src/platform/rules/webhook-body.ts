import * as z from 'zod';
import { WebhookBody } from '../../contract/index.ts';
import { hostKind } from './webhook-address.ts';
import { EVENT_NAMES } from './webhook-events.ts';

const MAX_URL_LENGTH = 2048;

/**
 * The schema of the body of webhook creation. Unlike the contract's, it rejects unknown fields. `loopback`: true if a
 * URL may point to this computer.
 */
export const webhookBodySchema = ({ loopback }: { loopback: boolean }) =>
  z.strictObject({
    url: WebhookBody.shape.url.check(customCheck((text) => urlProblem(text, loopback))),
    events: WebhookBody.shape.events.check(customCheck(eventsProblem)),
  });

function customCheck<T>(problem: (value: T) => string | undefined) {
  return (payload: z.core.ParsePayload<T>) => {
    const message = problem(payload.value);
    if (message) payload.issues.push({ code: 'custom', input: payload.value, message });
  };
}

/** Why notifications cannot be sent to a URL; undefined if they can. */
function urlProblem(text: string, loopback: boolean): string | undefined {
  if (text.length > MAX_URL_LENGTH) return `must have at most ${MAX_URL_LENGTH} characters`;
  // The contract's own check of `url` reports this.
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const kind = hostKind(url.hostname);
  if (kind === 'loopback' && !loopback) return 'must not point to the computer that the platform runs on';
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && kind === 'loopback')) {
    return 'must begin with https:// (http:// only for this computer itself)';
  }
  if (kind === 'refused') return 'must not point into a private network';
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password';
  if (text.includes('#')) return 'must not have a fragment (#…)';
  return undefined;
}

function eventsProblem(events: string[]): string | undefined {
  const unknown = events.find((event) => !EVENT_NAMES.includes(event));
  if (unknown !== undefined)
    return `there is no event ${JSON.stringify(unknown.slice(0, 60))}; the events are ${EVENT_NAMES.join(', ')}`;
  return new Set(events).size < events.length ? 'must name each event once' : undefined;
}
