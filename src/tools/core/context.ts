import type { Api } from '../../api/index.ts';
import type { EventService } from '../../events/event-service.ts';
import type { IdempotencyStore } from '../../lib/idempotency-store.ts';
import type { Logger } from '../../lib/logger.ts';
import type { SecretFile } from '../../lib/secret-file.ts';
import type { Clock } from '../../lib/time/clock.ts';
import type { LocalTime, ParseOptions } from '../../lib/time/parse.ts';
import type { RangeText, TimeRange } from '../../lib/time/range.ts';
import type { CallCache } from '../search/call-cache.ts';
import type { SearchCache } from '../search/search-cache.ts';
import type { Audit } from './audit.ts';
import type { FailureLog } from './errors.ts';
import type { ToolObserver } from './observer.ts';
import type { ToolSettings } from './settings.ts';

/** What lives as long as the program. */
export interface ToolServices {
  api: Api;
  settings: ToolSettings;
  clock: Clock;
  logger: Logger;
  /** Details of calls that searches have read. */
  calls: CallCache;
  /** What searches have found, for their cursors. */
  searchCache: SearchCache;
  /** What happened on the platform, as far as this process learns of it. */
  events: EventService;
  /** What was asked to be created lately. */
  idempotency: IdempotencyStore;
  /** A key for signing what clients keep for us (cursors), derived from the credential: it holds on every replica. */
  signingKey(): Promise<Buffer>;
  /** Makes an empty file that only the user can read, for a secret that is about to be created. */
  reserveSecretFile(kind: string): Promise<SecretFile>;
  /** Told of each call. Absent: nobody measures. */
  observer?: ToolObserver | undefined;
  /** Keeps a record of writes. Absent: nobody does. */
  audit?: Audit | undefined;
  /** What refusals have shown since the start. */
  observed: FailureLog['observed'];
  /** Names of the tools offered. */
  offered: readonly string[];
  /** Tools that are not offered, and why. */
  hidden: readonly { name: string; reason: string }[];
}

/** Times in the business's zone. */
export interface ToolTime {
  /** The zone that answers are shown in. */
  zone: string;
  /**
   * The instant (UTC) that an input means.
   * @param zone the caller's argument; without it the configured zone.
   * @throws ToolError when it cannot be understood or is ambiguous.
   */
  parse(text: string, zone?: string, options?: ParseOptions): string;
  /**
   * The instants (UTC) that a range of dates or times means: `from` inclusive, `to` exclusive.
   * @param zone the caller's argument; without it the configured zone.
   * @throws ToolError when an end cannot be understood, or nothing lies between them.
   */
  range(range: RangeText, zone?: string): TimeRange;
  /** Undefined when the platform's text is no instant. */
  describe(instant: string): LocalTime | undefined;
}

/** What a tool's `run` is given with its input. */
export interface ToolContext extends ToolServices {
  time: ToolTime;
  /**
   * A telephone number in international format.
   * @throws ToolError when it is none.
   */
  phone(text: string): Promise<string>;
  /** Aborts when the client cancels or goes away. */
  signal: AbortSignal;
  /** Tells the client how far a long call is, if it asked to be told. */
  progress(done: number, of: number | null): void;
}
