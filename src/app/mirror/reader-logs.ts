import { createFailureLog, type FailureLog } from '../../lib/logging/failure-log.ts';
import type { Logger } from '../../lib/logging/logger.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { MIRRORED_KINDS, type MirroredKind } from '../../platform/mirror/index.ts';

/** The log of reading a platform: failures that stop all of it, and those of one list. */
export interface ReaderLogs {
  whole: FailureLog;
  lists: Readonly<Record<MirroredKind, FailureLog>>;
}

export function createReaderLogs(logger: Logger, clock: Clock): ReaderLogs {
  const ofList = (kind: MirroredKind) =>
    createFailureLog(
      logger,
      {
        failure: 'a list cannot be read for the index and will be requested again',
        recovery: `${kind} are read for the index again`,
      },
      clock,
    );
  const whole = {
    failure: 'the index cannot be continued and will be retried',
    recovery: 'the index is read again',
  };
  return {
    whole: createFailureLog(logger, whole, clock),
    lists: Object.fromEntries(MIRRORED_KINDS.map((kind) => [kind, ofList(kind)])) as Record<MirroredKind, FailureLog>,
  };
}
