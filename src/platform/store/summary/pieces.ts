import { Temporal } from 'temporal-polyfill';
import { nextSlice } from '../../../lib/concurrency/slices.ts';
import type { Interval } from '../../../lib/time/intervals.ts';
import { offsetAt } from '../../../lib/time/offset.ts';
import { DAY_MS } from '../../../lib/time/units.ts';
import { type Buckets, endOfMonth, type Piece, pieceAt } from './buckets.ts';

/** The first piece: a business with a million bookings a year has 40,000 in it. */
const FIRST_MS = 14 * DAY_MS;
const SHORTEST_MS = DAY_MS / 24;
/** A filter may read many records for the few that it counts. */
const LONGEST_MS = 100 * DAY_MS;
/** Records of a piece, about: SQLite counts them in 5 ms, without a turn of the event loop. */
const RECORDS = 10_000;

interface PieceOptions {
  zone: string;
  buckets: Buckets;
  /** Records of a piece, about. */
  records?: number;
  /** Length of the first piece, in milliseconds. */
  firstMs?: number;
  /** In milliseconds. */
  longestMs?: number;
  /** Instants at which a piece ends, in order. */
  cuts?: readonly number[];
}

/**
 * Reads a window piece by piece, in order. A piece is the shorter, the more records the one before it had: about `records`.
 * @param read returns the number of records of the piece.
 */
export async function forEachPiece(
  { start, end }: Interval,
  { zone, buckets, records: most = RECORDS, firstMs = FIRST_MS, longestMs = LONGEST_MS, cuts = [] }: PieceOptions,
  read: (piece: Piece) => Promise<number>,
): Promise<void> {
  let lengthMs = firstMs;
  // The offset matters to buckets only.
  let change = buckets.unitMs === 0 && !buckets.isByMonth ? Number.POSITIVE_INFINITY : start;
  for (let from = start; from < end; ) {
    if (from >= change) change = nextClockChange(from, zone);
    const offsetMs = offsetAt(from, zone);
    const limit = buckets.isByMonth ? Math.min(change, endOfMonth(from, offsetMs)) : change;
    const cut = cuts.find((instant) => instant > from) ?? end;
    const piece = pieceAt(from, Math.min(end, limit, cut, from + lengthMs), offsetMs);
    const records = await read(piece);
    // Whole milliseconds: PostgreSQL refuses others.
    const fitting = Math.round(((piece.to - from) * most) / Math.max(records, 1));
    // Pieces that end with a month, a clock change or a price are short and say little.
    if (records > most || fitting > lengthMs)
      lengthMs = Math.min(Math.max(fitting, SHORTEST_MS), 2 * lengthMs, longestMs);
    from = piece.to;
    if (from < end) await nextSlice();
  }
}

/** Returns the next instant at which the offset of a zone changes, in milliseconds since the epoch. */
function nextClockChange(epochMs: number, zone: string): number {
  const at = Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(zone);
  return at.getTimeZoneTransition('next')?.epochMilliseconds ?? Number.POSITIVE_INFINITY;
}
