import type { Measure } from './measures.ts';
import type { ActivitySummary, Numbers } from './model.ts';
import { textWidth } from './scale.ts';

/** A column of numbers. */
export interface Column {
  title: string;
  text(numbers: Numbers): string;
}

/** The count, cancelled bookings and no-shows after it, and the other measures. A number that a group does not have is a dash. */
export function columnsOf({ kind, total }: ActivitySummary, measures: readonly Measure[]): Column[] {
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
  if (kind === 'calls') return columns;
  const missing = (['cancelled', 'noShows'] as const).filter((name) => total[name]);
  const ofCount = missing.map(
    (name): Column => ({
      title: name === 'cancelled' ? 'Cancelled' : 'No-shows',
      text: (numbers) => measures[0]?.format(numbers[name] ?? 0) ?? '',
    }),
  );
  return [count, ...ofCount, ...others];
}

/** Room that the name of a group gets at least, if it needs it, in pixels. */
const LEAST_NAME = 130;
/** Inner margins of a cell, in pixels. */
const PADDING = 10;

/** Where the numbers of a group stand: beside its name, under it, or each on a line of its own. */
export type TableForm = 'beside' | 'under' | 'lines';

/** Returns the form that has room for the numbers of all rows in a width, in pixels. */
export function tableForm(
  columns: readonly Column[],
  rows: readonly Numbers[],
  names: readonly string[],
  width: number,
): TableForm {
  const longest = Math.max(0, ...names.map(textWidth));
  const numbers = columns.reduce((sum, { title, text }) => {
    const words = title.split(' ').map(textWidth);
    return sum + Math.max(...words, ...rows.map((row) => textWidth(text(row)))) + PADDING;
  }, 0);
  if (Math.min(longest, LEAST_NAME) + PADDING + numbers <= width) return 'beside';
  return numbers <= width ? 'under' : 'lines';
}
