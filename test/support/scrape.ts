import { expect } from 'vitest';
import { METRICS, type Metric } from '../../src/metrics/table.ts';

/** The names of the metrics of a server, in their order: with or without those of the embedded platform. */
export const metricNames = ({ hasPlatform }: { hasPlatform: boolean }): string[] => {
  const entries = Object.entries<Metric>(METRICS);
  const names = (isOfPlatform: boolean) =>
    entries.filter(([, metric]) => (metric.isOfPlatform ?? false) === isOfPlatform).map(([name]) => name);
  return [...names(false), ...(hasPlatform ? names(true) : [])];
};

/** Reads the metrics of a server as Prometheus does. Returns the series, and the names of the metrics in their order. */
export async function scrape(url: string): Promise<{ series: Map<string, number>; names: string[] }> {
  const response = await fetch(new URL('/metrics', url));
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  return parseExposition(await response.text());
}

/** Parses Prometheus's text format, and checks it. */
export function parseExposition(text: string): { series: Map<string, number>; names: string[] } {
  expect(text.endsWith('\n')).toBe(true);
  const series = new Map<string, number>();
  const typed = new Set<string>();
  for (const line of text.trimEnd().split('\n')) {
    if (line === '') continue;
    const about = /^# (HELP|TYPE) (\w+) (.+)$/.exec(line);
    if (about) {
      if (about[1] === 'TYPE') typed.add(about[2] as string);
      continue;
    }
    // Exposition format: name, labels with quoted values, value.
    const sample = /^((\w+)(?:\{(?:\w+="(?:[^"\\\n]|\\.)*",?)+\})?) (\S+)$/.exec(line);
    expect(sample, line).not.toBeNull();
    const [, key, name, value] = sample as unknown as [string, string, string, string];
    expect(series.has(key), `${key} twice`).toBe(false);
    expect(Number.isFinite(Number(value)), line).toBe(true);
    expect([...typed], line).toContain(name.replace(/_(bucket|sum|count)$/, (end) => (typed.has(name) ? end : '')));
    series.set(key, Number(value));
  }
  return { series, names: [...typed] };
}
