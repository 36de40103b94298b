import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { table } from './markdown.ts';

/** A rule of Prometheus, as far as the documentation shows it. */
export interface AlertRule {
  alert: string;
  expr: string;
  for?: string;
  labels: { severity: string };
  annotations: { summary: string; description: string };
}

const FILE = 'deploy/prometheus/alerts.yaml';

/** Reads the rules of all groups. */
export function readAlerts(text: string): AlertRule[] {
  return (parse(text) as { groups: { rules: AlertRule[] }[] }).groups.flatMap(({ rules }) => rules);
}

const UNITS: Record<string, string> = { s: 'seconds', m: 'minutes', h: 'hours' };

/** Formats a duration of Prometheus with one unit, such as `2m`. */
function inWords(duration: string): string {
  const [, number = '', unit = ''] = /^(\d+)([smh])$/.exec(duration) ?? [];
  const name = UNITS[unit];
  if (!name) throw new Error(`${FILE}: "for: ${duration}" is not a number of seconds, minutes or hours`);
  return `${number} ${number === '1' ? name.slice(0, -1) : name}`;
}

/** The table of alerts in docs/observability.md. */
export function alertTable(): string {
  const rows = readAlerts(readFileSync(FILE, 'utf8')).map((rule) => [
    `\`${rule.alert}\``,
    rule.labels.severity,
    rule.for ? inWords(rule.for) : 'at once',
    `${rule.annotations.summary} ${rule.annotations.description}`,
  ]);
  return table(['alert', 'severity', 'fires after', 'meaning'], rows);
}
