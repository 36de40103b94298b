import { describe, expect, it } from 'vitest';
import { measuresOf } from '../../../src/web/components/activity/measures.ts';
import { type ActivitySummary, readActivity } from '../../../src/web/components/activity/model.ts';
import { chartOf } from '../../../src/web/components/activity/series.ts';
import { chartSentence, countTitle, totalSentences, windowText } from '../../../src/web/components/activity/words.ts';
import { setLocale } from '../../../src/web/lib/time.ts';

setLocale('en-US');

const JUNE = { window: { from: '2199-06-01T04:00:00Z', to: '2199-07-01T04:00:00Z' }, time_zone: 'America/New_York' };

function summaryOf(structuredContent: Record<string, unknown>, input: Record<string, unknown> = {}): ActivitySummary {
  const summary = readActivity({ structuredContent: { complete: true, ...JUNE, ...structuredContent } }, input);
  if (!summary) throw new Error('no summary');
  return summary;
}
const countChart = (summary: ActivitySummary) => {
  const [count] = measuresOf(summary);
  return count && chartOf(summary, count);
};

describe('readActivity', () => {
  it('reads bookings by service with their value, and the groups that are not listed', () => {
    const summary = summaryOf(
      {
        bookings: {
          count: 9,
          cancelled: 1,
          value_cents: 41_280,
          without_price: 2,
          currency: 'USD',
          groups: [
            { service: 'Cleaning', count: 4, cancelled: 1, value_cents: 41_280 },
            { service: null, count: 3, value_cents: 0 },
            { service_id: 'svc_old', count: 1, value_cents: 0 },
          ],
          other: { groups: 1, count: 1, value_cents: 0 },
        },
        note: 'Value: the present prices.',
        unread: ['calls of May'],
      },
      { group_by: ['service'] },
    );
    expect(summary).toMatchObject({
      kind: 'bookings',
      total: { count: 9, cancelled: 1, withoutPrice: 2, values: new Map([['USD', 41_280]]) },
      groupings: ['service'],
      groups: [{ keys: { service: 'Cleaning' } }, { keys: { service: null } }, { keys: { service: 'svc_old' } }],
      other: { groups: 1, numbers: { count: 1 } },
      notes: ['Not counted: calls of May', 'Value: the present prices.'],
    });
    expect(totalSentences(summary, measuresOf(summary))).toEqual([
      '1 was cancelled.',
      'The value of the others is $412.80, without 2 bookings whose price is not known.',
    ]);
  });

  it('reads calls, and names those whose length is not known', () => {
    const summary = summaryOf({
      calls: {
        count: 155,
        total_seconds: 7_429,
        average_seconds: 48,
        without_duration: 3,
        with_contact: 117,
        without_contact: 38,
        longest_seconds: 584,
      },
    });
    expect(countTitle(summary)).toBe('155 calls');
    expect(totalSentences(summary, measuresOf(summary))).toEqual([
      'They took 2 h 3 min, 48 s on average, without 3 calls whose length is not known.',
      'The longest took 9 min 44 s.',
      '117 were with a known contact.',
    ]);
    expect(countChart(summary)).toBeUndefined();
  });

  it.each([
    [{ day: '2199-06-02', weekday: 'Sunday', count: 1 }, 'bookings', ['day']],
    [{ week: '2199-W23', week_start: '2199-06-03', count: 1 }, 'calls', ['week']],
    [{ hour: 9, weekday: 'Monday', count: 1 }, 'calls', ['hour', 'weekday']],
    [{ phone: '+1…0170', count: 1 }, 'calls', ['caller']],
    [{ contact_id: 'ct_1', email: 'a@example.com', count: 1 }, 'bookings', ['customer']],
    [{ outcome: null, direction: 'inbound', count: 1 }, 'calls', ['outcome', 'direction']],
  ] as const)('finds the groupings of a group such as %j in %s without the request', (group, kind, groupings) => {
    expect(summaryOf({ [kind]: { count: 1, groups: [group] } }).groupings).toEqual(groupings);
  });

  it('names a caller without name by the number', () => {
    const groups = [
      { phone: '+1…0170', count: 1 },
      { caller: null, count: 2 },
    ];
    const summary = summaryOf({ calls: { count: 3, groups } }, { group_by: ['caller'] });
    expect(summary.groups.map(({ keys }) => keys.caller)).toEqual(['+1…0170', null]);
  });

  it('returns nothing for answers of other tools', () => {
    expect(readActivity({ structuredContent: { items: [] } }, {})).toBeUndefined();
    expect(readActivity({ structuredContent: { bookings: [{ id: 'bk_1' }] } }, {})).toBeUndefined();
    expect(readActivity({}, {})).toBeUndefined();
  });

  it('numbers of a part of the records are written as minimums', () => {
    expect(countTitle(summaryOf({ calls: { count: 1 }, complete: false }))).toBe('At least 1 call');
  });
});

