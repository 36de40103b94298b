import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Db } from '../schema/schema.ts';
import type { GroupTransactions } from './group-transactions.ts';
import type { Usability } from './usability.ts';

/** Bounds of a group, whose members wait for each other, as do other processes and what else the event loop has to do. */
const MAX_GROUP_SIZE = 100;
const USUAL_GROUP_MS = 20;
/** For slow disks, where a group may take as long as some of its commits. */
const MAX_GROUP_MS = 200;
const COMMITS_PER_GROUP = 3;

/** The writers of this process. */
interface Writers {
  /** Runs `work` in a transaction. Resolves or rejects once that is on disk or rolled back. See `Engine.write`. */
  write<T>(work: (tx: Db) => Promise<T>): Promise<T>;
  /** Resolves when no work is left. */
  drain(): Promise<void>;
}

/** A work that waits for a transaction. */
interface Waiting {
  work(tx: Db): Promise<unknown>;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** A work that has run, in a transaction that is not committed yet. */
interface Member extends Waiting {
  answer(): void;
}

/**
 * Group commit: works that wait at the same time run one after the other in one transaction, so that they wait for the
 * disk once. Each is atomic by a savepoint of its own: if one fails, the others are committed without it. What a work
 * returns or throws can depend on those before it, so every answer waits for the commit, refusals included.
 * @param db runs its transactions in `transactions`. Nothing else writes with it.
 */
export function groupedWriters(db: Db, transactions: GroupTransactions, usability: Usability): Writers {
  const queue: Waiting[] = [];
  let running: Promise<void> | undefined;
  let lastCommitMs = 0;

  async function runAll(): Promise<void> {
    while (queue.length > 0) {
      // Answers are sent, and the requests that have arrived join the queue.
      await nextTurn();
      if (queue.length > 1) await runGroup();
      else await runAlone(queue.shift() as Waiting);
    }
    running = undefined;
  }

  async function runAlone({ work, resolve, reject }: Waiting): Promise<void> {
    await writeAlone(db, usability, work).then(resolve, reject);
  }

  async function runGroup(): Promise<void> {
    const waiting = queue.length;
    try {
      await usability.guard(transactions.openGroup);
    } catch (error) {
      // Those that came during the wait for another process have not waited as long.
      return rejectAll(queue.splice(0, waiting), error);
    }
    const members: Member[] = [];
    const end = performance.now() + Math.min(MAX_GROUP_MS, Math.max(USUAL_GROUP_MS, lastCommitMs * COMMITS_PER_GROUP));
    while (queue.length > 0 && members.length < MAX_GROUP_SIZE && performance.now() < end) {
      const member = await runMember(queue.shift() as Waiting);
      if (transactions.isGroupLost()) {
        transactions.rollBackGroup();
        member.answer();
        // SQLite undid them with the one that failed.
        queue.unshift(...members);
        return;
      }
      members.push(member);
    }
    const begin = performance.now();
    try {
      // The guard asserts usability just before the commit.
      await usability.guard(transactions.commitGroup);
      lastCommitMs = performance.now() - begin;
    } catch (error) {
      transactions.rollBackGroup();
      return rejectAll(members, error);
    }
    for (const { answer } of members) answer();
  }

  async function runMember(waiting: Waiting): Promise<Member> {
    const { work, resolve, reject } = waiting;
    try {
      const value = await db.transaction().execute(work);
      return { ...waiting, answer: () => resolve(value) };
    } catch (error) {
      usability.remember(error);
      return { ...waiting, answer: () => reject(error) };
    }
  }

  return {
    write: (work) =>
      new Promise((resolve, reject) => {
        queue.push({ work, resolve: resolve as Waiting['resolve'], reject });
        running ??= runAll();
      }),
    async drain() {
      await running;
    },
  };
}

/** Runs `work` in a transaction without savepoints, which would copy every page that a large work changes. */
export function writeAlone<T>(db: Db, usability: Usability, work: (tx: Db) => Promise<T>): Promise<T> {
  return usability.guard(() =>
    db.transaction().execute(async (tx) => {
      const result = await work(tx);
      // Just before the commit: a commit to a deleted file would succeed, and be lost.
      usability.assert();
      return result;
    }),
  );
}

function rejectAll(works: readonly Waiting[], error: unknown): void {
  for (const { reject } of works) reject(error);
}
