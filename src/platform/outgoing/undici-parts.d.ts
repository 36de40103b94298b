/** The modules of undici that this program uses. Its index also has fetch, WebSocket, caches and mocks: a twentieth of the package. */
declare module 'undici/lib/dispatcher/client.js' {
  import { type Client, Dispatcher } from 'undici';
  /** Without the methods that only the index adds, such as `request`. */
  export default class extends Dispatcher {
    constructor(url: string, options: Client.Options);
    destroy(): Promise<void>;
  }
}
declare module 'undici/lib/api/api-request.js' {
  import type { Dispatcher } from 'undici';
  /** The method `request` of a dispatcher. */
  export default function request(
    this: Dispatcher,
    options: Dispatcher.RequestOptions,
  ): Promise<Dispatcher.ResponseData>;
}
declare module 'undici/lib/core/connect.js' {
  export { buildConnector as default } from 'undici';
}
declare module 'undici/lib/core/errors.js' {
  import { errors } from 'undici';
  export = errors;
}
