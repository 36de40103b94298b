import { expect, it, vi } from 'vitest';
import { silentLogger } from '../../src/lib/logging/logger.ts';
import { createMetrics } from '../../src/metrics/index.ts';
import { metricNames, parseExposition } from '../support/scrape.ts';

it('metrics of two servers in one process are separate', async () => {
  const [first, second] = [createMetrics({ version: '1' }), createMetrics({ version: '2' })];
  first.tools.recordCall('get_booking', 'ok', 0.003);
  const series = 'rcpt_tool_calls_total{tool="get_booking",outcome="ok"} 1';
  expect(await first.exposition.text()).toContain(series);
  expect(await second.exposition.text()).not.toContain(series);
});

it('metrics exposition escapes quotes, backslashes and line breaks in label values', async () => {
  const metrics = createMetrics({ version: 'a"b\\c\nd' });
  expect(await metrics.exposition.text()).toContain('rcpt_build_info{version="a\\"b\\\\c\\nd",node="');
});

it('metrics count a circuit breaker once while it is open', async () => {
  const metrics = createMetrics({ version: '1' });
  const breaker = {};
  metrics.api.breakerOpen(breaker, Date.now() + 60_000);
  metrics.api.breakerOpen(breaker, Date.now() + 60_000);
  const open = await metrics.exposition.text();
  expect(open).toContain('rcpt_upstream_breaker_opened_total 1\n');
  expect(open).toContain('rcpt_upstream_breakers_open 1\n');
  metrics.api.breakerOpen(breaker, 0);
  expect(await metrics.exposition.text()).toContain('rcpt_upstream_breakers_open 0\n');
});

const MEASURED = {
  dataBytes: 8192,
  journalBytes: undefined,
  activeWebhooks: 3,
  failingWebhooks: 1,
  disabledWebhooks: 2,
  pendingDeliveries: 7,
  calendars: 4,
  unknownCalendars: [{}],
  failedReports: 5,
  keptReports: 0,
  refusedReports: 6,
  endingKeys: 1,
};
/** The series of the embedded platform's records, without those that the process counts. */
const ofRecords = async (metrics: ReturnType<typeof createMetrics>) => {
  const { series } = parseExposition(await metrics.exposition.text());
  return Object.fromEntries(
    [...series].filter(([key]) => /rcpt_(database|webhook_del|webhooks|staff|call_reports|api_keys)/.test(key)),
  );
};

it('metrics show what is measured of the embedded platform, and nothing while its database does not answer', async () => {
  const metrics = createMetrics({ version: '1' });
  let isAway = false;
  const measure = async () => {
    if (isAway) throw new Error('no connection');
    return MEASURED;
  };
  metrics.addPlatform(measure, silentLogger);
  const shown = {
    'rcpt_database_size_bytes{part="data"}': 8192,
    'rcpt_webhooks{state="active"}': 2,
    'rcpt_webhooks{state="failing"}': 1,
    'rcpt_webhooks{state="disabled"}': 2,
    rcpt_webhook_deliveries_pending: 7,
    'rcpt_staff_calendars{state="known"}': 3,
    'rcpt_staff_calendars{state="unknown"}': 1,
    'rcpt_call_reports{state="failed"}': 5,
    'rcpt_call_reports{state="not_understood"}': 0,
    'rcpt_call_reports{state="refused"}': 6,
    rcpt_api_keys_ending: 1,
  };
  expect(await ofRecords(metrics)).toEqual(shown);
  isAway = true;
  expect(await ofRecords(metrics)).toEqual({});
  isAway = false;
  expect(await ofRecords(metrics)).toEqual(shown);
  expect(parseExposition(await metrics.exposition.text()).names).toEqual(metricNames({ hasPlatform: true }));
});

it('metrics are answered without the embedded platform if its database hangs, and ask it once', async () => {
  vi.useFakeTimers();
  const metrics = createMetrics({ version: '1' });
  const measure = vi.fn(() => new Promise<typeof MEASURED>(() => {}));
  metrics.addPlatform(measure, silentLogger);
  const scrapes = Promise.all([ofRecords(metrics), ofRecords(metrics)]);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(await scrapes).toEqual([{}, {}]);
  expect(measure).toHaveBeenCalledOnce();
  vi.useRealTimers();
});
