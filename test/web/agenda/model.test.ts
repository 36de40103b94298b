import { describe, expect, it } from 'vitest';
import { zonedDay } from '../../../src/lib/time/zoned-day.ts';
import { dayColumns, pieceOf, weekColumns } from '../../../src/web/components/agenda/columns.ts';
import { agendaOf } from '../../../src/web/components/agenda/model.ts';
import { joinAnswers } from '../../../src/web/components/agenda/reading/join-answers.ts';
import type { ViewData } from '../../../src/web/lib/view-data.ts';

const NOW = Date.parse('2026-11-03T15:00:00Z');
const ZONE = 'America/New_York';
const iso = (at: number) => new Date(at).toISOString();

const booking = (id: string, start: string, end: string, more: object = {}) => ({
  id,
  service_name: 'Cleaning',
  status: 'confirmed',
  start_local: start,
  end_local: end,
  contact_name: 'Anna Lee',
  staff_name: 'Keisha Brandt',
  ...more,
});

const NINE = booking('bk_1', '2026-11-03T09:00:00-05:00', '2026-11-03T09:45:00-05:00');
const list = (items: unknown[], more: object = {}) => ({
  structuredContent: {
    items,
    now_local: 'Tuesday 2026-11-03T10:00-05:00',
    total: items.length,
    has_more: false,
    window: { from: '2026-11-03T05:00:00Z', to: '2026-11-04T05:00:00Z' },
    time_zone: ZONE,
    ...more,
  },
});
const withView = (result: object, agenda: object, more: object = {}) => ({
  ...result,
  _meta: {
    'rcpt-mcp/view': {
      tool: 'list_bookings',
      time_zone: ZONE,
      now: '2026-11-03T15:00:00Z',
      business_name: 'Brindlebrook Dental',
      agenda,
      ...more,
    } as ViewData,
  },
});

const PERSON = {
  id: 'stf_brandt',
  name: 'Keisha Brandt',
  days: [
    {
      date: '2026-11-03',
      hours: [
        { from: '08:00', to: '12:00' },
        { from: '13:00', to: '17:00' },
      ],
      away: [{ from: '16:00', to: '17:00' }],
    },
  ],
};
const AGENDA = {
  from: '2026-11-03',
  to: '2026-11-03',
  days: [{ date: '2026-11-03', open: [{ from: '08:00', to: '17:00' }] }],
  staff: [PERSON, { id: 'stf_off', name: 'Tomasz Lindqvist', days: [{ date: '2026-11-03', hours: [] }] }],
  services: [
    { id: 'svc_1', name: 'Cleaning', duration_minutes: 45, buffer_before_minutes: 5, buffer_after_minutes: 10 },
  ],
  bookings: [{ ...NINE, staff_id: 'stf_brandt', notes: 'Allergic to latex.' }],
};

