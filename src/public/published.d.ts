/** What `rcpt-mcp/platform` offers to programs: the embedded platform, above all for tests of one's own. */

/** What a key permits (specification, Authentication, Scopes). */
export type Scope =
  | 'read:bookings'
  | 'read:contacts'
  | 'read:calls'
  | 'read:services'
  | 'read:staff'
  | 'write:bookings'
  | 'write:contacts'
  | 'write:calls'
  | 'webhooks:manage';

export interface PlatformOptions {
  /** A file path, `:memory:` (default), or the `postgres://` URL of a database. */
  database?: string;
  /** Whether a new database begins with the demo business (default) or with an empty one. */
  demo?: boolean;
  /** The current time, in milliseconds since the epoch. Default: `Date.now`. */
  now?: () => number;
  /** Whether webhooks are told what happens. Default: true. */
  deliveries?: boolean;
}

export interface KeyOptions {
  /** A label. Default: `test`. */
  name?: string;
  /** Default: all. */
  scopes?: readonly Scope[];
  /** 1 to 3650. Default: 365. */
  expiresInDays?: number;
}

export interface EmbeddedPlatform {
  /** The team of the business that the database began with. `timeZone` is an IANA name, `defaultCountry` an ISO 3166 code. */
  readonly team: { id: string; name: string; timeZone: string; defaultCountry: string };
  /** Answers a request for anything under `/api/v1`, whatever its host. */
  fetch(request: Request): Promise<Response>;
  /** Serves it over HTTP on the loopback address; `port` 0 (default) takes any that is free. Closing that leaves the platform open. */
  listen(options?: { port?: number }): Promise<{ url: string; close(): Promise<void> }>;
  /** Makes an API key, which is stored as a hash and returned this once. Throws `RangeError`. */
  createKey(options?: KeyOptions): Promise<string>;
  /** Adds a call that has just ended, as the telephone side would. Throws `RangeError` for an unknown scenario. */
  simulateCall(options?: { scenario?: string }): Promise<{ id: string }>;
  /** Ends what is being written and closes the database. */
  close(): Promise<void>;
}

/** Opens the embedded platform. Throws an error with a sentence for a person when its database cannot be used. */
export declare function openPlatform(options?: PlatformOptions): Promise<EmbeddedPlatform>;
