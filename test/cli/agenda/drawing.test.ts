import { describe, expect, it } from 'vitest';
import { readDays } from '../../../src/cli/agenda/days.ts';
import { makeAgenda } from '../../../src/cli/agenda/make-agenda.ts';
import type { AgendaRecords } from '../../../src/cli/agenda/read-records.ts';
import { agendaLines } from '../../../src/cli/agenda/screen.ts';
import { displayWidth } from '../../../src/cli/terminal/display-width.ts';
import { painter } from '../../../src/cli/terminal/paint.ts';
import { ANA, BEN, booking, MONDAY, recordsOf, ZONE } from './records.ts';

interface Drawn {
  day?: string;
  isWeek?: boolean;
  width?: number;
  /** Local time of the Monday. */
  now?: string;
  zone?: string | undefined;
  computerZone?: string;
  openingHours?: string;
}

function draw(records: AgendaRecords, drawn: Drawn = {}): string[] {
  const { day = MONDAY, isWeek = false, width = 100, now = '2199-01-01T00:00:00Z', openingHours } = drawn;
  const zone = 'zone' in drawn ? drawn.zone : ZONE;
  const at = Date.parse(now);
  const days = readDays({ text: day, isWeek }, zone ?? 'UTC', at);
  const agenda = makeAgenda(records, days, { zone, openingHours, setHours: '--opening-hours', now: at });
  return agendaLines(agenda, { width, paint: painter(false), computerZone: drawn.computerZone ?? ZONE });
}

const two = () => [
  booking('09:00', '09:45'),
  booking('10:00', '10:30', { staff_id: 'ben', contact: { name: 'Mia Roth' } }),
];

it('the hour over which clocks are set forward is not free, and a note names it', () => {
  const lines = draw(recordsOf([], { staff: [ANA] }), { day: '2199-03-10', openingHours: 'Sun 01:30-04:00' }).join(
    '\n',
  );
  expect(lines).toContain('free 1h 30m');
  expect(lines).not.toContain('free 2h 30m');
  expect(lines).toContain('Sunday 2199-03-10 has no time from 02:00 to 03:00: clocks are set forward.');
  const other = draw(recordsOf([], { staff: [ANA] }), { day: '2199-03-17', openingHours: 'Sun 01:30-04:00' }).join(
    '\n',
  );
  expect(other).toContain('free 2h 30m');
  expect(other).not.toContain('has no time');
});

it('a note names the hour that comes twice because clocks are set back', () => {
  const lines = draw(recordsOf([], { staff: [ANA] }), { day: '2199-11-03', openingHours: 'Sun 00:30-04:00' }).join(
    '\n',
  );
  expect(lines).toContain('Sunday 2199-11-03 has the time from 01:00 to 02:00 twice: clocks are set back.');
  expect(draw(recordsOf([], { staff: [ANA] }), { day: '2199-11-03' }).join('\n')).not.toContain('twice');
});

