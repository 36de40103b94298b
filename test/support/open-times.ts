import { offsetAt } from './zones.ts';

/** A day of `find_open_times`. */
export interface OpenDay {
  date: string;
  weekday: string;
  searched?: string;
  free: string[];
  closed?: string;
}

/** A free start, in milliseconds since the epoch. */
export interface OpenStart {
  start: number;
  /** As the range names them. */
  staff: string[];
}

const RANGE = /^([\d:, -]+?)(?: \(UTC([+-]\d\d:\d\d)\))?(?: every (\d+) min)?(?:: (.+))?$/;

/** Expands the ranges of `find_open_times` to starts, in order, as a reader of its answer would. */
export function startsOf(days: readonly OpenDay[], zone: string): OpenStart[] {
  return days
    .flatMap(({ date, free }) => free.flatMap((text) => expand(date, text, zone)))
    .sort((a, b) => a.start - b.start);
}

function expand(date: string, text: string, zone: string): OpenStart[] {
  const match = RANGE.exec(text);
  if (!match) throw new Error(`no range of free times: ${text}`);
  const [, times = '', offset, step, names] = match;
  const staff = names ? names.split(', ').map((name) => name.replaceAll('"', '')) : [];
  const at = (time: string) =>
    offset ? Date.parse(`${date}T${time}${offset}`) : instantOf(Date.parse(`${date}T${time}Z`), zone);
  return times.split(', ').flatMap((range) => {
    const [first = '', last = first] = range.split('-').map((time) => time.trim());
    const starts: OpenStart[] = [];
    for (let start = at(first); start <= at(last); start += Number(step ?? 1) * 60_000) starts.push({ start, staff });
    return starts;
  });
}

/** Returns the instant of a local time on a day without a clock change. */
function instantOf(local: number, zone: string): number {
  return local - offsetAt(local - offsetAt(local, zone), zone);
}
