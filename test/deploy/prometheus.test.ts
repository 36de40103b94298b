import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { inPath, requirePackage } from '../support/debian.ts';
import { dashboardExpressions } from './dashboard.ts';
import { ROOT, read } from './dockerfile.ts';

const PROMTOOL = await requirePackage('prometheus', () => inPath('promtool'));

const promtool = (folder: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(PROMTOOL ?? '', args, { cwd: folder, encoding: 'utf8' });
  return { status, output: stdout + stderr };
};

describe.skipIf(PROMTOOL === undefined)('promtool', () => {
  const folder = join(ROOT, 'deploy/prometheus');
  let temporary: string;
  beforeAll(() => {
    temporary = mkdtempSync(join(tmpdir(), 'rcpt-rules-'));
  });
  afterAll(() => rmSync(temporary, { recursive: true }));

  it('promtool accepts the alert rules', () => {
    const { status, output } = promtool(folder, 'check', 'rules', 'alerts.yaml');
    expect(status, output).toBe(0);
  });

  it('accepts the configuration for one machine', () => {
    const { status, output } = promtool(folder, 'check', 'config', 'prometheus.yaml');
    expect(status, output).toBe(0);
  });

  it('accepts the configuration for Kubernetes', () => {
    const checked = promtool(folder, 'check', 'config', 'prometheus-kubernetes.yaml');
    // Debian builds Prometheus without the service discovery of Kubernetes: the rest is checked there.
    if (!checked.output.includes('field kubernetes_sd_configs not found')) return expect(checked.status).toBe(0);
    const { scrape_configs: jobs, ...rest } = parse(read('deploy/prometheus/prometheus-kubernetes.yaml'));
    const [{ kubernetes_sd_configs: pods, ...job }] = jobs;
    expect(pods).toEqual([
      {
        role: 'pod',
        namespaces: { names: ['rcpt-mcp'] },
        selectors: [{ role: 'pod', label: 'app.kubernetes.io/name=rcpt-mcp' }],
      },
    ]);
    const text = stringify({ ...rest, scrape_configs: [{ ...job, static_configs: [{ targets: ['10.1.2.3:8787'] }] }] });
    writeFileSync(join(temporary, 'prometheus.yaml'), text.replace('alerts.yaml', join(folder, 'alerts.yaml')));
    const { status, output } = promtool(temporary, 'check', 'config', 'prometheus.yaml');
    expect(status, output).toBe(0);
  });

  it('passes the tests of the alerts, and fails if a threshold is wrong', () => {
    const { status, output } = promtool(folder, 'test', 'rules', 'alerts.test.yaml');
    expect(status, output).toBe(0);
    const rules = read('deploy/prometheus/alerts.yaml');
    const wrong = rules.replace('> 300e6', '> 400e6');
    expect(wrong).not.toBe(rules);
    writeFileSync(join(temporary, 'alerts.yaml'), wrong);
    writeFileSync(join(temporary, 'alerts.test.yaml'), read('deploy/prometheus/alerts.test.yaml'));
    const failed = promtool(temporary, 'test', 'rules', 'alerts.test.yaml');
    expect(failed.status).not.toBe(0);
    expect(failed.output).toContain('RcptMcpMemoryHigh');
  });

  it('parses each expression of the dashboard', () => {
    const expressions = dashboardExpressions(JSON.parse(read('deploy/grafana/dashboard.json')));
    expect(expressions.length).toBeGreaterThan(30);
    // Grafana replaces its variables before it sends an expression.
    const rules = expressions.map(({ expr }, index) => ({
      record: `dashboard:expression:${index}`,
      expr: expr.replaceAll('$__rate_interval', '5m').replaceAll(/\$(job|instance)/g, '.+'),
    }));
    expect(JSON.stringify(rules)).not.toContain('$');
    const check = (groups: object[]) => {
      writeFileSync(join(temporary, 'dashboard.json'), JSON.stringify({ groups }));
      return promtool(temporary, 'check', 'rules', 'dashboard.json');
    };
    const { status, output } = check([{ name: 'dashboard', rules }]);
    expect(status, output).toBe(0);
    expect(check([{ name: 'broken', rules: [{ record: 'a:b:c', expr: 'sum by (job (up)' }] }]).status).not.toBe(0);
  });
});