describe('the day on which clocks are set back', () => {
  const day = '2199-10-27';
  const at = (start: string, end: string, more: object = {}) =>
    booking('', '', { start_time: `${day}T${start}:00Z`, end_time: `${day}T${end}:00Z`, ...more });
  // Both begin when the clocks in Zurich show 2:15.
  const twice = [
    at('00:15', '00:45', { contact: { name: 'First Hour' } }),
    at('01:15', '01:45', { contact: { name: 'Second Hour' } }),
  ];
  const inZurich = { day, zone: 'Europe/Zurich', computerZone: 'Europe/Zurich', openingHours: 'Sun 01:00-04:00' };
  const staff = [ANA, { ...BEN, opening_hours: null }];

  it('has a place of its own for each of two appointments an hour apart', () => {
    expect(draw(recordsOf(twice, { services: new Map(), staff }), inZurich)).toMatchInlineSnapshot(`
      [
        "Corner Salon, Sunday 2199-10-27",
        "Open 01:00-04:00. 2 appointments. Times in Europe/Zurich.",
        "",
        "             Ana Diaz                          Ben Okafor",
        "01:00          free 1h 15m                       free 4h",
        "01:30",
        "02:00",
        "02:15        ┌ First Hour",
        "02:30        └ Haircut",
        "02:45          free 30m",
        "02:00 again",
        "02:15 again  ┌ Second Hour",
        "02:30 again  └ Haircut",
        "02:45 again    free 1h 15m",
        "03:00",
        "03:30",
        "04:00",
        "",
        "Sunday 2199-10-27 has the time from 02:00 to 03:00 twice: clocks are set back.",
      ]
    `);
  });

  it('lists both in order, and marks the second time', () => {
    expect(draw(recordsOf(twice, { staff: [ANA] }), inZurich)).toMatchInlineSnapshot(`
      [
        "Corner Salon, Sunday 2199-10-27",
        "Open 01:00-04:00. 2 appointments. Times in Europe/Zurich.",
        "",
        "01:00-02:15              free 1h 15m",
        "02:15-02:45              First Hour   Haircut  buffer 15m after",
        "02:00 again-02:15 again  free 15m",
        "02:15 again-02:45 again  Second Hour  Haircut  buffer 15m after",
        "03:00-04:00              free 1h",
        "",
        "Sunday 2199-10-27 has the time from 02:00 to 03:00 twice: clocks are set back.",
      ]
    `);
  });

  it('has no gap between two periods of opening hours that touch at a time which clocks show twice', () => {
    const lines = draw(recordsOf([], { staff: [ANA] }), { ...inZurich, openingHours: 'Sun 01:00-02:30,02:30-04:00' });
    expect(lines.slice(3, 5).map((line) => line.split('  ')[0])).toEqual(['01:00-02:30 again', '02:30 again-04:00']);
  });

  it('shows an appointment over the change with its length, and the time now', () => {
    const over = at('00:30', '01:30', { contact: { name: 'Over Change' } });
    const lines = draw(recordsOf([over], { staff }), { ...inZurich, now: `${day}T01:20:00Z` }).join('\n');
    expect(lines).toMatch(/^02:30 +┌ Over Change/m);
    expect(lines).toMatch(/^02:20 again +─── now/m);
    expect(lines).toMatch(/^02:30 again +┊ buffer/m);
    expect(lines).toContain('It is 02:20 again in Europe/Zurich.');
  });

  it('seven days with a clock change share their hours', () => {
    const week = { ...inZurich, day: '2199-10-26', isWeek: true, openingHours: 'Sat-Mon 01:00-04:00' };
    expect(draw(recordsOf(twice, { staff: [ANA] }), week).slice(3, 12)).toMatchInlineSnapshot(`
      [
        "Sat 2199-10-26        01          02                      03",
        "  Ana Diaz            ························            ············",
        "",
        "Sun 2199-10-27        01          02          02          03",
        "  Ana Diaz            ···············[Firs]~~~···[Seco]~~~············",
        "",
        "Mon 2199-10-28        01          02                      03",
        "  Ana Diaz            ························            ············",
        "",
      ]
    `);
  });
});

describe('the day on which clocks are set forward', () => {
  const day = '2199-03-31';
  const over = booking('', '', { start_time: `${day}T00:30:00Z`, end_time: `${day}T01:30:00Z` });
  const inZurich = { day, zone: 'Europe/Zurich', computerZone: 'Europe/Zurich', openingHours: 'Sun 01:00-05:00' };

  it('has no place for the hour that is skipped', () => {
    expect(draw(recordsOf([over], { staff: [ANA, { ...BEN, opening_hours: null }] }), inZurich)).toMatchInlineSnapshot(`
      [
        "Corner Salon, Sunday 2199-03-31",
        "Open 01:00-05:00. 1 appointment. Times in Europe/Zurich.",
        "",
        "       Ana Diaz                          Ben Okafor",
        "01:00    free 30m                          free 3h",
        "01:30  ┌ Noah Berg",
        "01:45  │ Haircut",
        "03:00  └",
        "03:30  ┊ buffer",
        "03:45    free 1h 15m",
        "04:00",
        "04:30",
        "05:00",
        "",
        "Sunday 2199-03-31 has no time from 02:00 to 03:00: clocks are set forward.",
      ]
    `);
  });

  it('seven days with a clock change share their hours', () => {
    const week = { ...inZurich, day: '2199-03-30', isWeek: true, openingHours: 'Sat-Mon 01:00-05:00' };
    expect(draw(recordsOf([over], { staff: [ANA] }), week).slice(3, 12)).toMatchInlineSnapshot(`
      [
        "Sat 2199-03-30        01          02          03          04",
        "  Ana Diaz            ················································",
        "",
        "Sun 2199-03-31        01                      03          04",
        "  Ana Diaz            ······[Noah Berg             ]~~~···············",
        "",
        "Mon 2199-04-01        01          02          03          04",
        "  Ana Diaz            ················································",
        "",
      ]
    `);
  });
});

