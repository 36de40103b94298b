import { MIRRORED_KINDS, type Mirror, type MirroredKind, type Progress } from '../../platform/mirror/index.ts';
import type { IndexProgress } from '../../tools/index.ts';

/** Without a mirror that can be used. */
export const NO_PROGRESS: IndexProgress = { state: 'unavailable', lists: [] };

/** Describes how much of the platform a mirror has. */
export async function describeProgress(
  mirror: Mirror,
  hasRoom: (mirror: Mirror) => Promise<boolean>,
): Promise<IndexProgress> {
  const [progress, { callsWithoutDetail, unreadableCalls, unconfirmed }, isFull] = await Promise.all([
    mirror.progress(),
    mirror.gaps(),
    hasRoom(mirror).then((has) => !has),
  ]);
  return {
    state: isFull ? 'full' : stateOf(progress, unconfirmed, callsWithoutDetail),
    lists: listsOf(progress, unconfirmed, callsWithoutDetail + unreadableCalls),
  };
}

type Kinds = ReadonlySet<MirroredKind>;

function stateOf(progress: Progress, unconfirmed: Kinds, callsWithoutDetail: number): IndexProgress['state'] {
  const lists = MIRRORED_KINDS.filter((kind) => kind !== 'staff' && !progress[kind].refused);
  const isComplete = lists.every((kind) => progress[kind].completedAt !== null && !unconfirmed.has(kind));
  return isComplete && callsWithoutDetail === 0 ? 'complete' : 'filling';
}

/** One entry for each list that was read, and for the transcripts of calls. */
function listsOf(progress: Progress, unconfirmed: Kinds, missingTranscripts: number): IndexProgress['lists'] {
  const lists = MIRRORED_KINDS.filter((kind) => progress[kind].attemptedAt !== null || progress[kind].pass).map(
    (kind) => {
      const { records, total, refused, completedAt, checkedAt } = progress[kind];
      return {
        name: kind,
        indexed: records,
        total,
        complete: completedAt !== null && !unconfirmed.has(kind),
        ...(refused ? { refused } : {}),
        ...(checkedAt === null ? {} : { read_at: new Date(checkedAt).toISOString() }),
      };
    },
  );
  const calls = lists.find(({ name }) => name === 'calls');
  if (!calls || calls.refused) return lists;
  const transcripts = {
    name: 'transcripts' as const,
    indexed: calls.indexed - missingTranscripts,
    total: calls.total,
    complete: calls.complete && missingTranscripts === 0,
  };
  return [...lists, transcripts];
}
