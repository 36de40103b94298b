import { tracingSettings } from '../../tracing/settings.ts';
import { type CheckContext, type CheckResult, result } from './check.ts';

/**
 * Reports the collector of traces, if tracing is configured: OpenTelemetry's variables are often set for other programs.
 */
export function checkTracing({ telemetry }: CheckContext): CheckResult[] {
  if (!telemetry) return [];
  const found: CheckResult[] = [];
  const fix = 'See "Traces" in docs/observability.md, or set OTEL_SDK_DISABLED=true.';
  const settings = tracingSettings(telemetry, (text) => found.push(result('tracing', 'warning', text, { fix })));
  if (!settings) return found;
  const to = settings.url.host;
  const summary = `Traces are sent to ${to} (from OTEL_EXPORTER_OTLP_ENDPOINT)`;
  return [...found, result('tracing', 'ok', summary, { data: { to } })];
}
