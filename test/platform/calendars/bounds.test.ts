import { expect, it } from 'vitest';
import { inSlices } from '../../../src/lib/concurrency/slices.ts';
import { busySpans, MAX_SPANS } from '../../../src/platform/calendars/busy-spans.ts';
import { MAX_BLOCKS } from '../../../src/platform/calendars/content-lines.ts';
import { calendar, event } from './cases.ts';
import { read } from './spans.ts';

const HOUR = ['DTSTART:20260302T140000Z', 'DTEND:20260302T150000Z'];
const small = ['BEGIN:VEVENT', ...HOUR, 'END:VEVENT'];
const times = (count: number, items: (index: number) => string[]) =>
  Array.from({ length: count }, (_, index) => items(index)).flat();
const hourly = (count: number) => times(count, () => event(...HOUR, 'RRULE:FREQ=HOURLY'));

it.each([
  ['too many events', calendar(times(MAX_BLOCKS + 1, () => small))],
  [
    'too many excluded times in one event',
    calendar(event(...HOUR, `EXDATE:${'20260302T140000Z,'.repeat(5_000)}20260302T140000Z`)),
  ],
  ['too many occurrences', calendar(hourly(450))],
])('a calendar with %s is unreadable', (_what, text) => {
  expect(read(text)).toBe('too_large');
});

it('a calendar with more busy times than are kept is unreadable', () => {
  const basic = (minute: number) =>
    new Date(Date.UTC(2026, 2, 2) + minute * 60_000).toISOString().replace(/[-:]|\.000/g, '');
  const lines = times(MAX_SPANS + 1, (index) => [
    'BEGIN:VEVENT',
    `DTSTART:${basic(2 * index)}`,
    'DURATION:PT1M',
    'END:VEVENT',
  ]);
  const year = { from: '2026-03-01T00:00:00Z', to: '2199-03-01T00:00:00Z' };
  expect(read(calendar(lines), year)).toBe('too_large');
  expect(read(calendar(lines.slice(4)), year)).toHaveLength(MAX_SPANS);
});

it.each([
  ['every working day of four centuries', 10, 'RRULE:FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR'],
  ['more rules than any zone has', 400, 'RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU'],
])('a zone that changes on %s is not known, and does not hold the event loop', (_what, count, rule) => {
  const standard = ['DTSTART:16010101T000000', 'TZOFFSETFROM:-0400', 'TZOFFSETTO:-0500'];
  const zone = times(count, () => ['BEGIN:STANDARD', ...standard, rule, 'END:STANDARD']);
  const lines = ['BEGIN:VTIMEZONE', 'TZID:Here', ...zone, 'END:VTIMEZONE'];
  const startedAt = process.cpuUsage();
  const busy = read(calendar([...lines, ...event('DTSTART;TZID=Here:20260303T090000', 'DURATION:PT1H')]));
  const { user, system } = process.cpuUsage(startedAt);
  expect(busy).toEqual(['2026-03-02T19:00:00.000Z/2026-03-03T22:00:00.000Z']);
  expect((user + system) / 1_000).toBeLessThan(1_000);
});

const numbers = (last: number) => Array.from({ length: last }, (_, index) => index + 1).join(',');
const EACH_DAY = `BYYEARDAY=${numbers(366)};BYHOUR=1,2`;
const UNTIL_NOW = ['DTSTART:19000101T000000Z', 'DTEND:20260101T000000Z'];
const IN_2030 = ['DTSTART:20300101T000000Z', 'DTEND:20300101T010000Z'];
const zoneOf = (rules: string[]) => {
  const standard = ['DTSTART:19700101T000000', 'TZOFFSETFROM:-0400', 'TZOFFSETTO:-0500'];
  const changes = rules.flatMap((rule) => ['BEGIN:STANDARD', ...standard, `RRULE:${rule}`, 'END:STANDARD']);
  const zone = ['BEGIN:VTIMEZONE', 'TZID:Here', ...changes, 'END:VTIMEZONE'];
  return [...zone, ...event('DTSTART;TZID=Here:20260303T090000', 'DURATION:PT1H')];
};

it.each([
  ['an event that lasts for a century and recurs twice a day', event(...UNTIL_NOW, `RRULE:FREQ=YEARLY;${EACH_DAY}`)],
  [
    'a series of a century whose end was moved',
    [
      ...event('UID:1', 'DTSTART:19000101T000000Z', 'DURATION:PT1H', `RRULE:FREQ=YEARLY;${EACH_DAY}`),
      ...event('UID:1', 'RECURRENCE-ID;RANGE=THISANDFUTURE:20300101T000000Z', ...IN_2030),
    ],
  ],
  [
    'a zone that changes all the time in every fifth year',
    zoneOf(times(40, () => [`FREQ=YEARLY;INTERVAL=5;BYWEEKNO=${numbers(53)};BYDAY=MO,TU,WE,TH,FR,SA,SU;BYHOUR=1,2,3`])),
  ],
  ['a zone with many rules of many changes', zoneOf(times(60, () => [`FREQ=YEARLY;BYYEARDAY=${numbers(24)}`]))],
])('%s does not hold the event loop', (_what, lines) => {
  expect(longestStep(calendar(lines))).toBeLessThan(1_000);
});

it('a line that is folded into millions does not hold the event loop', () => {
  const description = `DESCRIPTION:x${'\r\n a'.repeat(2_000_000)}`;
  expect(longestStep(calendar(event(...HOUR, description)))).toBeLessThan(200);
});

/** The longest time that the work takes without an interruption, in milliseconds of the processor. */
function longestStep(text: string): number {
  const work = busySpans(text, { zone: 'UTC', from: Date.UTC(2026, 2, 1), to: Date.UTC(2026, 3, 1) });
  let longest = 0;
  for (let total = 0, isDone = false; !isDone && total < 1_500; ) {
    const startedAt = process.cpuUsage();
    isDone = work.next().done === true;
    const { user, system } = process.cpuUsage(startedAt);
    longest = Math.max(longest, (user + system) / 1_000);
    total += (user + system) / 1_000;
  }
  return longest;
}

it('a calendar of 8 MiB does not hold the event loop', async () => {
  const text = calendar(times(17_000, (index) => event(...HOUR, `DESCRIPTION:${'long text '.repeat(25)}${index}`)));
  expect(text.length).toBeGreaterThan(6 * 1024 * 1024);
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  count();
  const startedAt = process.cpuUsage();
  const work = busySpans(text, { zone: 'UTC', from: Date.UTC(2026, 2, 1), to: Date.UTC(2026, 3, 1) });
  expect((await inSlices(work)).busy).toHaveLength(1);
  isDone = true;
  // Processor time, because other processes may have the processor in between.
  const { user, system } = process.cpuUsage(startedAt);
  expect((user + system) / 1_000 / turns).toBeLessThan(50);
});
