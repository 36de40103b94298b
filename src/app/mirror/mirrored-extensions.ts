import { setTimeout as delay } from 'node:timers/promises';
import { type Api, ApiError, createExtensions, type Extensions } from '../../api/index.ts';
import type { ExtensionName } from '../../contract/index.ts';
import { raceAbort } from '../../lib/concurrency/abort.ts';
import type { CancelSignal } from '../../lib/concurrency/cancellation.ts';
import type { Clock } from '../../lib/time/clock.ts';
import type { Mirror, MirroredField, MirroredKind } from '../../platform/mirror/index.ts';
import { findSearchableCalls } from './searchable-calls.ts';

/** What an extension of searches needs of the mirror. */
interface Needs {
  /** Lists, with the fields that filters read: a platform that never sends one is searched without the mirror. */
  lists: Partial<Record<MirroredKind, readonly string[]>>;
  /** The lists themselves must have these fields: what is found is compared again with the form that lists have. */
  listed?: true;
  /** Fields that no record may lack. */
  fields?: readonly MirroredField[];
  /** Lists that the credential must be able to read. Others are the platform's to refuse. */
  readable?: readonly MirroredKind[];
  transcripts?: true;
  /** The last reading of each whole list must have seen all of its records: the platform may no longer have others. */
  seen?: true;
  /** Bookings must be worth what their service costs. */
  unpriced?: true;
}

/** The extensions that a mirror has for a platform without them. */
const SEARCH_EXTENSIONS = {
  list_filters: {
    lists: {
      contacts: ['name', 'email', 'phone'],
      bookings: ['start_time', 'status', 'service_id', 'contact_id'],
      calls: ['started_at', 'duration_seconds', 'direction', 'status', 'contact_id'],
    },
    listed: true,
    fields: ['bookings.status', 'bookings.service_id', 'calls.status', 'calls.direction', 'calls.duration_seconds'],
    // Contacts are searched by their visits.
    readable: ['bookings'],
  },
  call_search: { lists: { calls: ['started_at'] }, transcripts: true },
  activity_summary: {
    lists: {
      bookings: ['start_time', 'status', 'service_id', 'contact_id'],
      calls: ['started_at', 'duration_seconds', 'direction', 'status', 'contact_id'],
    },
    fields: ['bookings.status', 'bookings.service_id', 'calls.status', 'calls.direction', 'calls.duration_seconds'],
    seen: true,
    unpriced: true,
  },
  follow_ups: {
    lists: {
      contacts: ['name', 'phone'],
      bookings: ['start_time', 'created_at', 'contact_id'],
      calls: ['started_at', 'direction', 'status', 'contact_id'],
    },
    // A booking without a contact would be compared by its e-mail address, too.
    fields: ['bookings.contact_id', 'bookings.created_at', 'calls.status', 'calls.direction'],
    readable: ['contacts', 'bookings', 'calls'],
    transcripts: true,
  },
} as const satisfies Partial<Record<ExtensionName, Needs>>;

const listOf = (field: MirroredField) => field.split('.')[0] as MirroredKind;

/** What a search of calls needs whose transcripts the mirror has. */
const PARTIAL_CALL_SEARCH: Needs = { lists: SEARCH_EXTENSIONS.call_search.lists };

interface Parts {
  /** Of the platform. */
  api: Api;
  mirror(): Promise<Mirror | undefined>;
  mirrorApi(): Promise<Api>;
  /** Those of the platform itself. */
  extensions: Extensions;
  clock: Clock;
  /** How often the platform is asked for new records, in milliseconds. */
  pollMs: number;
  /** Has the platform asked for new records now. */
  wake(): void;
  /** True if the mirror has its maximum size, so that new records are missing. */
  isFull(mirror: Mirror): Promise<boolean>;
  /** Learns of a failure of the mirror: the platform answers until it is available again. */
  failed(error: unknown): void;
}

/** Polls that may be missing before the mirror is outdated: after one, the platform or the machine was not available. */
const MISSED_POLLS = 3;
/** How long an outdated mirror is waited for, and how often it is looked at, in milliseconds. */
const [CATCH_UP_MS, LOOK_MS] = [3_000, 100];
/** How long it is not waited for again after that was in vain, in milliseconds: the platform does not answer. */
const IN_VAIN_MS = 10_000;

/**
 * The extensions of the platform and, in addition, those with which its mirror answers: it must have all records, with the fields
 * that searches need. A list that the credential may not read is the platform's to refuse.
 */
