/** An address that a name resolved to. */
export interface Address {
  address: string;
  family: number;
}

/** How addresses that others chose are connected to. */
export interface ConnectionSettings {
  /** True if they may go to this computer, also over plain HTTP. */
  loopback: boolean;
  /** Resolves a host name to all its addresses. */
  resolve(name: string): Promise<Address[]>;
  /** Certificate authorities to trust instead of Node's, in PEM. */
  ca?: string | undefined;
}

/** Settings of requests to addresses that others chose. */
export interface OutgoingSettings extends ConnectionSettings {
  /** Timeout of one attempt, from name resolution to the end of the response, in milliseconds. */
  timeoutMs: number;
}
