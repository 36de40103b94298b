import { type Api, ApiError, InvalidIdError, type Page } from '../../api/index.ts';
import { MAX_PER_PAGE, type Read, type Resource } from '../../contract/index.ts';
import type { ListPass, Mirror, MirroredKind } from '../../platform/mirror/index.ts';
import { afterPage, beginPass } from './list-pass.ts';
import type { Pace } from './pace.ts';
import { identified, RECORD_READERS, type RecordArgs } from './record-readers.ts';

/** Reads lists and single records of the platform into the mirror, one request at a time. */
export interface ListReader {
  /** Reads the next page of the pass of a list; begins a pass if there is none. */
  continuePass(kind: MirroredKind): Promise<void>;
  /**
   * Reads the first and the last page of a list, where new records are. Returns the ids of those that the mirror did not have, and
   * whether the mirror now has as many records as the platform states.
   */
  readEnds(kind: MirroredKind): Promise<{ added: string[]; isWhole: boolean }>;
  /** Reads a record by its id. One that the platform does not have is removed. */
  readOne(kind: MirroredKind, id: string): Promise<void>;
  /** The same for the transcript of a call, and requests that of the next call while this one is stored. */
  readTranscript(id: string, next: string | undefined): Promise<void>;
  /**
   * Resolves if the platform returns calls, and rejects if it fails as a whole: it is asked for the call whose transcript it
   * returned last, or for its list.
   */
  assertReadsCalls(): Promise<void>;
  /** Records that the credential may not read a list, or that the platform has none. */
  refuse(kind: MirroredKind): Promise<void>;
}

/** A page that was requested earlier is requested again: records of it may be gone since. In milliseconds. */
const MAX_AHEAD_MS = 5_000;
/** Pages of new records that are read before the whole list is. */
const MAX_NEW_PAGES = 20;

/** A platform may answer a page behind the last one with 404, such as when the list became shorter. */
const pageBehindLast = (page: number): Page<Resource> => ({
  items: [],
  page,
  per_page: MAX_PER_PAGE,
  total: null,
  has_more: false,
});

/** What a request needs, and the storing of its answer. */
interface ReadParts {
  api: Api;
  mirror: Mirror;
  pace: Pace;
}
type RequestedPage = Awaited<ReturnType<typeof requestPage>>;
type RequestedRecord = Awaited<ReturnType<typeof requestRecord>>;

export function createListReader(api: Api, mirror: Mirror, pace: Pace): ListReader {
  const parts: ReadParts = { api, mirror, pace };
  /** The page that is requested while the one before it is stored. */
  let ahead: { kind: MirroredKind; startedAt: number; number: number; page: Promise<RequestedPage> } | undefined;
  const requestAhead = (kind: MirroredKind, { startedAt, nextPage: number }: ListPass): Promise<void> => {
    const page = requestPage(parts, kind, number);
    // The next step reports it.
    page.catch(() => {});
    ahead = { kind, startedAt, number, page };
    return pace.sent();
  };
  const pageOf = async (kind: MirroredKind, { startedAt, nextPage: number }: ListPass) => {
    const requested = ahead;
    ahead = undefined;
    const isNext = requested?.kind === kind && requested.startedAt === startedAt && requested.number === number;
    const page = isNext ? await requested.page : undefined;
    return page && (await mirror.time()) - page.readAt < MAX_AHEAD_MS ? page : requestPage(parts, kind, number);
  };

  const requestCall = (id: string) => requestRecord(parts, id, api.getCall);
  let transcriptAhead: { id: string; request: Promise<RequestedRecord> } | undefined;
  /** The call whose transcript was returned last. */
  let returned: string | undefined;

  return {
    async continuePass(kind) {
      const { pass } = (await mirror.progress())[kind];
      if (!pass) {
        const startedAt = await mirror.time();
        return mirror.changeProgress(kind, (progress) => beginPass(progress, startedAt));
      }
      const { number, readAt, page, records } = await pageOf(kind, pass);
      const step = afterPage(pass, page);
      if (!step.ended) await requestAhead(kind, step.pass);
      await mirror.storePage({ kind, records, readAt, form: 'list', page: number }, (progress) => ({
        ...progress,
        pass: step.pass,
        refused: false,
        total: page.total ?? progress.total,
      }));
      if (step.ended) await endPass(mirror, kind);
    },
    readEnds: (kind) => readEnds(parts, kind),
    async readOne(kind, id) {
      const { one } = RECORD_READERS[kind];
      if (one) await storeRecord(mirror, kind, await requestRecord(parts, id, (args) => one(api, args)));
    },
    async readTranscript(id, next) {
      const requested = transcriptAhead;
      transcriptAhead = undefined;
      const call = await (requested?.id === id ? requested.request : requestCall(id));
      if (next !== undefined) {
        const request = requestCall(next);
        // The step that reads it reports it.
        request.catch(() => {});
        transcriptAhead = { id: next, request };
        await pace.sent();
      }
      await storeRecord(mirror, 'calls', call);
      returned = call.id;
    },
    async assertReadsCalls() {
      const asked = returned;
      // Should this call be the next that fails, the list is asked for.
      returned = undefined;
      await (asked === undefined ? requestPage(parts, 'calls', 1) : requestCall(asked));
      returned = asked;
    },
    async refuse(kind) {
      const now = await mirror.time();
      await mirror.changeProgress(kind, (progress) => ({ ...progress, pass: null, refused: true, attemptedAt: now }));
    },
  };
}

