import { raceAbort } from '../lib/concurrency/abort.ts';
import { coalesce } from '../lib/concurrency/coalesce.ts';
import { Deadline } from '../lib/concurrency/deadline.ts';
import { createFailureLog } from '../lib/logging/failure-log.ts';
import type { Logger } from '../lib/logging/logger.ts';
import type { MetricInstruments } from './registry.ts';

/** What the embedded platform says about its database. */
export interface Measurements {
  /** Bytes; undefined in memory. */
  dataBytes: number | undefined;
  /** Bytes of the WAL or the rollback journal of SQLite; otherwise undefined. */
  journalBytes: number | undefined;
  activeWebhooks: number;
  /** Some of the active ones. */
  failingWebhooks: number;
  disabledWebhooks: number;
  pendingDeliveries: number;
  calendars: number;
  /** Some of the calendars. */
  unknownCalendars: readonly unknown[];
  failedReports: number;
  keptReports: number;
  refusedReports: number;
  endingKeys: number;
}

/** Time that a scrape waits for the database, in milliseconds. Prometheus waits 10 s for the whole answer. */
const WAIT_MS = 4_000;

/**
 * Returns a function that updates the metrics of the embedded platform; call it before each scrape. While the database does not
 * answer, those of its records have no value.
 */
export function platformMetrics(
  instruments: MetricInstruments,
  measure: () => Promise<Measurements>,
  logger: Logger,
): () => Promise<void> {
  // An unanswered query goes on: scrapes must not add to it.
  const measureOnce = coalesce(measure);
  const database = createFailureLog(logger, {
    failure: 'the embedded platform cannot be measured',
    recovery: 'the embedded platform is measured again',
  });
  for (const outcome of WEBHOOK_OUTCOMES) instruments.rcpt_webhook_attempts_total.inc({ outcome }, 0);
  return async () => {
    const deadline = new Deadline(WAIT_MS);
    try {
      show(instruments, await raceAbort(measureOnce(), deadline.signal));
      database.succeeded();
    } catch (error) {
      database.failed(deadline.expired ? new Error('the database did not answer') : error);
      show(instruments, undefined);
    } finally {
      deadline.end();
    }
  };
}

/** Outcomes of an attempt to deliver an event to a webhook. */
const WEBHOOK_OUTCOMES = ['accepted', 'failed'] as const;

/** Counts an attempt to deliver an event to a webhook. */
export const countWebhookAttempt = (instruments: MetricInstruments) => (accepted: boolean) =>
  instruments.rcpt_webhook_attempts_total.inc({ outcome: accepted ? 'accepted' : 'failed' });

/** Shows measured values; undefined removes those shown. */
function show(instruments: MetricInstruments, measured: Measurements | undefined): void {
  const unknown = measured?.unknownCalendars.length ?? 0;
  const size = instruments.rcpt_database_size_bytes;
  const webhooks = instruments.rcpt_webhooks;
  const calendars = instruments.rcpt_staff_calendars;
  const reports = instruments.rcpt_call_reports;
  const rows: [gauge: Gauge, labels: string[], value: number | undefined][] = [
    [size, ['data'], measured?.dataBytes],
    [size, ['journal'], measured?.journalBytes],
    [webhooks, ['active'], measured && measured.activeWebhooks - measured.failingWebhooks],
    [webhooks, ['failing'], measured?.failingWebhooks],
    [webhooks, ['disabled'], measured?.disabledWebhooks],
    [instruments.rcpt_webhook_deliveries_pending, [], measured?.pendingDeliveries],
    [calendars, ['known'], measured && measured.calendars - unknown],
    [calendars, ['unknown'], measured && unknown],
    [reports, ['failed'], measured?.failedReports],
    [reports, ['not_understood'], measured?.keptReports],
    [reports, ['refused'], measured?.refusedReports],
    [instruments.rcpt_api_keys_ending, [], measured?.endingKeys],
  ];
  for (const [gauge, labels, value] of rows) {
    if (value === undefined) gauge.remove(...labels);
    else gauge.labels(...labels).set(value);
  }
}

/** What all gauges have in common, whatever the names of their labels. */
type Gauge = MetricInstruments['rcpt_webhooks' | 'rcpt_api_keys_ending' | 'rcpt_database_size_bytes'] & {
  labels(...values: string[]): { set(value: number): void };
};
