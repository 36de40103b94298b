import { createHash } from 'node:crypto';
import { canonicalJson } from '../../../lib/crypto/canonical-json.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { Interval } from '../../../lib/time/intervals.ts';
import type { AuditNotes } from '../../core/audit-log.ts';
import type { VoiceCaller } from '../caller/caller.ts';

/** Proposals, last changes and offers of all callers, and callers with wrong answers: beyond them, the oldest are forgotten. */
export const MAX_PROPOSALS = 10_000;
export const MAX_FAILED_CALLERS = 10_000;
/** A client repeats a call that it got no answer to. Later, the appointment may be another one. */
export const ANSWER_TTL_MS = 2 * 60_000;
/** A caller says yes within this time. */
export const PROPOSAL_TTL_MS = 10 * 60_000;
export const ATTEMPTS_TTL_MS = 60 * 60_000;
/** Wrong answers to the questions of the operator, within `ATTEMPTS_TTL_MS`. */
export const MAX_ATTEMPTS = 3;

/** One of several that a caller can choose from. */
export interface Offered {
  /** Id of an appointment, instant of a time, or name of a service or person. */
  id: string;
  /** Epoch milliseconds; undefined if it has no time. */
  start?: number | undefined;
}

/** What a caller heard last of one kind, in the order in which it was said. */
export interface Offer {
  /** Empty if the order is not clear. */
  items: readonly Offered[];
  /** True if there are more than were said, or if their order is not clear. */
  isCut: boolean;
  /** The days of times, as dates; none if they are no times. */
  dates: readonly string[];
  /** The first of times of which ranges were said. */
  first?: number | undefined;
  /** True if the caller was asked which one of the items is meant. */
  isQuestion?: boolean | undefined;
  /** The appointment that was booked last: the next one may be said from it. */
  booked?: Interval | undefined;
  /** When it was made, of the monotonic clock; -Infinity once the caller has chosen from it. */
  at: number;
}

/** The start that a caller was asked about, and has not confirmed. */
export interface OpenQuestion {
  /** The appointment that is to be moved; undefined for a new one. */
  bookingId: string | undefined;
  /** Epoch milliseconds. */
  start: number;
  /** The words for it, normalized. */
  said: string;
  /** The start from which they were read, where they are such as "an hour later". */
  from: number;
  /** By which the request for a move knows the start: a yes to it can come with its date and time. */
  key?: string | number | null;
}

/** The names that one caller has given for new appointments. */
export interface GivenNames {
  /** Normalized, the latest ones. */
  names: readonly string[];
  /** What identifies appointments whose name was asked for, and names that were new. Forgotten once one is booked. */
  settled: readonly string[];
}

/** What became of a change that a caller has confirmed. */
export interface ChangeOutcome {
  answer: string;
  /** What the audit log says of it. */
  audited: AuditNotes;
}

/** The outcome of the last change of a caller. */
export interface LastOutcome extends ChangeOutcome {
  key: string;
  /** Identifies the arguments as they were said. */
  words: string;
  /** The times that the caller had been offered when the change was made. */
  offered: Offer | undefined;
  /** The value of `asked` after the change: questions that were open before it. */
  asked: readonly string[] | undefined;
}

/** What a caller was asked, and what became of it. `Context` is that of a call, which contains the memory. */
export interface Proposal<Context> {
  /** What the question was about. A yes counts while it is the same. */
  basis: string;
  /** Set while the change is made. */
  running?: Promise<ChangeOutcome | undefined>;
  /** Set when the change was sent and its outcome is unknown: makes it, or finds out that it was made. */
  resume?: (context: Context) => Promise<string | undefined>;
}

/** Process memory of the voice profile, for the calls of one credential. */
export interface VoiceMemory<Context> {
  proposals: ExpiringMap<Proposal<Context>>;
  /** The keys of the proposals that each caller has not confirmed, the latest ones. */
  asked: ExpiringMap<readonly string[]>;
  /** The answer to the last change of each caller, for a client that repeats the call. */
  answers: ExpiringMap<LastOutcome>;
  /** What each caller can choose from with words such as "the second one", by kind. */
  offers: ExpiringMap<Offer>;
  /** The last question to each caller about a start. */
  questions: ExpiringMap<OpenQuestion>;
  /** The names that each caller has given for new appointments. */
  names: ExpiringMap<GivenNames>;
  /** The number of wrong answers, by telephone number and by call. */
  attempts: ExpiringMap<number>;
}

/** A map whose entries are forgotten some time after they were set. Times are of the monotonic clock. */
export class ExpiringMap<T> {
  readonly #entries = new Map<string, { value: T; setAt: number }>();
  readonly #limits: { max: number; ttlMs: number };
  readonly #clock: Clock;

  constructor(limits: { max: number; ttlMs: number }, clock: Clock) {
    this.#limits = limits;
    this.#clock = clock;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: string): T | undefined {
    const entry = this.#entries.get(key);
    return entry && this.#clock.monotonic() - entry.setAt < this.#limits.ttlMs ? entry.value : undefined;
  }

  set(key: string, value: T): void {
    const now = this.#clock.monotonic();
    this.#entries.delete(key);
    this.#entries.set(key, { value, setAt: now });
    // In order of insertion: the oldest entries come first.
    for (const [oldest, { setAt }] of this.#entries) {
      if (this.#entries.size <= this.#limits.max && now - setAt < this.#limits.ttlMs) break;
      this.#entries.delete(oldest);
    }
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }
}

export const createVoiceMemory = <Context>(clock: Clock): VoiceMemory<Context> => ({
  proposals: new ExpiringMap({ max: MAX_PROPOSALS, ttlMs: PROPOSAL_TTL_MS }, clock),
  asked: new ExpiringMap({ max: MAX_PROPOSALS, ttlMs: PROPOSAL_TTL_MS }, clock),
  answers: new ExpiringMap({ max: MAX_PROPOSALS, ttlMs: ANSWER_TTL_MS }, clock),
  offers: new ExpiringMap({ max: MAX_PROPOSALS, ttlMs: PROPOSAL_TTL_MS }, clock),
  questions: new ExpiringMap({ max: MAX_PROPOSALS, ttlMs: PROPOSAL_TTL_MS }, clock),
  names: new ExpiringMap({ max: MAX_PROPOSALS, ttlMs: PROPOSAL_TTL_MS }, clock),
  attempts: new ExpiringMap({ max: MAX_FAILED_CALLERS, ttlMs: ATTEMPTS_TTL_MS }, clock),
});

export const callerKey = ({ phone, callId }: VoiceCaller): string => JSON.stringify([phone, callId]);

/** Identifies what one caller asked for, without containing it. */
export function proposalKey(tool: string, { phone, callId }: VoiceCaller, request: unknown): string {
  return createHash('sha256')
    .update(canonicalJson([tool, phone, callId, request]))
    .digest('base64url');
}
