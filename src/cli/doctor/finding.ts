import type { JsonObject } from '../../lib/json.ts';
import type { Run } from '../run.ts';

/**
 * `ok`; `note`: worth knowing; `warning`: works, but not as it should; `problem`: does not work (exit code 1);
 * `skipped`: could not be looked at because of another problem.
 */
export type Status = 'ok' | 'note' | 'warning' | 'problem' | 'skipped';

/** What was looked at and how it is. Part of the stable form of `--json`. */
export interface Finding {
  /** Stays the same between versions: `node`, `endpoint.listBookings`. */
  id: string;
  status: Status;
  /** One sentence or less, without secrets. */
  summary: string;
  /** What to do about it. */
  fix?: string;
  /** The numbers and names in it. */
  data?: JsonObject;
}

/** What there is to look at. */
export type Looking = Pick<Run, 'given' | 'sources' | 'problems' | 'telemetry'>;

export interface Section {
  name: string;
  title: string;
  look(looking: Looking): Promise<Finding[]>;
}

/** A finding with a fix only where there is something to mend. */
export function finding(
  id: string,
  status: Status,
  summary: string,
  more: { fix?: string; data?: JsonObject } = {},
): Finding {
  return { id, status, summary, ...more };
}

/** The time by the computer's own measure, for latencies in whole milliseconds. */
export function stopwatch(): () => number {
  const start = performance.now();
  return () => Math.round(performance.now() - start);
}
