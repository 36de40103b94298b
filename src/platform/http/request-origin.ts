/** What Hono passes to handlers besides the request. */
export interface PlatformEnv {
  Bindings: RequestOrigin;
}

/** Where a request comes from. */
export interface RequestOrigin {
  /** The client's IP address. Absent for requests of the same process. */
  client?: string;
  /** The protocol that the client used, if a trusted proxy states it. */
  protocol?: 'http:' | 'https:' | undefined;
}
