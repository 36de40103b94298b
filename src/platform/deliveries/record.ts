import { backoffDelay } from '../outgoing/backoff.ts';
import { insertAttempts, listStored } from '../store/deliveries/attempts.ts';
import type { ClaimedDelivery } from '../store/deliveries/deliveries.ts';
import {
  firstFailedAt,
  markDelivered,
  markFailed,
  markForRetry,
  releaseDelivery,
} from '../store/deliveries/delivery-outcomes.ts';
import { disableWebhook, failingSince, type Health, recordHealth } from '../store/deliveries/webhook-health.ts';
import type { Db } from '../store/schema/schema.ts';
import { toIso } from '../store/time.ts';
import type { Attempt } from './attempt.ts';
import type { DeliverySettings } from './settings.ts';

/** Outcome of a delivery that this worker had claimed. Without an attempt its lease is released. */
export interface Outcome {
  /** The id of its attempt, if there is one. */
  id: string;
  delivery: ClaimedDelivery;
  attempt: Attempt | undefined;
  /** True if the commit of this outcome was not answered. */
  mayBeStored?: boolean;
}

export interface RecordContext {
  settings: DeliverySettings;
  /** Called for each webhook that is disabled. */
  onDisabled(webhookId: string, reason: string): void;
}

const GONE = 410;
/** True if the receiver answered that it has the event. */
export const isAccepted = ({ status }: Attempt): boolean => status !== null && status >= 200 && status < 300;

/** Stores outcomes in the order of their arrival. */
export async function recordOutcomes(tx: Db, outcomes: readonly Outcome[], context: RecordContext): Promise<void> {
  const byWebhook = new Map<string, Outcome[]>();
  const stored = await listStored(
    tx,
    outcomes.filter(({ mayBeStored }) => mayBeStored).map(({ id }) => id),
  );
  for (const outcome of outcomes) {
    if (stored.includes(outcome.id)) continue;
    const id = outcome.delivery.webhook_id;
    byWebhook.set(id, [...(byWebhook.get(id) ?? []), outcome]);
  }
  // Always in the same order of webhooks, so that two processes cannot deadlock.
  for (const id of [...byWebhook.keys()].sort()) await recordWebhookOutcomes(tx, id, byWebhook.get(id) ?? [], context);
}

async function recordWebhookOutcomes(
  tx: Db,
  webhookId: string,
  outcomes: readonly Outcome[],
  context: RecordContext,
): Promise<void> {
  const attempted = outcomes.filter(hasAttempt);
  // If the webhook was deleted concurrently, its deliveries and attempts were deleted with it.
  if (attempted.length > 0 && !(await recordHealth(tx, healthOf(webhookId, attempted)))) return;
  await insertAttempts(
    tx,
    attempted.map(({ id, delivery, attempt }) => ({
      id,
      webhook_id: webhookId,
      event_id: delivery.event_id,
      type: delivery.type,
      at: attempt.at,
      duration_ms: attempt.durationMs,
      status: attempt.status,
      error: attempt.error,
    })),
  );
  const delivered = attempted.filter(({ attempt }) => isAccepted(attempt));
  await markDelivered(
    tx,
    delivered.map(({ delivery }) => delivery.id),
  );
  for (const { delivery, attempt } of outcomes) {
    if (!attempt) await releaseDelivery(tx, delivery);
    else if (!isAccepted(attempt)) await recordFailure(tx, delivery, attempt, context);
  }
}

type Attempted = Outcome & { attempt: Attempt };
const hasAttempt = (outcome: Outcome): outcome is Attempted => outcome.attempt !== undefined;
const endOf = ({ at, durationMs }: Attempt) => at + durationMs;

function healthOf(webhookId: string, attempted: readonly Attempted[]): Health {
  const attempts = attempted.map(({ attempt }) => attempt);
  const failed = attempts.slice(attempts.findLastIndex(isAccepted) + 1);
  const [first] = failed;
  const last = attempts.at(-1);
  const pauseEnds = attempts.map((attempt) =>
    attempt.retryAfterMs === undefined ? 0 : endOf(attempt) + attempt.retryAfterMs,
  );
  const pausedUntil = Math.max(...pauseEnds);
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
  context: RecordContext,
): Promise<void> {
  const { settings, onDisabled } = context;
  const { id, webhook_id } = delivery;
  const attempts = delivery.attempts + 1;
  const disable = async (reason: string) => {
    const ended = endOf(attempt);
    await disableWebhook(tx, webhook_id, reason, ended);
    onDisabled(webhook_id, reason);
  };
  const failedAt = endOf(attempt);
  if (attempt.status === GONE) {
    // The worker that has taken the delivery over gets the later answer.
    if (await markFailed(tx, delivery, attempts)) await disable('its server answered 410: gone');
    return;
  }
  const delay = backoffDelay(settings.retryDelaysMs, attempts);
  if (delay !== undefined) {
    const nextAt = failedAt + Math.max(delay, attempt.retryAfterMs ?? 0);
    return markForRetry(tx, { ...delivery, attempts, failedAt, nextAt });
  }
  if (!(await markFailed(tx, delivery, attempts))) return;
  const firstFailure = await firstFailedAt(tx, id);
  const since = await failingSince(tx, webhook_id);
  // No delivery to this webhook succeeded between the first and the last attempt, not even of other events.
  if (since !== undefined && since <= (firstFailure ?? failedAt))
    await disable(`nothing was accepted since ${toIso(since)}`);
}
