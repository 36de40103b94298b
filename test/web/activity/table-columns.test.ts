import { describe, expect, it } from 'vitest';
import { measuresOf } from '../../../src/web/components/activity/measures.ts';
import { readActivity } from '../../../src/web/components/activity/model.ts';
import { columnsOf, tableForm } from '../../../src/web/components/activity/table-columns.ts';
import { setLocale } from '../../../src/web/lib/time.ts';

setLocale('en-US');

const read = (structuredContent: Record<string, unknown>) => {
  const summary = readActivity({ structuredContent }, {});
  if (!summary) throw new Error('no summary');
  return { summary, columns: columnsOf(summary, measuresOf(summary)) };
};

describe('columnsOf', () => {
  it('has the cancelled bookings after the count, and a dash for what a group does not have', () => {
    const groups = [
      { service: 'A', count: 3, value_cents: 500 },
      { service: 'B', count: 1, cancelled: 1 },
    ];
    const { summary, columns } = read({
      bookings: { count: 4, cancelled: 1, value_cents: 500, currency: 'USD', groups },
    });
    expect(columns.map(({ title }) => title)).toEqual(['Bookings', 'Cancelled', 'Value']);
    const rows = summary.groups.map(({ numbers }) => columns.map(({ text }) => text(numbers)));
    expect(rows).toEqual([
      ['3', '0', '$5'],
      ['1', '1', '–'],
    ]);
  });

  it('has no cancelled bookings where there are none, and the lengths of calls', () => {
    expect(read({ bookings: { count: 4 } }).columns.map(({ title }) => title)).toEqual(['Bookings']);
    const calls = { count: 4, total_seconds: 90, average_seconds: 30, without_duration: 1 };
    expect(read({ calls }).columns.map(({ title }) => title)).toEqual(['Calls', 'Total time', 'Average time']);
  });
});

describe('tableForm', () => {
  const values = ['USD', 'JPY', 'EUR'].map((currency) => ({ currency, value_cents: 123_456_789_012 }));
  const few = read({ bookings: { count: 4, cancelled: 1 } });
  const many = read({ bookings: { count: 4_000_000, cancelled: 1, values } });
  const form = ({ summary, columns }: typeof few, names: string[], width: number) =>
    tableForm(columns, [summary.total], names, width);

  it('puts numbers beside the names where there is room', () => {
    expect(form(few, ['Clear aligner consultation'], 320)).toBe('beside');
    expect(form(many, ['Cleaning'], 1_440)).toBe('beside');
  });

  it('puts numbers under the names, or on lines of their own, where there is none', () => {
    expect(form(few, ['Clear aligner consultation'], 200)).toBe('under');
    expect(form(many, ['Cleaning'], 304)).toBe('lines');
  });
});
