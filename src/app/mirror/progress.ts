import { MIRRORED_KINDS, type Mirror, type MirroredKind, type Progress } from '../../platform/mirror/index.ts';
import type { IndexProgress } from '../../tools/index.ts';

const SLOW = 'searches read the platform, which takes longer';
const LOG = 'the operator finds the reason in the log of the server, and with rcpt-mcp doctor';

/** Without a mirror that can be used. */
export const NO_PROGRESS: IndexProgress = {
  state: 'unavailable',
  lists: [],
  advice: `The local index cannot be used: ${SLOW}. If it lasts, tell the user: ${LOG}.`,
};

/** A reading that fails pauses for ten minutes at most. In milliseconds. */
const MIN_STALE_MS = 15 * 60_000;
/** Missed polls after which the copy counts as outdated. */
const STALE_POLLS = 3;

/** Describes how much of the platform a mirror has. */
export async function describeProgress(
  mirror: Mirror,
  hasRoom: (mirror: Mirror) => Promise<boolean>,
  pollMs: number,
): Promise<IndexProgress> {
  const [progress, { callsWithoutDetail, unreadableCalls, unconfirmed }, isFull, now] = await Promise.all([
    mirror.progress(),
    mirror.gaps(),
    hasRoom(mirror).then((has) => !has),
    mirror.time(),
  ]);
  const state = isFull ? 'full' : stateOf(progress, unconfirmed, callsWithoutDetail);
  const checked = MIRRORED_KINDS.map((kind) => progress[kind])
    .filter(({ refused }) => !refused)
    .flatMap(({ checkedAt }) => checkedAt ?? []);
  const oldest = Math.min(...checked);
  const isStale = now - oldest > Math.max(MIN_STALE_MS, pollMs * STALE_POLLS);
  const advice = [ADVICE[state], unconfirmed.size > 0 && OTHER_KEY, isStale && staleSince(oldest)]
    .filter(Boolean)
    .join(' ');
  return {
    state,
    lists: listsOf(progress, unconfirmed, callsWithoutDetail + unreadableCalls),
    ...(advice === '' ? {} : { advice }),
  };
}

const ADVICE = {
  complete: '',
  filling: `The local index is not complete yet: until then, most ${SLOW}.`,
  full: `The local index has its maximum size: ${SLOW}. Tell the user: the operator can raise --index-max-mib.`,
};

const OTHER_KEY =
  'It has records from before the API key or the default country was changed: they count once the platform confirms them.';

const staleSince = (time: number) =>
  `The local index was last compared with the platform at ${new Date(time).toISOString()}, so that searches can lack newer records. Tell the user: ${LOG}.`;

type Kinds = ReadonlySet<MirroredKind>;

function stateOf(progress: Progress, unconfirmed: Kinds, callsWithoutDetail: number): 'complete' | 'filling' {
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
