import { NothingChangedError } from '../lib/database/database-error.ts';
import { isObject } from '../lib/json.ts';
import type { Logger } from '../lib/logging/logger.ts';
import type { DashboardChange } from '../platform/index.ts';
import type { Audit, AuditedEnd } from '../tools/index.ts';

interface Recorder {
  audit: Audit | undefined;
  logger: Logger;
  /** Who makes the change. */
  principal: string;
}

/**
 * Makes a change of the dashboard that is no tool call, and records it in the audit log under the name of its endpoint.
 * Rejects if it cannot be recorded, and is therefore not made, or with the change's own error.
 */
export async function recordChange<T extends object>(
  { audit, logger, principal }: Recorder,
  { endpoint, recordId, client, requestId = '' }: DashboardChange,
  make: () => Promise<T>,
): Promise<T> {
  if (!audit) return make();
  const end = await audit.begin({ tool: endpoint, recordId, about: { id: requestId, client, principal } });
  // The change was made or refused: a failure to record its outcome must not replace that outcome.
  const recordOutcome = (outcome: Parameters<typeof end>[0]) =>
    end(outcome).catch((error: unknown) =>
      logger.warn('the audit log lacks the outcome of a change', { endpoint, ...outcome, error }),
    );
  try {
    const data = await make();
    await recordOutcome({ outcome: 'done', recordId: recordId ?? idOf(data) });
    return data;
  } catch (error) {
    await recordOutcome({ ...outcomeOf(error), recordId });
    throw error;
  }
}

/** What an error says about the change. */
function outcomeOf(error: unknown): Pick<AuditedEnd, 'outcome' | 'error'> {
  if (isObject(error) && error.isPartlyDone === true) return { outcome: 'unknown', error: 'invalid_input' };
  const isRefused = isObject(error) && typeof error.status === 'number' && error.status < 500;
  if (isRefused) return { outcome: 'not_done', error: 'invalid_input' };
  if (error instanceof NothingChangedError) return { outcome: 'not_done', error: 'server_error' };
  return { outcome: 'unknown', error: 'internal_error' };
}

/** The id of a created record. */
function idOf(data: object): string | undefined {
  const record = 'source' in data && isObject(data.source) ? data.source : data;
  return 'id' in record && typeof record.id === 'string' ? record.id : undefined;
}
