import { DiagLogLevel, diag } from '@opentelemetry/api';
import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { BatchSpanProcessor, type ReadableSpan, type SpanProcessor } from '@opentelemetry/sdk-trace-base';
import { errorCode } from '../lib/http/network.ts';
import type { Logger } from '../lib/logging/logger.ts';
import type { TracingSettings } from './settings.ts';

interface Exporter {
  processor: SpanProcessor;
  /** Exports the queued spans, for at most two seconds. Resolves to false if the time was too short. */
  close(): Promise<boolean>;
}

/** Maximum duration of the last export at exit, in milliseconds. */
const FLUSH_MS = 2_000;

/**
 * OpenTelemetry's batch processor and OTLP exporter, with a log of dropped spans. The library's own messages are not
 * logged: they contain responses of the collector and values of the environment, which may be secrets.
 */
export function createExporter(settings: TracingSettings, logger: Logger): Exporter {
  const { url, headers, timeoutMs, queueSize, batchSize, delayMs } = settings;
  const log = createExportLog(logger, url.host);
  /** Number of spans that wait in the queue. */
  let queued = 0;
  /** Number of spans in the requests that are being sent. */
  let sending = 0;
  let rejected = 0;
  // Before the exporter is created, which reads certificates.
  logLibrary(logger, (count) => {
    rejected = count;
  });
  const otlp = new OTLPTraceExporter({
    url: url.href,
    headers: async () => Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.reveal()])),
    timeoutMillis: timeoutMs,
    // At exit, all batches of a full queue are sent concurrently.
    concurrencyLimit: Math.ceil(queueSize / batchSize) + 1,
  });
  const observed = {
    export(spans: ReadableSpan[], done: (result: ExportResult) => void) {
      queued -= spans.length;
      sending += spans.length;
      otlp.export(spans, (result) => {
        sending -= spans.length;
        if (result.code === ExportResultCode.SUCCESS) log.worked();
        else log.failed(reasonOf(result.error), spans.length);
        if (rejected > 0) log.failed(`${rejected} spans were rejected`, rejected);
        rejected = 0;
        done(result);
      });
    },
    shutdown: () => otlp.shutdown(),
  };
  const batches = new BatchSpanProcessor(observed, {
    maxQueueSize: queueSize,
    maxExportBatchSize: batchSize,
    scheduledDelayMillis: delayMs,
  });
  const processor: SpanProcessor = {
    onStart() {},
    onEnd(span) {
      // The processor would drop it without a message.
      if (queued >= queueSize) return log.failed('the queue of spans is full', 1);
      queued++;
      batches.onEnd(span);
    },
    forceFlush: () => batches.forceFlush(),
    shutdown: () => batches.shutdown(),
  };
  return {
    processor,
    async close() {
      // The first batch that fails settles the processor's flush; the others are still being sent.
      const all = batches.shutdown().catch(() => otlp.forceFlush());
      const flushed = await settlesWithin(all, FLUSH_MS);
      if (queued + sending > 0) log.failed('the program ended first', queued + sending);
      log.closed();
      return flushed;
    },
  };
}

/** Logs the first failure of each outage only, because there are thousands of spans. */
function createExportLog(logger: Logger, host: string) {
  let dropped = 0;
  let failing = false;
  return {
    failed(reason: string, count: number) {
      dropped += count;
      if (!failing) logger.warn('traces are not exported', { reason, to: host });
      failing = true;
    },
    worked() {
      if (failing) logger.info('traces are exported again', { dropped });
      failing = false;
      dropped = 0;
    },
    closed() {
      if (dropped > 0) logger.warn('traces were lost', { count: dropped });
    },
  };
}

/**
 * Logs those messages of the library that are useful and contain no value of the environment or the collector. Only
 * this part of OpenTelemetry is registered for the whole process.
 * @param onRejected called with the number of rejected spans if the collector accepted the others.
 */
function logLibrary(logger: Logger, onRejected: (count: number) => void): void {
  const ignore = () => {};
  const warn = (message: string, details: unknown) => {
    if (/^Failed to read /.test(message)) logger.warn('a certificate for the collector cannot be read', { message });
    else if (typeof details === 'string') onRejected(rejectedSpans(details));
  };
  const handlers = { error: ignore, warn, info: ignore, debug: ignore, verbose: ignore };
  diag.setLogger(handlers, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
}

/** `rejectedSpans` of a partial success (opentelemetry-proto, ExportTracePartialSuccess). */
function rejectedSpans(json: string): number {
  try {
    return Number((JSON.parse(json) as { rejectedSpans?: string | number } | null)?.rejectedSpans ?? 0) || 0;
  } catch {
    return 0;
  }
}

/** Describes an error without the collector's status line and response, which the library's error contains. */
function reasonOf(error: Error | undefined): string {
  const code: unknown = error && errorCode(error);
  if (typeof code === 'number') return `status ${code}`;
  return code ? String(code) : (error?.message ?? 'unknown');
}

/** Resolves to true if `work` settles within `ms`. */
async function settlesWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, ms, false);
  });
  const settled = work.then(
    () => true,
    () => true,
  );
  const first = await Promise.race([settled, timeout]);
  clearTimeout(timer);
  return first;
}
