import type { PromiseStatus } from '../../contract/index.ts';
import type { PromiseKind } from '../../lib/promises/languages/index.ts';
import type { TimeRange } from '../../lib/time/range.ts';
import type { SortKey } from '../search/sort-key.ts';
import type { PromiseRow } from './promise-shape.ts';

/** Which promises are looked for, and how many an answer has room for. */
export interface FollowUpQuestion {
  window: TimeRange;
  kind?: PromiseKind | undefined;
  status: PromiseStatus | 'all';
  /** The call after which the search continues. */
  after: SortKey | undefined;
  /** Promises of one answer. Those of one call stay together. */
  limit: number;
  /** Size of the promises of one answer, in tokens. */
  maxTokens: number;
}

/** What was found, and how much of the window it covers. */
export interface FoundFollowUps {
  items: PromiseRow[];
  /** Calls read now. */
  read: number;
  callsInWindow: number;
  /** Whether every call of the window has been read. */
  isComplete: boolean;
  /** The last call that was read, if others follow. */
  next: SortKey | undefined;
  /** Lists that could not be read, and what follows from it. */
  unread: string[];
  /** Calls without a readable time. */
  undated: number;
  /** Calls that are listed, and whose details cannot be read. */
  unreadable: number;
  /** Calls whose transcript was not read to its end. */
  cut: number;
  /** When the records were read, in UTC, if it was not now. */
  asOf?: string | undefined;
}
