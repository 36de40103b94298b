import { Temporal } from 'temporal-polyfill';
import { afterEach, describe, expect, it } from 'vitest';
import type { DemoBusiness } from '../../../src/platform/index.ts';
import { ATTACKS } from '../../attacks/support/hostile-texts.ts';
import { manualClock } from '../../support/clock.ts';
import { type StartedPlatform, startPlatform } from '../../support/platform.ts';
import { smallBusiness } from '../support/fixture.ts';
import { assertWellFormed, type ReadEvent, readCalendar, readWithIcalJs } from './calendar.ts';

let started: StartedPlatform | undefined;
afterEach(async () => {
  await started?.close();
  started = undefined;
});

type Fields = Partial<DemoBusiness['bookings'][number]>;

/** The salon with these bookings of half an hour, which no two of a person overlap. */
function salonWith(bookings: readonly ({ start_time: string } & Fields)[]): DemoBusiness {
  const salon = smallBusiness();
  const [template] = salon.bookings as [DemoBusiness['bookings'][number]];
  return {
    ...salon,
    bookings: bookings.map((booking, index) => ({
      ...template,
      id: `bk_${index}_a`,
      end_time: new Date(Date.parse(booking.start_time) + 1_800_000).toISOString().replace('.000Z', 'Z'),
      ...booking,
    })),
  };
}

async function openWith(business: DemoBusiness, now: string) {
  const clock = manualClock(now);
  started = await startPlatform({ business, clock });
  return { ...started, clock };
}

async function readFeed(url: string, path: string): Promise<string> {
  const response = await fetch(url + path);
  expect(response.status).toBe(200);
  return response.text();
}

