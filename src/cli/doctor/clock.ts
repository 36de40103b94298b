import { SECOND_MS } from '../../lib/time/units.ts';
import { type CheckResult, result } from './check.ts';

/** When a request was sent and answered, and the `Date` header of the response (RFC 9110, 6.6.1). */
export interface ClockSample {
  before: number;
  after: number;
  date: string | undefined;
}

/** Differences that are worth a warning, and that invalidate webhook signatures. */
const NOTABLE_SECONDS = 30;
const HARMFUL_SECONDS = 300;

/** Returns by how much this computer is provably ahead of the platform; 0 if the clocks can agree. */
function secondsAhead({ before, after, date }: ClockSample): number | undefined {
  const platformTime = Date.parse(date ?? '');
  if (Number.isNaN(platformTime)) return undefined;
  // The platform read its clock during the request and sent it without fractions of a second.
  if (before > platformTime + SECOND_MS) return Math.round((before - platformTime - SECOND_MS) / SECOND_MS);
  return after < platformTime ? -Math.round((platformTime - after) / SECOND_MS) : 0;
}

/** Compares this computer's clock with the platform's. */
export function checkClock(samples: readonly ClockSample[]): CheckResult {
  const differences = samples.map(secondsAhead).filter((seconds) => seconds !== undefined);
  const smallest = differences.sort((a, b) => Math.abs(a) - Math.abs(b))[0];
  if (smallest === undefined)
    return result('clock', 'note', 'The platform sends no Date header to compare the clock with');
  const data = { seconds_ahead: smallest };
  if (Math.abs(smallest) <= NOTABLE_SECONDS)
    return result('clock', 'ok', "The clock agrees with the platform's", { data });
  const summary = `This computer's clock is ${Math.abs(smallest)} s ${smallest > 0 ? 'ahead of' : 'behind'} the platform's`;
  const fix = 'Set the clock, or enable time synchronization (NTP). "Tomorrow at ten" and signatures depend on it.';
  return result('clock', Math.abs(smallest) > HARMFUL_SECONDS ? 'problem' : 'warning', summary, { fix, data });
}
