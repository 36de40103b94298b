import { createRateLimiter, type RateLimit } from '../../lib/concurrency/rate-limiter.ts';
import { createBodyReceiver, type ReceivedMessage } from '../../lib/http/body-receiver.ts';
import { MAX_DELIVERY_BYTES, MAX_REPORT_BYTES } from '../../lib/http/body-sizes.ts';
import type { HttpObserver } from '../../lib/http/http-observer.ts';
import { createPermitPool, type LimitedCaller, type Permit } from '../../lib/http/permit-pool.ts';
import { limitedCallerOf } from '../limits/limited-caller.ts';
import { exceedsSubscriptionLimit, isLongLived, MAX_WAITING_BYTES } from '../limits/long-lived.ts';
import {
  BODY_REFUSED,
  type Overload,
  rateLimited,
  refuseOverload,
  SUBSCRIPTION_TOO_LARGE,
  TOO_MANY,
  TOO_MANY_STREAMS,
} from '../limits/overload.ts';
import type { Exchange, Middleware } from './exchange.ts';
import { isCallReport, isForMcp, isForVapi, isForWeb, isWebhook } from './target.ts';

/** The bodies of the requests that hold a permit, in bytes. */
export const MAX_REQUEST_BYTES = 8 * 1024 * 1024;
/** Long-lived responses: subscriptions, streams of sessions, and calls that wait for their user. */
export const MAX_STREAMS = 1_024;
export const MAX_STREAM_BYTES = 16 * 1024 * 1024;
/** Event deliveries and reports of calls that are processed concurrently, and their bodies in bytes. */
export const MAX_DELIVERIES = 64;
export const MAX_DELIVERIES_BYTES = 8 * 1024 * 1024;
/** Requests of pages that are processed concurrently, and their bodies in bytes. */
export const MAX_PAGE_REQUESTS = 64;
export const MAX_PAGE_REQUEST_BYTES = 8 * 1024 * 1024;

interface RequestLimitOptions {
  /** Concurrent requests to `/mcp`, except long-lived ones. */
  maxConcurrent: number;
  maxBodyBytes: number;
  observer: HttpObserver | undefined;
}

/** The steps that limit what open requests hold. */
interface RequestLimits {
  /** Receives the body of a request to `/mcp`, of a page, of a message of Vapi or of an event delivery, unless an earlier step has. */
  receiveBody: Middleware;
  /** Acquires a permit for a request whose body has arrived: one that is not sent completely holds none. */
  acquirePermit: Middleware;
}

export function createRequestLimits({ maxConcurrent, maxBodyBytes, observer }: RequestLimitOptions): RequestLimits {
  const requests = createPermitPool({ permits: maxConcurrent, bytes: MAX_REQUEST_BYTES });
  const streams = createPermitPool({ permits: MAX_STREAMS, bytes: MAX_STREAM_BYTES });
  const deliveries = createPermitPool({ permits: MAX_DELIVERIES, bytes: MAX_DELIVERIES_BYTES });
  const pages = createPermitPool({ permits: MAX_PAGE_REQUESTS, bytes: MAX_PAGE_REQUEST_BYTES });
  const bodies = createBodyReceiver((outgoing) => {
    observer?.requestRefused('bodies');
    refuseOverload(outgoing, BODY_REFUSED);
  });

  /** Moves a request that waits for its user to the long-lived ones, if it is small and they have room. */
  const movable = (permit: Permit, { lifetime }: Exchange, caller: LimitedCaller, bytes: number): Permit => ({
    release() {
      const waiting = bytes <= MAX_WAITING_BYTES ? streams.acquire(lifetime, caller, bytes) : undefined;
      if (!waiting) return () => {};
      const takeBack = permit.release();
      return () => {
        waiting.release();
        takeBack();
      };
    },
  });
  const refuse = ({ outgoing }: Exchange, limit: 'concurrency' | 'streams', overload: Overload) => {
    observer?.requestRefused(limit);
    refuseOverload(outgoing, overload);
  };

  return {
    receiveBody(exchange, next) {
      const { incoming, outgoing } = exchange;
      if (incoming.rawBody) return next();
      const isDelivery = isWebhook(incoming) || isCallReport(incoming);
      const isPage = isForWeb(incoming);
      if (incoming.method === 'GET' || !(isDelivery || isPage || callsTools(incoming))) return next();
      const caller = limitedCallerOf(exchange);
      const maxBytes = isWebhook(incoming)
        ? MAX_DELIVERY_BYTES
        : isCallReport(incoming)
          ? MAX_REPORT_BYTES
          : maxBodyBytes;
      const isAdmissible = (bytes: number) =>
        isDelivery ? deliveries.hasRoom(asSender(caller), bytes) : (isPage ? pages : requests).hasRoom(caller, bytes);
      bodies.receive({ incoming, outgoing, caller: caller.key, maxBytes, isAdmissible }, next);
    },
    acquirePermit(exchange, next) {
      const { incoming, lifetime } = exchange;
      const caller = limitedCallerOf(exchange);
      const bytes = exchange.incoming.rawBody?.length ?? 0;
      if (isWebhook(incoming) || isCallReport(incoming)) {
        if (deliveries.acquire(lifetime, asSender(caller), bytes)) next();
        else refuse(exchange, 'concurrency', TOO_MANY);
      } else if (isForWeb(incoming)) {
        if (pages.acquire(lifetime, caller, bytes)) next();
        else refuse(exchange, 'concurrency', TOO_MANY);
      } else if (!callsTools(incoming)) next();
      else if (isForMcp(incoming) && isLongLived(incoming)) {
        if (streams.acquire(lifetime, caller, bytes)) next();
        else refuse(exchange, 'streams', TOO_MANY_STREAMS);
      } else {
        const permit = requests.acquire(lifetime, caller, bytes);
        if (!permit) return refuse(exchange, 'concurrency', TOO_MANY);
        exchange.permit = movable(permit, exchange, caller, bytes);
        next();
      }
    },
  };
}

/** Returns whether a request calls tools: these count for the limit of concurrent requests. */
const callsTools = (incoming: ReceivedMessage) => isForMcp(incoming) || isForVapi(incoming);

/** A sender of event deliveries is verified in their receiver: no address can be kept out by another one. */
const asSender = (caller: LimitedCaller): LimitedCaller => ({ ...caller, standing: 'local' });

/** Limits the size of a subscription, which stays in memory while it is open. */
export const limitSubscriptionSize: Middleware = ({ incoming, outgoing }, next) => {
  if (isForMcp(incoming) && exceedsSubscriptionLimit(incoming)) refuseOverload(outgoing, SUBSCRIPTION_TOO_LARGE);
  else next();
};

/**
 * Limits the request rate of each caller, after authentication. An unauthenticated request, and one with a credential
 * that may be made up, counts for its network: otherwise credentials could be guessed at any rate.
 */
export function limitRate(limit: RateLimit | undefined, observer: HttpObserver | undefined): Middleware {
  if (!limit) return (_exchange, next) => next();
  const limiter = createRateLimiter(limit);
  return (exchange, next) => {
    const retryAfterSeconds = limiter.take(limitedCallerOf(exchange).key);
    if (retryAfterSeconds === 0) return next();
    observer?.requestRefused('rate');
    refuseOverload(exchange.outgoing, rateLimited(retryAfterSeconds));
  };
}
