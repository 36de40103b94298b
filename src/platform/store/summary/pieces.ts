import { nextSlice } from '../../../lib/slices.ts';
import type { Interval } from '../../../lib/time/intervals.ts';
import { offsetPeriodAt } from '../../../lib/time/offset.ts';
import { type Buckets, endOfMonth, type Piece, pieceAt } from './buckets.ts';

const DAY_MS = 86_400_000;
/** The first piece: a business with a million bookings a year has 40,000 in it. */
const FIRST_MS = 14 * DAY_MS;
const SHORTEST_MS = DAY_MS / 24;
/** A piece is to take about so long, in milliseconds: SQLite answers without a turn of the event loop. */
const FAST_MS = 4;
const SLOW_MS = 10;

/** Reads a window piece by piece, in order. A piece is the shorter, the more records it has. */
export async function forEachPiece(
  { start, end }: Interval,
  { zone, buckets }: { zone: string; buckets: Buckets },
  read: (piece: Piece) => Promise<void>,
): Promise<void> {
  let lengthMs = FIRST_MS;
  for (let from = start; from < end; ) {
    const { offsetMs, to: change } = offsetPeriodAt(from, zone);
    const limit = buckets.isByMonth ? Math.min(change, endOfMonth(from, offsetMs)) : change;
    const piece = pieceAt(from, Math.min(end, limit, from + lengthMs), offsetMs);
    const begin = performance.now();
    await read(piece);
    const tookMs = performance.now() - begin;
    const readMs = piece.to - from;
    if (tookMs > SLOW_MS) lengthMs = Math.max(readMs / 2, SHORTEST_MS);
    else if (tookMs < FAST_MS) lengthMs = Math.max(lengthMs, 2 * readMs);
    from = piece.to;
    if (from < end) await nextSlice();
  }
}