describe('measuresOf', () => {
  it('has one value for each currency, which are never added', () => {
    const values = [
      { currency: 'USD', value_cents: 100 },
      { currency: 'JPY', value_cents: 100 },
    ];
    const measures = measuresOf(summaryOf({ bookings: { count: 2, values } }));
    expect(measures.map(({ title }) => title)).toEqual(['Bookings', 'Value in USD', 'Value in JPY']);
    expect(measures.slice(1).map((measure) => measure.format(100))).toEqual(['$1', '¥100']);
  });

  it('has cents for all amounts if one of them has some', () => {
    const groups = [
      { service: 'A', count: 1, value_cents: 150 },
      { service: 'B', count: 1, value_cents: 200 },
    ];
    const [, value] = measuresOf(summaryOf({ bookings: { count: 2, value_cents: 350, currency: 'USD', groups } }));
    expect(value?.format(200)).toBe('$2.00');
  });
});

describe('windowText', () => {
  it.each([
    [JUNE.window, 'June 2199'],
    [{ from: '2199-06-03T04:00:00Z', to: '2199-06-10T04:00:00Z' }, 'Jun 3 – 9, 2199'],
    [{ from: '2199-06-03T04:00:00Z' }, 'since Jun 3, 2199'],
    [{ to: '2199-06-03T04:00:00Z' }, 'until Jun 2, 2199'],
    [{}, 'of all time'],
    // 10 March has 23 hours in New York.
    [{ from: '2199-03-01T05:00:00Z', to: '2199-04-01T04:00:00Z' }, 'March 2199'],
  ])('writes the window %j as %s', (window, text) => {
    const { window: read } = summaryOf({ calls: { count: 1 }, window });
    const words = windowText({ window: read, timeZone: 'America/New_York' });
    expect(words.replace(/[\u2009\u202f]/g, ' ')).toBe(text);
  });

  it('has times where an end is not a midnight', () => {
    const { window } = summaryOf({ calls: { count: 1 }, window: { from: '2199-06-03T13:30:00Z' } });
    expect(windowText({ window, timeZone: 'America/New_York' })).toMatch(/^since Jun 3, 2199, 9:30\sAM$/);
  });
});

