import { type CallReport, MAX_CALL_SECONDS } from '../../contract/index.ts';
import { EARLIEST_CALL_MS, MAX_CALL_AHEAD_MS } from '../../platform/intake/limits.ts';

/** The first problem of the times of a past call, in words behind its line; undefined without one. */
export function timeProblem(report: CallReport, now: number): string | undefined {
  for (const name of ['started_at', 'ended_at'] as const) {
    const time = report[name] ? Date.parse(report[name]) : undefined;
    if (time === undefined) continue;
    if (time < EARLIEST_CALL_MS) return `${name}: is before 1980; leave it out if it is unknown`;
    if (time > now + MAX_CALL_AHEAD_MS) return `${name}: is in the future; only calls of the past are imported`;
  }
  const { started_at, ended_at } = report;
  if (!started_at || !ended_at) return undefined;
  const seconds = (Date.parse(ended_at) - Date.parse(started_at)) / 1_000;
  if (seconds < 0) return 'ended_at: is before started_at';
  return seconds > MAX_CALL_SECONDS ? 'ended_at: is more than seven days after started_at' : undefined;
}