describe('the agenda of list_bookings', () => {
  it('an agenda is read from the plain answer on hosts that drop view data', () => {
    const agenda = agendaOf(list([NINE]), NOW);
    expect(agenda).toMatchObject({ tool: 'list_bookings', zone: ZONE, dates: ['2026-11-03'], takenAt: NOW });
    expect(agenda.bookings).toMatchObject([{ id: 'bk_1', name: 'Anna Lee', isEndKnown: true, isOff: false }]);
    expect(agenda.days.size).toBe(0);
    expect(agenda.people.map(({ name }) => name)).toEqual(['Keisha Brandt']);
  });

  it('view data gives hours, absences, buffers and all fields', () => {
    const agenda = agendaOf(withView(list([NINE]), AGENDA), NOW);
    expect(agenda).toMatchObject({ business: 'Brindlebrook Dental', bookings: [{ notes: 'Allergic to latex.' }] });
    const { columns, absent } = dayColumns(agenda, zonedDay('2026-11-03', ZONE));
    expect(columns.map(({ key }) => key)).toEqual(['p:stf_brandt']);
    expect(absent.map(({ name }) => name)).toEqual(['Tomasz Lindqvist']);
    expect(columns[0]?.closed?.map(({ start, end }) => [iso(start), iso(end)])).toEqual([
      ['2026-11-03T05:00:00.000Z', '2026-11-03T13:00:00.000Z'],
      ['2026-11-03T17:00:00.000Z', '2026-11-03T18:00:00.000Z'],
      ['2026-11-03T22:00:00.000Z', '2026-11-04T05:00:00.000Z'],
    ]);
    expect(columns[0]?.away.map(({ start }) => iso(start))).toEqual(['2026-11-03T21:00:00.000Z']);
    const piece = columns[0]?.bookings[0] && pieceOf(columns[0].bookings[0], zonedDay('2026-11-03', ZONE));
    expect([piece?.around.start, piece?.around.end].map((at) => iso(at ?? 0))).toEqual([
      '2026-11-03T13:55:00.000Z',
      '2026-11-03T14:55:00.000Z',
    ]);
  });

  it('an agenda draws the days of its window, of which the end is exclusive', () => {
    const window = { from: '2026-10-30T04:00:00Z', to: '2026-11-06T05:00:00Z' };
    expect(agendaOf(list([NINE], { window }), NOW).dates).toEqual([
      '2026-10-30',
      '2026-10-31',
      '2026-11-01',
      '2026-11-02',
      '2026-11-03',
      '2026-11-04',
      '2026-11-05',
    ]);
  });

  it('an agenda draws the days of its bookings without a window, and today without bookings', () => {
    const later = booking('bk_2', '2026-11-05T09:00:00-05:00', '2026-11-05T10:00:00-05:00');
    expect(agendaOf(list([later, NINE], { window: undefined }), NOW).dates).toEqual([
      '2026-11-03',
      '2026-11-04',
      '2026-11-05',
    ]);
    expect(agendaOf(list([], { window: undefined }), NOW).dates).toEqual(['2026-11-03']);
  });

  it('an agenda knows cancelled, rejected, pending and missed ones, and gives what is cancelled no buffers', () => {
    const statuses = ['cancelled', 'rejected', 'Pending', 'no_show'];
    const items = statuses.map((status, index) => ({ ...NINE, id: `bk_${index}`, status }));
    const agenda = agendaOf(withView(list(items), { ...AGENDA, bookings: items }), NOW);
    expect(agenda.bookings?.map((one) => [one.isOff, one.isPending, one.isMissed, one.bufferAfter])).toEqual([
      [true, false, false, 0],
      [true, false, false, 0],
      [false, true, false, 10],
      [false, false, true, 10],
    ]);
  });

  it('an answer that is a part has its parts joined', () => {
    const first = list([NINE], { total: 2, has_more: true, cursor: 'abc' });
    expect(agendaOf(first, NOW).rest).toMatchObject({ shown: 1, total: 2, isReadable: true });
    const second = list([{ ...NINE, id: 'bk_2' }], { total: 2 });
    const whole = agendaOf(joinAnswers(first, [second], ['2026-11-03']), NOW);
    expect(whole.rest).toBeUndefined();
    expect(whole.bookings?.map(({ id }) => id)).toEqual(['bk_1', 'bk_2']);
  });

  it('the days of parts are joined as far as they can be drawn, and those of the first part stay', () => {
    const part = (from: string, to: string, more: object = {}) => {
      const days = [from, to].map((on) => ({ date: on, open: [{ from: '08:00', to: '17:00' }] }));
      const hours = days.map(({ date, open }) => ({ date, hours: open }));
      const start = { start_local: `${from}T09:00:00-04:00`, end_local: `${from}T10:00:00-04:00` };
      const item = { ...NINE, ...start, id: `bk_${from}` };
      const agenda = { from, to, days, staff: [{ ...PERSON, days: hours }], services: [], bookings: [item] };
      return withView(list([item], { window: { from: '2026-08-10T04:00:00Z' }, ...more }), agenda);
    };
    const first = part('2026-08-10', '2026-08-12', { has_more: true, cursor: 'abc' });
    const rest = [part('2026-08-15', '2026-08-20'), part('2026-08-20', '2026-10-20')];
    const whole = agendaOf(joinAnswers(first, rest, ['2026-08-10', '2026-08-12']), NOW);
    expect([whole.dates[0], whole.dates.at(-1)]).toEqual(['2026-08-10', '2026-09-09']);
    expect(whole.bookings?.map(({ id }) => id)).toEqual(['bk_2026-08-10', 'bk_2026-08-15', 'bk_2026-08-20']);
    const columnsOn = (on: string) => dayColumns(whole, zonedDay(on, ZONE));
    expect(columnsOn('2026-08-15').columns.map(({ person, closed }) => [person, closed?.length])).toEqual([
      [expect.objectContaining({ id: PERSON.id }), 2],
    ]);
    // Between the parts, no answer states hours.
    expect(columnsOn('2026-08-13')).toMatchObject({ columns: [{ closed: undefined }], absent: [] });
    // What was drawn may be a later part, which its list from the start has, too.
    const later = agendaOf(joinAnswers(first, rest, ['2026-10-18', '2026-10-19']), NOW);
    expect([later.dates[0], later.dates.at(-1), later.elsewhere]).toEqual(['2026-09-20', '2026-10-20', 3]);
    const latestFirst = agendaOf(joinAnswers(part('2026-08-15', '2026-08-20'), [first], ['2026-08-15']), NOW);
    expect([latestFirst.dates[0], latestFirst.dates.at(-1)]).toEqual(['2026-08-10', '2026-08-20']);
  });

  it('parts are joined if only the first has view data', () => {
    const first = withView(list([NINE], { total: 2, has_more: true, cursor: 'abc' }), AGENDA);
    const second = list([{ ...NINE, id: 'bk_2' }], { total: 2 });
    const whole = agendaOf(joinAnswers(first, [second], ['2026-11-03']), NOW);
    expect(whole.bookings?.map(({ id }) => id)).toEqual(['bk_1', 'bk_2']);
    expect(whole.days.size).toBe(1);
  });
});

