import type { Generated, Kysely } from 'kysely';
import type { Db, Schema } from '../store/schema/schema.ts';

/** The lists of a platform that a mirror holds. */
export const MIRRORED_KINDS = ['services', 'staff', 'contacts', 'bookings', 'calls'] as const;
export type MirroredKind = (typeof MIRRORED_KINDS)[number];

/**
 * The team of every mirror: processes go on with one that was deleted and created again. Most indexes begin with it, so it is
 * short.
 */
export const MIRROR_TEAM = 'm';

/** The tables that a mirror has beside those of the platform. Times are epoch milliseconds of the clock that all processes share. */
export interface MirrorSchema extends Schema {
  mirror_records: Omit<MirrorRecordRow, 'position'> & { position: Generated<number> };
  mirror_lists: MirrorListRow;
  mirror_leases: MirrorLeaseRow;
  mirror_source: {
    address: string;
    credential: string;
    country: string;
    /** When a process used it last, to the hour. */
    used_at: number;
  };
}

type MirrorDb = Kysely<MirrorSchema>;

/** The same connection, with the mirror's own tables. */
export const withMirrorTables = (db: Db) => db as unknown as MirrorDb;

/** A record as the platform sent it. */
export interface MirrorRecordRow {
  /** Assigned by the database. Also the position of the record's row in the table of its kind. */
  position: number;
  kind: MirroredKind;
  id: string;
  /** In the form of lists. */
  raw_json: string;
  /** A call in the form of single records, without its transcript where that is in the table `calls`; null until it was read. */
  detail_json: string | null;
  /** When the request began that read the record last, in either form. */
  read_at: number;
  /** The same as `detail_read_at`; null while the detail is to be read, or is to be read again. */
  detail_at: number | null;
  /** When the request began that read `detail_json`; null until it was read. */
  detail_read_at: number | null;
  /** When a request for the detail began that failed although the platform answered others; null: none since it was read. */
  unreadable_at: number | null;
  /** The page of its list, with `MAX_PER_PAGE` records a page, on which it was seen last; null if on none. It may have moved since. */
  list_page: number | null;
  /** When a call started, in epoch milliseconds; 0 for others, and if the platform does not state it. */
  started_at: number;
  /** 1 if the table of its kind has a row of it: the record has the fields that searches need. */
  searchable: number;
}

/** How far a list was read: `ListProgress`. */
export interface MirrorListRow {
  kind: MirroredKind;
  progress_json: string;
}

/** The process that reads the platform, until its lease ends. */
export interface MirrorLeaseRow {
  name: string;
  holder: string;
  lease_until: number;
}
