import { durationText } from '../../lib/moments.ts';
import { minorDigits, moneyText } from '../../lib/money.ts';
import { pageLocale } from '../../lib/time.ts';
import type { ActivitySummary, Numbers } from './model.ts';
import { decimalStep, timeStep } from './scale.ts';

/** A number of each group that a chart can show. */
export interface Measure {
  name: string;
  title: string;
  /** Undefined for a group that does not have it. */
  of(numbers: Numbers): number | undefined;
  format(value: number): string;
  formatAxis(value: number): string;
  /** Distance between the lines of an axis that reaches `max`, in the unit of the measure. */
  step(max: number): number;
}

/** Returns what can be shown of an answer: the count first. */
export function measuresOf({ kind, total, groups }: ActivitySummary): Measure[] {
  const number = new Intl.NumberFormat(pageLocale());
  const compact = new Intl.NumberFormat(pageLocale(), { notation: 'compact', maximumFractionDigits: 1 });
  const count: Measure = {
    name: 'count',
    title: kind === 'bookings' ? 'Bookings' : 'Calls',
    of: (numbers) => numbers.count,
    format: (value) => number.format(value),
    formatAxis: (value) => compact.format(value),
    step: (max) => Math.max(1, decimalStep(max)),
  };
  const values = [...total.values.keys()].map((currency): Measure => {
    const all = [total, ...groups.map(({ numbers }) => numbers)].map(({ values }) => values.get(currency) ?? 0);
    const unit = 10 ** minorDigits(currency || undefined);
    const isWhole = all.every((value) => value % unit === 0);
    return {
      name: `value ${currency}`,
      title: total.values.size > 1 ? `Value in ${currency || 'no currency'}` : 'Value',
      of: (numbers) => numbers.values.get(currency),
      format: (value) => moneyText(value, currency || undefined, { isWhole }),
      formatAxis: (value) => moneyText(value, currency || undefined, { isCompact: true }),
      step: (max) => decimalStep(max / unit) * unit,
    };
  });
  const time = (name: string, title: string, of: Measure['of']): Measure => ({
    name,
    title,
    of,
    format: durationText,
    formatAxis: durationText,
    step: timeStep,
  });
  const times =
    total.totalSeconds === undefined
      ? []
      : [
          time('seconds', 'Total time', (numbers) => numbers.totalSeconds),
          time('average', 'Average time', (numbers) => numbers.averageSeconds),
        ];
  return [count, ...values, ...times];
}

/** The measure by which the answer is ordered, which the request names. */
export const firstMeasure = (measures: readonly Measure[], order: unknown): Measure =>
  measures.find(({ name }) => typeof order === 'string' && name.split(' ')[0] === order) ?? (measures[0] as Measure);
