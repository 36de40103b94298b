import { addDays } from '../../../lib/time/add-days.ts';
import { localTime } from '../../lib/time.ts';
import { groupLabel, keyLabel } from './labels.ts';
import type { Measure } from './measures.ts';
import type { ActivitySummary, Group } from './model.ts';

/** A value with its name. */
export interface Point {
  label: string;
  /** For an axis. */
  short: string;
  /** Zero for a time in which nothing was counted. */
  value: number;
}

export interface Chart {
  /** `line`: over time. `columns`: by the hour of the day. `bars`: by group. */
  form: 'line' | 'columns' | 'bars';
  points: Point[];
  /** Groups that it leaves out: without a time, or too many. */
  leftOut: number;
}

/** Bars of one chart; the table has all groups. */
const MAX_BARS = 30;
/** Points of one chart. More have no room, and a window can be of decades. */
const MAX_POINTS = 400;

const TIMES = ['day', 'week', 'month'];
const DATE = /^\d{4}-\d{2}(?:-\d{2})?$/;

/** Returns what is drawn of an answer; undefined if it has no groups. */
export function chartOf(summary: ActivitySummary, measure: Measure): Chart | undefined {
  const { groupings, groups } = summary;
  const [grouping] = groupings;
  if (!grouping || groups.length === 0) return undefined;
  const stated = groups.filter(({ keys }) => keys[grouping] !== null);
  const isAlone = groupings.length === 1;
  const isTime = isAlone && TIMES.includes(grouping);
  const steps =
    isTime && !summary.other && stated.every(({ keys }) => DATE.test(String(keys[grouping])))
      ? timesOf(grouping, stated, summary)
      : undefined;
  if (steps && steps.length > 1)
    return overTime('line', grouping, steps, stated, measure, groups.length - stated.length);
  if (isAlone && grouping === 'hour' && stated.length > 1) {
    const hours = stated.map(({ keys }) => Number(keys.hour));
    const [first, last] = [Math.min(...hours), Math.max(...hours)];
    const all = Array.from({ length: last - first + 1 }, (_, index) => first + index);
    return overTime('columns', grouping, all, stated, measure, groups.length - stated.length);
  }
  const shown = groups.slice(0, MAX_BARS);
  const points = shown.map(({ keys, numbers }): Point => {
    const label = groupLabel(groupings, keys);
    return { label, short: label, value: Math.max(0, measure.of(numbers) ?? 0) };
  });
  return { form: 'bars', points, leftOut: groups.length - shown.length };
}

function overTime(
  form: 'line' | 'columns',
  grouping: string,
  steps: readonly (string | number)[],
  groups: readonly Group[],
  measure: Measure,
  leftOut: number,
): Chart {
  const values = new Map(groups.map(({ keys, numbers }) => [keys[grouping], Math.max(0, measure.of(numbers) ?? 0)]));
  const points = steps.map((key) => ({
    label: keyLabel(grouping, key),
    short: keyLabel(grouping, key, 'axis'),
    value: values.get(key) ?? 0,
  }));
  return { form, points, leftOut };
}

/** All days, weeks or months of the window, also those without records, which have no group. Undefined for too many. */
function timesOf(grouping: string, groups: readonly Group[], { window, timeZone = 'UTC' }: ActivitySummary) {
  const keys = groups.map(({ keys }) => String(keys[grouping])).sort();
  const localDate = (at: number) => localTime(new Date(at), timeZone).date;
  const [first, last] = [keys[0] as string, keys.at(-1) as string];
  const start = window.from === undefined ? first : earlier(startOf(grouping, localDate(window.from)), first);
  const end = window.to === undefined ? last : later(startOf(grouping, localDate(window.to - 1)), last);
  return timesBetween(grouping, start, end) ?? timesBetween(grouping, first, last);
}

const earlier = (a: string, b: string) => (a < b ? a : b);
const later = (a: string, b: string) => (a > b ? a : b);

function timesBetween(grouping: string, first: string, last: string): string[] | undefined {
  const times: string[] = [];
  for (let time = first; time <= last; time = next(grouping, time)) {
    if (times.length >= MAX_POINTS) return undefined;
    times.push(time);
  }
  return times;
}

/** The key of the day, week (its Monday) or month of a date. */
function startOf(grouping: string, date: string): string {
  if (grouping === 'month') return date.slice(0, 7);
  if (grouping === 'day') return date;
  const weekday = (new Date(`${date}T12:00:00Z`).getUTCDay() + 6) % 7;
  return addDays(date, -weekday);
}

function next(grouping: string, time: string): string {
  if (grouping !== 'month') return addDays(time, grouping === 'week' ? 7 : 1);
  return addDays(`${time}-28`, 4).slice(0, 7);
}
