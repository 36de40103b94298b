import { type Api, ApiError, type Extensions } from '../../api/index.ts';
import type { Read, Resource } from '../../contract/index.ts';
import type { Logger } from '../../lib/logger.ts';
import type { Mirror, MirroredKind } from '../../platform/mirror/index.ts';
import { SOURCES } from './sources.ts';

interface Parts {
  /** Of the platform. */
  api: Api;
  /** Undefined while the file cannot be used. */
  mirror(): Promise<Mirror | undefined>;
  mirrorApi(): Promise<Api>;
  extensions: Extensions;
  /** Has a record read again soon. */
  changed(kind: MirroredKind, id: string): void;
  logger: Logger;
}

type Method = (args: never) => Promise<unknown>;

/** The endpoints that write records of mirrored lists. */
const WRITES = {
  createBooking: 'bookings',
  updateBooking: 'bookings',
  cancelBooking: 'bookings',
  createContact: 'contacts',
  updateContact: 'contacts',
} as const satisfies Partial<Record<keyof Api, MirroredKind>>;
/** States what the request did, and is no field of the record. */
const OUTCOME_FIELDS = ['contact_created'];

/** The API of the platform, whose searches its mirror answers where that can, and whose writes the mirror learns of. */
export function mirroredApi(parts: Parts): Api {
  const { api } = parts;
  const methods = { ...api } as Record<string, Method>;
  for (const [name, kind] of Object.entries(WRITES)) {
    const write = methods[name] as Method;
    methods[name] = async (args: never) => recordWrite(parts, kind, args, () => write(args));
  }
  for (const endpoint of SEARCHES) {
    const ask = methods[endpoint.name] as Method;
    methods[endpoint.name] = async (args: never) => {
      const { signal } = args as SearchArgs;
      const isSearch = (args as SearchArgs).query?.order !== undefined;
      const opened = isSearch ? await parts.mirror() : undefined;
      if (!opened || (await parts.isRefused(endpoint.kind))) return ask(args);
      if (await parts.extensions.has(endpoint.extension, signal ?? NEVER)) return ask(args);
      return searchMirror(endpoint, args, { api, mirror: opened, mirrorApi: await parts.mirrorApi() });
    };
  }
  return methods as unknown as Api;
}

/** Longest wait for a record that a write has answered in part, in milliseconds. */
const READ_BACK_MS = 5_000;

/** Makes a write, and stores what it changed, before its caller searches again. */
async function recordWrite(
  parts: Parts,
  kind: MirroredKind,
  args: { id?: string; signal?: AbortSignal },
  write: () => Promise<unknown>,
): Promise<unknown> {
  const { mirror, logger } = parts;
  const opened = await mirror();
  if (!opened) return write();
  const readAt = opened.time();
  const distrust = (id: string) => {
    parts.changed(kind, id);
    void opened
      .distrust(kind, [id])
      .catch((error: unknown) => logger.warn('a change was not recorded in the index', { error }));
  };
  try {
    const written = (await write()) as Read<Resource>;
    await store(parts, opened, kind, written, readAt).catch((error: unknown) => {
      logger.warn('a change was not recorded in the index and will be read', { error });
      const { id } = written.fields as { id?: string | null };
      if (id) distrust(id);
    });
    return written;
  } catch (error) {
    // It may have been carried out.
    if (args.id !== undefined && !(error instanceof ApiError && error.details.changed === 'no')) distrust(args.id);
    throw error;
  }
}

/** Stores the record in an answer if it is whole: it has the fields that records of the list have. Otherwise it is read again. */
async function store(
  { api, changed }: Parts,
  mirror: Mirror,
  kind: MirroredKind,
  written: Read<Resource>,
  readAt: number,
): Promise<void> {
  const fields = Object.fromEntries(Object.entries(written.fields).filter(([name]) => !OUTCOME_FIELDS.includes(name)));
  const { id, contact_id: contactId } = fields as { id?: string | null; contact_id?: string | null };
  // A booking can add a contact, or change one.
  if (kind === 'bookings' && contactId) changed('contacts', contactId);
  if (!id) return;
  const { stated } = (await mirror.progress())[kind];
  const isWhole = written.missing.length === 0 && stated.every((name) => name in fields);
  const read = isWhole
    ? { ...written, fields }
    : await SOURCES[kind].one?.(api, { id, signal: AbortSignal.timeout(READ_BACK_MS) });
  if (read) await mirror.store({ kind, records: [{ id, read }], readAt, form: 'list' });
}
