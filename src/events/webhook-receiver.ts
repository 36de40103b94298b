import { parseSignatureHeaders, type VerificationFailure, verifySignature } from '../lib/crypto/standard-webhooks.ts';
import { equalInConstantTime } from '../lib/crypto/timing-safe.ts';
import { MAX_DELIVERY_BYTES } from '../lib/http/body-sizes.ts';
import { errorAnswer } from '../lib/http/error-answer.ts';
import { BodyTooLargeError, readRequestBody } from '../lib/http/read-body.ts';
import type { FetchHandler } from '../lib/http/serve.ts';
import { isDeeperThan, isObject, type JsonObject } from '../lib/json.ts';
import type { Logger } from '../lib/logging/logger.ts';
import type { Secret } from '../lib/secrets/secret.ts';
import type { Clock } from '../lib/time/clock.ts';
import { reportingSystem } from './call-reports.ts';
import type { PlatformEvent } from './event.ts';
import { normalizePayload, UNKNOWN_TYPE } from './normalize-payload.ts';
import { createRefusalLog, type RefusalLog } from './refusals.ts';
import { createReplayGuard, digestOf } from './replay-guard.ts';
import { subjectOf } from './rewrite.ts';
import type { SigningSecrets } from './secrets.ts';

interface ReceiverOptions {
  /** Signing secrets. If undefined, signatures are not accepted. */
  secrets: SigningSecrets | undefined;
  /** A secret in the path of the URL, for platforms that do not sign in a known way. */
  pathSecret: Secret | undefined;
  /**
   * Stores a verified event and notifies listeners. Runs before the response, so that the platform redelivers what was not
   * stored. Concurrent deliveries of one event call it several times.
   * @param signedAt the signed time of the delivery, in seconds since the epoch.
   */
  store(event: PlatformEvent, signedAt: number | undefined): Promise<void> | void;
  /** Replaces the body of a stored event, which the platform has rewritten. No listener is notified. */
  rewrite(event: PlatformEvent, signedAt: number | undefined): Promise<void> | void;
  clock: Clock;
  logger: Logger;
}

/** Maximum depth of objects and arrays in a delivery: records have a few levels. */
const MAX_DEPTH = 32;
const BAD_BODY = `The body is not a JSON object in UTF-8, or is nested deeper than ${MAX_DEPTH} levels`;

const NO_EVENT =
  'The body names neither the type of an event nor the id of a record, such as {"type":"call.completed","data":{"id":"…"}}';
const INTAKE =
  'Nothing was kept. Reports of voice agents about their calls belong to POST /api/intake/{source_id} of a source made with "rcpt-mcp calls sources add"';

/**
 * True for an event that says what happened or to which record. Any name of an event is accepted: the specification shows
 * none.
 */
const isUsable = ({ type, recordId }: PlatformEvent) => type !== UNKNOWN_TYPE || recordId !== undefined;

/** Handles `POST /webhooks` and `POST /webhooks/{secret}`: verifies, deduplicates and emits deliveries. */
export function createReceiver(options: ReceiverOptions): FetchHandler {
  const { clock, logger } = options;
  const replayGuard = createReplayGuard();
  const refusals = createRefusalLog(logger, clock);
  return async (request) => {
    const body = await readBody(request);
    if (body instanceof Response) return body;
    const verified = await authenticate(request, body, options, refusals);
    if (!verified) return errorAnswer(401, 'unauthorized', 'The delivery could not be verified');
    const parsed = parse(body);
    if (!parsed) return errorAnswer(400, 'bad_request', BAD_BODY);

    const id = verified.id ?? digestOf(body);
    const event = eventOf(parsed, verified, body, clock.now());
    const subject = subjectOf(event);
    const delivery = { id, body, subject, timestamp: verified.timestamp };
    const status = replayGuard.check(delivery);
    if (status === 'duplicate') return Response.json({ received: true, repeated: true });
    if (status === 'conflict') {
      refusals.note('conflict');
      return errorAnswer(409, 'conflict', 'Another body was delivered under this id');
    }
    const reporting = reportingSystem(parsed, request.headers);
    if (reporting !== undefined || !isUsable(event)) {
      refusals.note(reporting === undefined ? 'content' : 'report');
      return errorAnswer(
        422,
        'unprocessable',
        `${reporting ? `This is a report of ${reporting}` : NO_EVENT}. ${INTAKE}`,
      );
    }
    try {
      await (status === 'rewritten'
        ? options.rewrite(event, verified.timestamp)
        : options.store(event, verified.timestamp));
    } catch (error) {
      logger.warn('a webhook delivery was refused: it cannot be stored now', { error });
      return errorAnswer(503, 'unavailable', 'The delivery cannot be stored now', { 'retry-after': '10' });
    }
    replayGuard.keep(delivery);
    return Response.json({ received: true });
  };
}

/** The metadata of an authenticated delivery. */
interface VerifiedDelivery {
  id?: string;
  /** The signed time of sending, in seconds since the epoch. */
  timestamp?: number;
}

/** Authenticates a delivery by the secret in its path or by its signature. Undefined if that fails. */
async function authenticate(
  request: Request,
  body: Uint8Array,
  { secrets, pathSecret, clock }: ReceiverOptions,
  refusals: RefusalLog,
): Promise<VerifiedDelivery | undefined> {
  const headers = parseSignatureHeaders(request.headers);
  const pathPart = new URL(request.url).pathname.split('/')[2];
  if (pathPart !== undefined) {
    if (pathSecret && equalInConstantTime(pathPart, pathSecret.reveal()))
      return typeof headers === 'string' ? {} : { id: headers.id };
    refusals.note('path');
    return undefined;
  }
  const failure: VerificationFailure | undefined =
    typeof headers === 'string' ? headers : verifySignature(headers, body, (await secrets?.()) ?? [], clock.now());
  if (typeof headers !== 'string' && failure === undefined) return headers;
  refusals.note(failure ?? 'signature');
  return undefined;
}

function eventOf(body: JsonObject, { id, timestamp }: VerifiedDelivery, bytes: Uint8Array, now: number): PlatformEvent {
  const normalized = normalizePayload(body);
  const sentAt = timestamp === undefined ? now : timestamp * 1_000;
  return {
    ...normalized,
    // The id header identifies the event, as Standard Webhooks requires.
    id: id ?? normalized.id ?? digestOf(bytes),
    at: normalized.at ?? new Date(sentAt).toISOString(),
    receivedAt: new Date(now).toISOString(),
    source: 'webhook',
  };
}

/** Returns the body, or the response that refuses the request. */
async function readBody(request: Request): Promise<Uint8Array | Response> {
  if (request.method !== 'POST') {
    return errorAnswer(405, 'method_not_allowed', 'Deliveries are POST requests', { allow: 'POST' });
  }
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type !== 'application/json' && !/^application\/[\w.-]+\+json$/.test(type)) {
    return errorAnswer(415, 'unsupported_media_type', 'Deliveries are application/json');
  }
  try {
    return await readRequestBody(request, MAX_DELIVERY_BYTES);
  } catch (error) {
    if (error instanceof BodyTooLargeError) return tooLarge();
    return errorAnswer(400, 'bad_request', 'The body is incomplete');
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function parse(body: Uint8Array): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(utf8.decode(body));
    return isObject(value) && !isDeeperThan(MAX_DEPTH, value) ? value : undefined;
  } catch {
    return undefined;
  }
}

// Closes the connection, because the rest of the body is not read.
const tooLarge = () =>
  errorAnswer(413, 'too_large', `A delivery has at most ${MAX_DELIVERY_BYTES} bytes`, { connection: 'close' });
