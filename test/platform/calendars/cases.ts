/** iCalendar files with the busy times that a person finds in them, worked out by hand from RFC 5545. */
export interface CalendarCase {
  name: string;
  /** Lines inside of VCALENDAR. */
  lines: readonly string[];
  /** Start and end of each busy span, ISO 8601. */
  busy: readonly (readonly [start: string, end: string])[];
}

/** The zone of the business: clocks go forward on 2026-03-08 and back on 2025-11-02. */
export const ZONE = 'America/New_York';
/** 2026-03-01 is a Sunday. */
export const WINDOW = { from: '2026-03-01T00:00:00-05:00', to: '2026-04-01T00:00:00-04:00' };

let count = 0;
/** One event; a UID of the caller replaces the generated one. */
export function event(...lines: string[]): string[] {
  const uid = lines.some((line) => line.startsWith('UID')) ? [] : [`UID:${++count}@example.com`];
  return ['BEGIN:VEVENT', ...uid, 'DTSTAMP:20260101T000000Z', 'SUMMARY:Dentist', ...lines, 'END:VEVENT'];
}

/** An event of an hour at 09:00 in New York, on the first day and as the rule repeats it. */
const atNine = (day: string, ...lines: string[]) =>
  event(`DTSTART;TZID=America/New_York:${day}T090000`, `DTEND;TZID=America/New_York:${day}T100000`, ...lines);
/** These hours: Eastern standard time before 8 March, daylight time from then on. */
const nines = (...days: number[]) =>
  days.map((day) => {
    const [date, offset] = [`2026-03-${String(day).padStart(2, '0')}`, day < 8 ? '-05:00' : '-04:00'];
    return [`${date}T09:00:00${offset}`, `${date}T10:00:00${offset}`] as const;
  });
const day = (first: number, last = first) => {
  const midnight = (date: number) =>
    `2026-03-${String(date).padStart(2, '0')}T00:00:00${date <= 8 ? '-05:00' : '-04:00'}`;
  return [midnight(first), midnight(last + 1)] as const;
};

/** As Outlook writes them: a name of Windows, rules since 1601. */
const OUTLOOK_EASTERN = [
  'BEGIN:VTIMEZONE',
  'TZID:Eastern Standard Time',
  'BEGIN:STANDARD',
  'DTSTART:16010101T020000',
  'TZOFFSETFROM:-0400',
  'TZOFFSETTO:-0500',
  'RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=1SU;BYMONTH=11',
  'END:STANDARD',
  'BEGIN:DAYLIGHT',
  'DTSTART:16010101T020000',
  'TZOFFSETFROM:-0500',
  'TZOFFSETTO:-0400',
  'RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=2SU;BYMONTH=3',
  'END:DAYLIGHT',
  'END:VTIMEZONE',
];
/** As programs write it that list the changes of some years. */
const PAST_EASTERN = [
  'BEGIN:VTIMEZONE',
  'TZID:America/New_York',
  'BEGIN:DAYLIGHT',
  'DTSTART:20250309T020000',
  'TZOFFSETFROM:-0500',
  'TZOFFSETTO:-0400',
  'END:DAYLIGHT',
  'BEGIN:STANDARD',
  'DTSTART:20251102T020000',
  'TZOFFSETFROM:-0400',
  'TZOFFSETTO:-0500',
  'END:STANDARD',
  'END:VTIMEZONE',
];
const OUTLOOK_INDIA = [
  'BEGIN:VTIMEZONE',
  'TZID:India Standard Time',
  'BEGIN:STANDARD',
  'DTSTART:16010101T000000',
  'TZOFFSETFROM:+0530',
  'TZOFFSETTO:+0530',
  'END:STANDARD',
  'END:VTIMEZONE',
];