it('the hour that clocks skip is blank on that day of a week', () => {
  const week = {
    ...{ day: '2199-03-30', isWeek: true, zone: 'Europe/Zurich', computerZone: 'Europe/Zurich' },
    openingHours: 'Sat-Mon 01:00-05:00',
  };
  expect(draw(recordsOf([], { staff: [ANA] }), week).slice(6, 8)).toEqual([
    'Sun 2199-03-31        01                      03          04',
    '  Ana Diaz            ············            ························',
  ]);
});

describe('a day of two people', () => {
  it('has a column for each, with appointments, buffers, free time, absences and time off', () => {
    expect(draw(recordsOf(two()))).toMatchInlineSnapshot(`
      [
        "Corner Salon, Monday 2199-03-04",
        "Open 09:00-12:00. 2 appointments. Times in America/New_York.",
        "",
        "       Ana Diaz                          Ben Okafor",
        "09:00  ┌ Noah Berg                       ░ not at work",
        "09:15  │ Haircut                         ░",
        "09:30  └                                 ░",
        "09:45  ┊ buffer                          ░",
        "10:00    free 2h                         ┌ Mia Roth",
        "10:15                                    └ Haircut",
        "10:30                                    ┊ buffer",
        "10:45                                      free 15m",
        "11:00                                    ░ away",
        "11:30                                      free 30m",
        "12:00",
      ]
    `);
  });

  it('marks the present time between the rows around it', () => {
    const lines = draw(recordsOf(two()), { now: '2199-03-04T14:20:00Z' });
    expect(lines[0]).toBe('Corner Salon, Monday 2199-03-04 (today)');
    expect(lines[1]).toContain('It is 09:20 in America/New_York.');
    const row = lines.findIndex((line) => line.startsWith('09:20  ─── now ─'));
    expect(lines[row - 1]).toMatch(/^09:15/);
    expect(lines[row + 1]).toMatch(/^09:30/);
  });

  it('leaves cancelled appointments out, and counts them', () => {
    const lines = draw(
      recordsOf([...two(), booking('11:00', '11:30', { status: 'cancelled', contact: { name: 'Gone' } })]),
    );
    expect(lines[1]).toContain('2 appointments, 1 cancelled (not shown).');
    expect(lines.join('\n')).not.toContain('Gone');
  });

  it('shows overlapping appointments of one person in columns of their own', () => {
    const overlapping = booking('09:15', '10:00', { contact: { name: 'Second' } });
    const lines = draw(recordsOf([...two(), overlapping]));
    expect(lines[3]).toMatch(/Ana Diaz +Ana Diaz \(2\) +Ben Okafor/);
    expect(lines.find((line) => line.startsWith('09:15'))).toMatch(/Haircut +┌ Second/);
  });

  it('becomes a list by time where the columns do not fit', () => {
    expect(draw(recordsOf(two()), { width: 40 })).toMatchInlineSnapshot(`
      [
        "Corner Salon, Monday 2199-03-04",
        "Open 09:00-12:00. 2 appointments. Times",
        "in America/New_York.",
        "",
        "09:00-09:45  Noah Berg  Haircut  Ana Di…",
        "10:00-10:30  Mia Roth   Haircut  Ben Ok…",
        "",
        "Free",
        "  Ana Diaz    10:00-12:00",
        "  Ben Okafor  10:45-11:00, 11:30-12:00;…",
      ]
    `);
  });

  it('shows a status that is not confirmed, and appointments without a person', () => {
    const lines = draw(recordsOf([booking('09:00', '10:00', { status: 'no_show', staff_id: null, staff_name: null })]));
    expect(lines[3]).toMatch(/Ben Okafor +no person$/);
    expect(lines.join('\n')).toContain('Haircut (no_show)');
  });
});

