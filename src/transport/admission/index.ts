import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestAbout } from '../../lib/request.ts';
import { About } from './about.ts';
import { observeRequest } from './observe.ts';
import type { HttpObserver } from './observer.ts';
import { trustedProxies } from './proxies.ts';

export interface AdmissionOptions {
  observer?: HttpObserver | undefined;
  /** Addresses and networks of proxies whose `X-Forwarded-For` and `X-Request-Id` are believed. Default: none. */
  trustedProxies?: readonly string[] | undefined;
}

export interface Admission {
  /** Sees each request first. False: it was answered here. */
  admit(incoming: IncomingMessage, outgoing: ServerResponse): boolean;
  /** Notes who makes a request, by the name that the operator knows; empty where nobody is asked. */
  identified(incoming: IncomingMessage, principal: string): void;
  /** What is known of a request that was admitted. */
  about(incoming: IncomingMessage): RequestAbout | undefined;
}

/** The one place that each HTTP request passes, before anything reads or answers it. */
export function createAdmission(options: AdmissionOptions): Admission {
  const { observer } = options;
  const proxies = trustedProxies(options.trustedProxies ?? []);
  const known = new WeakMap<IncomingMessage, About>();
  return {
    admit(incoming, outgoing) {
      if (observer) observeRequest(observer, incoming, outgoing);
      known.set(incoming, new About(incoming, proxies));
      return true;
    },
    identified(incoming, principal) {
      const about = known.get(incoming);
      if (about && principal !== '') about.principal = principal;
    },
    about: (incoming) => known.get(incoming),
  };
}
