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

/** Periods, each with the button that takes it out; those that are over behind a heading that opens them. */
export function Periods<P extends ShownPeriod>({ items, none, form, removal }: PeriodsProps<P>) {
  const isOver = ({ from = '', to = from }: P) => to.slice(0, 10) < form.today;
  const ahead = items.filter((period) => !isOver(period));
  const over = items.filter(isOver).reverse();
  const listOf = (periods: readonly P[]) => (
    <ul class="lines">
      {periods.map((period, index) => (
        <Entry key={`${period.from} ${period.to} ${period.hours} ${index}`} {...{ period, form, removal }} />
      ))}
    </ul>
  );
  return (
    <>
      {ahead.length > 0 ? listOf(ahead) : none && <p class="quiet">{over.length > 0 ? 'None ahead.' : none}</p>}
      {over.length > 0 && (
        <details class="quiet">
          <summary>Over: {over.length}</summary>
          {listOf(over)}
        </details>
      )}
    </>
  );
}

function Entry<P extends ShownPeriod>({
  period,
  form,
  removal,
}: Pick<PeriodsProps<P>, 'form' | 'removal'> & { period: P }) {
  const { from = '', to = from, hours, reason, whose } = period;
  const { text, of, tool, argumentsOf } = removal;
  const days = periodText(from, to);
  return (
    <li>
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
}

/** Days, or local times, in words. The day of a part of one is said once. */
function periodText(from: string, to: string): string {
  const [date, time] = to.split('T');
  const isOneDay = time !== undefined && from.startsWith(`${date}T`);
  const last = isOneDay ? minutesText(minutesOf(time)) : momentOf(to);
  return from === to ? momentOf(from) : `${momentOf(from)} to ${last}`;
}

/** A date, or a local time, in words. */
export function momentOf(text: string): string {
  const [date = '', time] = text.split('T');
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return text;
  return `${dateText(date)}${time ? `, ${minutesText(minutesOf(time))}` : ''}`;
}
