import { newId } from '../../lib/ids.ts';
import { insertAttempts } from '../store/attempts.ts';
import type { ClaimedDelivery } from '../store/deliveries.ts';
import { firstFailedAt, markDelivered, markFailed, markForRetry, releaseDelivery } from '../store/delivery-outcomes.ts';
import type { Db } from '../store/schema.ts';
import { toIso } from '../store/time.ts';
import { disableWebhook, failingSince, type Health, recordHealth } from '../store/webhook-health.ts';
import type { Attempt } from './attempt.ts';
import { pauseAfter } from './schedule.ts';
import type { DeliverySettings } from './settings.ts';

/** What became of a delivery that this process had taken; without an attempt: it is given back. */
export interface Outcome {
  delivery: ClaimedDelivery;
  attempt: Attempt | undefined;
}

interface RecordContext {
  /** Who had taken them. */
  workerId: string;
  settings: DeliverySettings;
  /** Told of each webhook that is disabled with it. */
  onDisabled(webhookId: string, reason: string): void;
}

const GONE = 410;
const succeeded = ({ status }: Attempt) => status !== null && status >= 200 && status < 300;

/** Writes down outcomes in the order in which they came. */
export async function recordOutcomes(tx: Db, outcomes: readonly Outcome[], recording: RecordContext): Promise<void> {
  const byWebhook = new Map<string, Outcome[]>();
  for (const outcome of outcomes) {
    const id = outcome.delivery.webhook_id;
    byWebhook.set(id, [...(byWebhook.get(id) ?? []), outcome]);
  }
  // Always in the same order, so that two processes never wait for each other.
  for (const id of [...byWebhook.keys()].sort())
    await recordWebhookOutcomes(tx, id, byWebhook.get(id) ?? [], recording);
}

async function recordWebhookOutcomes(
  tx: Db,
  webhookId: string,
  outcomes: readonly Outcome[],
  recording: RecordContext,
): Promise<void> {
  const { workerId } = recording;
  const attempted = outcomes.filter(hasAttempt);
  // Where the webhook was deleted meanwhile, so was everything else about it.
  if (attempted.length > 0 && !(await recordHealth(tx, healthOf(webhookId, attempted)))) return;
  await insertAttempts(
    tx,
    attempted.map(({ delivery, attempt }) => ({
      id: newId('att'),
      webhook_id: webhookId,
      event_id: delivery.event_id,
      type: delivery.type,
      at: attempt.at,
      duration_ms: attempt.durationMs,
      status: attempt.status,
      error: attempt.error,
    })),
  );
  const delivered = attempted.filter(({ attempt }) => succeeded(attempt));
  await markDelivered(
    tx,
    delivered.map(({ delivery }) => delivery.id),
  );
  for (const { delivery, attempt } of outcomes) {
    if (!attempt) await releaseDelivery(tx, { id: delivery.id, workerId });
    else if (!succeeded(attempt)) await recordFailure(tx, delivery, attempt, recording);
  }
}

type Attempted = Outcome & { attempt: Attempt };
const hasAttempt = (outcome: Outcome): outcome is Attempted => outcome.attempt !== undefined;
const endOf = ({ at, durationMs }: Attempt) => at + durationMs;

function healthOf(webhookId: string, attempted: readonly Attempted[]): Health {
  const attempts = attempted.map(({ attempt }) => attempt);
  const failed = attempts.slice(attempts.findLastIndex(succeeded) + 1);
  const [first] = failed;
  const last = attempts.at(-1);
  const pauses = attempts.map((one) => (one.retryAfterMs === undefined ? 0 : endOf(one) + one.retryAfterMs));
  const pausedUntil = Math.max(...pauses);
  return {
    webhookId,
    succeeded: failed.length < attempts.length,
    failures: failed.length,
    failedAt: first && endOf(first),
    lastAt: last?.at ?? 0,
    lastStatus: last?.error ?? String(last?.status),
    pausedUntil: pausedUntil > 0 ? pausedUntil : undefined,
  };
}

async function recordFailure(
  tx: Db,
  delivery: ClaimedDelivery,
  attempt: Attempt,
  recording: RecordContext,
): Promise<void> {
  const { workerId, settings, onDisabled } = recording;
  const { id, webhook_id } = delivery;
  const attempts = delivery.attempts + 1;
  const disable = async (reason: string) => {
    const ended = endOf(attempt);
    await disableWebhook(tx, webhook_id, reason, ended);
    onDisabled(webhook_id, reason);
  };
  const failedAt = endOf(attempt);
  if (attempt.status === GONE) {
    await markFailed(tx, { id, workerId }, attempts);
    return disable('its server answered 410: gone');
  }
  const pause = pauseAfter(settings.retryDelaysMs, attempts);
  if (pause !== undefined) {
    const nextAt = failedAt + Math.max(pause, attempt.retryAfterMs ?? 0);
    return markForRetry(tx, { ...delivery, attempts, workerId, failedAt, nextAt });
  }
  if (!(await markFailed(tx, { id, workerId }, attempts))) return;
  const began = await firstFailedAt(tx, id);
  const since = await failingSince(tx, webhook_id);
  // From the first attempt to the last nothing got through, of other events either.
  if (since !== undefined && since <= (began ?? failedAt)) await disable(`nothing was accepted since ${toIso(since)}`);
}
