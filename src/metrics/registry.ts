import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { METRICS, type Metric, type MetricName } from './table.ts';

/** Upper bounds of a histogram, in seconds: from a response in the same process to the time at which hosts give up. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 60];

interface Instruments<Label extends string> {
  counter: Counter<Label>;
  gauge: Gauge<Label>;
  histogram: Histogram<Label>;
}
type InstrumentOf<M extends Metric> = Instruments<M['labels'][number]>[M['type']];

/** One prom-client metric per row of the table. */
export type MetricInstruments = { [Name in MetricName]: InstrumentOf<(typeof METRICS)[Name]> };

interface MetricRegistries {
  /** The metrics of every server. */
  server: Registry;
  /** The metrics of the embedded platform. */
  platform: Registry;
  /** All of them by their names. */
  instruments: MetricInstruments;
}

/** Creates separate registries, because one process may have several servers. */
export function createRegistries(): MetricRegistries {
  const [server, platform] = [new Registry(), new Registry()];
  const create = ([name, { type, labels, help, isOfPlatform }]: [string, Metric]) => {
    const options = { name, help, labelNames: labels, registers: [isOfPlatform ? platform : server] };
    if (type === 'histogram') return [name, new Histogram({ ...options, buckets: BUCKETS })];
    return [name, type === 'counter' ? new Counter(options) : new Gauge(options)];
  };
  const instruments = Object.fromEntries(Object.entries<Metric>(METRICS).map(create)) as MetricInstruments;
  return { server, platform, instruments };
}