describe('the bookings of a calendar feed', () => {
  it('have the right times in each week of a year with both clock changes', async () => {
    const zone = 'Europe/Vienna';
    const first = Temporal.PlainDate.from('2199-01-01');
    // One booking a day at 01:30, 02:30, 08:00 or 23:45 of local time; on the days of the changes 02:30 does not exist, or twice.
    const times = ['01:30', '02:30', '08:00', '23:45'];
    const starts = Array.from({ length: 365 }, (_, day) =>
      first
        .add({ days: day })
        .toZonedDateTime({ timeZone: zone, plainTime: times[day % times.length] })
        .toInstant()
        .toString(),
    );
    const changes = ['2199-03-31', '2199-10-27'];
    for (const date of changes) {
      const day = Temporal.PlainDate.from(date);
      expect(day.toZonedDateTime(zone).hoursInDay).not.toBe(24);
    }
    const { platform, url, clock } = await openWith(
      salonWith(starts.map((start_time) => ({ start_time }))),
      '2199-01-01T12:00:00Z',
    );
    const path = (await platform.calendarFeeds.add({ masked: false })).path.reveal();
    const read = new Map<string, string>();
    for (let month = 0; month < 12; month += 3) {
      const { events } = readCalendar(await readFeed(url, path));
      const today = Temporal.Instant.fromEpochMilliseconds(clock.now()).toZonedDateTimeISO(zone).toPlainDate();
      const dates = events.map(({ start }) => Temporal.Instant.from(start).toZonedDateTimeISO(zone).toPlainDate());
      const expected = starts.filter((start) => {
        const date = Temporal.Instant.from(start).toZonedDateTimeISO(zone).toPlainDate();
        const days = today.until(date).days;
        return days >= -14 && days <= 180;
      });
      expect(dates.length).toBe(expected.length);
      for (const { uid, start, end } of events) {
        expect(Date.parse(end) - Date.parse(start)).toBe(1_800_000);
        expect(read.get(uid) ?? start).toBe(start);
        read.set(uid, start);
      }
      clock.advance(91 * 86_400_000);
    }
    expect([...read.values()].map((start) => Date.parse(start))).toEqual(starts.map((start) => Date.parse(start)));
  });

  it('show service, customer, contact data, person and notes', async () => {
    const notes = 'Short; at the sides, please\nand again';
    const contact = { name: 'Erika Muster', email: 'erika@example.com', phone: '+15550100101' };
    const { platform, url } = await openWith(
      salonWith([{ start_time: '2199-01-08T10:00:00Z', notes, contact }]),
      '2199-01-01T00:00:00Z',
    );
    const { feed, path } = await platform.calendarFeeds.add({ masked: false });
    expect(feed).toMatchObject({ staff_id: null, staff_name: null, masked: false, active: true });
    const text = await readFeed(url, path.reveal());
    assertWellFormed(text);
    expect(readCalendar(text)).toEqual({
      name: 'Salon a',
      events: [
        {
          uid: 'bk_0_a@rcpt-mcp',
          summary: 'Cut: Erika Muster (Sam)',
          description: `Customer: Erika Muster\nPhone: +15550100101\nE-mail: erika@example.com\nWith: Sam\n\nNotes:\n${notes}`,
          start: '2199-01-08T10:00:00Z',
          end: '2199-01-08T10:30:00Z',
          status: 'CONFIRMED',
          sequence: 0,
          modified: '2026-02-01T10:00:00Z',
        },
      ],
    });
    expect(text).toContain('\r\nREFRESH-INTERVAL;VALUE=DURATION:PT1H\r\nX-PUBLISHED-TTL:PT1H\r\n');
    expect(text).toContain('\r\nX-WR-TIMEZONE:Europe/Vienna\r\n');
  });

  it('belong to one person if the feed is for a person', async () => {
    const business = salonWith([
      { start_time: '2199-01-08T10:00:00Z' },
      { start_time: '2199-01-08T10:00:00Z', staff_id: 'st_2_a' },
    ]);
    const { platform, url } = await openWith(business, '2199-01-01T00:00:00Z');
    const { feed, path } = await platform.calendarFeeds.add({ staffId: 'st_2_a', masked: false });
    expect(feed).toMatchObject({ staff_id: 'st_2_a', staff_name: 'Cleo' });
    const { name, events } = readCalendar(await readFeed(url, path.reveal()));
    expect(name).toBe('Cleo (Salon a)');
    expect(events.map(({ uid, summary }) => [uid, summary])).toEqual([['bk_1_a@rcpt-mcp', 'Cut: Erika Muster']]);
  });

  it('show only service and initials in a masked feed', async () => {
    const names = [
      'Erika Muster',
      'erika.muster@example.com',
      '+1 555 010 0101',
      'Åsa-Lena af  Ekenstam von Rosen',
      '山田 太郎',
      '',
    ];
    const business = salonWith(
      names.map((name, index) => ({
        start_time: `2199-01-08T${10 + index}:00:00Z`,
        contact: { name, email: 'hidden@example.com', phone: '+15550100101' },
        notes: 'Private note',
      })),
    );
    const { platform, url } = await openWith(business, '2199-01-01T00:00:00Z');
    const text = await readFeed(url, (await platform.calendarFeeds.add({ masked: true })).path.reveal());
    const { events } = readCalendar(text);
    expect(events.map(({ summary }) => summary)).toEqual([
      'Cut: E. M.',
      'Cut: E.',
      'Cut',
      'Cut: Å. A. E.',
      'Cut: 山. 太.',
      'Cut',
    ]);
    expect(events.map(({ description }) => description)).toEqual(names.map(() => ''));
    for (const hidden of ['Muster', 'example.com', '555', 'Private', 'Sam', 'DESCRIPTION'])
      expect(text).not.toContain(hidden);
  });

  /** Serves bookings whose names and notes are these texts, and checks the lines of the feeds. */
  async function assertHarmless(texts: readonly string[], read: (text: string) => ReadEvent[]) {
    const business = salonWith(
      texts.map((text, index) => ({
        start_time: new Date(Date.UTC(2199, 0, 2) + index * 3_600_000).toISOString().replace('.000Z', 'Z'),
        contact: { name: text, email: null, phone: '+15550100101' },
        notes: text,
      })),
    );
    for (const list of [business.services, business.staff]) for (const record of list) record.name = `Sam${texts[0]}`;
    const { platform, url } = await openWith(business, '2199-01-01T00:00:00Z');
    for (const masked of [false, true]) {
      const text = await readFeed(url, (await platform.calendarFeeds.add({ masked })).path.reveal());
      assertWellFormed(text);
      const events = read(text);
      expect(events.map(({ uid }) => uid)).toEqual(texts.map((_, index) => `bk_${index}_a@rcpt-mcp`));
      expect(events.filter(({ summary }) => !summary.startsWith('Sam') || summary.includes('\n'))).toEqual([]);
      const names = text.split('\r\n').map((line) => /^[A-Z-]+/.exec(line)?.[0] ?? '');
      expect(names.filter((name) => /^(ATTACH|URL|ACTION|RRULE)$/.test(name))).toEqual([]);
      expect(names.filter((name) => name === 'BEGIN').length).toBe(texts.length + 1);
    }
  }

  it('cannot inject lines or control characters with names and notes', () =>
    assertHarmless(
      [
        'x\nATTACH:https://attacker.example.net/',
        'x\rURL:https://attacker.example.net/',
        'x\u2028RRULE:FREQ=DAILY\u0085ACTION:AUDIO',
        '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}'.repeat(40),
        `${'ä'.repeat(37)}${'\u{10348}'.repeat(80)}`,
        '\\n\\,\\;\\\\ "quoted" ^n:;,',
        `${'a'.repeat(74)}\\`,
        '\x07\x1b[31mred\x7f',
        ...Object.values(ATTACKS).map((text) => text.replaceAll('\0', '')),
      ],
      (text) => readCalendar(text).events,
    ));

  // ts-ics finds these words anywhere in a line.
  it('cannot inject components with names and notes', () =>
    assertHarmless(
      [
        '\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nSUMMARY:fake',
        '\uFEFFBEGIN:VCALENDAR',
        'x\u2029BEGIN:VALARM',
        '\nEND:VCALENDAR',
      ],
      readWithIcalJs,
    ));
});
