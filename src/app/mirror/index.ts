import {
  type Api,
  createApi,
  createExtensions,
  type Extensions,
  inProcessSender,
  REMOTE_WAIT_MS,
} from '../../api/index.ts';
import type { IndexSettings } from '../../config/index-settings.ts';
import type { PlatformEvent } from '../../events/event.ts';
import { lazy } from '../../lib/concurrency/lazy.ts';
import type { Logger } from '../../lib/logging/logger.ts';
import type { Clock } from '../../lib/time/clock.ts';
import {
  isFaultOfFile,
  type Mirror,
  type MirroredAccount,
  type MirroredKind,
  openMirror,
} from '../../platform/mirror/index.ts';
import type { IndexProgress } from '../../tools/index.ts';
import { watchAvailability } from './availability.ts';
import { createChanges } from './changes.ts';
import { mirroredApi } from './mirrored-api.ts';
import { mirroredExtensions } from './mirrored-extensions.ts';
import { describeProgress, NO_PROGRESS } from './progress.ts';
import { type Reader, startReader } from './reader.ts';
import { distrust } from './refresh-records.ts';

/** Delay before the reading starts, so that it does not slow down an AI client's first requests. */
const START_DELAY_MS = 1_000;
/** How long the reading waits for a mirror that cannot be opened, in milliseconds. */
const OPENING_FAILED_MS = 10_000;

export interface IndexParts {
  settings: IndexSettings;
  /** Country of telephone numbers without +. */
  country: string | undefined;
  /** Address and credential of the platform, whose records the mirror may have. */
  account(): Promise<Omit<MirroredAccount, 'country'>>;
  /** The client of tools. */
  api: Api;
  /** Another one, with retries and a circuit breaker of its own. */
  readerApi: Api;
  /** Cancels requests that no call waits for. */
  closing: AbortSignal;
  clock: Clock;
  logger: Logger;
}

/** The local copy of a remote platform (`--index`), behind the interfaces of the platform. */
interface Index {
  /** Searches in the copy where that can answer; everything else is the platform's. */
  api: Api;
  extensions: Extensions;
  /** Starts to read the platform in the background. */
  start(): void;
  /**
   * Opens a file. Rejects with `DatabaseError` if the settings must be corrected. A full or failing disk, a damaged file or
   * a shared database that is not available can be repaired later: a server starts without the index, and searches read the
   * platform.
   */
  open(): Promise<void>;
  progress(): Promise<IndexProgress>;
  /** Reads the record of an event again. */
  onEvent(event: PlatformEvent): void;
  close(): Promise<void>;
}

export function createIndex(parts: IndexParts): Index {
  const { settings, api, clock, logger } = parts;
  const { place } = settings;
  const open = async () =>
    openMirror({ place, account: { ...(await parts.account()), country: parts.country }, clock, logger });
  const mirror = lazy(open);
  const availability = watchAvailability(mirror, logger, clock);
  const { usable, failed } = availability;
  const platformExtensions = createExtensions(api, clock, { waitMs: REMOTE_WAIT_MS, closing: parts.closing });
  const mirrorApi = lazy(async () => {
    const opened = await mirror.get();
    const key = opened.issueProcessKey();
    return createApi({
      // Requests never leave the process. The scheme is `https` because credentials are sent over no other.
      baseUrl: new URL('https://mirror.invalid'),
      send: inProcessSender(async () => opened.answer),
      key: () => key,
      userAgent: 'rcpt-mcp',
      clock,
    });
  });
  const hasRoom = async (opened: Mirror) => (await opened.bytes()) < settings.maxBytes;

  const changes = createChanges();
  let reader: Reader | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  const startReading = async (): Promise<void> => {
    const opened = await usable();
    if (isClosed) return;
    if (!opened) return startAfter(OPENING_FAILED_MS);
    reader = startReader({
      ...settings,
      api: parts.readerApi,
      extensions: platformExtensions,
      mirror: opened,
      changes,
      clock,
      logger,
      hasRoom: () => hasRoom(opened),
    });
  };
  const startAfter = (ms: number) => {
    timer = setTimeout(() => void startReading(), ms).unref();
  };
  const changed = (kind: MirroredKind, id: string) => {
    changes.add(kind, id);
    reader?.wake();
  };
  const { country } = parts;
  const context = {
    country,
    api,
    mirror: usable,
    mirrorApi: mirrorApi.get,
    extensions: platformExtensions,
    changed,
    failed,
    logger,
  };
  return {
    api: mirroredApi(context),
    extensions: mirroredExtensions({
      ...context,
      clock,
      pollMs: settings.pollMs,
      wake: () => reader?.wake(),
      isFull: async (opened) => !(await hasRoom(opened)),
    }),
    start: () => startAfter(START_DELAY_MS),
    async open() {
      if (!('file' in place)) return;
      await mirror.get().catch((error: unknown) => {
        if (!isFaultOfFile(error)) throw error;
        failed(error);
      });
    },
    async progress() {
      const opened = await usable();
      if (!opened) return NO_PROGRESS;
      return describeProgress(opened, hasRoom, settings.pollMs).catch((error: unknown) => {
        failed(error);
        return NO_PROGRESS;
      });
    },
    onEvent({ kind, recordId }) {
      const list = LIST_OF[kind as keyof typeof LIST_OF];
      if (!list || recordId === undefined) return;
      void usable()
        .then((opened) => opened && distrust(opened, list, recordId))
        .catch((error: unknown) => logger.warn('a change was not recorded in the index', { error }))
        .finally(() => changed(list, recordId));
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      availability.close();
      await reader?.stop();
      await (await mirror.getIfCreated())?.close();
    },
  };
}

const LIST_OF = { booking: 'bookings', contact: 'contacts', call: 'calls' } as const;