describe('appointments over midnight and clock changes', () => {
  it('an appointment over midnight is on both days, cut at midnight', () => {
    const night = booking('bk_n', '2026-10-31T23:00:00-04:00', '2026-11-01T03:00:00-05:00');
    const agenda = agendaOf(
      list([night], { window: { from: '2026-10-31T04:00:00Z', to: '2026-11-02T05:00:00Z' } }),
      NOW,
    );
    const days = agenda.dates.map((date) => zonedDay(date, ZONE));
    const pieces = weekColumns(agenda, days).flatMap(({ bookings, day }) => bookings.map((one) => pieceOf(one, day)));
    expect(
      pieces.map(({ busy, startsBefore, endsAfter }) => [(busy.end - busy.start) / 3_600_000, startsBefore, endsAfter]),
    ).toEqual([
      [1, false, true],
      // From midnight to 3:00 on the day whose clocks are set back: four hours.
      [4, true, false],
    ]);
  });

  it('hours that touch at a time which the clocks show twice have no gap between them', () => {
    const open = [
      { from: '00:00', to: '02:30' },
      { from: '02:30', to: '24:00' },
    ];
    const data = { ...AGENDA, from: '2026-10-25', to: '2026-10-25', days: [{ date: '2026-10-25', open }], staff: [] };
    const agenda = agendaOf(withView(list([]), data, { time_zone: 'Europe/Berlin' }), NOW);
    const [first, second] = agenda.days.get('2026-10-25')?.open ?? [];
    expect(first?.end).toBe(Date.parse('2026-10-25T02:30+01:00'));
    expect(second?.start).toBe(first?.end);
  });

  it('the hours of the business have the offset of their day', () => {
    const days = ['2026-10-24', '2026-10-25', '2026-10-26'].map((date) => ({
      date,
      open: [{ from: '00:00', to: '24:00' }],
    }));
    const view = withView(
      list([]),
      { ...AGENDA, from: '2026-10-24', to: '2026-10-26', days, staff: [] },
      { time_zone: 'Europe/Berlin' },
    );
    const hours = [...agendaOf(view, NOW).days.values()].map(
      ({ open: [all] }) => ((all?.end ?? 0) - (all?.start ?? 0)) / 3_600_000,
    );
    expect(hours).toEqual([24, 25, 24]);
  });
});

