import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readAlerts } from '../../scripts/alert-table.ts';
import { METRICS, type Metric } from '../../src/metrics/table.ts';
import { dashboardExpressions } from '../deploy/dashboard.ts';

/** The alerts and the dashboard use only metrics and labels that the program has. test/deploy runs them with promtool. */
const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string) => readFileSync(`${root}/${file}`, 'utf8');
const metrics: Record<string, Metric> = METRICS;

/** Prometheus adds these to each series; `le` is that of histograms. */
const ADDED_LABELS = ['job', 'instance', 'le'];
/** A metric that Prometheus makes itself. */
const OWN_METRIC = 'up';

const alerts = readAlerts(read('deploy/prometheus/alerts.yaml'));
const dashboard = dashboardExpressions(JSON.parse(read('deploy/grafana/dashboard.json')));

/** Returns the metric of a series, without the suffix of a histogram. */
function metricOf(series: string): Metric | undefined {
  const [, base = ''] = /^(.*)_(?:bucket|sum|count)$/.exec(series) ?? [];
  return metrics[base]?.type === 'histogram' ? metrics[base] : metrics[series];
}

/** Returns what is wrong with the metrics and labels of a PromQL expression. */
function unknownIn(expression: string): string[] {
  const used = [...expression.matchAll(/\b((?:rcpt|process|nodejs)_\w+|up)\b(?:\{([^}]*)\})?/g)];
  if (used.length === 0) return [`no metric: ${expression}`];
  const known = new Set(ADDED_LABELS);
  const problems = used.flatMap(([, name = '', selector = '']) => {
    const metric: Pick<Metric, 'labels'> | undefined = name === OWN_METRIC ? { labels: [] } : metricOf(name);
    if (!metric) return [`no such metric: ${name}`];
    for (const label of metric.labels) known.add(label);
    return [...selector.matchAll(/(\w+)\s*(?:=~?|!=|!~)\s*"/g)]
      .map(([, label = '']) => label)
      .filter((label) => !ADDED_LABELS.includes(label) && !metric.labels.includes(label))
      .map((label) => `${name} has no label ${label}`);
  });
  const grouped = [...expression.matchAll(/\b(?:by|on|without|ignoring)\s*\(([^)]*)\)/g)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim()),
  );
  return [...problems, ...grouped.filter((label) => !known.has(label)).map((label) => `no metric has ${label}`)];
}

describe('deploy/prometheus/alerts.yaml', () => {
  it.each(alerts)('$alert uses existing metrics and labels', ({ expr }) => {
    expect(unknownIn(expr)).toEqual([]);
  });

  it('has alerts of different names, each with a severity, a summary and what to do', () => {
    expect(alerts.length).toBeGreaterThan(10);
    expect(new Set(alerts.map(({ alert }) => alert)).size).toBe(alerts.length);
    for (const { labels, annotations } of alerts) {
      expect(labels.severity).toMatch(/^(critical|warning)$/);
      for (const text of [annotations.summary, annotations.description]) expect(text).toMatch(/^[A-Z].+\.$/s);
    }
  });

  it('has a case for each alert in alerts.test.yaml, in which it fires and in which it does not', () => {
    const { tests } = parse(read('deploy/prometheus/alerts.test.yaml'), { merge: true }) as {
      tests: { alert_rule_test: { alertname: string; exp_alerts: object[] }[] }[];
    };
    const cases = tests.flatMap(({ alert_rule_test: rules }) => rules);
    const names = (isFiring: boolean) =>
      new Set(cases.filter(({ exp_alerts: expected }) => expected.length > 0 === isFiring).map((one) => one.alertname));
    const all = new Set(alerts.map(({ alert }) => alert));
    expect(names(true)).toEqual(all);
    expect(names(false)).toEqual(all);
  });
});

describe('deploy/grafana/dashboard.json', () => {
  it('shows every metric of the program', () => {
    const shown = dashboard.map(({ expr }) => expr).join('\n');
    expect(Object.keys(METRICS).filter((name) => !shown.includes(name))).toEqual([]);
  });

  it.each(dashboard)('$title uses existing metrics and labels', ({ expr }) => {
    expect(unknownIn(expr)).toEqual([]);
  });

  it('selects jobs and instances in each expression', () => {
    for (const { expr, title } of dashboard.filter(({ isVariable }) => !isVariable)) {
      const series = [...expr.matchAll(/\b(?:rcpt|process|nodejs)_\w+|\bup\b/g)].length;
      expect(expr.split('job=~"$job",instance=~"$instance"'), title).toHaveLength(series + 1);
    }
  });
});

it('the check of metrics and labels finds wrong ones', () => {
  expect(unknownIn('rate(rcpt_tool_calls[5m])')).toEqual(['no such metric: rcpt_tool_calls']);
  expect(unknownIn('rcpt_tool_calls_total{route="x"}')).toEqual(['rcpt_tool_calls_total has no label route']);
  expect(unknownIn('sum by (status) (rcpt_tool_calls_total)')).toEqual(['no metric has status']);
  expect(unknownIn('rcpt_tool_calls_total_bucket')).toEqual(['no such metric: rcpt_tool_calls_total_bucket']);
});
