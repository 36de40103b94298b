import { expect, it } from 'vitest';
import { createMetrics } from '../../src/metrics/index.ts';

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
