import { countText, durationText } from '../../lib/moments.ts';
import { isZone, localTime, pageLocale } from '../../lib/time.ts';
import { groupingTitle } from './labels.ts';
import type { Measure } from './measures.ts';
import type { ActivitySummary } from './model.ts';
import type { Chart } from './series.ts';

/** `137 bookings`; at least as many if something was not read. */
export function countTitle({ kind, total, isComplete }: ActivitySummary): string {
  const count = countText(total.count, kind === 'bookings' ? 'booking' : 'call');
  return isComplete ? count : `At least ${count}`;
}

/** The totals of an answer in sentences. */
export function totalSentences(summary: ActivitySummary, measures: readonly Measure[]): string[] {
  if (summary.total.count === 0) return [];
  return summary.kind === 'bookings' ? bookingSentences(summary, measures) : callSentences(summary);
}

function bookingSentences({ total }: ActivitySummary, measures: readonly Measure[]): string[] {
  const { count, cancelled = 0, noShows = 0, withoutPrice = 0 } = total;
  if (cancelled === count) return [count === 1 ? 'It was cancelled.' : 'All were cancelled.'];
  const values = measures.flatMap((measure) => {
    const value = measure.name.startsWith('value') ? measure.of(total) : undefined;
    return value === undefined ? [] : measure.format(value);
  });
  const unpriced = withoutPrice > 0 ? `, without ${countText(withoutPrice, 'booking')} whose price is not known` : '';
  const none = count === 1 ? 'It was not cancelled.' : 'None was cancelled.';
  // The value is that of the bookings that take place.
  const valued = cancelled + noShows > 0 ? 'The value of the others' : count === 1 ? 'Its value' : 'Their value';
  return [
    cancelled > 0 ? `${countText(cancelled, 'was', 'were')} cancelled.` : none,
    ...(noShows > 0 ? [`${countText(noShows, 'was a no-show', 'were no-shows')}.`] : []),
    ...(values.length > 0 ? [`${valued} is ${values.join(', ')}${unpriced}.`] : []),
  ];
}

function callSentences({ total, withContact, longestSeconds }: ActivitySummary): string[] {
  const { count, totalSeconds, averageSeconds, withoutDuration = 0 } = total;
  if (count === 1) {
    return [
      ...(totalSeconds === undefined ? [] : [`It took ${durationText(totalSeconds)}.`]),
      ...(withContact === undefined ? [] : [`It was ${withContact > 0 ? '' : 'not '}with a known contact.`]),
    ];
  }
  const untimed =
    withoutDuration > 0 ? `, without ${countText(withoutDuration, 'call')} whose length is not known` : '';
  return [
    ...(totalSeconds === undefined
      ? []
      : [
          `They took ${durationText(totalSeconds)}${averageSeconds === undefined ? '' : `, ${durationText(averageSeconds)} on average`}${untimed}.`,
        ]),
    ...(longestSeconds === undefined ? [] : [`The longest took ${durationText(longestSeconds)}.`]),
    ...(withContact === undefined ? [] : [`${countText(withContact, 'was', 'were')} with a known contact.`]),
  ];
}

/** The window in words: `November 2026`, or its first and last day; times where an end is not a midnight. */
export function windowText({ window: { from, to }, timeZone }: Pick<ActivitySummary, 'window' | 'timeZone'>): string {
  const zone = isZone(timeZone) ? timeZone : 'UTC';
  if (from === undefined && to === undefined) return 'of all time';
  const isMidnight = (at: number | undefined) => at === undefined || localTime(new Date(at), zone).minutes === 0;
  const areDays = isMidnight(from) && isMidnight(to);
  const options: Intl.DateTimeFormatOptions = areDays
    ? { day: 'numeric', month: 'short', year: 'numeric' }
    : { day: 'numeric', month: 'short', year: 'numeric', hour: 'numeric', minute: '2-digit' };
  const format = new Intl.DateTimeFormat(pageLocale(), { timeZone: zone, ...options });
  const last = to === undefined ? undefined : areDays ? to - 1 : to;
  if (from !== undefined && last !== undefined)
    return isMonth(from, last, zone) && areDays
      ? new Intl.DateTimeFormat(pageLocale(), { timeZone: zone, month: 'long', year: 'numeric' }).format(from)
      : format.formatRange(from, last);
  return from === undefined ? `until ${format.format(last)}` : `since ${format.format(from)}`;
}

/** Whether a window is a whole month. */
function isMonth(from: number, last: number, zone: string): boolean {
  const [first, end, after] = [from, last, last + 1].map((at) => localTime(new Date(at), zone).date) as [
    string,
    string,
    string,
  ];
  return first.endsWith('-01') && after.endsWith('-01') && first.slice(0, 7) === end.slice(0, 7);
}

/** `Bookings by service` */
export const chartTitle = ({ groupings }: ActivitySummary, { title }: Measure): string =>
  `${title} by ${groupings
    .map((grouping) =>
      groupingTitle(grouping)
        .toLowerCase()
        .replace(/ (of|from)$/, ''),
    )
    .join(' and ')}`;

/** What a chart shows, for those who do not see it. The table has every number. */
export function chartSentence(summary: ActivitySummary, { points, form }: Chart, measure: Measure): string {
  const title = chartTitle(summary, measure);
  const words = (point: (typeof points)[number]) => `${point.label}: ${measure.format(point.value)}`;
  if (form === 'bars') {
    const rest = points.length > 3 ? `, and ${points.length - 3} more` : '';
    return `Bar chart. ${title}. ${points.slice(0, 3).map(words).join(', ')}${rest}. The table has all numbers.`;
  }
  const most = points.reduce((best, point) => (point.value > best.value ? point : best));
  const [first, last] = [points[0], points.at(-1)] as [typeof most, typeof most];
  const kind = form === 'line' ? 'Line chart' : 'Column chart';
  return `${kind}. ${title}, ${first.label} to ${last.label}. Most on ${words(most)}. The table has all numbers.`;
}
