import { describe, expect, it } from 'vitest';
import { addDays } from '../../../src/lib/time/add-days.ts';
import { joinAnswers } from '../../../src/web/components/agenda/reading/join-answers.ts';
import { VIEW_DATA } from '../../../src/web/lib/tool-result.ts';

const partOf = (from: string, to: string) => ({
  structuredContent: { items: [] },
  _meta: { [VIEW_DATA]: { agenda: { from, to, bookings: [] } } },
});

/** The days that are drawn after "Show the rest" of a list. */
function drawnWith(first: [string, string], ...further: [string, string][]): unknown {
  const [from, to] = first;
  const dates = [from];
  while (dates.at(-1) !== to) dates.push(addDays(dates.at(-1) as string, 1));
  const { _meta } = joinAnswers(
    partOf(from, to),
    further.map((range) => partOf(...range)),
    dates,
  );
  const view = _meta?.[VIEW_DATA] as { agenda: { from: string; to: string } };
  return [view.agenda.from, view.agenda.to];
}

describe('the days of a list of which the rest is shown', () => {
  it.each([
    [
      'later days are added',
      [
        ['2026-11-02', '2026-11-06'],
        ['2026-11-06', '2026-11-12'],
      ],
      ['2026-11-02', '2026-11-12'],
    ],
    [
      'earlier days are added',
      [
        ['2026-11-06', '2026-11-12'],
        ['2026-11-02', '2026-11-06'],
      ],
      ['2026-11-02', '2026-11-12'],
    ],
    [
      'of too many later days, the first ones are added',
      [
        ['2026-08-31', '2026-09-15'],
        ['2026-09-15', '2026-10-20'],
      ],
      ['2026-08-31', '2026-09-30'],
    ],
    [
      'of too many earlier days, the last ones are added',
      [
        ['2026-09-15', '2026-09-20'],
        ['2026-08-01', '2026-09-15'],
      ],
      ['2026-08-21', '2026-09-20'],
    ],
    [
      'what is drawn stays, with the later days before the earlier ones',
      [
        ['2026-09-10', '2026-09-20'],
        ['2026-08-01', '2026-10-31'],
      ],
      ['2026-09-10', '2026-10-10'],
    ],
  ] as [string, [[string, string], ...[string, string][]], [string, string]][])('%s', (_title, parts, drawn) => {
    expect(drawnWith(...parts)).toEqual(drawn);
  });
});
