import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import type { MetricInstruments } from './registry.ts';

/** Sampling interval of the event loop's delay, in milliseconds. */
const RESOLUTION_MS = 20;

/**
 * Returns a function that updates the metrics of this process; call it before each scrape. prom-client's default
 * metrics are not used, because they observe each garbage collection.
 */
export function processMetrics(instruments: MetricInstruments): () => void {
  const cpu = instruments.process_cpu_seconds_total;
  const lag = instruments.nodejs_eventloop_lag_seconds;
  instruments.process_start_time_seconds.set(Math.round(Date.now() / 1_000 - process.uptime()));
  // Created by the first scrape: without scrapes nothing is sampled.
  let delay: IntervalHistogram | undefined;
  return () => {
    const { rss, heapUsed } = process.memoryUsage();
    const { user, system } = process.cpuUsage();
    cpu.reset();
    cpu.inc((user + system) / 1e6);
    instruments.process_resident_memory_bytes.set(rss);
    instruments.nodejs_heap_size_used_bytes.set(heapUsed);
    if (delay) {
      // The histogram counts the interval itself too, and holds nothing before the first interval ends.
      const lagSeconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - RESOLUTION_MS / 1e3);
      lag.set({ quantile: '0.5' }, lagSeconds(delay.percentile(50)));
      lag.set({ quantile: '0.99' }, lagSeconds(delay.percentile(99)));
      lag.set({ quantile: '1' }, lagSeconds(delay.max));
      delay.reset();
    } else {
      delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
      delay.enable();
    }
  };
}
