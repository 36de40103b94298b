import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Options of Node's by which an operator sizes the heap: then it is not ours to size. */
const SIZED = /--(?:max|min)[-_](?:old|semi)[-_]space[-_]size|--max[-_]heap[-_]size|--optimize[-_]for[-_]size/;

/** Two halves of 4 MiB for new objects. */
const YOUNG_BYTES = 8 * 1024 * 1024;
/** As many collections within this time, in milliseconds, show that it is too small. */
const BUSY = 10;
const BUSY_MS = 1_000;

/**
 * Keeps the heap close to what is in use. A call lives for milliseconds and leaves little behind, but V8 would let the
 * space for new objects grow to 32 MiB (128 on Node 24), and that for old ones to a multiple of what is live. The
 * options are read whenever V8 resizes, on every Node that we run on; none changes what code does. What each saves and
 * costs is in docs/performance.md.
 */
export function keepHeapSmall(): void {
  if (SIZED.test(`${process.env.NODE_OPTIONS ?? ''} ${process.execArgv.join(' ')}`)) return;
  setFlagsFromString('--heap-growing-percent=100');
  // Several threads are woken for each collection of new objects. Small ones are done sooner by one.
  setFlagsFromString('--no-parallel-scavenge');
  setFlagsFromString('--semi-space-growth-factor=1');
  // Many in a second: calls at load, and not the few collections of a process that rests.
  let since = performance.now();
  let collections = 0;
  new PerformanceObserver((list) => {
    collections += list.getEntries().length;
    const now = performance.now();
    if (now - since < BUSY_MS && collections < BUSY) return;
    const busy = now - since < BUSY_MS;
    since = now;
    collections = 0;
    if (busy && youngBytes() < YOUNG_BYTES) grow();
  }).observe({ entryTypes: ['gc'] });
}

/**
 * Lets the space for new objects grow to its size, which V8 does when enough has survived in it. V8 takes it away again
 * from a process that rests. The option is back at once: V8 refuses compiled code that was kept under other options.
 */
function grow(): void {
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
