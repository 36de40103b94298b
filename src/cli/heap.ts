import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Options of Node's by which an operator sizes the heap: then it is not ours to size. */
const SIZED = /--(?:max|min)[-_](?:old|semi)[-_]space[-_]size|--max[-_]heap[-_]size|--optimize[-_]for[-_]size/;

const MIB = 1024 * 1024;
/** Two halves of 8 MiB for new objects. With less, what dozens of calls at once hold is taken for old. */
const YOUNG_BYTES = 16 * MIB;
/** Late enough not to be in the way of a first call, in milliseconds. */
const SETTLE_MS = 1_000;

/**
 * Keeps the heap close to what is in use. A call lives for milliseconds and leaves little behind, but V8 would let the
 * space for new objects grow to 32 MiB (128 on Node 24), and that for old ones to a multiple of what is live. The
 * options are read whenever V8 resizes, on every Node that we run on (docs/performance.md has what it saves and costs).
 */
export function keepHeapSmall(): void {
  if (SIZED.test(`${process.env.NODE_OPTIONS ?? ''} ${process.execArgv.join(' ')}`)) return;
  setFlagsFromString('--heap-growing-percent=50');
  // Several threads are woken for each collection of new objects. Small ones are done sooner by one.
  setFlagsFromString('--no-parallel-scavenge');
  setFlagsFromString('--semi-space-growth-factor=1');
  setTimeout(growOnce, SETTLE_MS).unref();
}

/** Lets the space for new objects grow to its size, which V8 does when enough has survived in it, and no further. */
function growOnce(): void {
  setFlagsFromString('--semi-space-growth-factor=2');
  const kept: object[][] = [];
  for (let round = 0; round < 80 && youngBytes() < YOUNG_BYTES; round++) {
    kept.push(Array.from({ length: 8_000 }, () => ({ round })));
  }
  setFlagsFromString('--semi-space-growth-factor=1');
}

function youngBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? YOUNG_BYTES;
}