export const TIMES: readonly CalendarCase[] = [
  {
    name: 'an event in UTC',
    lines: event('DTSTART:20260302T140000Z', 'DTEND:20260302T150000Z'),
    busy: [['2026-03-02T14:00:00Z', '2026-03-02T15:00:00Z']],
  },
  {
    name: 'an event in a zone of the IANA database that the file does not define',
    lines: event('DTSTART;TZID=Europe/Berlin:20260302T090000', 'DTEND;TZID=Europe/Berlin:20260302T100000'),
    busy: [['2026-03-02T09:00:00+01:00', '2026-03-02T10:00:00+01:00']],
  },
  {
    name: "a zone with a name of the file's own, before and after its clocks go forward",
    lines: [
      ...OUTLOOK_EASTERN,
      ...event(
        'DTSTART;TZID=Eastern Standard Time:20260306T090000',
        'DTEND;TZID=Eastern Standard Time:20260306T100000',
      ),
      ...event(
        'DTSTART;TZID="Eastern Standard Time":20260309T090000',
        'DTEND;TZID="Eastern Standard Time":20260309T100000',
      ),
    ],
    busy: nines(6, 9),
  },
  {
    name: 'two zones in one file, each used by its own event',
    lines: [
      ...OUTLOOK_EASTERN,
      ...OUTLOOK_INDIA,
      ...event('DTSTART;TZID=India Standard Time:20260302T090000', 'DTEND;TZID=India Standard Time:20260302T100000'),
      ...event(
        'DTSTART;TZID=Eastern Standard Time:20260303T090000',
        'DTEND;TZID=Eastern Standard Time:20260303T100000',
      ),
    ],
    busy: [['2026-03-02T09:00:00+05:30', '2026-03-02T10:00:00+05:30'], ...nines(3)],
  },
  {
    name: 'a zone that is defined after the events that use it',
    lines: [
      ...event('DTSTART;TZID=India Standard Time:20260302T090000', 'DTEND;TZID=India Standard Time:20260302T100000'),
      ...OUTLOOK_INDIA,
    ],
    busy: [['2026-03-02T09:00:00+05:30', '2026-03-02T10:00:00+05:30']],
  },
  {
    name: 'an event that ends in another zone than it begins',
    lines: event('DTSTART;TZID=America/New_York:20260302T180000', 'DTEND;TZID=Europe/Berlin:20260303T070000'),
    busy: [['2026-03-02T18:00:00-05:00', '2026-03-03T07:00:00+01:00']],
  },
  {
    name: 'a floating time: local time of the business',
    lines: event('DTSTART:20260302T090000', 'DTEND:20260302T100000'),
    busy: nines(2),
  },
  {
    name: 'a zone of the IANA database of which the file lists past changes only',
    lines: [
      ...PAST_EASTERN,
      ...event(
        'DTSTART;TZID=America/New_York:20250901T090000',
        'DTEND;TZID=America/New_York:20250901T100000',
        'RRULE:FREQ=MONTHLY',
      ),
      ...event('DTSTART;TZID=America/New_York:20260320T090000', 'DTEND;TZID=America/New_York:20260320T100000'),
    ],
    busy: nines(1, 20),
  },
  {
    name: "a floating time in a calendar that names its zone (Google's X-WR-TIMEZONE)",
    lines: ['X-WR-TIMEZONE:America/Los_Angeles', ...event('DTSTART:20260302T090000', 'DTEND:20260302T100000')],
    busy: [['2026-03-02T09:00:00-08:00', '2026-03-02T10:00:00-08:00']],
  },
  {
    name: "a floating time in a calendar that names a zone by the file's own name",
    lines: [
      'X-WR-TIMEZONE:India Standard Time',
      ...OUTLOOK_INDIA,
      ...event('DTSTART:20260302T090000', 'DTEND:20260302T100000'),
      ...event('DTSTART;VALUE=DATE:20260305'),
    ],
    busy: [
      ['2026-03-02T09:00:00+05:30', '2026-03-02T10:00:00+05:30'],
      ['2026-03-05T00:00:00+05:30', '2026-03-06T00:00:00+05:30'],
    ],
  },
  {
    name: 'a zone of the IANA database whose definition in the file is empty',
    lines: [
      'BEGIN:VTIMEZONE',
      'TZID:Europe/Berlin',
      'X-LIC-LOCATION:Europe/Berlin',
      'END:VTIMEZONE',
      ...event('DTSTART;TZID=Europe/Berlin:20260302T090000', 'DTEND;TZID=Europe/Berlin:20260302T100000'),
    ],
    busy: [['2026-03-02T09:00:00+01:00', '2026-03-02T10:00:00+01:00']],
  },
  {
    name: 'a zone that is not known and not defined: wherever on earth that may be',
    lines: event('DTSTART;TZID=Office:20260303T090000', 'DTEND;TZID=Office:20260303T100000'),
    busy: [['2026-03-03T09:00:00+14:00', '2026-03-03T10:00:00-12:00']],
  },
  {
    name: 'a zone that is not known, with a duration, once and in a series',
    lines: [
      ...event('DTSTART;TZID=Office:20260303T090000', 'DURATION:PT1H'),
      ...event('DTSTART;TZID=Office:20260306T090000', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;COUNT=2'),
    ],
    busy: [3, 6, 13].map((date) => {
      const local = `2026-03-${String(date).padStart(2, '0')}`;
      return [`${local}T09:00:00+14:00`, `${local}T10:00:00-12:00`] as const;
    }),
  },
  {
    name: 'a zone that is not known, with an end in UTC',
    lines: event('DTSTART;TZID=Office:20260303T090000', 'DTEND:20260303T120000Z'),
    busy: [['2026-03-03T09:00:00+14:00', '2026-03-03T12:00:00Z']],
  },
  {
    name: 'an all-day event of two days: the day of its end is not part of it',
    lines: event('DTSTART;VALUE=DATE:20260304', 'DTEND;VALUE=DATE:20260306'),
    busy: [day(4, 5)],
  },
  {
    name: 'an all-day event without an end, and one without VALUE=DATE',
    lines: [...event('DTSTART;VALUE=DATE:20260304'), ...event('DTSTART:20260316', 'DTEND:20260317')],
    busy: [day(4), day(16)],
  },
  {
    name: 'all-day events that end on the day of their start, by DTEND and by a duration of nothing',
    lines: [
      ...event('DTSTART;VALUE=DATE:20260304', 'DTEND;VALUE=DATE:20260304'),
      ...event('DTSTART;VALUE=DATE:20260316', 'DURATION:P0D'),
      ...event('DTSTART;VALUE=DATE:20260323', 'DURATION:PT0S'),
    ],
    busy: [day(4), day(16), day(23)],
  },
  {
    name: 'an all-day event on the day of 23 hours',
    lines: event('DTSTART;VALUE=DATE:20260308', 'DTEND;VALUE=DATE:20260309'),
    busy: [['2026-03-08T00:00:00-05:00', '2026-03-09T00:00:00-04:00']],
  },
  {
    name: 'an event over the clock change of its own zone',
    lines: event('DTSTART;TZID=Europe/Berlin:20260329T013000', 'DTEND;TZID=Europe/Berlin:20260329T033000'),
    busy: [['2026-03-29T00:30:00Z', '2026-03-29T01:30:00Z']],
  },
  {
    name: 'DURATION instead of DTEND, in hours, days and weeks: a day is a calendar day',
    lines: [
      ...event('DTSTART:20260302T140000Z', 'DURATION:PT1H30M'),
      ...event('DTSTART;TZID=America/New_York:20260307T120000', 'DURATION:P1D'),
      ...event('DTSTART;VALUE=DATE:20260316', 'DURATION:P1W'),
    ],
    busy: [
      ['2026-03-02T14:00:00Z', '2026-03-02T15:30:00Z'],
      ['2026-03-07T12:00:00-05:00', '2026-03-08T12:00:00-04:00'],
      day(16, 22),
    ],
  },
  {
    name: 'a duration of 24 hours over the clock change',
    lines: event('DTSTART;TZID=America/New_York:20260307T120000', 'DURATION:PT24H'),
    busy: [['2026-03-07T12:00:00-05:00', '2026-03-08T13:00:00-04:00']],
  },
  {
    name: "an alarm's duration and a journal entry, which take no time",
    lines: [
      ...event(
        'DTSTART:20260302T140000Z',
        'BEGIN:VALARM',
        'TRIGGER:-PT15M',
        'DURATION:PT5H',
        'REPEAT:2',
        'END:VALARM',
        'DTEND:20260302T150000Z',
      ),
      'BEGIN:VJOURNAL',
      'UID:journal',
      'DTSTART:20260305T140000Z',
      'DURATION:PT1H',
      'END:VJOURNAL',
    ],
    busy: [['2026-03-02T14:00:00Z', '2026-03-02T15:00:00Z']],
  },
  {
    name: 'an event with a start only, which takes no time',
    lines: event('DTSTART:20260302T140000Z'),
    busy: [],
  },
  {
    name: 'transparent and cancelled events, and a tentative one',
    lines: [
      ...event('DTSTART:20260302T140000Z', 'DTEND:20260302T150000Z', 'TRANSP:TRANSPARENT'),
      ...event('DTSTART:20260303T140000Z', 'DTEND:20260303T150000Z', 'STATUS:CANCELLED'),
      ...event('DTSTART:20260304T140000Z', 'DTEND:20260304T150000Z', 'STATUS:TENTATIVE', 'TRANSP:OPAQUE'),
    ],
    busy: [['2026-03-04T14:00:00Z', '2026-03-04T15:00:00Z']],
  },
  {
    name: 'overlapping, adjacent and contained events as one span',
    lines: [
      ...event('DTSTART:20260302T140000Z', 'DTEND:20260302T180000Z'),
      ...event('DTSTART:20260302T150000Z', 'DTEND:20260302T160000Z'),
      ...event('DTSTART:20260302T180000Z', 'DTEND:20260302T190000Z'),
    ],
    busy: [['2026-03-02T14:00:00Z', '2026-03-02T19:00:00Z']],
  },
  {
    name: 'events that reach into the window from outside, cut at its ends',
    lines: [
      ...event('DTSTART:20260228T120000Z', 'DTEND:20260301T120000Z'),
      ...event('DTSTART:20260331T120000Z', 'DTEND:20260402T120000Z'),
      ...event('DTSTART:20260201T120000Z', 'DTEND:20260202T120000Z'),
    ],
    busy: [
      ['2026-03-01T00:00:00-05:00', '2026-03-01T12:00:00Z'],
      ['2026-03-31T12:00:00Z', '2026-04-01T00:00:00-04:00'],
    ],
  },
  {
    name: "another calendar's busy times (VFREEBUSY), as periods with an end or a duration",
    lines: [
      'BEGIN:VFREEBUSY',
      'UID:fb@example.com',
      'FREEBUSY;FBTYPE=BUSY:20260302T140000Z/20260302T150000Z,20260303T140000Z/PT30M',
      'FREEBUSY;FBTYPE=FREE:20260304T140000Z/20260304T150000Z',
      'END:VFREEBUSY',
    ],
    busy: [
      ['2026-03-02T14:00:00Z', '2026-03-02T15:00:00Z'],
      ['2026-03-03T14:00:00Z', '2026-03-03T14:30:00Z'],
    ],
  },
];

export const RECURRENCE: readonly CalendarCase[] = [
  {
    name: 'COUNT and BYDAY over a clock change: the local time stays',
    lines: atNine('20260304', 'RRULE:FREQ=WEEKLY;COUNT=4;BYDAY=MO,WE'),
    busy: nines(4, 9, 11, 16),
  },
  {
    name: "the same in a zone with a name of the file's own",
    lines: [
      ...OUTLOOK_EASTERN,
      ...event(
        'DTSTART;TZID=Eastern Standard Time:20260304T090000',
        'DTEND;TZID=Eastern Standard Time:20260304T100000',
        'RRULE:FREQ=WEEKLY;COUNT=4;BYDAY=MO,WE',
      ),
    ],
    busy: nines(4, 9, 11, 16),
  },
  {
    name: 'a series in UTC: the local time moves',
    lines: event('DTSTART:20260306T140000Z', 'DTEND:20260306T150000Z', 'RRULE:FREQ=DAILY;INTERVAL=3;COUNT=2'),
    busy: [
      ['2026-03-06T14:00:00Z', '2026-03-06T15:00:00Z'],
      ['2026-03-09T14:00:00Z', '2026-03-09T15:00:00Z'],
    ],
  },
  {
    name: 'UNTIL in UTC, which is inclusive',
    lines: atNine('20260302', 'RRULE:FREQ=DAILY;UNTIL=20260304T140000Z'),
    busy: nines(2, 3, 4),
  },
  {
    name: 'UNTIL in UTC, just before the last',
    lines: atNine('20260302', 'RRULE:FREQ=DAILY;UNTIL=20260304T135959Z'),
    busy: nines(2, 3),
  },
  {
    name: 'UNTIL as a date, which means all of that day',
    lines: atNine('20260302', 'RRULE:FREQ=DAILY;UNTIL=20260304'),
    busy: nines(2, 3, 4),
  },
  {
    name: 'all-day series of Outlook: UNTIL is the midnight of the last day, which in the east is on the day before in UTC',
    lines: [
      'X-WR-TIMEZONE:Europe/Berlin',
      ...event('DTSTART;VALUE=DATE:20260302', 'RRULE:FREQ=DAILY;UNTIL=20260304T230000Z'),
      ...event('DTSTART;VALUE=DATE:20260330', 'RRULE:FREQ=DAILY;UNTIL=20260330T220000Z'),
    ],
    busy: [
      ['2026-03-02T00:00:00+01:00', '2026-03-06T00:00:00+01:00'],
      ['2026-03-30T00:00:00+02:00', '2026-04-01T00:00:00+02:00'],
    ],
  },
  {
    name: 'all-day series whose UNTIL is the midnight of the last day west of Greenwich, in UTC, or on clocks',
    lines: [
      ...event('DTSTART;VALUE=DATE:20260302', 'RRULE:FREQ=DAILY;UNTIL=20260304T050000Z'),
      ...event('DTSTART;VALUE=DATE:20260309', 'RRULE:FREQ=DAILY;UNTIL=20260311T000000Z'),
      ...event('DTSTART;VALUE=DATE:20260316', 'RRULE:FREQ=DAILY;UNTIL=20260318T000000'),
    ],
    busy: [day(2, 4), day(9, 11), day(16, 18)],
  },
  {
    name: 'every other week with WKST=MO (the example of RFC 5545)',
    lines: atNine('20260303', 'RRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO'),
    busy: nines(3, 8, 17, 22),
  },
  {
    name: 'every other week with WKST=SU (the example of RFC 5545)',
    lines: atNine('20260303', 'RRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU'),
    busy: nines(3, 15, 17, 29),
  },
  {
    name: 'every third week since years ago',
    // Monday 2016-01-04 and 2026-03-02 are 530 weeks apart: 530 = 3 × 176 + 2.
    lines: atNine('20160104', 'RRULE:FREQ=WEEKLY;INTERVAL=3'),
    busy: nines(9, 30),
  },
  {
    name: 'every weekday since ten years ago',
    lines: atNine('20160104', 'RRULE:FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR;UNTIL=20260305T235959Z'),
    busy: nines(2, 3, 4, 5),
  },
  {
    name: 'every day since ten years ago, with a count that ends in the window',
    // 2026-03-01 is 3,712 days after 2016-01-01: the 3,713th occurrence.
    lines: atNine('20160101', 'RRULE:FREQ=DAILY;COUNT=3714'),
    busy: nines(1, 2),
  },
  {
    name: 'the first and third Saturday of the month',
    lines: atNine('20260103', 'RRULE:FREQ=MONTHLY;BYDAY=1SA,3SA'),
    busy: nines(7, 21),
  },
  {
    name: 'the last Friday of the month',
    lines: atNine('20260130', 'RRULE:FREQ=MONTHLY;BYDAY=-1FR'),
    busy: nines(27),
  },
  {
    name: 'the first and the last working day of the month (BYSETPOS)',
    lines: atNine('20260102', 'RRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1,-1'),
    busy: nines(2, 31),
  },
  {
    name: 'the last day of the month, and the 31st, which not every month has',
    lines: [
      ...atNine('20260131', 'RRULE:FREQ=MONTHLY;BYMONTHDAY=-1'),
      ...event('DTSTART:20251231T200000Z', 'DTEND:20251231T210000Z', 'RRULE:FREQ=MONTHLY;COUNT=3'),
    ],
    busy: [...nines(31), ['2026-03-31T20:00:00Z', '2026-03-31T21:00:00Z']],
  },
  {
    name: 'once a year, on a day and on the second Sunday in March',
    lines: [
      ...event('DTSTART;VALUE=DATE:19800311', 'RRULE:FREQ=YEARLY'),
      ...atNine('20200308', 'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU'),
    ],
    busy: [...nines(8), day(11)],
  },
  {
    name: 'several times a day (BYHOUR)',
    lines: event('DTSTART:20260302T080000Z', 'DTEND:20260302T083000Z', 'RRULE:FREQ=DAILY;BYHOUR=8,12;COUNT=3'),
    busy: [
      ['2026-03-02T08:00:00Z', '2026-03-02T08:30:00Z'],
      ['2026-03-02T12:00:00Z', '2026-03-02T12:30:00Z'],
      ['2026-03-03T08:00:00Z', '2026-03-03T08:30:00Z'],
    ],
  },
  {
    name: 'a first day that the rule does not match',
    lines: atNine('20260303', 'RRULE:FREQ=WEEKLY;BYDAY=MO;UNTIL=20260317T000000Z'),
    busy: nines(3, 9, 16),
  },
  {
    name: 'a local time that the clock change skips: an hour later, as clocks show it',
    lines: event(
      'DTSTART;TZID=America/New_York:20260307T023000',
      'DTEND;TZID=America/New_York:20260307T030000',
      'RRULE:FREQ=DAILY;COUNT=3',
    ),
    busy: [
      ['2026-03-07T02:30:00-05:00', '2026-03-07T03:00:00-05:00'],
      ['2026-03-08T03:30:00-04:00', '2026-03-08T04:00:00-04:00'],
      ['2026-03-09T02:30:00-04:00', '2026-03-09T03:00:00-04:00'],
    ],
  },
  {
    name: 'a rule that no day fulfils: the first time only',
    lines: atNine('20260302', 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30'),
    busy: nines(2),
  },
];

const series = (...lines: string[]) => atNine('20260302', 'UID:series', 'RRULE:FREQ=DAILY;COUNT=4', ...lines);

export const EXCEPTIONS: readonly CalendarCase[] = [
  {
    name: 'EXDATE in the zone of the event, in UTC and with several values',
    lines: [
      ...atNine(
        '20260302',
        'RRULE:FREQ=DAILY;COUNT=5',
        'EXDATE;TZID=America/New_York:20260303T090000',
        'EXDATE:20260304T140000Z,20260306T140000Z',
      ),
    ],
    busy: nines(2, 5),
  },
  {
    name: 'EXDATE as a date, which excludes that day, and one that excludes nothing',
    lines: series('EXDATE;VALUE=DATE:20260303', 'EXDATE;TZID=America/New_York:20260304T091500'),
    busy: nines(2, 4, 5),
  },
  {
    name: 'EXDATE without a value, as some programs write it for a series of which nothing is excluded',
    lines: series('EXDATE:', 'EXDATE;VALUE=DATE: ', 'EXDATE;TZID=America/New_York:20260304T090000'),
    busy: nines(2, 3, 5),
  },
  {
    name: 'EXDATE of the first day: a COUNT includes it',
    lines: series('EXDATE;TZID=America/New_York:20260302T090000'),
    busy: nines(3, 4, 5),
  },
  {
    name: 'RDATE beside a rule, without one, and as a period of its own length',
    lines: [
      ...series('RDATE;TZID=America/New_York:20260310T090000,20260312T090000'),
      ...atNine('20260316', 'RDATE;TZID=America/New_York:20260317T090000'),
      ...atNine('20260323', 'RDATE;VALUE=PERIOD:20260324T130000Z/20260324T160000Z,20260325T130000Z/PT2H'),
    ],
    busy: [
      ...nines(2, 3, 4, 5, 10, 12, 16, 17, 23),
      ['2026-03-24T13:00:00Z', '2026-03-24T16:00:00Z'],
      ['2026-03-25T13:00:00Z', '2026-03-25T15:00:00Z'],
    ],
  },
  {
    name: 'one occurrence moved to another time',
    lines: [
      ...series(),
      ...event(
        'UID:series',
        'RECURRENCE-ID;TZID=America/New_York:20260303T090000',
        'DTSTART;TZID=America/New_York:20260303T140000',
        'DTEND;TZID=America/New_York:20260303T143000',
      ),
    ],
    busy: [...nines(2), ['2026-03-03T14:00:00-05:00', '2026-03-03T14:30:00-05:00'], ...nines(4, 5)],
  },
  {
    name: 'a moved occurrence that stands before its series in the file, named in UTC',
    lines: [
      ...event('UID:series', 'RECURRENCE-ID:20260303T140000Z', 'DTSTART:20260310T140000Z', 'DTEND:20260310T150000Z'),
      ...series(),
    ],
    busy: [...nines(2, 4, 5), ['2026-03-10T14:00:00Z', '2026-03-10T15:00:00Z']],
  },
  {
    name: 'an occurrence moved into the window from outside, and one moved out of it',
    lines: [
      ...atNine('20260201', 'UID:weekly', 'RRULE:FREQ=WEEKLY'),
      ...event('UID:weekly', 'RECURRENCE-ID:20260222T140000Z', 'DTSTART:20260303T140000Z', 'DTEND:20260303T150000Z'),
      ...event('UID:weekly', 'RECURRENCE-ID:20260315T130000Z', 'DTSTART:20260403T130000Z', 'DTEND:20260403T140000Z'),
    ],
    busy: nines(1, 3, 8, 22, 29),
  },
  {
    name: 'one occurrence cancelled, and one transparent',
    lines: [
      ...series(),
      ...atNine('20260303', 'UID:series', 'RECURRENCE-ID;TZID=America/New_York:20260303T090000', 'STATUS:CANCELLED'),
      ...atNine('20260304', 'UID:series', 'RECURRENCE-ID;TZID=America/New_York:20260304T090000', 'TRANSP:TRANSPARENT'),
    ],
    busy: nines(2, 5),
  },
  {
    name: 'an occurrence of a series that is not in the file',
    lines: atNine('20260303', 'UID:elsewhere', 'RECURRENCE-ID;TZID=America/New_York:20260303T080000'),
    busy: nines(3),
  },
  {
    name: 'all later occurrences moved (THISANDFUTURE), over a clock change, with one moved by itself',
    lines: [
      ...atNine('20260302', 'UID:range', 'RRULE:FREQ=WEEKLY;COUNT=5'),
      ...event(
        'UID:range',
        'RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=America/New_York:20260309T090000',
        'DTSTART;TZID=America/New_York:20260310T110000',
        'DTEND;TZID=America/New_York:20260310T113000',
      ),
      ...event(
        'UID:range',
        'RECURRENCE-ID;TZID=America/New_York:20260323T090000',
        'DTSTART;TZID=America/New_York:20260323T200000',
        'DTEND;TZID=America/New_York:20260323T210000',
      ),
    ],
    busy: [
      ...nines(2),
      ['2026-03-10T11:00:00-04:00', '2026-03-10T11:30:00-04:00'],
      ['2026-03-17T11:00:00-04:00', '2026-03-17T11:30:00-04:00'],
      ['2026-03-23T20:00:00-04:00', '2026-03-23T21:00:00-04:00'],
      ['2026-03-31T11:00:00-04:00', '2026-03-31T11:30:00-04:00'],
    ],
  },
  {
    name: 'all later occurrences cancelled',
    lines: [
      ...series(),
      ...atNine(
        '20260304',
        'UID:series',
        'RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=America/New_York:20260304T090000',
        'STATUS:CANCELLED',
      ),
    ],
    busy: nines(2, 3),
  },
  {
    name: 'all-day series with an excluded day and a moved one',
    lines: [
      ...event(
        'UID:days',
        'DTSTART;VALUE=DATE:20260302',
        'DTEND;VALUE=DATE:20260303',
        'RRULE:FREQ=WEEKLY;COUNT=4',
        'EXDATE;VALUE=DATE:20260309',
      ),
      ...event(
        'UID:days',
        'RECURRENCE-ID;VALUE=DATE:20260316',
        'DTSTART;VALUE=DATE:20260318',
        'DTEND;VALUE=DATE:20260319',
      ),
    ],
    busy: [day(2), day(18), day(23)],
  },
  {
    name: 'all-day series of Outlook, whose excluded and moved days are named by their midnights',
    lines: [
      ...OUTLOOK_EASTERN,
      ...event(
        'UID:midnights',
        'DTSTART;VALUE=DATE:20260302',
        'RRULE:FREQ=DAILY;COUNT=12',
        'EXDATE;TZID=Eastern Standard Time:20260303T000000,20260304T090000',
        'EXDATE:20260306T050000Z,20260309T040000Z,20260310T000000Z',
      ),
      ...event(
        'UID:midnights',
        'RECURRENCE-ID;TZID=Eastern Standard Time:20260312T000000',
        'DTSTART;VALUE=DATE:20260320',
      ),
      ...event('UID:midnights', 'RECURRENCE-ID:20260313T040000Z', 'DTSTART;VALUE=DATE:20260323'),
    ],
    busy: [day(2), day(4, 5), day(7, 8), day(10, 11), day(20), day(23)],
  },
  {
    name: 'all-day series whose excluded day is named by its midnight in a zone that is not known',
    lines: event('DTSTART;VALUE=DATE:20260302', 'RRULE:FREQ=DAILY;COUNT=3', 'EXDATE;TZID=Office:20260303T000000'),
    busy: [day(2), day(4)],
  },
  {
    name: 'two events with one UID and no RECURRENCE-ID',
    lines: [...atNine('20260302', 'UID:twice'), ...atNine('20260304', 'UID:twice')],
    busy: nines(2, 4),
  },
];

/** @param ending of the lines; clients send both. */
export const calendar = (lines: readonly string[], ending = '\r\n') =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Example//EN', ...lines, 'END:VCALENDAR', ''].join(ending);
