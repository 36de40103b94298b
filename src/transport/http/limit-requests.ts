import { createConcurrencyLimiter } from '../limits/concurrency-limit.ts';
import { exceedsSubscriptionLimit, isLongLived } from '../limits/long-lived.ts';
import { rateLimited, refuseOverload, SUBSCRIPTION_TOO_LARGE, TOO_MANY } from '../limits/overload.ts';
import { createRateLimiter, networkOf, type RateLimit } from '../limits/rate-limiter.ts';
import type { Middleware } from './exchange.ts';
import type { HttpObserver } from './observe.ts';
import { isForMcp } from './target.ts';

/** Limits the number of concurrent requests to `/mcp`. Long-lived ones are not counted. */
export function limitConcurrency(max: number, observer: HttpObserver | undefined): Middleware {
  const limiter = createConcurrencyLimiter(max);
  return (exchange, next) => {
    const { incoming, outgoing } = exchange;
    if (!isForMcp(incoming) || isLongLived(incoming)) return next();
    const permit = limiter.acquire(outgoing);
    if (permit) {
      exchange.permit = permit;
      return next();
    }
    observer?.requestRefused('concurrency');
    refuseOverload(outgoing, TOO_MANY);
  };
}

/** Limits the size of a subscription, which stays in memory while it is open. */
export const limitSubscriptionSize: Middleware = ({ incoming, outgoing }, next) => {
  if (isForMcp(incoming) && exceedsSubscriptionLimit(incoming)) refuseOverload(outgoing, SUBSCRIPTION_TOO_LARGE);
  else next();
};

/**
 * Limits the request rate of each caller, after authentication. An unauthenticated request counts for its network:
 * otherwise credentials could be guessed at any rate.
 */
export function limitRate(limit: RateLimit | undefined, observer: HttpObserver | undefined): Middleware {
  if (!limit) return (_exchange, next) => next();
  const limiter = createRateLimiter(limit);
  return ({ context, outgoing }, next) => {
    // A principal's name cannot begin like the key of an address.
    const key = context.principal ? `principal ${context.principal}` : `address ${networkOf(context.client)}`;
    const retryAfterSeconds = limiter.take(key);
    if (retryAfterSeconds === 0) return next();
    observer?.requestRefused('rate');
    refuseOverload(outgoing, rateLimited(retryAfterSeconds));
  };
}
