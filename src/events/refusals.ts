import type { VerificationFailure } from '../lib/crypto/standard-webhooks.ts';
import { createLogThrottle } from '../lib/logging/log-throttle.ts';
import type { Logger } from '../lib/logging/logger.ts';
import type { Clock } from '../lib/time/clock.ts';

/** Why a delivery was refused, for the operator's log. The sender receives the reason only if the delivery is genuine. */
const EXPLANATIONS: Record<VerificationFailure | 'path' | 'conflict' | 'content' | 'report', string> = {
  'no signature': 'it has no webhook-signature: if the platform does not sign, use RCPT_WEBHOOK_PATH_SECRET',
  'malformed headers': 'its webhook-id, webhook-timestamp or webhook-signature cannot be read',
  clock: 'it was signed more than five minutes from now: an old delivery, or a clock is wrong',
  signature: 'no secret of --webhook-secrets fits its signature',
  path: 'the secret in its path is not RCPT_WEBHOOK_PATH_SECRET',
  conflict: 'its id was delivered before with another body',
  content: 'it is genuine, and names neither the type of an event nor the id of a record',
  report:
    'it is genuine, and reports a call of a voice agent, which belongs to POST /api/intake/{source_id}: rcpt-mcp calls sources add',
};

export interface RefusalLog {
  note(reason: keyof typeof EXPLANATIONS): void;
}

/** Logs refused deliveries, throttled per reason. */
export function createRefusalLog(logger: Logger, clock: Clock): RefusalLog {
  const throttle = createLogThrottle(clock);
  return {
    note(reason) {
      const count = throttle.take(reason);
      if (count === 0) return;
      const more = count > 1 ? { more: count - 1 } : {};
      logger.warn('a webhook delivery was refused', { reason: EXPLANATIONS[reason], ...more });
    },
  };
}
