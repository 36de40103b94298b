import { DAY_MS } from '../../../lib/time/units.ts';
import { browserNow } from '../../lib/clock.ts';
import { localTime } from '../../lib/time.ts';
import { href, navigate } from '../parts/route.ts';

/** The promises that a list has, and what they are called. */
const STATUSES = [
  ['open', 'Open'],
  ['contacted', 'In contact since'],
  ['done', 'Kept'],
  ['all', 'All'],
] as const;

/** The days back from now in which they were made. The first is what the tool takes without a window. */
const PERIODS = [
  ['30', 'Last 30 days'],
  ['90', 'Last 90 days'],
  ['365', 'Last year'],
  ['36500', 'Any time'],
] as const;

/** Which promises a page lists. */
export interface PromiseChoice {
  status: string;
  days: string;
}

export function promiseChoiceOf(params: URLSearchParams): PromiseChoice {
  const chosen = (name: string, options: readonly (readonly [value: string, label: string])[]) =>
    options.find(([value]) => value === params.get(name))?.[0] ?? options[0]?.[0] ?? '';
  return { status: chosen('status', STATUSES), days: chosen('days', PERIODS) };
}

/** The arguments of `find_follow_ups` for a choice. @param zone IANA zone of the business, in which the tool reads dates */
export const promiseArguments = ({ status, days }: PromiseChoice, zone: string): Record<string, unknown> => ({
  status,
  limit: 100,
  from: localTime(new Date(browserNow() - Number(days) * DAY_MS), zone).date,
});

/** Lets a user choose which promises are listed. The choice is in the address of the page. */
export function PromiseChoices({ choice }: { choice: PromiseChoice }) {
  const select = (label: string, name: keyof PromiseChoice, options: readonly (readonly [string, string])[]) => (
    <label>
      {label}{' '}
      <select
        onChange={({ currentTarget: { value } }) =>
          navigate(href('calls', undefined, { show: 'follow-ups', ...choice, [name]: value }))
        }
      >
        {options.map(([value, words]) => (
          <option key={value} value={value} selected={value === choice[name]}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <>
      {select('Status', 'status', STATUSES)}
      {select('Promised', 'days', PERIODS)}
    </>
  );
}
