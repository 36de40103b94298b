import { DiagLogLevel, diag } from '@opentelemetry/api';
import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { BatchSpanProcessor, type ReadableSpan, type SpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { Logger } from '../lib/logger.ts';
import { errorCode } from '../lib/network.ts';
import type { TracingSettings } from './settings.ts';

export interface Exporter {
  processor: SpanProcessor;
  /** Exports what is queued, for two seconds at most. False: some of it could not be exported in that time. */
  close(): Promise<boolean>;
}

/** The end of the program waits no longer than this, in milliseconds. */
const FLUSH_MS = 2_000;

/**
 * OpenTelemetry's batch processor and OTLP exporter, and a log of what they drop. The library would log the answers of
 * a collector and values of the environment, which may hold secrets, so its own messages are not passed on.
 */
export function createExporter(settings: TracingSettings, logger: Logger): Exporter {
  const { url, headers, timeoutMs, queueSize, batchSize, delayMs } = settings;
  const log = createExportLog(logger, url.host);
  /** Spans that are neither exported nor dropped: those that wait, and those that are being sent. */
  let queued = 0;
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
    // At the end, all batches of a full queue are sent at once.
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
      // The processor would drop it in silence.
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
      const flushed = await inTime(all, FLUSH_MS);
      if (queued + sending > 0) log.failed('the program ended first', queued + sending);
      log.closed();
      return flushed;
    },
  };
}

/** Logs that exporting fails once each time that it begins: spans come by the thousand. */
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
 * Takes from the library's own log what is useful and holds no value of the environment or the collector. This is the
 * one thing of OpenTelemetry that is registered for the whole process.
 * @param onRejected called with the number of spans that the collector did not accept, where it accepted the others.
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

/** Without the collector's status line and answer, which the error of the library holds. */
function reasonOf(error: Error | undefined): string {
  const code: unknown = error && errorCode(error);
  if (typeof code === 'number') return `status ${code}`;
  return code ? String(code) : (error?.message ?? 'unknown');
}

async function inTime(work: Promise<unknown>, ms: number): Promise<boolean> {
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
