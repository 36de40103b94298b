import type { ToolContext } from './context.ts';

/**
 * Returns the current time in the zone of the answers, such as `Monday 2026-11-16T10:00-05:00`: people ask about today and
 * tomorrow, and a model knows neither.
 */
export function nowLocal({
  clock,
  time,
}: {
  clock: ToolContext['clock'];
  time: Pick<ToolContext['time'], 'describe'>;
}) {
  const now = new Date(clock.now()).toISOString();
  const described = time.describe(now);
  if (!described) return now;
  const { weekday, local } = described;
  return `${weekday} ${local.slice(0, 16)}${local.slice(19)}`;
}

/**
 * Returns the sentence of a summary about the time, such as `Now: Monday 2026-11-16 10:00.`
 * @param zone of the time, if it is not that of the answers
 */
export function nowSentence(local: string, zone?: string): string {
  return `Now: ${local.replace(/^(\w+ \d{4}-\d{2}-\d{2})T(\d{2}:\d{2}).*$/, '$1 $2')}${zone ? ` in ${zone}` : ''}.`;
}
