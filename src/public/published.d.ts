/** The interface of `rcpt-mcp/platform`: the embedded platform for other programs, such as their tests. */

/** Permissions of a key (specification, Authentication, Scopes). */
export type Scope =
  | 'read:bookings'
  | 'read:contacts'
  | 'read:calls'
  | 'read:services'
  | 'read:staff'
  | 'write:bookings'
  | 'write:contacts'
  | 'write:calls'
  | 'webhooks:manage'
  | 'time_off:manage'
  | 'business:manage';

export interface PlatformOptions {
  /** A file path, `:memory:` (default), or the `postgres://` URL of a database. */
  database?: string;
  /** Whether a new database contains the demo business (default) or an empty one. */
  demo?: boolean;
  /** The current time, in milliseconds since the epoch. Default: `Date.now`. */
  now?: () => number;
  /** Whether events are delivered to webhooks. Default: true. */
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
  /** The team of the initial business of the database. `timeZone` is an IANA name, `defaultCountry` an ISO 3166 code. */
  readonly team: { id: string; name: string; timeZone: string; defaultCountry: string };
  /** Answers a request for anything under `/api/v1`, for any host. */
  fetch(request: Request): Promise<Response>;
  /** Serves the platform over HTTP on the loopback address; `port` 0 (default): a free port. Closing the server leaves the platform open. */
  listen(options?: { port?: number }): Promise<{ url: string; close(): Promise<void> }>;
  /** Creates an API key. It is stored as a hash, so the value is returned only here. Throws `RangeError`. */
  createKey(options?: KeyOptions): Promise<string>;
  /** Adds a call that has just ended. Throws `RangeError` for an unknown scenario. */
  simulateCall(options?: { scenario?: string }): Promise<{ id: string }>;
  /** Completes pending writes and closes the database. */
  close(): Promise<void>;
}

/** Opens the embedded platform. Throws an error with a readable message if its database cannot be used. */
export declare function openPlatform(options?: PlatformOptions): Promise<EmbeddedPlatform>;
