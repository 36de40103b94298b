import type { Api, Extensions } from '../../api/index.ts';
import type { EventService } from '../../events/event-service.ts';
import type { CancelSignal } from '../../lib/concurrency/cancellation.ts';
import type { IdempotencyStore } from '../../lib/idempotency/store.ts';
import type { Logger } from '../../lib/logging/logger.ts';
import type { SecretFile } from '../../lib/secrets/secret-file.ts';
import type { Clock } from '../../lib/time/clock.ts';
import type { CallCache } from '../search/call-cache.ts';
import type { ReadInCall } from '../search/records-in-call.ts';
import type { SearchCache } from '../search/search-cache.ts';
import type { ViewInput } from '../views/view-input.ts';
import type { VoiceCaller } from '../voice/caller/caller.ts';
import type { VoiceMemory } from '../voice/core/memory.ts';
import type { Audit, AuditNotes } from './audit-log.ts';
import type { FailureContext } from './errors.ts';
import type { IndexProgress } from './index-progress.ts';
import type { ToolObserver } from './observer.ts';
import type { BusinessSettings, ToolSettings } from './settings.ts';
import type { ToolTime } from './times.ts';

/** Services of one credential, which exist as long as the process. */
export interface ToolServices {
  api: Api;
  /** What the platform of `api` can do beyond the specification. */
  extensions: Extensions;
  settings: ToolSettings;
  /**
   * Reads what the platform's database says about the business, for the settings of each call; undefined for a platform
   * whose database is elsewhere. Returns the same object until something changes. Never rejects.
   */
  businessSettings?: (() => Promise<BusinessSettings>) | undefined;
  clock: Clock;
  logger: Logger;
  /** Call details that searches have read. */
  callCache: CallCache;
  /** Search results, for the cursors of their answers. */
  searchCache: SearchCache;
  /** What the voice profile remembers of its callers. */
  voiceMemory: VoiceMemory<ToolContext>;
  /** Events of the platform, as far as this process receives them. */
  events: EventService;
  /**
   * Returns what the platform knows about a call in progress, by the vendor's id of it: the caller's number (E.164), or
   * null if it is withheld. Undefined for an unknown call. Absent for a platform whose database is elsewhere.
   */
  callInProgress?: ((callId: string) => Promise<{ phone: string | null } | undefined>) | undefined;
  /** Reads how much of the platform a local copy has; absent without one. Never rejects. */
  index?: (() => Promise<IndexProgress>) | undefined;
  /** Recent create requests. */
  idempotency: IdempotencyStore;
  /** Key that signs cursors and confirmations. Derived from the credential, so that it is equal on every replica. */
  signingKey(): Promise<Buffer>;
  /** Creates an empty file that only the user can read, before the platform creates the secret. */
  reserveSecretFile(kind: string): Promise<SecretFile>;
  /** If absent, calls are not measured. */
  observer?: ToolObserver | undefined;
  /** If absent, writes are not recorded. */
  audit?: Audit | undefined;
  /** What failures have shown since the start. */
  observed: FailureContext['observed'];
  /** Names of the offered tools. */
  offered: readonly string[];
  /** Tools that are not offered, with the reason. */
  hidden: readonly { name: string; reason: string }[];
}

/** Context of one call, passed to a tool's `run`. */
export interface ToolContext extends ToolServices {
  time: ToolTime;
  /**
   * Returns a telephone number in international format (E.164).
   * @throws ToolError if the text is not a telephone number.
   */
  phone(text: string): Promise<string>;
  /** Aborts when the client cancels or disconnects. */
  signal: CancelSignal;
  /** The person on the telephone, for the tools of the voice profile. */
  voice?: VoiceCaller | undefined;
  /** Lists that parts of the call share. */
  reads: ReadInCall;
  /** What the tool leaves for its view; undefined if no view is drawn. */
  view?: ViewInput | undefined;
  /** What the tool leaves for the audit log. */
  audited: AuditNotes;
  /** Sends a progress notification, if the client requested them. `total` is null if unknown. */
  progress(done: number, total: number | null): void;
}
