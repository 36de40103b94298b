import { type ListProgress, MIRRORED_KINDS, type Mirror, type MirroredKind } from '../../platform/mirror/index.ts';
import type { Retries } from './retries.ts';

/** The next step of reading a platform. */
export type Step =
  /** Read both ends of a list, where new records are. */
  | { action: 'ends'; kind: MirroredKind }
  /** Look a record up that the last reading of its whole list has not seen. */
  | { action: 'verify'; kind: MirroredKind; id: string }
  /** Read the next page of a whole list. */
  | { action: 'pass'; kind: MirroredKind }
  /** Read the transcript of a call, and request that of the next one meanwhile. */
  | { action: 'detail'; kind: 'calls'; id: string; next: string | undefined }
  /** Remove words that no record has any more. */
  | { action: 'purge' }
  | { action: 'wait'; ms: number };

interface ScheduleOptions {
  pollMs: number;
  reconcileMs: number;
  /** Whether the platform has a list of its staff. */
  hasStaff: boolean;
  /** Lists that the platform did not return: others are read meanwhile. */
  lists: Pick<Retries, 'isDue'>;
  /** Records that it did not return when they were looked up. */
  lookups: Pick<Retries, 'isDue' | 'size'>;
  /** True if the mirror has its maximum size: nothing is read. */
  isFull: boolean;
}

/**
 * Calls whose transcripts the platform does not return, although it is well: with so many, it returns none, and no others are
 * requested.
 */
export const MAX_UNREADABLE = 1_000;
/** How long such a transcript is not requested again, in milliseconds. */
const UNREADABLE_MS = 3_600_000;

/** A list that the credential may not read is requested again after a multiple of the time between two polls. */
const REFUSED_FACTOR = 10;

/** A list that changes faster than it can be read is read again after a multiple of the time that it takes. */
const REST_FACTOR = 10;

/**
 * Chooses the next step: new records of lists that are complete, then what these lists may have lost, then lists that were not read
 * yet or have lost records, then transcripts of the newest calls first, then the lists that are read again, and at last words that
 * are in no record any more, as often as lists are read again.
 */
export async function nextStep(mirror: Mirror, options: ScheduleOptions): Promise<Step> {
  const { pollMs, reconcileMs, hasStaff, lists, lookups, isFull } = options;
  const [all, now] = await Promise.all([mirror.progress(), mirror.time()]);
  // A time in the future was stored before the clock was set back.
  const until = (time: number | null, ms: number) => (time === null || time > now ? 0 : Math.max(0, time + ms - now));
  const restMs = ({ passMs }: ListProgress) => Math.max(pollMs, passMs * REST_FACTOR);
  const untilPass = (list: ListProgress) => {
    if (list.pass) return 0;
    if (list.refused) return until(list.attemptedAt, Math.min(reconcileMs, pollMs * REFUSED_FACTOR));
    const isDue = list.isPassDue || list.completedAt === null;
    return until(list.attemptedAt, isDue ? restMs(list) : Math.max(reconcileMs, restMs(list)));
  };
  const mayHaveUnusedWords = Object.values(all).some(
    ({ changedAt, purgedAt }) =>
      changedAt !== null && (purgedAt === null || changedAt >= purgedAt) && until(purgedAt, reconcileMs) === 0,
  );
  if (isFull) return mayHaveUnusedWords ? { action: 'purge' } : { action: 'wait', ms: pollMs };
  const kinds = MIRRORED_KINDS.filter((kind) => (kind !== 'staff' || hasStaff) && lists.isDue(kind));
  const complete = kinds.filter((kind) => all[kind].completedAt !== null && !all[kind].refused);

  const due = complete.find((kind) => until(all[kind].checkedAt, pollMs) === 0);
  if (due) return { action: 'ends', kind: due };
  for (const kind of complete) {
    const completedAt = all[kind].completedAt ?? 0;
    // After the clock was set back, records would seem unseen however often they are read. The list is read again below.
    if (completedAt > now) continue;
    const unseen = await mirror.readBefore(kind, completedAt, lookups.size + 1);
    const id = unseen.find((one) => lookups.isDue(kind, one));
    if (id !== undefined) return { action: 'verify', kind, id };
  }
  const isUrgent = ({ completedAt, isPassDue, pass }: ListProgress) =>
    completedAt === null || isPassDue || pass !== null;
  const urgent = kinds.find((kind) => isUrgent(all[kind]) && untilPass(all[kind]) === 0);
  if (urgent) return { action: 'pass', kind: urgent };
  if (complete.includes('calls')) {
    const [first, next] = (await mirror.countUnreadable({})) < MAX_UNREADABLE ? await mirror.callsWithoutDetail(2) : [];
    const id = first?.id ?? (await mirror.unreadableBefore(now - UNREADABLE_MS));
    if (id !== undefined) return { action: 'detail', kind: 'calls', id, next: next?.id };
  }
  const outdated = kinds.find((kind) => untilPass(all[kind]) === 0);
  if (outdated) return { action: 'pass', kind: outdated };
  if (mayHaveUnusedWords) return { action: 'purge' };
  const waits = [
    ...complete.map((kind) => until(all[kind].checkedAt, pollMs)),
    ...kinds.map((kind) => untilPass(all[kind])),
  ];
  return { action: 'wait', ms: Math.max(1, Math.min(pollMs, ...waits)) };
}
