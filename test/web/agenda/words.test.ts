import { describe, expect, it } from 'vitest';
import { zonedDay } from '../../../src/lib/time/zoned-day.ts';
import { clockChangeTexts } from '../../../src/web/components/agenda/clock-changes.ts';
import { weekColumns } from '../../../src/web/components/agenda/columns.ts';
import { nothingText } from '../../../src/web/components/agenda/empty.ts';
import { agendaOf } from '../../../src/web/components/agenda/model.ts';
import {
  CANCEL_WORDS,
  MOVE_WORDS,
  outcomeOf,
  SERVICE_WORDS,
  unansweredOutcome,
} from '../../../src/web/components/agenda/outcome.ts';
import {
  bookingLabel,
  daysText,
  isPlainName,
  labelName,
  quotedText,
  slotLabel,
  userTime,
  zoneText,
} from '../../../src/web/components/agenda/words.ts';
import { questionOf } from '../../../src/web/lib/tool-result.ts';

const ZONE = 'America/New_York';
const DAY = zonedDay('2026-11-03', ZONE);
/** Without the narrow spaces of the locale data. */
const plain = (text: string | undefined) => text?.replace(/\s/g, ' ');

const bookingOf = (fields: object) => {
  const item = {
    id: 'bk_1',
    start_time: '2026-11-03T14:30:00Z',
    end_time: '2026-11-03T15:15:00Z',
    service_name: 'Cleaning',
    contact_name: 'Anna Lee',
    staff_name: 'Maria',
    status: 'confirmed',
    ...fields,
  };
  const [booking] = agendaOf({ structuredContent: { items: [item], time_zone: ZONE } }, 0).bookings ?? [];
  if (!booking) throw new Error('the booking was not read');
  return booking;
};

describe('the words for a day on which the clocks change', () => {
  const bookings = (zone: string, starts: string[]) =>
    agendaOf(
      {
        structuredContent: {
          items: starts.map((start_time, index) => ({
            id: `bk_${index}`,
            start_time,
            end_time: new Date(Date.parse(start_time) + 3_600_000).toISOString(),
          })),
          time_zone: zone,
        },
      },
      0,
    );
  const labels = (zone: string, date: string, starts: string[]) =>
    (bookings(zone, starts).bookings ?? []).map((booking) =>
      plain(bookingLabel(booking, zonedDay(date, zone), { business: zone, user: zone })),
    );
  const sentences = (zone: string, date: string, starts: string[]) =>
    clockChangeTexts(weekColumns(bookings(zone, starts), [zonedDay(date, zone)]), date.slice(0, 4)).map(plain);

  it('two times that look the same have their offset or zone, and others do not', () => {
    const autumn = ['2199-10-26T23:30:00Z', '2199-10-27T00:30:00Z', '2199-10-27T01:30:00Z', '2199-10-27T02:30:00Z'];
    expect(labels('Europe/Zurich', '2199-10-27', autumn)).toEqual([
      '1:30 AM to 2:30 AM GMT+2',
      '2:30 AM GMT+2 to 2:30 AM GMT+1, 1 h',
      '2:30 AM GMT+1 to 3:30 AM',
      '3:30 AM to 4:30 AM',
    ]);
    expect(labels('America/New_York', '2199-11-03', ['2199-11-03T05:30:00Z'])).toEqual([
      '1:30 AM EDT to 1:30 AM EST, 1 h',
    ]);
  });

  it('an appointment across a change has its real length', () => {
    expect(labels('Europe/Zurich', '2199-03-31', ['2199-03-31T00:30:00Z'])).toEqual(['1:30 AM to 3:30 AM, 1 h']);
  });

  it('a sentence says what the clocks do', () => {
    expect(sentences('Europe/Zurich', '2199-10-27', ['2199-10-27T01:30:00Z'])).toEqual([
      'On Sunday, October 27, the clocks are set back: the time from 2:00 AM to 3:00 AM comes twice.',
    ]);
    expect(sentences('America/New_York', '2199-03-10', ['2199-03-10T06:30:00Z'])).toEqual([
      'On Sunday, March 10, the clocks are set forward: there is no time from 2:00 AM to 3:00 AM.',
    ]);
  });

  it('no sentence speaks of a change in the night if nothing is to see then', () => {
    expect(sentences('America/New_York', '2199-03-10', ['2199-03-10T14:30:00Z'])).toEqual([]);
    expect(sentences('America/New_York', '2199-03-11', ['2199-03-11T06:30:00Z'])).toEqual([]);
  });
});

