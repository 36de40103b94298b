import { type CheckResult, result } from './check.ts';

/** When a request was made, and what the other side said the time was (RFC 9110, 6.6.1). */
export interface ClockSample {
  before: number;
  after: number;
  date: string | undefined;
}

const SECOND_MS = 1_000;
/** Differences that are reported, and that invalidate signatures of notifications, in seconds. */
const NOTABLE_SECONDS = 30;
const HARMFUL_SECONDS = 300;

/** Seconds that this computer is ahead of the platform, as far as the answers show; 0 when they agree. */
function secondsAhead({ before, after, date }: ClockSample): number | undefined {
  const theirs = Date.parse(date ?? '');
  if (Number.isNaN(theirs)) return undefined;
  // The platform read its clock during the request and sent it without the fraction of a second.
  if (before > theirs + SECOND_MS) return Math.round((before - theirs - SECOND_MS) / SECOND_MS);
  return after < theirs ? -Math.round((theirs - after) / SECOND_MS) : 0;
}

export function checkClock(heard: readonly ClockSample[]): CheckResult {
  const all = heard.map(secondsAhead).filter((seconds) => seconds !== undefined);
  const least = all.sort((a, b) => Math.abs(a) - Math.abs(b))[0];
  if (least === undefined) return result('clock', 'note', 'The platform does not say what time it has');
  const data = { seconds_ahead: least };
  if (Math.abs(least) <= NOTABLE_SECONDS)
    return result('clock', 'ok', "The clock agrees with the platform's", { data });
  const summary = `This computer's clock is ${Math.abs(least)} s ${least > 0 ? 'ahead of' : 'behind'} the platform's`;
  const fix = 'Set the clock, or let the system keep it (NTP). "Tomorrow at ten" and signatures go by it.';
  return result('clock', Math.abs(least) > HARMFUL_SECONDS ? 'problem' : 'warning', summary, { fix, data });
}
