import { equalInConstantTime } from '../lib/crypto/timing-safe.ts';
import { BodyTooLargeError, readRequestBody } from '../lib/http/read-body.ts';
import type { FetchHandler } from '../lib/http/serve.ts';
import { isObject, type JsonObject } from '../lib/json.ts';
import type { Logger } from '../lib/logger.ts';
import type { Secret } from '../lib/secret.ts';
import type { Clock } from '../lib/time/clock.ts';
import type { PlatformEvent } from './event.ts';
import { normalizePayload } from './normalize-payload.ts';
import { createRefusals, type Refusals } from './refusals.ts';
import { createReplayGuard, digestOf } from './replay-guard.ts';
import type { Secrets } from './secrets.ts';
import { signedOf, type Unverified, verify } from './signature.ts';

/** The largest delivery, in bytes. */
export const MAX_DELIVERY = 256 * 1_024;

export interface ReceiverOptions {
  /** Signing secrets; undefined: signatures are not looked at. */
  secrets: Secrets | undefined;
  /** A secret that stands in the path, for platforms whose signing is unknown. */
  pathSecret: Secret | undefined;
  /** Takes a genuine, new event in, after the delivery was answered. */
  take(event: PlatformEvent): void;
  /** Writes it down instead, before the delivery is answered: what cannot be written is to be delivered again. */
  write?: ((event: PlatformEvent) => Promise<void>) | undefined;
  clock: Clock;
  logger: Logger;
}

/** Answers `POST /webhooks` and `POST /webhooks/{secret}`: verifies, reads, and lets what is new in. */
export function createReceiver(options: ReceiverOptions): FetchHandler {
  const { clock, logger } = options;
  const deliveries = createReplayGuard();
  const refusals = createRefusals(logger, clock);
  return async (request) => {
    const body = await readBody(request);
    if (body instanceof Response) return body;
    const proof = await prove(request, body, options, refusals);
    if (!proof) return answer(401, 'unauthorized', 'The delivery could not be verified');
    const parsed = parse(body);
    if (!parsed) return answer(400, 'bad_request', 'The body is not a JSON object in UTF-8');

    const id = proof.id ?? digestOf(body);
    const known = deliveries.check(id, body);
    if (known === 'repeated') return Response.json({ received: true, repeated: true });
    if (known === 'altered') {
      refusals.note('altered');
      return answer(409, 'conflict', 'Another body was delivered under this id');
    }
    const event = eventOf(parsed, proof, body, clock.now());
    if (options.write) {
      try {
        await options.write(event);
      } catch (error) {
        deliveries.forget(id);
        logger.warn('a webhook delivery was put off: other replicas cannot be told of it', { error });
        return answer(503, 'unavailable', 'The delivery cannot be kept now', { 'retry-after': '10' });
      }
    } else setImmediate(() => options.take(event));
    return Response.json({ received: true });
  };
}

/** What a verified delivery says of itself outside of its body. */
interface Proof {
  id?: string;
  /** When it was sent, in seconds since the epoch. */
  timestamp?: number;
}

async function prove(
  request: Request,
  body: Uint8Array,
  { secrets, pathSecret, clock }: ReceiverOptions,
  refusals: Refusals,
): Promise<Proof | undefined> {
  const signed = signedOf(request.headers);
  const word = new URL(request.url).pathname.split('/')[2];
  if (word !== undefined) {
    if (pathSecret && equalInConstantTime(word, pathSecret.reveal()))
      return typeof signed === 'string' ? {} : { id: signed.id };
    refusals.note('path');
    return undefined;
  }
  const wrong: Unverified | undefined =
    typeof signed === 'string' ? signed : verify(signed, body, (await secrets?.()) ?? [], clock.now());
  if (typeof signed !== 'string' && wrong === undefined) return signed;
  refusals.note(wrong ?? 'signature');
  return undefined;
}

function eventOf(body: JsonObject, { id, timestamp }: Proof, bytes: Uint8Array, now: number): PlatformEvent {
  const notice = normalizePayload(body);
  const sent = timestamp === undefined ? now : timestamp * 1_000;
  return {
    ...notice,
    // The embedded platform's header has the event's id, as the convention asks.
    id: id ?? notice.id ?? digestOf(bytes),
    at: notice.at ?? new Date(sent).toISOString(),
    receivedAt: new Date(now).toISOString(),
    source: 'webhook',
  };
}

/** The body, or what to answer instead. */
async function readBody(request: Request): Promise<Uint8Array | Response> {
  if (request.method !== 'POST') {
    return answer(405, 'method_not_allowed', 'Deliveries are POST requests', { allow: 'POST' });
  }
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type !== 'application/json' && !/^application\/[\w.-]+\+json$/.test(type)) {
    return answer(415, 'unsupported_media_type', 'Deliveries are application/json');
  }
  try {
    return await readRequestBody(request, MAX_DELIVERY);
  } catch (error) {
    if (error instanceof BodyTooLargeError) return tooLarge();
    return answer(400, 'bad_request', 'The body did not arrive whole');
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function parse(body: Uint8Array): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(utf8.decode(body));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

// The rest of it is not read: the connection is of no further use.
const tooLarge = () =>
  answer(413, 'too_large', `A delivery has at most ${MAX_DELIVERY} bytes`, { connection: 'close' });

function answer(status: number, error: string, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ error, message }, { status, headers });
}
