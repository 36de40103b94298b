import { describe, expect, it } from 'vitest';
import { zonedDay } from '../../../src/lib/time/zoned-day.ts';
import { dayColumns, weekColumns } from '../../../src/web/components/agenda/columns.ts';
import { agendaOf } from '../../../src/web/components/agenda/model.ts';

const NOW = Date.parse('2026-11-01T00:00:00Z');
const ZONE = 'America/New_York';
const STAFF = [
  { id: 'stf_lindqvist', name: 'Tomasz Lindqvist' },
  { id: 'stf_whitfield', name: 'Dr. Naomi Whitfield' },
];

/** An answer of find_open_times. */
const answer = (more: object) => ({
  structuredContent: {
    staff: STAFF,
    found: 1,
    window: { from: '2026-11-01T04:00:00Z', to: '2026-11-04T05:00:00Z' },
    now_local: 'Saturday 2026-10-31T20:00-04:00',
    time_zone: ZONE,
    service_id: 'svc_1',
    service_name: 'Child check-up',
    duration_minutes: 30,
    complete: true,
    assumptions: ['Open.'],
    unread: [],
    ...more,
  },
});
const day = (date: string, ...free: string[]) => ({ date, weekday: 'x', free });
const startsOf = (result: object) =>
  agendaOf(result, NOW).free?.slots.map(({ start }) => new Date(start).toISOString().slice(5, 16));

describe('free times of the plain answer', () => {
  it('ranges of the plain answer give all starts, both ends included', () => {
    expect(startsOf(answer({ days: [day('2026-11-03', '08:00-08:30, 11:00 every 15 min')] }))).toEqual([
      '11-03T13:00',
      '11-03T13:15',
      '11-03T13:30',
      '11-03T16:00',
    ]);
  });

  it('the plain answer names who is free by the last word of a name', () => {
    const lines = ['09:30: Lindqvist, Whitfield', '10:00: Lindqvist'];
    const agenda = agendaOf(answer({ days: [day('2026-11-03', ...lines)] }), NOW);
    expect(agenda.free?.slots.map(({ staff }) => staff.map(({ id }) => id))).toEqual([
      ['stf_lindqvist', 'stf_whitfield'],
      ['stf_lindqvist'],
    ]);
    const { columns } = dayColumns(agenda, zonedDay('2026-11-03', ZONE));
    expect(columns.map(({ key, groups }) => [key, groups.length])).toEqual([
      ['p:stf_lindqvist', 2],
      ['p:stf_whitfield', 1],
    ]);
  });

  it('the plain answer keeps both of two equal clock times on the day whose clocks are set back', () => {
    const lines = ['01:00-01:30 (UTC-04:00) every 30 min', '01:00-01:30 (UTC-05:00) every 30 min'];
    expect(startsOf(answer({ days: [day('2026-11-01', ...lines)] }))).toEqual([
      '11-01T05:00',
      '11-01T05:30',
      '11-01T06:00',
      '11-01T06:30',
    ]);
  });

  it('a quoted name with commas is one person', () => {
    const agenda = agendaOf(answer({ days: [day('2026-11-03', '09:00: "Brandt, K. (and team)", Whitfield')] }), NOW);
    expect(agenda.free?.slots[0]?.staff.map(({ name }) => name)).toEqual([
      'Brandt, K. (and team)',
      'Dr. Naomi Whitfield',
    ]);
  });

  it.each([
    'all day',
    '08:00-',
    '99:99-99:99 every 1 min',
    '08:00 every 0 min',
    '<script>',
    '08:00-09:00 every 15 minutes',
  ])('a line in another form gives no or one start: %s', (line) => {
    expect(startsOf(answer({ days: [day('2026-11-03', line)] }))?.length).toBeLessThan(2);
  });

  it('the plain answer says why a day is closed', () => {
    const agenda = agendaOf(answer({ days: [{ ...day('2026-11-02'), closed: 'Inventory' }] }), NOW);
    expect(weekColumns(agenda, [zonedDay('2026-11-02', ZONE)])[0]).toMatchObject({ closedReason: 'Inventory' });
  });
});

describe('free times of view data and of limited answers', () => {
  const free = {
    service_id: 'svc_1',
    duration_minutes: 30,
    step_minutes: 15,
    starts: [{ from: '2026-11-03T13:00:00Z', to: '2026-11-03T13:30:00Z', staff_ids: ['stf_whitfield'] }],
  };
  const view = {
    'rcpt-mcp/view': { tool: 'find_open_times', time_zone: ZONE, now: '2026-11-01T00:00:00Z', agenda: { free } },
  };

  it('view data is read instead of the words', () => {
    const result = { ...answer({ days: [day('2026-11-03', '20:00')] }), _meta: view };
    expect(startsOf(result)).toEqual(['11-03T13:00', '11-03T13:15', '11-03T13:30']);
    expect(agendaOf(result, NOW).free?.slots[0]?.staff).toEqual([{ id: 'stf_whitfield', name: 'Dr. Naomi Whitfield' }]);
  });

  it('an answer with a limit gives its first starts', () => {
    const times = [
      { start_local: '2026-11-03T08:00:00-05:00', weekday: 'Tuesday', end_local: 'x', staff: ['Lindqvist'] },
    ];
    expect(startsOf({ ...answer({ times }), _meta: view })).toEqual(['11-03T13:00']);
  });

  it('starts after the window are kept apart', () => {
    const next_best = [{ start_local: '2026-11-09T08:00:00-05:00', weekday: 'Monday', end_local: 'x' }];
    const { free: found } = agendaOf(answer({ days: [], found: 0, next_best }), NOW);
    expect(found).toMatchObject({ slots: [], next: [{ start: Date.parse('2026-11-09T13:00:00Z') }] });
  });

  it('starts are bounded, however long a range is', () => {
    const starts = [{ from: '1971-01-01T00:00:00Z', to: '9998-01-01T00:00:00Z', staff_ids: [] }];
    const huge = { 'rcpt-mcp/view': { ...view['rcpt-mcp/view'], agenda: { free: { ...free, starts } } } };
    expect(agendaOf({ ...answer({}), _meta: huge }, NOW).free?.slots).toHaveLength(10_000);
  });
});
