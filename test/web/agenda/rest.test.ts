import { describe, expect, it } from 'vitest';
import { zonedDay } from '../../../src/lib/time/zoned-day.ts';
import { weekColumns } from '../../../src/web/components/agenda/columns.ts';
import { agendaOf } from '../../../src/web/components/agenda/model.ts';

const NOW = Date.parse('2026-11-10T15:00:00Z');

const answerOf = (days: readonly string[], more: object = {}) => ({
  structuredContent: {
    items: days.map((day, index) => ({ id: `bk_${index}`, start_time: `2026-11-${day}T14:00:00Z` })),
    window: { from: '2026-11-09T00:00:00Z', to: '2026-11-14T00:00:00Z' },
    time_zone: 'UTC',
    order: 'asc',
    total: 9,
    has_more: false,
    ...more,
  },
});
const MORE = { has_more: true, cursor: 'abc' };
const LATER = { cursor: 'before' };
const LATEST = { order: 'desc' };

/** The days that are known at least in part, and where they are cut. */
const knownOf = (answer: object, input: object = {}) => {
  const agenda = agendaOf(answer, NOW, input as Record<string, unknown>);
  const days = agenda.dates.map((date) => zonedDay(date, 'UTC'));
  return weekColumns(agenda, days).flatMap(({ day, unread }) => {
    const gaps = unread.map(({ start, end }) => [start, end].map((at) => new Date(at).toISOString().slice(8, 13)));
    const isWhole = unread.some(({ start, end }) => start === day.start && end === day.end);
    return isWhole ? [] : [[day.date.slice(8), ...gaps.map((gap) => gap.join('–'))].join(' ')];
  });
};

describe('the parts of days that an answer reaches', () => {
  it.each([
    ['the first page ends with its last start', ['10', '11'], MORE, {}, ['09', '10', '11 11T14–12T00']],
    ['a page in the middle has two ends', ['10', '11'], MORE, LATER, ['10 10T00–10T14', '11 11T14–12T00']],
    ['the last page begins with its first start', ['10', '11'], {}, LATER, ['10 10T00–10T14', '11', '12', '13']],
    [
      'the first page of the latest begins',
      ['11', '10'],
      { ...MORE, ...LATEST },
      {},
      ['10 10T00–10T14', '11', '12', '13'],
    ],
    [
      'a middle page of the latest has two ends',
      ['11', '10'],
      { ...MORE, ...LATEST },
      LATER,
      ['10 10T00–10T14', '11 11T14–12T00'],
    ],
    ['the last page of the latest ends', ['11', '10'], LATEST, LATER, ['09', '10', '11 11T14–12T00']],
    ['a page in another order reaches no day', ['10', '12', '11'], MORE, {}, []],
    ['a page without a stated order reaches no day', ['10', '11'], { ...MORE, order: undefined }, {}, []],
    ['one start and a stated order suffice', ['10'], {}, LATER, ['10 10T00–10T14', '11', '12', '13']],
    [
      'a page of a scan that ended early reaches no day',
      ['10', '11'],
      { ...MORE, complete: false, scanned: 9 },
      {},
      [],
    ],
    ['a later page by number has a start', ['10', '11'], { page: 2 }, {}, ['10 10T00–10T14', '11', '12', '13']],
    ['a page without records reaches no day', [], {}, LATER, []],
    ['a whole list reaches every day', ['10'], {}, {}, ['09', '10', '11', '12', '13']],
  ] as const)('%s', (_title, days, more, input, known) => {
    expect(knownOf(answerOf(days, more), input)).toEqual(known);
  });

  it('a window that begins and ends within days cuts them', () => {
    const window = { from: '2026-11-10T11:00:00Z', to: '2026-11-11T15:00:00Z' };
    const answer = answerOf(['10'], { window });
    expect(knownOf(answer)).toEqual(['10 10T00–10T11', '11 11T15–12T00']);
    expect(agendaOf(answer, NOW)).toMatchObject({ rest: undefined, asked: { from: Date.parse(window.from) } });
  });

  it('free times are not cut by their window, which begins now at the earliest', () => {
    const window = { from: '2026-11-10T15:00:00Z', to: '2026-11-11T00:00:00Z' };
    const free = { service_id: 'svc_1', found: 0, window };
    expect(knownOf(answerOf([], free))).toEqual(['10']);
  });
});
