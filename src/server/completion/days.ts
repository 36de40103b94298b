import { DAY_MS } from '../../lib/time/units.ts';
import { createToolContext, type ToolServices } from '../../tools/index.ts';
import { filterSuggestions } from './match.ts';
import type { Completers } from './types.ts';

/** Number of suggested days. */
const DAYS = 14;

/** Suggests days from today on, forwards or backwards, such as `Tuesday 2026-11-24`: matched by weekday or by date. */
export function days(services: ToolServices): Pick<Completers, 'coming_day' | 'past_day'> {
  const suggest = async (direction: 1 | -1, typed: string) => {
    const { time, clock } = await createToolContext(services, { signal: new AbortController().signal });
    const today = time.describe(new Date(clock.now()).toISOString())?.local.slice(0, 10);
    // Calendar days have no zone: days are counted in UTC, which has no clock changes.
    const first = Date.parse(`${today}T00:00:00Z`);
    const all = Array.from({ length: DAYS }, (_, index) => formatDay(new Date(first + direction * index * DAY_MS)));
    const byDate = /^\d/.test(typed.trim());
    return filterSuggestions(all, typed, (day) => (byDate ? day.slice(day.indexOf(' ') + 1) : day));
  };
  return {
    coming_day: (typed) => suggest(1, typed),
    past_day: (typed) => suggest(-1, typed),
  };
}

function formatDay(day: Date): string {
  const weekday = day.toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' });
  return `${weekday} ${day.toISOString().slice(0, 10)}`;
}
