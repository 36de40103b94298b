import fc from 'fast-check';
import { stripKeys } from '../../src/lib/logger.ts';

/** A place where input comes in, with the program behind it running. */
export interface OpenArea<T> {
  /** What is sent. */
  input: fc.Arbitrary<T>;
  /** Sends it, and throws a sentence when something happened that must not. */
  check(input: T): Promise<void>;
  /** A good request after bad ones, and a look at what was written meanwhile. Throws as `check` does. */
  verifyHealthy(): Promise<void>;
  close(): Promise<void>;
}

export interface Area {
  name: string;
  open(): Promise<OpenArea<unknown>>;
}

export interface Finding {
  area: string;
  what: string;
  /** The smallest input that shows it, as far as it could be made smaller. */
  input: string;
  /** Repeats the batch it was found in. */
  seed: number;
}

export interface AreaReport {
  area: string;
  cases: number;
  seconds: number;
  findings: Finding[];
}

export interface FuzzRun {
  cases: number;
  seed: number;
  /** Told after each batch. */
  progress?: (done: number) => void;
}

/** Cases between two looks whether all is well. */
const BATCH_SIZE = 250;
/** Cases after which everything is started anew, so that what was made by them does not slow the rest. */
const CASES_PER_RESTART = 5_000;
/** One case may take this long, in milliseconds. */
const CASE_TIMEOUT_MS = 10_000;
/** Making a finding smaller may take this long, in milliseconds. A batch without one takes a second or two. */
const SHRINK_TIMEOUT_MS = 45_000;
/** Enough to see what is wrong. */
const MAX_FINDINGS = 10;

/** Sends `cases` inputs to an area. The same seed sends the same. */
export async function fuzzArea(area: Area, { cases, seed, progress }: FuzzRun): Promise<AreaReport> {
  const startedAt = Date.now();
  const findings: Finding[] = [];
  let done = 0;
  let open: OpenArea<unknown> | undefined;
  try {
    while (done < cases && findings.length < MAX_FINDINGS) {
      open ??= await area.open();
      const batchSeed = (seed + done) | 0;
      const numRuns = Math.min(BATCH_SIZE, cases - done);
      const found = await runBatch(open, numRuns, batchSeed);
      if (found) findings.push({ area: area.name, seed: batchSeed, ...found });
      done += numRuns;
      progress?.(done);
      // After a finding nothing is known of the state it left.
      if (found || done % CASES_PER_RESTART === 0) {
        await open.close();
        open = undefined;
      }
    }
  } finally {
    await open?.close();
  }
  return { area: area.name, cases: done, seconds: (Date.now() - startedAt) / 1_000, findings };
}

async function runBatch(open: OpenArea<unknown>, numRuns: number, seed: number) {
  const property = fc.asyncProperty(open.input, (input) => withTimeout(open.check(input)));
  const details = await fc.check(property, { numRuns, seed, interruptAfterTimeLimit: SHRINK_TIMEOUT_MS });
  if (details.failed) return { what: message(details.errorInstance), input: render(details.counterexample?.[0]) };
  try {
    await withTimeout(open.verifyHealthy());
    return undefined;
  } catch (error) {
    return { what: `afterwards: ${message(error)}`, input: '(the batch)' };
  }
}

/** @throws when it takes too long. */
export async function withTimeout(work: Promise<void>, bound = CASE_TIMEOUT_MS): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not answered within ${bound} ms`)), bound);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}

function message(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function render(input: unknown): string {
  const bytes = (_: string, value: unknown) => (isBytes(value) ? Buffer.from(value.data).toString('latin1') : value);
  try {
    return stripKeys(JSON.stringify(input, bytes) ?? 'undefined').slice(0, 1_500);
  } catch {
    return 'nested too deeply to show';
  }
}

/** A buffer, as its own `toJSON` shows it. */
function isBytes(value: unknown): value is { type: 'Buffer'; data: number[] } {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer' && 'data' in value;
}