describe('a day of one person', () => {
  it('lists appointments by time, with the gaps as free', () => {
    expect(draw(recordsOf(two().slice(0, 1), { staff: [ANA] }))).toMatchInlineSnapshot(`
      [
        "Corner Salon, Monday 2199-03-04",
        "Open 09:00-12:00. 1 appointment. Times in America/New_York.",
        "",
        "09:00-09:45  Noah Berg  Haircut  +12125550123  buffer 15m after",
        "10:00-12:00  free 2h",
      ]
    `);
  });

  it('shows an appointment that began the day before, and one that lasts until the next', () => {
    const lines = draw(recordsOf([booking('-1:00', '02:00'), booking('23:00', '25:00')], { staff: [ANA] }));
    expect(lines.join('\n')).toMatch(/00:00-02:00 {2}Noah Berg/);
    expect(lines.join('\n')).toMatch(/23:00-24:00 {2}Noah Berg/);
  });
});

describe('a closed day', () => {
  it('names the reason of the closure', () => {
    expect(draw(recordsOf([]), { day: '2199-03-05' })[1]).toMatch(/^Closed: Stocktaking\. No appointments\./);
  });

  it('shows appointments that are there nevertheless', () => {
    const start_time = '2199-03-05T15:00:00Z';
    const lines = draw(recordsOf([booking('09:00', '10:00', { start_time, end_time: null })]), { day: '2199-03-05' });
    expect(lines.join('\n')).toMatch(/10:00-10:45 {2}Noah Berg/);
    expect(lines.at(-1)).toBe('1 appointment without an end: as long as the service, or an hour.');
  });

  it('needs no closure outside of the weekly hours', () => {
    expect(draw(recordsOf([]), { day: '2199-03-09' })[1]).toMatch(/^Closed\. No appointments\./);
  });
});

describe('a day without opening hours on which a person works', () => {
  const staff = [ANA, { ...BEN, opening_hours: ['Sat 09:00-12:00'] }];

  it('names who can be booked', () => {
    expect(draw(recordsOf([], { staff }), { day: '2199-03-09' })[1]).toMatch(
      /^No opening hours, but Ben Okafor can be booked\. No appointments\./,
    );
  });

  it('has no remark that it is closed among seven days', () => {
    const lines = draw(recordsOf([], { staff }), { isWeek: true });
    const from = lines.findIndex((line) => line.startsWith('Sat 2199-03-09'));
    const to = lines.findIndex((line) => line.startsWith('Sun 2199-03-10'));
    expect(lines.slice(from, to).join('\n')).toContain('Ben Okafor');
    expect(lines.slice(from, to).join('\n')).not.toContain('closed');
    expect(lines[to]).toContain('closed');
  });
});

describe('seven days', () => {
  it('have a line for each person of each day, along the hours', () => {
    expect(draw(recordsOf(two()), { isWeek: true, now: '2199-03-04T14:20:00Z' })).toMatchInlineSnapshot(`
      [
        "Corner Salon, Monday 2199-03-04 to Sunday 2199-03-10",
        "2 appointments. It is 09:20 in America/New_York.",
        "",
        "Mon 2199-03-04 today  09  ▼       10          11",
        "  Ana Diaz            [Noah Be]~~~························",
        "  Ben Okafor                      [Mia ]~~~···░░░░░░······",
        "",
        "Tue 2199-03-05        closed: Stocktaking",
        "",
        "Wed 2199-03-06        09          10          11",
        "  Ana Diaz            ············",
        "",
        "Thu 2199-03-07        09          10          11",
        "  Ana Diaz            ····································",
        "",
        "Fri 2199-03-08        09          10          11",
        "  Ana Diaz            ····································",
        "",
        "Sat 2199-03-09        closed",
        "",
        "Sun 2199-03-10        closed",
        "",
        "[name] appointment   ··· free   ~~~ buffer   ░░░ away   blank: not at work",
      ]
    `);
  });
});

