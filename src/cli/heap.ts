import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Options of Node's by which an operator sizes the heap: then it is not ours to size. */
const SIZED = /--(?:max|min)[-_](?:old|semi)[-_]space[-_]size|--max[-_]heap[-_]size|--optimize[-_]for[-_]size/;

/** Two halves of 4 MiB for new objects. */
const YOUNG_BYTES = 8 * 1024 * 1024;

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
  // V8 takes the space for new objects down in a process that rests, and gives it back as it is needed: up to here.
  new PerformanceObserver(() => letYoungGrow(youngBytes() < YOUNG_BYTES)).observe({ entryTypes: ['gc'] });
}

/** Runs something under the options of the start: V8 refuses compiled code that was kept under others. */
export function asAtStart(run: () => void): void {
  const before = growing;
  letYoungGrow(true);
  run();
  letYoungGrow(before);
}

let growing = true;

function letYoungGrow(grow: boolean): void {
  if (grow === growing) return;
  growing = grow;
  setFlagsFromString(`--semi-space-growth-factor=${grow ? 2 : 1}`);
}

function youngBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? YOUNG_BYTES;
}