export function mirroredExtensions(parts: Parts): Extensions {
  const { api, mirror, mirrorApi, extensions, clock, pollMs, wake, isFull, failed } = parts;
  let ofMirror: Extensions | undefined;
  let inVainUntil = Number.NEGATIVE_INFINITY;
  const announcedByMirror = async (name: ExtensionName, signal: CancelSignal) => {
    ofMirror ??= createExtensions(await mirrorApi(), clock);
    return ofMirror.has(name, signal);
  };
  const statusOf = async (opened: Mirror, needs: Needs): Promise<'ready' | 'outdated' | 'incomplete'> => {
    const [progress, gaps, now] = await Promise.all([opened.progress(), opened.gaps(), opened.time()]);
    const needed = Object.entries(needs.lists) as [MirroredKind, readonly string[]][];
    const lists = needed.filter(([kind]) => !progress[kind].refused);
    const isWhole = ([kind, fields]: (typeof lists)[number]) => {
      const { completedAt, records, total, stated, listed } = progress[kind];
      const isStated = records === 0 || fields.every((name) => (needs.listed ? listed : stated).includes(name));
      const isConfirmed = !gaps.unsearchable.has(kind) && !gaps.unconfirmed.has(kind);
      return completedAt !== null && records >= (total ?? 0) && isStated && isConfirmed;
    };
    const hasUnseen = async ([kind]: (typeof lists)[number]) =>
      (await opened.readBefore(kind, progress[kind].completedAt ?? 0, 1)).length > 0;
    const lacksField = needs.fields?.some((field) => gaps.missing.has(field) && !progress[listOf(field)].refused);
    const isComplete =
      lists.every(isWhole) &&
      !lacksField &&
      !needs.readable?.some((kind) => progress[kind].refused) &&
      !(needs.transcripts && gaps.callsWithoutDetail > 0) &&
      !(needs.unpriced && progress.bookings.priced) &&
      !(needs.seen && (await Promise.all(lists.map(hasUnseen))).includes(true));
    if (!isComplete) return 'incomplete';
    const oldest = now - MISSED_POLLS * pollMs;
    return lists.every(([kind]) => (progress[kind].checkedAt ?? 0) > oldest) ? 'ready' : 'outdated';
  };
  /** After a pause, such as that of a machine that slept, new records come first. */
  const isReady = async (opened: Mirror, needs: Needs, signal: CancelSignal): Promise<boolean> => {
    let status = await statusOf(opened, needs);
    if (status !== 'outdated' || clock.monotonic() < inVainUntil) return status === 'ready';
    // Once: each wake-up ends the pause that the reading makes after a failure.
    wake();
    const deadline = clock.monotonic() + CATCH_UP_MS;
    while (status === 'outdated' && clock.monotonic() < deadline) {
      await raceAbort(delay(LOOK_MS, undefined, { ref: false }), signal);
      status = await statusOf(opened, needs);
    }
    if (status === 'outdated') inVainUntil = clock.monotonic() + IN_VAIN_MS;
    return status === 'ready';
  };
  /** The mirror, if it can answer what an extension does. */
  const answering = async (name: ExtensionName, needs: Needs, signal: CancelSignal): Promise<Mirror | undefined> => {
    const opened = await mirror();
    if (!opened) return undefined;
    try {
      if ((await isFull(opened)) || !(await isReady(opened, needs, signal))) return undefined;
      return (await announcedByMirror(name, signal)) ? opened : undefined;
    } catch (error) {
      signal.throwIfAborted();
      failed(error);
      return undefined;
    }
  };
  const unlessFailing = async <T>(work: () => Promise<T>, signal: CancelSignal): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof ApiError) throw error;
      failed(error);
      return undefined;
    }
  };
  return {
    async has(name, signal) {
      if (await extensions.has(name, signal)) return true;
      const needs = (SEARCH_EXTENSIONS as Partial<Record<ExtensionName, Needs>>)[name];
      return needs !== undefined && (await answering(name, needs, signal)) !== undefined;
    },
    announces: extensions.announces,
    announcesForCertain: extensions.announcesForCertain,
    async searchableCalls(window, signal) {
      const opened = await answering('call_search', PARTIAL_CALL_SEARCH, signal);
      return opened && unlessFailing(() => findSearchableCalls(window, { api, mirror: opened, signal }), signal);
    },
    async unreadableCalls(name, window, signal) {
      if (await extensions.has(name, signal)) return 0;
      const opened = await mirror();
      return (opened && (await unlessFailing(() => opened.countUnreadable(window), signal))) ?? 0;
    },
  };
}
