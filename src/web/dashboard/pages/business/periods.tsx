import type { ComponentChildren } from 'preact';
import { Said } from '../../../components/said.tsx';
import { hoursText } from '../../../lib/hours.ts';
import { dateText, minutesOf, minutesText } from '../../../lib/time.ts';
import { inQuotes } from '../../parts/in-quotes.ts';
import type { ChangeFormState } from './change-form.tsx';

interface ShownPeriod {
  from?: string;
  to?: string;
  hours?: string | undefined;
  reason?: string;
  /** Whom it is about, if not all. */
  whose?: ComponentChildren;
}

interface PeriodsProps<P> {
  items: readonly P[];
  none: string;
  form: ChangeFormState;
  /** What takes an entry out: the words of its button, and the tool with what it needs beside the days. */
  removal: { text: string; of?: string | undefined; tool: string; argumentsOf(period: P): Record<string, unknown> };
}

/** Periods, each with the button that takes it out until it is over. */
export function Periods<P extends ShownPeriod>({ items, none, form, removal }: PeriodsProps<P>) {
  if (items.length === 0) return none ? <p class="quiet">{none}</p> : null;
  const { text, of, tool, argumentsOf } = removal;
  return (
    <ul class="lines">
      {items.map((period, index) => {
        const { from = '', to = from, hours, reason, whose } = period;
        const days = momentOf(from) + (to === from ? '' : ` to ${momentOf(to)}`);
        return (
          <li key={`${from} ${to} ${hours} ${index}`}>
            {days}
            {hours && `, ${hoursText(hours)}`}
            {whose && <>, only {whose}</>}
            {reason && (
              <>
                {' ('}
                <Said text={reason} />)
              </>
            )}{' '}
            {form.canChange && to.slice(0, 10) >= form.today && (
              <button
                type="button"
                aria-label={`${text} ${inQuotes(of ? `${of}: ${days}` : days)}`}
                aria-disabled={form.isBusy}
                onClick={() => form.remove(tool, { from, to, ...argumentsOf(period) })}
              >
                {text}
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** A date, or a local time, in words. */
export function momentOf(text: string): string {
  const [date = '', time] = text.split('T');
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return text;
  return `${dateText(date)}${time ? `, ${minutesText(minutesOf(time))}` : ''}`;
}