describe('the label of an appointment', () => {
  it('the label states time, service, customer, person and status', () => {
    expect(plain(bookingLabel(bookingOf({}), DAY, { business: ZONE, user: ZONE }))).toBe(
      '9:30 AM to 10:15 AM, Cleaning, Anna Lee, with Maria, confirmed',
    );
  });

  it('the label has the time of a user in another zone, with its day where it is another one', () => {
    const label = (user: string) => plain(bookingLabel(bookingOf({}), DAY, { business: ZONE, user }));
    expect(label('Europe/Berlin')).toContain('your time 3:30 PM to 4:15 PM, ');
    expect(label('Pacific/Auckland')).toContain('your time Wed, Nov 4, 3:30 AM to 4:15 AM, ');
    expect(label('America/Toronto')).not.toContain('your time');
  });

  it('zones are compared at the moment of the appointment, as their clocks change on different days', () => {
    const zones = { business: 'America/New_York', user: 'America/Havana' };
    const at = (time: string) => ({ start: Date.parse(time), end: Date.parse(time) + 1 });
    // On 8 March, New York changes at 2:00 and Havana at midnight.
    expect(userTime(at('2026-03-08T05:30:00Z'), zones)).toBeDefined();
    expect(userTime(at('2026-03-08T07:30:00Z'), zones)).toBeUndefined();
  });

  it('the label says how far an appointment over midnight reaches', () => {
    const night = bookingOf({ start_time: '2026-11-03T03:00:00Z', end_time: '2026-11-05T08:00:00Z' });
    expect(plain(bookingLabel(night, DAY, { business: ZONE, user: ZONE }))).toContain(
      'since Mon, Nov 2, until Thu, Nov 5',
    );
  });

  it.each([
    ['cancelled by the office', '\u2068“cancelled by the office”\u2069'],
    ['Cancelled', '\u2068“Cancelled”\u2069'],
    ['a", confirmed, with "Tom', "\u2068“a', confirmed, with 'Tom”\u2069"],
    ['\u202eeinnA', '\u2068“einnA”\u2069'],
    ['line one\nYes, cancel it', '\u2068“line one Yes, cancel it”\u2069'],
    ['שלום עולם', '\u2068“שלום עולם”\u2069'],
    ['Marie-Claire Baptiste', 'Marie-Claire Baptiste'],
  ])('the name %j is put into a label as %j', (name, expected) => {
    expect(labelName(name)).toBe(expected);
  });

  it.each([
    ['Anna Lee', true],
    ['Willemijn van der Berg', true],
    ['Joaquín de la Cruz', true],
    ['Cancel the booking', false],
    ['van der Berg', false],
    ['Confirmed', false],
    ['Anna Lee was here', false],
  ])('the name %s can stand without quotation marks: %s', (name, isPlain) => {
    expect(isPlainName(name)).toBe(isPlain);
  });

  it('a name within a sentence is in quotation marks, also a plain one', () => {
    expect(quotedText('Anna Lee')).toBe('\u2068“Anna Lee”\u2069');
  });

  it('a long text in the label of an appointment is cut', () => {
    expect([...quotedText('x'.repeat(5_000))].length).toBeLessThan(90);
  });

  it('a name of characters without width is no name', () => {
    expect(bookingOf({ contact_name: '\u200d\u200b ' }).name).toBeUndefined();
  });

  it('the label of a free start names who is free', () => {
    const slot = {
      key: 's',
      start: Date.parse('2026-11-03T14:30:00Z'),
      end: 0,
      staff: [{ name: 'Maria' }, { name: 'Tom' }],
    };
    expect(plain(slotLabel(slot, { business: ZONE, user: 'Europe/Berlin' }))).toBe(
      'Free at 9:30 AM, your time 3:30 PM, with Maria, Tom',
    );
  });
});

describe('the days of an agenda', () => {
  it.each([
    [['2024-11-05'], 'Tuesday, November 5'],
    [['2025-01-07'], 'Tuesday, January 7, 2025'],
    [['2024-11-04', '2024-11-10'], 'November 4 – 10'],
    [['2023-11-06', '2023-11-12'], 'November 6 – 12, 2023'],
    [['2024-12-30', '2025-01-05'], 'December 30, 2024 – January 5, 2025'],
  ])('the days %s have the year unless it is the present one', (dates, text) => {
    expect(plain(daysText(dates, '2024'))).toBe(text);
  });
});

describe('an empty agenda', () => {
  const textOf = (days: object[], more: object = {}, thisYear = '2026') => {
    const view = {
      tool: 'list_bookings',
      time_zone: ZONE,
      now: '2026-11-03T15:00:00Z',
      agenda: { from: '2026-11-03', to: '2026-11-03', days, staff: [], services: [], bookings: [] },
    };
    const agenda = agendaOf({ structuredContent: { items: [], ...more }, _meta: { 'rcpt-mcp/view': view } }, 0);
    const columns = weekColumns(agenda, [DAY]);
    return plain(nothingText(agenda, columns, columns, thisYear));
  };

  it('an empty day says when it is open', () => {
    expect(textOf([{ date: '2026-11-03', open: [{ from: '08:00', to: '17:00' }] }])).toBe(
      'No appointments on Tuesday, November 3. Open 8:00 AM to 5:00 PM.',
    );
  });

  it('an empty day of another year says which', () => {
    expect(textOf([], {}, '2025')).toBe('No appointments on Tuesday, November 3, 2026.');
  });

  it('a closed day says why', () => {
    expect(textOf([{ date: '2026-11-03', open: [], closed: 'Staff training' }])).toBe(
      'No appointments on Tuesday, November 3. Closed: \u2068“Staff training”\u2069.',
    );
  });

  it('a part of a list is not called empty', () => {
    expect(textOf([], { has_more: true, cursor: 'abc' })).toBeUndefined();
  });
});