describe('every drawing', () => {
  const hostile = 'Eve\u001b[31m \u202Eevil\u0007\nsecond line 山田太郎 👩‍👧 '.repeat(4);
  const many = Array.from({ length: 9 }, (_, index) => ({ ...BEN, id: `p${index}`, name: `${hostile}${index}` }));
  const contact = { name: hostile, phone: hostile };
  const worst = recordsOf(
    [
      ...many.map(({ id }) => booking('09:05', '09:10', { staff_id: id, service_name: hostile, contact })),
      booking('09:00', '10:00', {
        contact,
        service_name: hostile,
        status: hostile,
        staff_id: null,
        staff_name: hostile,
      }),
    ],
    {},
  );
  worst.business.name = hostile;
  worst.business.closures = [{ from: '2199-03-05', to: '2199-03-05', reason: hostile }];

  it.each([
    [60, false, 9],
    [80, false, 3],
    [100, false, 2],
    [60, true, 9],
    [80, true, 9],
    [100, true, 9],
  ])('keeps to %i columns, and has no controls of others (seven days: %s, people: %i)', (width, isWeek, people) => {
    const shown = { ...worst, staff: many.slice(0, people) };
    const lines = [MONDAY, '2199-03-05'].flatMap((day) =>
      draw(shown, { day, isWeek, width, computerZone: 'Asia/Tokyo' }),
    );
    expect(lines.length).toBeGreaterThan(5);
    for (const line of lines) {
      expect(displayWidth(line), line).toBeLessThanOrEqual(width);
      expect(line).toMatch(/^[^\p{Cc}\u202E]*$/u);
    }
  });

  it('mentions a clock of this computer that shows another time', () => {
    expect(draw(recordsOf([]), { computerZone: 'Europe/Berlin' }).at(-1)).toBe(
      "This computer's clock is in Europe/Berlin, where it is 01:00; in America/New_York it is 19:00.",
    );
    expect(draw(recordsOf([]), { computerZone: 'US/Eastern' }).join()).not.toContain('clock');
  });

  it('uses the opening hours of the options before those of the platform', () => {
    expect(draw(recordsOf([]), { openingHours: 'Mon 07:00-08:00' })[1]).toMatch(/^Open 07:00-08:00\./);
  });

  it('names what is unknown on a platform that describes nothing', () => {
    const bare = { business: {}, staff: [], services: new Map(), isComplete: false, privateBusy: new Map() };
    const lines = draw(recordsOf([booking('09:00', '09:30', { start_time: null }), booking('10:00', '10:30')], bare), {
      zone: undefined,
      computerZone: 'UTC',
    });
    const text = lines.join('\n');
    expect(text).toMatch(/15:00-15:30 {2}Noah Berg +Haircut/);
    for (const note of [
      'names no time zone',
      'may be missing',
      '1 booking without a readable start',
      'hours are not known',
    ]) {
      expect(text).toContain(note);
    }
  });
});

describe('a day in another zone than that of the business', () => {
  const inTokyo = (more: Drawn = {}) => {
    const records = recordsOf(two());
    return draw({ ...records, business: { ...records.business, time_zone: ZONE } }, { zone: 'Asia/Tokyo', ...more });
  };

  it('has bookings, opening hours, own hours and absences in this zone, and names both', () => {
    // 9:00 to 12:00 in New York is 23:00 to 2:00 in Tokyo.
    const lines = inTokyo();
    expect(lines[1]).toBe('Open 23:00-24:00. 1 appointment. Times in Asia/Tokyo.');
    expect(lines[3]).toBe('23:00-23:45  Noah Berg  Haircut  +12125550123  buffer 15m after');
    expect(lines.at(-1)).toBe('Corner Salon is in America/New_York: all times here are in Asia/Tokyo.');
    const next = inTokyo({ day: '2199-03-05' });
    expect(next[1]).toMatch(/^Open 00:00-02:00\. 1 appointment\. /);
    expect(next).toContainEqual(expect.stringMatching(/^01:00 .*░ away/));
  });

  it('the reason of a closure is that of the day that has the greater part', () => {
    // The stocktaking of Tuesday in New York closes the night to Wednesday in Tokyo.
    expect(inTokyo({ day: '2199-03-06' })[1]).toMatch(/^Open 23:00-24:00\. /);
    expect(inTokyo({ zone: 'America/Los_Angeles', day: '2199-03-05' })[1]).toMatch(/^Closed: Stocktaking\. /);
  });

  it('has the hours of the option as they are given', () => {
    expect(inTokyo({ openingHours: 'Mon-Fri 08:00-10:00' })[1]).toMatch(/^Open 08:00-10:00\. /);
  });
});
