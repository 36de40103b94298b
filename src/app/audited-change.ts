import { CommandError } from '../config/usage-error.ts';
import { NothingChangedError } from '../lib/database/database-error.ts';
import { isObject } from '../lib/json.ts';
import type { Logger } from '../lib/logging/logger.ts';
import type { Audit, AuditedEnd, AuditedWrite } from '../tools/index.ts';

interface Recorder {
  audit: Audit | undefined;
  logger: Logger;
  /** The error of a change that cannot be recorded, and is therefore not made. */
  refusal: (cause: unknown) => Error;
}

/**
 * Makes a change that is no tool call, and records it in the audit log as `write.tool`: the name of the dashboard's endpoint, or
 * of the command. Rejects with the refusal, or with the change's own error.
 */
export async function recordChange<T extends object>(
  { audit, logger, refusal }: Recorder,
  write: AuditedWrite,
  make: () => Promise<T>,
): Promise<T> {
  if (!audit) return make();
  const { tool, recordId } = write;
  const end = await audit.begin(write).catch((error: unknown) => {
    logger.warn('a change was refused: the audit log cannot be written', { tool, error });
    throw refusal(error);
  });
  // The change was made or refused: a failure to record its outcome must not replace that outcome.
  const recordOutcome = (outcome: Parameters<typeof end>[0]) =>
    end(outcome).catch((error: unknown) =>
      logger.warn('the audit log lacks the outcome of a change', { tool, ...outcome, error }),
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
  const status = isObject(error) && typeof error.status === 'number' ? error.status : undefined;
  if (status === 401) return { outcome: 'not_done', error: 'unauthorized' };
  const isRefused = (status !== undefined && status < 500) || error instanceof CommandError;
  if (isRefused) return { outcome: 'not_done', error: 'invalid_input' };
  if (error instanceof NothingChangedError) return { outcome: 'not_done', error: 'server_error' };
  return { outcome: 'unknown', error: 'internal_error' };
}

/** The id of a created record. */
function idOf(data: object): string | undefined {
  const { source, member } = data as { source?: unknown; member?: unknown };
  const record = [source, member].find(isObject) ?? data;
  return 'id' in record && typeof record.id === 'string' ? record.id : undefined;
}