const requestPage = ({ api, mirror, pace }: ReadParts, kind: MirroredKind, number: number) =>
  pace.request(async (signal) => {
    const readAt = await mirror.time();
    const query = { page: number, per_page: MAX_PER_PAGE };
    const page = await RECORD_READERS[kind].list(api, { query, signal }).catch((error: unknown) => {
      if (number > 1 && isApiError(error, 'not_found')) return pageBehindLast(number);
      throw error;
    });
    return { number, readAt, page, records: identified(page.items) };
  });

/** Requests a record by its id; none if the platform does not have it. */
const requestRecord = ({ mirror, pace }: ReadParts, id: string, send: (args: RecordArgs) => Promise<Read<Resource>>) =>
  pace.request(async (signal) => {
    const readAt = await mirror.time();
    const read = await send({ id, signal }).catch((error: unknown) => {
      if (!isApiError(error, 'not_found')) throw error;
    });
    return { id, readAt, read };
  });

const storeRecord = (mirror: Mirror, kind: MirroredKind, { id, readAt, read }: RequestedRecord) =>
  read ? mirror.store({ kind, records: [{ id, read }], readAt, form: 'detail' }) : mirror.remove(kind, [id], readAt);

/** A pass is complete if it has seen as many records as the platform states. What it has not seen is looked up by id later. */
async function endPass(mirror: Mirror, kind: MirroredKind): Promise<void> {
  const { pass, records } = (await mirror.progress())[kind];
  if (!pass) return;
  const unseen = await mirror.countReadBefore(kind, pass.startedAt);
  const isComplete = pass.minTotal === null || records - unseen >= pass.minTotal;
  if (isComplete && !RECORD_READERS[kind].one) {
    await mirror.remove(kind, await mirror.readBefore(kind, pass.startedAt, unseen), pass.startedAt);
  }
  const endedAt = await mirror.time();
  await mirror.changeProgress(kind, (progress) => ({
    ...progress,
    pass: null,
    completedAt: isComplete ? pass.startedAt : progress.completedAt,
    checkedAt: isComplete ? pass.startedAt : progress.checkedAt,
    attemptedAt: pass.startedAt,
    passMs: Math.max(0, endedAt - pass.startedAt),
  }));
}

async function readEnds(parts: ReadParts, kind: MirroredKind): ReturnType<ListReader['readEnds']> {
  const { mirror } = parts;
  const first = await requestPage(parts, kind, 1);
  const { total, items } = first.page;
  const hasMore = total !== null && items.length > 0 && total > items.length;
  const last = hasMore ? await requestPage(parts, kind, Math.ceil(total / items.length)) : undefined;
  const added: string[] = [];
  /** Stores a page, and returns whether all of its records are new. */
  const storeEnd = async ({ number, readAt, records }: RequestedPage) => {
    const ids = records.map(({ id }) => id);
    const known = await mirror.records(kind, ids, 'list');
    const fresh = ids.filter((id) => !known.has(id));
    added.push(...fresh);
    await mirror.storePage({ kind, records, readAt, form: 'list', page: number }, (progress) => ({
      ...progress,
      total: total ?? progress.total,
      checkedAt: first.readAt,
    }));
    return fresh.length > 0 && fresh.length === ids.length;
  };
  if (last) await storeEnd(last);
  let page = first;
  // After a pause there are more new records than one page has.
  for (let number = 2; (await storeEnd(page)) && number <= MAX_NEW_PAGES; number++) {
    page = await requestPage(parts, kind, number);
  }
  const { records } = (await mirror.progress())[kind];
  return { added, isWhole: total === null ? added.length < Math.max(1, items.length) : records === total };
}

/** True if the platform answers, but does not return this record. */
export const isRecordFailure = (error: unknown): boolean =>
  error instanceof InvalidIdError ||
  isApiError(error, 'forbidden', 'bad_request', 'invalid_response', 'response_too_large') ||
  isServerFailure(error);

/** Resolves with the failure of a record, or with undefined if there was none. Rejects with any other failure. */
export const recordFailureOf = (reading: Promise<void>): Promise<unknown> =>
  reading.catch((error: unknown) => {
    if (isRecordFailure(error)) return error;
    throw error;
  });

/** Such a failure can also be one of the platform as a whole. */
export const isServerFailure = (error: unknown): boolean =>
  isApiError(error, 'server_error', 'timeout', 'connection_lost') && error.details.retryAfterSeconds === undefined;

export const isApiError = (error: unknown, ...kinds: ApiError['details']['kind'][]): error is ApiError =>
  error instanceof ApiError && kinds.includes(error.details.kind);
