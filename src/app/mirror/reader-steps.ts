import type { Logger } from '../../lib/logging/logger.ts';
import type { Mirror, MirroredKind } from '../../platform/mirror/index.ts';
import type { Changes } from './changes.ts';
import { isApiError, isRecordFailure, isServerFailure, type ListReader, recordFailureOf } from './list-reader.ts';
import type { ReaderLogs } from './reader-logs.ts';
import type { Retries } from './retries.ts';
import type { Step } from './schedule.ts';

/** What the steps of reading a platform share. */
interface StepContext {
  lists: ListReader;
  mirror: Mirror;
  changes: Changes;
  /** Of changed records, of records that are looked up because their list lacks them, and of lists. */
  retries: Readonly<Record<'changes' | 'lookups' | 'lists', Retries>>;
  logs: ReaderLogs;
  logger: Logger;
}

/** Makes a step of the schedule, which needs the lease. Rejects if the platform or the mirror fails as a whole. */
export async function makeStep(step: Exclude<Step, { action: 'wait' }>, context: StepContext): Promise<void> {
  if (step.action === 'detail') await readTranscript(step, context);
  else if (step.action === 'verify') await verify(step, context);
  else if (step.action === 'purge') await context.mirror.purge();
  else await readList(step, context);
}

/** Reads a changed record again. If it fails, it stays among the changed records. */
export async function readChanged(
  { kind, id }: { kind: MirroredKind; id: string },
  { lists, changes, retries }: StepContext,
): Promise<void> {
  try {
    await lists.readOne(kind, id);
    retries.changes.settled(kind, id);
  } catch (error) {
    if (!isRecordFailure(error)) {
      changes.add(kind, id);
      throw error;
    }
    // The transcript of a call is requested like all others that are missing.
    if (kind === 'calls' || isApiError(error, 'forbidden')) return retries.changes.settled(kind, id);
    retries.changes.failed(kind, id);
    changes.add(kind, id);
  }
}

async function readList(
  { action, kind }: Extract<Step, { action: 'pass' | 'ends' }>,
  context: StepContext,
): Promise<void> {
  const { lists, retries, logs } = context;
  try {
    if (action === 'pass') await lists.continuePass(kind);
    else await readEnds(kind, context);
    retries.lists.settled(kind);
    logs.lists[kind].succeeded();
  } catch (error) {
    if (isApiError(error, 'forbidden', 'not_found')) return lists.refuse(kind);
    if (!isRecordFailure(error)) throw error;
    logs.lists[kind].failed(error, { list: kind });
    retries.lists.failed(kind);
  }
}

async function readEnds(kind: MirroredKind, { lists, mirror, changes }: StepContext): Promise<void> {
  const { added, isWhole } = await lists.readEnds(kind);
  if (kind === 'calls') for (const id of added) changes.add(kind, id);
  if (!isWhole) await mirror.changeProgress(kind, (progress) => ({ ...progress, isPassDue: true }));
}

/** A record that the credential may no longer read is removed, too. */
async function verify(
  { kind, id }: Extract<Step, { action: 'verify' }>,
  { lists, mirror, retries }: StepContext,
): Promise<void> {
  const readAt = await mirror.time();
  try {
    await lists.readOne(kind, id);
    retries.lookups.settled(kind, id);
  } catch (error) {
    if (!isRecordFailure(error)) throw error;
    if (!isApiError(error, 'forbidden')) return retries.lookups.failed(kind, id);
    retries.lookups.settled(kind, id);
    await mirror.remove(kind, [id], readAt);
  }
}

async function readTranscript(
  { id, next }: Extract<Step, { action: 'detail' }>,
  { lists, mirror, logger }: StepContext,
): Promise<void> {
  const readAt = await mirror.time();
  let failure = await recordFailureOf(lists.readTranscript(id, next));
  if (isServerFailure(failure)) {
    await lists.assertReadsCalls();
    // It fails again if it is this call that the platform does not return.
    failure = await recordFailureOf(lists.readTranscript(id, next));
  }
  if (failure === undefined) return;
  await mirror.markUnreadable([id], readAt);
  logger.debug('the transcript of a call cannot be read for the index', { error: failure });
}
