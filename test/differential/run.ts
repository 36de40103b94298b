import { arrange } from './arrangement.ts';
import { randomCall } from './calls.ts';
import { compare, type Difference, shrink } from './compare.ts';
import { type Sizes, SMALL } from './world.ts';

export interface DifferentialOptions {
  seed: number;
  calls: number;
  sizes?: Sizes;
  /** Names of tools. Default: all. */
  tools?: readonly string[] | undefined;
  /** Answers that a call and its cursors give, at most. */
  maxAnswers: number;
  /** Called after each call. */
  progress?: (done: number) => void;
}

/** Calls that are compared concurrently. */
const CONCURRENCY = 4;
/** A difference that occurs often is reported this often. */
const MAX_DIFFERENCES = 25;

export interface Differential {
  differences: Difference[];
  caller: string;
  /** How many calls of each tool were compared, by its name. */
  calls: Record<string, number>;
  /** How many of them were refused by all servers. */
  refused: number;
  /** Which extensions of `SEARCHING` each server has used. */
  used: string[][];
}

/** Makes random calls on servers with the same data, and returns where their answers differ. */
export async function runDifferential(options: DifferentialOptions): Promise<Differential> {
  const { seed, calls, sizes = SMALL, tools, maxAnswers, progress } = options;
  const { subjects, used, world, caller, close, ...arranged } = await arrange(seed, sizes);
  const offered = arranged.tools.filter((name) => tools?.includes(name) ?? true);
  const result: Differential = { differences: [], calls: {}, refused: 0, used: [], caller: caller.name };
  let next = 0;
  let done = 0;
  const worker = async () => {
    while (next < calls && result.differences.length < MAX_DIFFERENCES) {
      const call = randomCall(seed * 1_000_003 + next++, world, offered);
      const { difference, isRefused } = await compare(subjects, call, maxAnswers);
      result.calls[call.tool] = (result.calls[call.tool] ?? 0) + 1;
      if (isRefused) result.refused++;
      if (difference) result.differences.push(await shrink(subjects, difference, maxAnswers));
      progress?.(++done);
    }
  };
  try {
    await Promise.all(Array.from({ length: CONCURRENCY }, worker));
    return { ...result, used: used.map((names) => [...names].sort()) };
  } finally {
    await close();
  }
}
