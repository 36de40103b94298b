import { callReference, ENDPOINTS, type Endpoint, type EndpointName } from '../contract/index.ts';
import { Cancellation, type CancelSignal } from '../lib/concurrency/cancellation.ts';
import type { Api } from './client.ts';
import type { Extensions } from './extensions.ts';

/**
 * Returns a client whose writes of bookings state the call that they are made in (`X-Call-Reference`), where the
 * platform announces the extension `call_reference`. A reference that the contract does not allow is not sent.
 */
export function apiDuringCall(api: Api, extensions: Extensions, reference: string): Api {
  if (!callReference().safeParse(reference).success) return api;
  return new Proxy(api, {
    get(target, name: keyof Api) {
      const method = Object.hasOwn(target, name) ? (target[name] as (args: CallArgs) => unknown) : undefined;
      const endpoint: Endpoint | undefined = ENDPOINTS[name as EndpointName];
      if (!method || !endpoint?.callReference) return method;
      return async (args: CallArgs) => {
        const isSupported = await extensions.has('call_reference', args.signal ?? new Cancellation());
        return method(isSupported ? { ...args, callReference: reference } : args);
      };
    },
  });
}

interface CallArgs {
  signal?: CancelSignal;
  /** Sent in the header of the contract. */
  callReference?: string;
}
