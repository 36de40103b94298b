import type { JsonObject } from '../../lib/json.ts';
import type { Run } from '../runtime/run.ts';

/**
 * `ok`; `note`: information; `warning`: works, but not as it should; `problem`: does not work (exit code 1);
 * `skipped`: not checked because of another problem.
 */
export type Status = 'ok' | 'note' | 'warning' | 'problem' | 'skipped';

/** The result of one check. Part of the stable form of `--json`. */
export interface CheckResult {
  /** Stays the same between versions: `node`, `endpoint.listBookings`. */
  id: string;
  status: Status;
  /** One sentence or less, without secrets. */
  summary: string;
  /** How to fix it. */
  fix?: string;
  /** The numbers and names in it. */
  data?: JsonObject;
}

/** The input of every check. */
export type CheckContext = Pick<Run, 'options' | 'sources' | 'problems' | 'invalid' | 'telemetry'>;

export interface Section {
  name: string;
  title: string;
  check(context: CheckContext): Promise<CheckResult[]>;
}

/** A result without `fix` and `data` where there are none. */
export function result(
  id: string,
  status: Status,
  summary: string,
  more: { fix?: string; data?: JsonObject } = {},
): CheckResult {
  return { id, status, summary, ...more };
}

/** Measures latencies in whole milliseconds, by the monotonic clock. */
export function stopwatch(): () => number {
  const start = performance.now();
  return () => Math.round(performance.now() - start);
}
