import type { VendorOrigins } from './vendor-origins.ts';

/** Settings of fetching calls from their vendors. Times are in milliseconds. */
export interface FetchSettings {
  /** Calls that this process fetches at the same time. */
  maxConcurrent: number;
  /** Time for one request, from name resolution to the last byte. */
  requestMs: number;
  /** Time for all requests about one call. */
  timeoutMs: number;
  /** How long a process may take for a call before another one fetches it. Longer than `timeoutMs`. */
  leaseMs: number;
  /** Delay after the first failed attempt. It doubles with each further one. */
  firstDelayMs: number;
  maxDelayMs: number;
  maxAttempts: number;
  /** Maximum time between polls, in case a change notification is lost. */
  pollMs: number;
  /** Servers that stand in for those of vendors: for tests. */
  origins?: VendorOrigins;
}

export const MAX_CONCURRENT_FETCHES = 3;

export const DEFAULT_FETCH_SETTINGS: FetchSettings = {
  maxConcurrent: MAX_CONCURRENT_FETCHES,
  requestMs: 10_000,
  timeoutMs: 2 * 60_000,
  leaseMs: 5 * 60_000,
  // The delays of these attempts make a day.
  firstDelayMs: 5_000,
  maxDelayMs: 30 * 60_000,
  maxAttempts: 56,
  pollMs: 60_000,
};
