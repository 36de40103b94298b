import type { Sender } from '../sender.ts';

/** Sends requests over the network. Redirects are not followed. */
export interface NetworkSender {
  send: Sender;
  /** Closes idle connections, and the others after their requests. */
  close(): Promise<void>;
}

export interface NetworkOptions {
  /** Default: 5,000. The whole request has its own deadline. */
  connectTimeoutMs?: number;
}

export const CONNECT_TIMEOUT_MS = 5_000;
