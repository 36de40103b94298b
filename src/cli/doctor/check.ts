import type { JsonObject } from '../../lib/json.ts';
import type { Run } from '../runtime/run.ts';

/**
 * `ok`; `note`: information; `warning`: works, but not as it should; `problem`: does not work (exit code 1);
 * `skipped`: not checked because of another problem.
 */
export type Status = 'ok' | 'note' | 'warning' | 'problem' | 'skipped';

/** The result of one check. Part of the stable form of `--json`. */
export interface CheckResult {
  /** Stable between versions: `node`, `endpoint.listBookings`. */
  id: string;
  status: Status;
  /** One sentence or less, without secrets. */
  summary: string;
  /** Advice on how to fix a problem or warning. */
  fix?: string;
  /** The numbers and names of the summary, for programs. */
  data?: JsonObject;
  /** One of several things that are checked alike, such as `/bookings`. Those with the same finding are one line of text. */
  subject?: string;
  /** What was found, without the subject and without numbers. */
  finding?: string;
}

/** The input of every check. */
export type CheckContext = Pick<Run, 'options' | 'sources' | 'problems' | 'invalid' | 'telemetry'>;

export interface Section {
  name: string;
  title: string;
  check(context: CheckContext): Promise<CheckResult[]>;
}

/** Creates a result. */
export function result(
  id: string,
  status: Status,
  summary: string,
  more: Pick<CheckResult, 'fix' | 'data' | 'subject' | 'finding'> = {},
): CheckResult {
  return { id, status, summary, ...more };
}

/** Starts a stopwatch; the returned function returns the elapsed time in whole milliseconds. */
export function stopwatch(): () => number {
  const start = performance.now();
  return () => Math.round(performance.now() - start);
}
