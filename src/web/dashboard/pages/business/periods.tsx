import type { ComponentChildren } from 'preact';
import { Said } from '../../../components/said.tsx';
import { hoursText } from '../../../lib/hours.ts';
import { dateText, minutesOf, minutesText } from '../../../lib/time.ts';

interface ShownPeriod {
  from?: string;
  to?: string;
  hours?: string | undefined;
  reason?: string;
  /** Whom it is about, if not all. */
  whose?: ComponentChildren;
}

export function Periods({ items, none }: { items: readonly ShownPeriod[]; none: string }) {
  if (items.length === 0) return none ? <p class="quiet">{none}</p> : null;
  return (
    <ul class="lines">
      {items.map(({ from = '', to, hours, reason, whose }, index) => (
        <li key={`${from} ${to} ${hours} ${index}`}>
          {momentOf(from)}
          {to && to !== from && ` to ${momentOf(to)}`}
          {hours && `, ${hoursText(hours)}`}
          {whose && <>, only {whose}</>}
          {reason && (
            <>
              {' ('}
              <Said text={reason} />)
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

/** A date, or a local time, in words. */
export function momentOf(text: string): string {
  const [date = '', time] = text.split('T');
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return text;
  return `${dateText(date)}${time ? `, ${minutesText(minutesOf(time))}` : ''}`;
}
