import { sql } from 'kysely';
import { CommitLostError, codeOf, isAbsent, isConflict, isRestarted } from '../../../lib/postgres/errors.ts';
import type { Retry } from '../../../lib/postgres/retry.ts';
import type { Condition, Decision } from '../engine.ts';
import type { Db } from '../schema/schema.ts';
import { send, sentBy } from '../sent.ts';
import { acquireLocks } from './locks.ts';
import { isOverlapError } from './overlap.ts';
import type { Transactions } from './transactions.ts';

/** Stores decisions. Rejects if one is contradicted: then nothing of it is stored. */
type StoreDecision = <T>(team: string, decision: Decision<T>) => Promise<T>;

/** Decisions that one transaction stores at most. */
const MAX_BATCH = 50;
/** Transactions of a team that store decisions at the same time: while one waits for the disk, the next is executed. */
const LANES = 2;

interface Member {
  decision: Decision<unknown>;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** The statements of a transaction. */
interface Sent {
  by: readonly Promise<unknown>[];
  /** How many there were before each member, and after the last one. */
  before: number[];
}

interface TeamQueue {
  waiting: Member[];
  running: number;
}

/**
 * Stores the decisions that this process has made at about the same time in one transaction. Its statements, from the locks to
 * the commit, are sent at once, so that others wait for as long as the server takes to execute them, whatever happens to this
 * process.
 */
export function createDecisionStore(transactions: Transactions, retry: Retry): StoreDecision {
  const queues = new Map<string, TeamQueue>();
  const storeAll = (team: string, members: readonly Member[], sent: Sent) =>
    retry(() =>
      transactions.write(
        async (tx) => {
          const values: unknown[] = [];
          sent.by = sentBy(tx);
          sent.before = [];
          for (const { decision } of members) {
            sent.before.push(sent.by.length);
            assertAll(tx, decision.conditions);
            values.push(await decision.store(tx));
          }
          sent.before.push(sent.by.length);
          return values;
        },
        { lock: (tx) => acquireLocks(tx, { team }), releasesEarly: true },
      ),
    );

  /** @param isRest true if one of them was contradicted, and is left out. */
  async function run(team: string, members: readonly Member[], isRest = false): Promise<void> {
    const sent: Sent = { by: [], before: [] };
    try {
      const values = await storeAll(team, members, sent);
      for (const [index, { resolve }] of members.entries()) resolve(values[index]);
    } catch (error) {
      if (members.length === 1 || !isContradicted(error)) {
        for (const { reject } of members) reject(error);
        return;
      }
      // One that is contradicted must not take the others with it.
      const failed = isRest ? undefined : members[await firstFailed(sent)];
      if (!failed) for (const member of members) await run(team, [member]);
      else {
        failed.reject(error);
        await run(
          team,
          members.filter((member) => member !== failed),
          true,
        );
      }
    }
  }

  async function drain(team: string, queue: TeamQueue): Promise<void> {
    queue.running += 1;
    // Lets those join that were decided in the same turn.
    await undefined;
    while (queue.waiting.length > 0) await run(team, queue.waiting.splice(0, MAX_BATCH));
    queue.running -= 1;
    if (queue.running === 0) queues.delete(team);
  }

  return (team, decision) =>
    new Promise((resolve, reject) => {
      const queue = queues.get(team) ?? { waiting: [], running: 0 };
      queues.set(team, queue);
      queue.waiting.push({ decision, resolve: resolve as Member['resolve'], reject });
      if (queue.running < LANES) void drain(team, queue);
    });
}

/** Returns which member's statement was the first that failed; -1 if none of theirs did. */
async function firstFailed({ by, before }: Sent): Promise<number> {
  const failed = (await Promise.allSettled(by)).findIndex(({ status }) => status === 'rejected');
  const isOfMember = failed >= (before[0] ?? 0) && failed < (before.at(-1) ?? 0);
  return isOfMember ? before.findLastIndex((count) => count <= failed) : -1;
}

/** Sees what was stored before the locks, and by this transaction. SQL has no statement that fails on a condition; a division does. */
function assertAll(tx: Db, conditions: readonly Condition[]): void {
  if (conditions.length === 0) return;
  send(tx, sql`select 1 / case when ${sql.join(conditions, sql` and `)} then 1 else 0 end`);
}

// SQLSTATE: https://www.postgresql.org/docs/current/errcodes-appendix.html
const DIVISION_BY_ZERO = '22012';
const FOREIGN_KEY_VIOLATION = '23503';

/**
 * True if something that was stored meanwhile may be the cause of a failure, or that was seen in part, because each statement
 * sees the data as of its own start. The decision is then made again while nothing else is stored.
 */
export function isContradicted(error: unknown): boolean {
  if (error instanceof CommitLostError || isRestarted(error) || isAbsent(error)) return false;
  const code = codeOf(error);
  const isOwn = !/^[0-9A-Z]{5}$/.test(code);
  return (
    isOwn || [DIVISION_BY_ZERO, FOREIGN_KEY_VIOLATION].includes(code) || isOverlapError(error) || isConflict(error)
  );
}