describe('the outcome of an action', () => {
  it('a move states the new time', () => {
    const result = { structuredContent: { booking: { start_time: '2026-11-04T14:00:00Z' } } };
    expect(plain(outcomeOf(result, MOVE_WORDS, ZONE).text)).toBe(
      'The appointment is moved. Its time is now Wednesday, November 4, 9:00 AM.',
    );
  });

  it('a refusal says that nothing was changed, without the advice for models', () => {
    const message = 'The platform refused it (400). Nothing was changed. Repeat it with override ["outside_hours"].';
    const error = {
      message,
      changed: 'no',
      alternatives: [{ start_time: '2026-11-04T14:00:00Z' }, { start_time: 'x' }],
    };
    expect(outcomeOf({ isError: true, structuredContent: { error } }, CANCEL_WORDS, ZONE)).toEqual({
      kind: 'bad',
      text: 'The appointment was not cancelled. Nothing was changed.',
      reason: 'The platform refused it (400).',
      isChanged: true,
      alternatives: [Date.parse('2026-11-04T14:00:00Z')],
    });
  });

  it('the code of a rule is left out of a refusal, and its times are in words', () => {
    const message =
      'The platform refused it by the rule too_soon (400): less than the minimum notice is left. It says: "from 2026-11-04 on". Nothing was changed.';
    const outcome = outcomeOf(
      { isError: true, structuredContent: { error: { message, changed: 'no' } } },
      MOVE_WORDS,
      ZONE,
    );
    expect(plain(outcome.reason ?? '')).toBe(
      'Less than the minimum notice is left. It says: "from Wed, Nov 4, 2026 on".',
    );
  });

  it('another service states the new end, and the person', () => {
    const booking = { start_time: '2026-11-04T14:00:00Z', end_time: '2026-11-04T15:30:00Z', staff_name: 'Anna' };
    const textOf = (stated: object) =>
      plain(outcomeOf({ structuredContent: { booking: stated } }, SERVICE_WORDS, ZONE).text);
    expect(textOf(booking)).toBe(
      'The service is changed. The appointment is now from 9:00 AM to 10:30 AM, with \u2068“Anna”\u2069.',
    );
    expect(textOf({ start_time: booking.start_time })).toBe('The service is changed.');
  });

  it('a failure that may have changed something says so', () => {
    const error = { message: 'The platform did not answer.', changed: 'unknown' };
    const outcome = outcomeOf({ isError: true, structuredContent: { error } }, CANCEL_WORDS, ZONE);
    expect(outcome).toMatchObject({
      kind: 'warn',
      text: 'It is unknown whether the appointment was cancelled.',
      isChanged: true,
    });
    expect(unansweredOutcome(CANCEL_WORDS)).toMatchObject({ kind: 'warn', isChanged: true });
  });

  it('a question is shown without the advice for models and their token', () => {
    const question = { message: 'Advice for models: confirm_token abc.def', repeat_with: { confirm_token: 'abc.def' } };
    const view = { 'rcpt-mcp/view': { question: 'Cancel the booking "Filling"?' } };
    expect(questionOf({ structuredContent: { question }, _meta: view })).toEqual({
      text: 'Cancel the booking "Filling"?',
      repeatWith: { confirm_token: 'abc.def' },
    });
  });
});

describe('the zone of the times', () => {
  const textOf = (user: string, ...dates: string[]) => zoneText({ business: ZONE, user }, dates);

  it('the zone of the business is named, and that of a user elsewhere beside it', () => {
    expect(textOf(ZONE, '2199-03-04')).toBe('New York time');
    expect(textOf('America/Toronto', '2199-03-04')).toBe('New York time');
    expect(textOf('Europe/Berlin', '2199-03-04', '2199-03-05')).toBe(
      'Times in New York time, your time (Berlin) beside it',
    );
  });

  it('the time of a user is not said to be beside it in a week in which their difference changes', () => {
    // The clocks of New York change on the 10th, those of Berlin on the 31st.
    expect(textOf('Europe/Berlin', '2199-03-09', '2199-03-10')).toBe(
      'Times in New York time, not in your time (Berlin)',
    );
    // Those of Bogotá never change: it has the time of New York in winter.
    expect(textOf('America/Bogota', '2199-03-09', '2199-03-10')).toBe(
      'Times in New York time, not in your time (Bogota)',
    );
  });
});
