import type { Api } from './client.ts';

/** Returns a client whose requests belong to a trace (W3C Trace Context). */
export function tracedApi(api: Api, traceparent: string): Api {
  return new Proxy(api, {
    get(target, name: keyof Api) {
      const method = Object.hasOwn(target, name) ? (target[name] as (args: object) => unknown) : undefined;
      return method && ((args: object) => method({ ...args, traceparent }));
    },
  });
}
