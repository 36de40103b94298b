import type { IncomingMessage, ServerResponse } from 'node:http';
import { beside } from '../../lib/beside.ts';
import type { RequestAbout } from '../../lib/request.ts';
import { About } from '../http/request-context.ts';
import { isEndless, listensToTooMuch } from './long-lived.ts';
import { observeRequest } from '../http/observe.ts';
import type { HttpObserver } from '../http/observer.ts';
import { createPlaces, type Place } from './concurrency-limit.ts';
import { trustedProxies } from './trusted-proxies.ts';
import { createRateLimiter, networkOf, type RateLimit } from './rate-limiter.ts';
import { LISTENS_TO_TOO_MUCH, type Overload, refuse, TOO_MANY, tooOften } from './refuse.ts';
import { isForMcp } from '../http/target.ts';

export interface AdmissionOptions {
  observer?: HttpObserver | undefined;
  /** Addresses and networks of proxies whose `X-Forwarded-For` and `X-Request-Id` are believed. Default: none. */
  trustedProxies?: readonly string[] | undefined;
  /** For each caller at `/mcp`. Default: none. */
  rateLimit?: RateLimit | undefined;
  /** Requests to `/mcp` at the same time; those that only listen are not counted. Default: no limit. */
  maxConcurrent?: number | undefined;
}

export interface Admission {
  /** Sees each request first. False: it was answered here. */
  admit(incoming: IncomingMessage, outgoing: ServerResponse): boolean;
  /**
   * Notes who makes a request, by the name that the operator knows; empty where nobody is asked, or was not let in.
   * Asked twice of one request, it answers the same.
   * @returns why it is refused, when the caller asks too often.
   */
  identified(incoming: IncomingMessage, principal: string): Overload | undefined;
  /** What is known of a request that was admitted. */
  about(incoming: IncomingMessage): RequestAbout | undefined;
  /** Its place among those under way, where it has one. */
  place(incoming: IncomingMessage): Place | undefined;
}

/** The one place that each HTTP request passes, before anything reads or answers it. */
export function createAdmission(options: AdmissionOptions): Admission {
  const { observer, maxConcurrent = Number.POSITIVE_INFINITY } = options;
  const proxies = trustedProxies(options.trustedProxies ?? []);
  const limiter = options.rateLimit && createRateLimiter(options.rateLimit);
  const known = beside<IncomingMessage, About>('about');
  const places = createPlaces(maxConcurrent);

  const roomFor = (incoming: IncomingMessage, outgoing: ServerResponse) =>
    !isForMcp(incoming) || isEndless(incoming) || places.take(incoming, outgoing);
  return {
    admit(incoming, outgoing) {
      if (observer) observeRequest(observer, incoming, outgoing);
      if (!roomFor(incoming, outgoing)) {
        observer?.refused('concurrency');
        refuse(outgoing, TOO_MANY);
        return false;
      }
      if (isForMcp(incoming) && listensToTooMuch(incoming)) {
        refuse(outgoing, LISTENS_TO_TOO_MUCH);
        return false;
      }
      known.set(incoming, new About(incoming, proxies));
      return true;
    },
    identified(incoming, principal) {
      const about = known.get(incoming);
      if (!about) return undefined;
      if (principal !== '') about.principal = principal;
      if (!limiter) return undefined;
      if (about.early === undefined) {
        // No name begins like an address does.
        about.early = limiter.take(principal === '' ? `address ${networkOf(about.client)}` : `principal ${principal}`);
        if (about.early > 0) observer?.refused('rate');
      }
      return about.early > 0 ? tooOften(about.early) : undefined;
    },
    about: (incoming) => known.get(incoming),
    place: places.of,
  };
}
