import type { Logger } from '../lib/logger.ts';
import type { Clock } from '../lib/time/clock.ts';
import type { Unverified } from './signature.ts';

/** What the operator is told of a refused delivery; the sender is told none of it. */
const ADVICE: Record<Unverified | 'path' | 'altered', string> = {
  'no signature': 'it has no webhook-signature: if the platform does not sign, use RCPT_WEBHOOK_PATH_SECRET',
  'malformed headers': 'its webhook-id, webhook-timestamp or webhook-signature cannot be read',
  clock: 'it was signed more than five minutes from now: an old delivery, or a clock is wrong',
  signature: 'no secret of --webhook-secrets fits its signature',
  path: 'the secret in its path is not RCPT_WEBHOOK_PATH_SECRET',
  altered: 'its id was delivered before with another body',
};

/** One line a minute for each reason: whoever sends forgeries must not fill the log. */
const PAUSE_MS = 60_000;

export interface Refusals {
  note(reason: keyof typeof ADVICE): void;
}

export function createRefusals(logger: Logger, clock: Clock): Refusals {
  const last = new Map<string, { at: number; since: number }>();
  return {
    note(reason) {
      const before = last.get(reason);
      if (before && clock.now() - before.at < PAUSE_MS) {
        before.since++;
        return;
      }
      const more = before && before.since > 0 ? { more: before.since } : {};
      last.set(reason, { at: clock.now(), since: 0 });
      logger.warn('a webhook delivery was refused', { reason: ADVICE[reason], ...more });
    },
  };
}
