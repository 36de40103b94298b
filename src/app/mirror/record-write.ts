import { type Api, ApiError } from '../../api/index.ts';
import { ENDPOINTS, type Endpoint, type Read, type Resource } from '../../contract/index.ts';
import { raceAbort } from '../../lib/concurrency/abort.ts';
import type { Logger } from '../../lib/logging/logger.ts';
import type { Mirror, MirroredKind } from '../../platform/mirror/index.ts';
import { RECORD_READERS } from './record-readers.ts';
import { distrust } from './refresh-records.ts';

/** The endpoints that write records of mirrored lists. */
export const WRITES = {
  createBooking: 'bookings',
  updateBooking: 'bookings',
  cancelBooking: 'bookings',
  createContact: 'contacts',
  updateContact: 'contacts',
} as const satisfies Partial<Record<keyof Api, MirroredKind>>;

/** State what a request did, and are no fields of the record. */
const OUTCOME_FIELDS = Object.keys(WRITES).flatMap(
  (name) => (ENDPOINTS[name as keyof typeof WRITES] as Endpoint).outcomeFields ?? [],
);
/** Longest wait for the time of the mirror, after a write, in milliseconds. */
const TIME_MS = 1_000;
/** Longest wait for a record that a write has answered in part, in milliseconds. */
const READ_BACK_MS = 5_000;

interface WriteParts {
  /** Of the platform. */
  api: Api;
  /** Undefined while the mirror cannot be used. */
  mirror: Mirror | undefined;
  /** Has a record read again soon. */
  changed(kind: MirroredKind, id: string): void;
  /** Learns of a failure of the mirror: the platform answers until it is available again. */
  failed(error: unknown): undefined;
  logger: Logger;
}

/** Makes a write, and stores what it changed before the caller searches again. The mirror never makes a write fail. */
export async function recordWrite(
  parts: WriteParts,
  kind: MirroredKind,
  { id: requestedId }: { id?: string },
  write: () => Promise<unknown>,
): Promise<unknown> {
  const { api, mirror, changed, failed, logger } = parts;
  const readAgain = async (id: string) => {
    changed(kind, id);
    if (!mirror) return;
    await distrust(mirror, kind, id).catch((error: unknown) =>
      logger.warn('a change was not recorded in the index', { error }),
    );
  };
  let written: Read<Resource>;
  try {
    written = (await write()) as Read<Resource>;
  } catch (error) {
    // It may have been carried out.
    const isRefused = error instanceof ApiError && error.details.changed === 'no';
    if (requestedId !== undefined && !isRefused) await readAgain(requestedId);
    throw error;
  }
  const { id = requestedId, contact_id: contactId } = written.fields as { id?: string; contact_id?: string | null };
  // A booking can add a contact, or change one.
  if (kind === 'bookings' && contactId) changed('contacts', contactId);
  if (!id) return written;
  // After the write: a list that was requested meanwhile may not have what it changed, and must not replace it.
  const readAt = mirror && (await raceAbort(mirror.time(), AbortSignal.timeout(TIME_MS)).catch(failed));
  if (mirror === undefined || readAt === undefined) {
    // The answer does not wait for a database that does not answer.
    void readAgain(id);
    return written;
  }
  try {
    await store(api, mirror, kind, id, written, readAt);
  } catch (error) {
    logger.debug('a change is not recorded in the index yet', { error });
    await readAgain(id);
  }
  return written;
}

/** Stores the record of an answer if it is whole: it has the fields that records of the list have. Otherwise it is read. */
async function store(
  api: Api,
  mirror: Mirror,
  kind: MirroredKind,
  id: string,
  written: Read<Resource>,
  readAt: number,
): Promise<void> {
  const fields = Object.fromEntries(Object.entries(written.fields).filter(([name]) => !OUTCOME_FIELDS.includes(name)));
  const { stated } = (await mirror.progress())[kind];
  const isWhole = written.missing.length === 0 && stated.every((name) => name in fields);
  const read = isWhole
    ? { ...written, fields }
    : await RECORD_READERS[kind].one?.(api, { id, signal: AbortSignal.timeout(READ_BACK_MS) });
  if (read) await mirror.store({ kind, records: [{ id, read }], readAt, form: 'list' });
}
