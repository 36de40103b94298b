import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import type { Registry } from './registry.ts';

/** How often the event loop is looked at, in milliseconds. */
const RESOLUTION_MS = 20;

/** What Node knows of this process, written into a registry when that is read. */
export function processMetrics({ set }: Registry): () => void {
  // From the first reading on: where nobody reads, nothing is measured.
  let delay: IntervalHistogram | undefined;
  return () => {
    const { rss, heapUsed } = process.memoryUsage();
    const { user, system } = process.cpuUsage();
    set('process_start_time_seconds', [], Math.round(Date.now() / 1_000 - process.uptime()));
    set('process_cpu_seconds_total', [], (user + system) / 1e6);
    set('process_resident_memory_bytes', [], rss);
    set('nodejs_heap_size_used_bytes', [], heapUsed);
    if (delay) {
      // The histogram counts the interval itself too, and knows nothing before its first one.
      const late = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - RESOLUTION_MS / 1e3);
      set('nodejs_eventloop_lag_seconds', ['0.5'], late(delay.percentile(50)));
      set('nodejs_eventloop_lag_seconds', ['0.99'], late(delay.percentile(99)));
      set('nodejs_eventloop_lag_seconds', ['1'], late(delay.max));
      delay.reset();
    } else {
      delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
      delay.enable();
    }
  };
}
