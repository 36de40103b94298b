import fc from 'fast-check';
import { stripKeys } from '../../src/lib/logging/logger.ts';

/** An input surface of the product (a fuzz target), with the program running behind it. */
export interface OpenArea<T> {
  /** Generator of inputs. */
  input: fc.Arbitrary<T>;
  /** Sends an input. Throws an error with a description if the response breaks an invariant. */
  check(input: T): Promise<void>;
  /** Sends a valid request after the fuzzed ones and checks what the program has logged. Throws as `check` does. */
  verifyHealthy(): Promise<void>;
  close(): Promise<void>;
}

export interface Area {
  name: string;
  open(): Promise<OpenArea<unknown>>;
}

export interface Finding {
  area: string;
  problem: string;
  /** The smallest failing input that shrinking found. */
  input: string;
  /** Seed that repeats the batch of the finding. */
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
  /** Called after each batch with the number of cases done. */
  progress?: (done: number) => void;
}

/** Cases between two health checks. */
const BATCH_SIZE = 250;
/** Cases between restarts: records that the cases created would slow down the rest. */
const CASES_PER_RESTART = 5_000;
/** Time limit of one case. */
const CASE_TIMEOUT_MS = 10_000;
/** Time limit of a batch with shrinking. A batch without a finding takes a second or two. */
const SHRINK_TIMEOUT_MS = 45_000;
/** Findings after which an area is abandoned. */
const MAX_FINDINGS = 10;

/** Sends `cases` inputs to an area. The same seed generates the same inputs. */
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
      // A finding may have left the program in any state.
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
  if (details.failed) return { problem: message(details.errorInstance), input: render(details.counterexample?.[0]) };
  try {
    await withTimeout(open.verifyHealthy());
    return undefined;
  } catch (error) {
    return { problem: `afterwards: ${message(error)}`, input: '(the batch)' };
  }
}

/** Awaits work. @throws if it takes longer than `bound` milliseconds. */
export async function withTimeout(work: Promise<void>, bound = CASE_TIMEOUT_MS): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no response within ${bound} ms`)), bound);
  });
  await Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}

function message(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function render(input: unknown): string {
  const bytes = (_: string, value: unknown) => (isBytes(value) ? Buffer.from(value.data).toString('latin1') : value);
  try {
    return stripKeys(JSON.stringify(input, bytes) ?? 'undefined').slice(0, 1_500);
  } catch {
    return 'nested too deeply to print';
  }
}

/** True if a value is a buffer in the form of `Buffer.prototype.toJSON`. */
function isBytes(value: unknown): value is { type: 'Buffer'; data: number[] } {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer' && 'data' in value;
}