describe('hostile and broken answers', () => {
  it.each([
    ['no time', {}],
    ['a local time without an offset', { start_local: '2026-11-03T09:00:00' }],
    ['a date that does not exist', { start_local: '2026-13-45T09:00:00-05:00' }],
    ['a text', { start_local: '<img src=x onerror=alert(1)>' }],
    ['a number', { start_time: 1_700_000_000_000 }],
    ['a year that no calendar has', { start_time: '0001-01-01T00:00:00Z' }],
  ])('a booking with %s is listed apart', (_, times) => {
    const agenda = agendaOf(list([{ id: 'bk_x', ...times }]), NOW);
    expect(agenda.bookings).toEqual([]);
    expect(agenda.unplaced.map(({ id }) => id)).toEqual(['bk_x']);
  });

  it('an end is assumed where it is missing or before the start', () => {
    const wrong = booking('bk_w', '2026-11-03T09:00:00-05:00', '2026-11-03T08:00:00-05:00');
    const [known] = agendaOf(withView(list([wrong]), { ...AGENDA, bookings: [wrong] }), NOW).bookings ?? [];
    expect(known).toMatchObject({ isEndKnown: false });
    expect(((known?.end ?? 0) - (known?.start ?? 0)) / 60_000).toBe(45);
  });

  it('the end of a booking whose length no service states is assumed an hour later, as for free times', () => {
    const { end_local: _, ...endless } = booking('bk_l', '2026-11-03T09:00:00-05:00', '2026-11-03T10:00:00-05:00');
    const item = { ...endless, service_name: 'Unknown' };
    const [known] = agendaOf(list([item]), NOW).bookings ?? [];
    expect(((known?.end ?? 0) - (known?.start ?? 0)) / 60_000).toBe(60);
  });

  it('a booking of years is drawn on each drawn day, cut to it', () => {
    const long = booking('bk_l', '2020-01-01T00:00:00-05:00', '2199-01-01T00:00:00-05:00');
    const agenda = agendaOf(list([long]), NOW);
    const day = zonedDay('2026-11-03', ZONE);
    expect(agenda.bookings?.map((one) => pieceOf(one, day).busy)).toEqual([{ start: day.start, end: day.end }]);
  });

  it('an agenda reads two thousand bookings and counts the others', () => {
    const items = Array.from({ length: 2_500 }, (_, index) => ({ ...NINE, id: `bk_${index}` }));
    const agenda = agendaOf(list(items), NOW);
    expect(agenda.bookings).toHaveLength(2_000);
    expect(agenda.elsewhere).toBe(500);
  });

  it('an agenda draws 31 days of a window of years', () => {
    const window = { from: '2000-01-01T05:00:00Z', to: '2199-01-01T05:00:00Z' };
    expect(agendaOf(list([], { window }), NOW).dates).toHaveLength(31);
    expect(agendaOf(withView(list([]), { ...AGENDA, from: '1990-01-01', to: '2199-01-01' }), NOW).dates).toHaveLength(
      31,
    );
  });

  it.each([
    ['nothing', {}],
    ['null', { structuredContent: { items: null, window: null, time_zone: null, now_local: null } }],
    [
      'other types',
      { structuredContent: { items: [1, 'a', null, []], days: 'x', staff: 3 }, _meta: { 'rcpt-mcp/view': [] } },
    ],
    [
      'view data of other types',
      withView(list([NINE]), { from: 1, to: {}, days: {}, staff: 'x', services: null, bookings: 7 }),
    ],
    [
      'days and zones that do not exist',
      withView(list([NINE]), { ...AGENDA, from: '2026-02-31', to: 'x' }, { time_zone: 'Mars/Base' }),
    ],
  ])('a broken answer is an agenda of at least one day: %s', (_, result) => {
    expect(agendaOf(result as object, NOW).dates.length).toBeGreaterThan(0);
  });

  it('hours are ignored that are no clock times, and an end before its start', () => {
    const days = [
      {
        date: '2026-11-03',
        open: [
          { from: '25:00', to: '26:00' },
          { from: '17:00', to: '08:00' },
          { from: '<b>', to: 3 },
        ],
      },
    ];
    expect(agendaOf(withView(list([]), { ...AGENDA, days }), NOW).days.get('2026-11-03')?.open).toEqual([]);
  });

  it('one of two bookings with the same id is kept', () => {
    expect(agendaOf(list([NINE, NINE]), NOW).bookings).toHaveLength(1);
  });
});
