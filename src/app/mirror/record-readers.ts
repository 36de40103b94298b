import type { Api, Page } from '../../api/index.ts';
import type { Read, Resource } from '../../contract/index.ts';
import type { CancelSignal } from '../../lib/concurrency/cancellation.ts';
import type { MirroredKind } from '../../platform/mirror/index.ts';

type ListArgs = { query: { page: number; per_page: number }; signal?: CancelSignal };
export type RecordArgs = { id: string; signal?: CancelSignal };

/** How the records of a kind are read from the platform. */
interface RecordReader {
  list(api: Api, args: ListArgs): Promise<Page<Resource>>;
  /** Reads one record: calls with their transcript. Absent where the platform has no endpoint for it. */
  one?(api: Api, args: RecordArgs): Promise<Read<Resource>>;
}

export const RECORD_READERS: Record<MirroredKind, RecordReader> = {
  services: { list: (api, args) => api.listServices(args) },
  staff: { list: (api, args) => api.listStaff(args) },
  contacts: { list: (api, args) => api.listContacts(args), one: (api, args) => api.getContact(args) },
  bookings: { list: (api, args) => api.listBookings(args), one: (api, args) => api.getBooking(args) },
  calls: { list: (api, args) => api.listCalls(args), one: (api, args) => api.getCall(args) },
};

/** A longer id is none that a database can find. */
const MAX_ID_LENGTH = 250;

/** Records that have an id, by which they are stored. */
export const identified = (reads: readonly Read<Resource>[]) =>
  reads.flatMap((read) => {
    const { id } = read.fields as { id?: string | null };
    return id && id.length <= MAX_ID_LENGTH && !id.includes('\0') ? [{ id, read }] : [];
  });
