import { METRICS, type Metric, type MetricName } from './table.ts';

/** Upper bounds of a histogram, in seconds: from an answer in process to what hosts give up on. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 60] as const;

/** Values of a metric's labels, in its order. */
type Labels = readonly string[];

interface Histogram {
  /** How many fell into each bucket, and beyond the last. */
  counts: number[];
  sum: number;
}

export interface Registry {
  /** Adds to a counter or a gauge. */
  add(name: MetricName, labels: Labels, by?: number): void;
  set(name: MetricName, labels: Labels, value: number): void;
  /** Puts a duration into a histogram. */
  time(name: MetricName, labels: Labels, seconds: number): void;
  /** Everything in Prometheus's text format, version 0.0.4. */
  text(): string;
}

/** Values by metric and labels. What is counted is written when it is asked for, not when it happens. */
export function createRegistry(): Registry {
  const values = new Map<string, number>();
  const histograms = new Map<string, Histogram>();
  /** Made once each: there are few, and each request is counted in several. */
  const written = new Map<string, string>();
  const seriesOf = (name: MetricName, labels: Labels) => {
    if (labels.length === 0) return name;
    const key = `${name} ${labels.join('\n')}`;
    let text = written.get(key);
    if (text === undefined) {
      text = series(name, METRICS[name].labels, labels);
      written.set(key, text);
    }
    return text;
  };
  // A metric without labels is there from the start: a rate over it is 0, not unknown.
  for (const [name, { type, labels }] of Object.entries(METRICS) as [MetricName, Metric][]) {
    if (type === 'counter' && labels.length === 0) values.set(name, 0);
  }
  return {
    add(name, labels, by = 1) {
      const key = seriesOf(name, labels);
      values.set(key, (values.get(key) ?? 0) + by);
    },
    set: (name, labels, value) => void values.set(seriesOf(name, labels), value),
    time(name, labels, seconds) {
      const key = seriesOf(name, labels);
      const histogram = histograms.get(key) ?? { counts: new Array<number>(BUCKETS.length + 1).fill(0), sum: 0 };
      histograms.set(key, histogram);
      const bucket = BUCKETS.findIndex((bound) => seconds <= bound);
      const index = bucket < 0 ? BUCKETS.length : bucket;
      histogram.counts[index] = (histogram.counts[index] as number) + 1;
      histogram.sum += seconds;
    },
    text: () =>
      Object.entries(METRICS)
        .map(([name, { type, help }]) => {
          const lines =
            type === 'histogram'
              ? of(name, histograms).flatMap(([key, histogram]) => histogramLines(name, key, histogram))
              : of(name, values).map(([key, value]) => `${key} ${value}`);
          return [`# HELP ${name} ${escaped(help)}`, `# TYPE ${name} ${type}`, ...lines].join('\n');
        })
        .join('\n')
        .concat('\n'),
  };
}

/** The series of one metric: its name, or its name with labels. */
function of<T>(name: string, all: Map<string, T>): [string, T][] {
  return [...all].filter(([key]) => key === name || key.startsWith(`${name}{`));
}

function series(name: string, names: Labels, values: Labels): string {
  if (names.length === 0) return name;
  return `${name}{${names.map((label, index) => `${label}="${quotable(values[index] ?? '')}"`).join(',')}}`;
}

/** Buckets count what is at most their bound, those of smaller bounds included. */
function histogramLines(name: string, key: string, { counts, sum }: Histogram): string[] {
  const labels = key.slice(name.length + 1, -1);
  const all = labels ? `{${labels}}` : '';
  let total = 0;
  const buckets = counts.map((count, index) => {
    total += count;
    return `${name}_bucket{${labels ? `${labels},` : ''}le="${BUCKETS[index] ?? '+Inf'}"} ${total}`;
  });
  return [...buckets, `${name}_sum${all} ${sum}`, `${name}_count${all} ${total}`];
}

const escaped = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
const quotable = (text: string) => escaped(text).replaceAll('"', '\\"');
