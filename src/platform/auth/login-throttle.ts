import { networkOf } from '../../lib/http/network.ts';
import type { Clock } from '../../lib/time/clock.ts';

/** Attempts per account and client within one window. */
const MAX_ATTEMPTS = 5;
/** Attempts per client within one window, over all accounts. */
const MAX_CLIENT_ATTEMPTS = 50;
/** Length of the window, which starts with the first attempt. */
const WINDOW_MS = 15 * 60 * 1000;
/** Counters in memory. Beyond this the oldest are evicted, so that guessing cannot exhaust memory. */
export const MAX_COUNTERS = 10_000;

/** Who tries to sign in to what. */
export interface LoginAttempt {
  /** The e-mail address, in lower case. */
  account: string;
  /** The client's IP address; empty within the process. */
  client: string;
}

/**
 * Throttles password guessing per account and client. An account alone is not counted: anyone who knows its e-mail address
 * could lock its owner out. Held in memory: several processes on one database allow as many times the attempts.
 */
interface LoginThrottle {
  /** Counts an attempt; call it before the password is verified. Returns the seconds to wait if there were too many. */
  recordAttempt(attempt: LoginAttempt): number | undefined;
  /** Clears the attempts of the account after a successful sign-in, which was no guess: it does not count for the client. */
  reset(attempt: LoginAttempt): void;
}

interface Counter {
  /** Of the first attempt. */
  since: number;
  count: number;
}

export function createLoginThrottle(clock: Clock): LoginThrottle {
  const counters = new Map<string, Counter>();
  const read = (key: string, now: number): Counter => {
    const counter = counters.get(key);
    return counter && now - counter.since < WINDOW_MS ? counter : { since: now, count: 0 };
  };
  const increment = (key: string): void => {
    const { since, count } = read(key, clock.monotonic());
    counters.delete(key);
    counters.set(key, { since, count: count + 1 });
    const oldest = counters.size > MAX_COUNTERS ? counters.keys().next().value : undefined;
    if (oldest !== undefined) counters.delete(oldest);
  };
  const secondsToWait = (key: string, max: number): number | undefined => {
    const now = clock.monotonic();
    const { since, count } = read(key, now);
    return count < max ? undefined : Math.ceil((since + WINDOW_MS - now) / 1000);
  };
  return {
    recordAttempt(attempt) {
      const [network, account] = [networkOf(attempt.client), accountKey(attempt)];
      const seconds = secondsToWait(network, MAX_CLIENT_ATTEMPTS) ?? secondsToWait(account, MAX_ATTEMPTS);
      // Refused attempts add no counters: a client at its limit could evict its own with names of accounts.
      if (seconds !== undefined) return seconds;
      increment(account);
      increment(network);
      return undefined;
    },
    reset(attempt) {
      counters.delete(accountKey(attempt));
      const ofClient = counters.get(networkOf(attempt.client));
      if (ofClient && ofClient.count > 0) ofClient.count -= 1;
    },
  };
}

const accountKey = ({ account, client }: LoginAttempt) => `${networkOf(client)} ${account}`;