describe('chartOf', () => {
  it('draws every day of the window, also those without records', () => {
    const groups = [
      { day: '2199-06-03', count: 4 },
      { day: '2199-06-05', count: 2 },
      { day: null, count: 1 },
    ];
    const chart = countChart(summaryOf({ bookings: { count: 7, groups } }, { group_by: ['day'] }));
    expect(chart).toMatchObject({ form: 'line', leftOut: 1 });
    expect(chart?.points).toHaveLength(30);
    expect(chart?.points.slice(0, 5).map(({ value }) => value)).toEqual([0, 0, 4, 0, 2]);
    expect(chart?.points[2]).toMatchObject({ label: 'Mon, Jun 3, 2199', short: 'Jun 3' });
  });

  it('draws weeks by their Mondays and months by their names, over a year', () => {
    const window = { from: '2199-12-01T05:00:00Z', to: '2200-02-01T05:00:00Z' };
    const weeks = [{ week: '2200-W01', week_start: '2199-12-30', count: 3 }];
    const byWeek = countChart(summaryOf({ calls: { count: 3, groups: weeks }, window }, { group_by: ['week'] }));
    expect(byWeek?.points.map(({ short, value }) => [short, value])).toEqual([
      ['Nov 25', 0],
      ['Dec 2', 0],
      ['Dec 9', 0],
      ['Dec 16', 0],
      ['Dec 23', 0],
      ['Dec 30', 3],
      ['Jan 6', 0],
      ['Jan 13', 0],
      ['Jan 20', 0],
      ['Jan 27', 0],
    ]);
    const months = [{ month: '2200-01', count: 3 }];
    const byMonth = countChart(summaryOf({ calls: { count: 3, groups: months }, window }, { group_by: ['month'] }));
    expect(byMonth?.points.map(({ label, value }) => [label, value])).toEqual([
      ['December 2199', 0],
      ['January 2200', 3],
    ]);
  });

  it('draws no zeros for groups that the answer does not list', () => {
    const groups = [
      { day: '2199-06-03', count: 4 },
      { day: '2199-06-05', count: 2 },
    ];
    const bookings = { count: 9, groups, other: { groups: 2, count: 3 } };
    const chart = countChart(summaryOf({ bookings }, { group_by: ['day'] }));
    expect(chart).toMatchObject({ form: 'bars', points: [{ value: 4 }, { value: 2 }] });
  });

  it('draws the groups alone where the window is of decades', () => {
    const groups = [
      { day: '2199-06-03', count: 4 },
      { day: '2199-06-05', count: 2 },
    ];
    const window = { from: '2150-01-01T05:00:00Z', to: '2199-07-01T04:00:00Z' };
    const chart = countChart(summaryOf({ bookings: { count: 6, groups }, window }, { group_by: ['day'] }));
    expect(chart?.points.map(({ value }) => value)).toEqual([4, 0, 2]);
  });

  it('draws bars for dates that are none', () => {
    const groups = [
      { day: 'soon', count: 4 },
      { day: '2199-06-05', count: 2 },
    ];
    const chart = countChart(summaryOf({ bookings: { count: 6, groups } }, { group_by: ['day'] }));
    expect(chart).toMatchObject({ form: 'bars', points: [{ label: 'soon' }, { label: 'Wed, Jun 5, 2199' }] });
  });

  it('draws the hours of a day in order, with those between them', () => {
    const groups = [
      { hour: 11, count: 4 },
      { hour: 9, count: 2 },
    ];
    const chart = countChart(summaryOf({ calls: { count: 6, groups } }, { group_by: ['hour'] }));
    expect(chart).toMatchObject({ form: 'columns' });
    expect(chart?.points.map(({ short, value }) => [short, value])).toEqual([
      ['9', 2],
      ['10', 0],
      ['11', 4],
    ]);
  });

  it('draws 30 bars and leaves the other groups to the table', () => {
    const groups = Array.from({ length: 50 }, (_, index) => ({ service: `Service ${index}`, count: 50 - index }));
    const chart = countChart(summaryOf({ bookings: { count: 1_275, groups } }, { group_by: ['service'] }));
    expect(chart).toMatchObject({ form: 'bars', leftOut: 20 });
    expect(chart?.points).toHaveLength(30);
  });

  it('joins two groupings in the name of a bar', () => {
    const groups = [{ weekday: 'Monday', hour: 8, count: 4 }];
    const chart = countChart(summaryOf({ bookings: { count: 4, groups } }, { group_by: ['weekday', 'hour'] }));
    expect(chart?.points[0]?.label).toMatch(/^Monday · 8:00\sAM$/);
  });

  it('has a sentence for those who cannot see it', () => {
    const sentence = (summary: ActivitySummary) => {
      const [measure] = measuresOf(summary);
      const chart = measure && chartOf(summary, measure);
      return chart && chartSentence(summary, chart, measure);
    };
    const services = ['A', 'B', 'C', 'D'].map((service, index) => ({ service, count: 4 - index }));
    expect(sentence(summaryOf({ bookings: { count: 10, groups: services } }, { group_by: ['service'] }))).toBe(
      'Bar chart. Bookings by service. A: 4, B: 3, C: 2, and 1 more. The table has all numbers.',
    );
    const days = [{ day: '2199-06-03', count: 4 }];
    expect(sentence(summaryOf({ calls: { count: 4, groups: days } }, { group_by: ['day'] }))).toBe(
      'Line chart. Calls by day, Sat, Jun 1, 2199 to Sun, Jun 30, 2199. Most on Mon, Jun 3, 2199: 4. The table has all numbers.',
    );
  });
});

describe('the totals of an answer with one record', () => {
  it.each([
    [
      'that was not cancelled',
      { bookings: { count: 1, value_cents: 4500, currency: 'EUR' } },
      ['It was not cancelled.', 'Its value is €45.'],
    ],
    [
      'that was cancelled',
      { bookings: { count: 1, cancelled: 1, value_cents: 0, currency: 'EUR' } },
      ['It was cancelled.'],
    ],
    ['without a price', { bookings: { count: 1, without_price: 1 } }, ['It was not cancelled.']],
    [
      'of several, which were all cancelled',
      { bookings: { count: 2, cancelled: 2, value_cents: 0, currency: 'EUR' } },
      ['All were cancelled.'],
    ],
    [
      'that is a call',
      { calls: { count: 1, total_seconds: 42, average_seconds: 42, longest_seconds: 42, with_contact: 1 } },
      ['It took 42 s.', 'It was with a known contact.'],
    ],
    ['that is a call of a stranger', { calls: { count: 1, with_contact: 0 } }, ['It was not with a known contact.']],
  ])('a record %s is stated as one', (_title, answer, sentences) => {
    const summary = summaryOf(answer);
    expect(totalSentences(summary, measuresOf(summary))).toEqual(sentences);
  });
});
