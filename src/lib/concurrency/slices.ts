/**
 * How long a slice runs before the event loop gets its turn, in milliseconds. A request of another caller needs several
 * turns of the loop, and is to be answered within a tenth of a second all the same.
 */
const SLICE_MS = 8;

/** True from the start of a slice until the loop has turned. */
let hasSlice = false;
let sliceEnds = 0;
const waiting: (() => void)[] = [];

function startSlice(): void {
  hasSlice = true;
  sliceEnds = performance.now() + SLICE_MS;
  setImmediate(() => {
    hasSlice = false;
    const resume = waiting.shift();
    if (!resume) return;
    startSlice();
    resume();
  });
}

function isSliceOver(): boolean {
  if (!hasSlice) startSlice();
  return performance.now() >= sliceEnds;
}

/**
 * Waits until the event loop has handled what arrived meanwhile. Only one slice runs in each turn of the loop, however
 * many calls wait for theirs, so that they hold the loop no longer together than one of them alone.
 */
export function nextSlice(): Promise<void> {
  if (!hasSlice) startSlice();
  return new Promise((resolve) => {
    waiting.push(resolve);
  });
}

/** Runs long work in slices. The work yields wherever it can be interrupted. */
export async function inSlices<T>(work: Generator<void, T>): Promise<T> {
  for (;;) {
    if (isSliceOver()) await nextSlice();
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** Runs such work without interruption, for small inputs: a slice costs more than a small answer. */
export function atOnce<T>(work: Generator<void, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** Calls `visit` for each item, in slices. */
export function forEachInSlices<T>(items: Iterable<T>, visit: (item: T) => void): Promise<void> {
  return inSlices(eachOf(items, visit));
}

function* eachOf<T>(items: Iterable<T>, visit: (item: T) => void): Generator<void, void> {
  for (const item of items) {
    visit(item);
    yield;
  }
}

/** Maps each item, in slices. */
export async function mapInSlices<T, U>(items: Iterable<T>, map: (item: T) => U): Promise<U[]> {
  const mapped: U[] = [];
  await forEachInSlices(items, (item) => void mapped.push(map(item)));
  return mapped;
}
