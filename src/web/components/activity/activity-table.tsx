import { useState } from 'preact/hooks';
import { countText } from '../../lib/moments.ts';
import { Said } from '../said.tsx';
import { areOfOneYear, groupingTitle, groupLabel } from './labels.ts';
import type { Measure } from './measures.ts';
import type { ActivitySummary, Numbers } from './model.ts';

/** Rows that are shown before the rest is asked for. */
const FOLD_AFTER = 31;
const MIN_FOLDED = 5;

interface TableProps {
  summary: ActivitySummary;
  measures: readonly Measure[];
  caption: string;
}

/** Every number of an answer: one row for each group, those that are not listed together, and the total. */
export function ActivityTable({ summary: { kind, groupings, groups, other, total }, measures, caption }: TableProps) {
  const [isWhole, setWhole] = useState(groups.length <= FOLD_AFTER + MIN_FOLDED);
  const columns = columnsOf(kind, total, measures);
  const form = areOfOneYear(groups) ? 'yearless' : 'full';
  const shown = isWhole ? groups : groups.slice(0, FOLD_AFTER);
  const cells = (numbers: Numbers) =>
    columns.map(({ title, text }) => (
      <td key={title} class="number">
        {text(numbers)}
      </td>
    ));
  return (
    <>
      <table class="numbers">
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{groupings.map(groupingTitle).join(', ')}</th>
            {columns.map(({ title }) => (
              <th key={title} scope="col" class="number">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map(({ keys, numbers }, index) => (
            <tr key={index}>
              <th scope="row">
                <Said text={groupLabel(groupings, keys, form)} />
              </th>
              {cells(numbers)}
            </tr>
          ))}
        </tbody>
        <tfoot>
          {other && (
            <tr>
              <th scope="row">{countText(other.groups, 'other group')}</th>
              {cells(other.numbers)}
            </tr>
          )}
          <tr>
            <th scope="row">Total</th>
            {cells(total)}
          </tr>
        </tfoot>
      </table>
      {!isWhole && (
        <button type="button" onClick={() => setWhole(true)}>
          Show all {countText(groups.length, 'row')}
        </button>
      )}
    </>
  );
}

interface Column {
  title: string;
  text(numbers: Numbers): string;
}

/** The count, cancelled bookings after it, and the other measures. A number that a group does not have is a dash. */
function columnsOf(kind: ActivitySummary['kind'], total: Numbers, measures: readonly Measure[]): Column[] {
  const columns = measures.map(
    ({ title, of, format }): Column => ({
      title,
      text(numbers) {
        const value = of(numbers);
        return value === undefined ? '–' : format(value);
      },
    }),
  );
  const [count, ...others] = columns as [Column, ...Column[]];
  if (kind === 'calls' || !total.cancelled) return [count, ...others];
  const cancelled: Column = {
    title: 'Cancelled',
    text: (numbers) => measures[0]?.format(numbers.cancelled ?? 0) ?? '',
  };
  return [count, cancelled, ...others];
}
