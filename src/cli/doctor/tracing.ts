import { tracingSettings } from '../../tracing/settings.ts';
import { type Finding, finding, type Looking } from './finding.ts';

/** Where traces go, if they go anywhere: OpenTelemetry's names are often meant for other programs. */
export function lookAtTracing({ telemetry }: Looking): Finding[] {
  if (!telemetry) return [];
  const found: Finding[] = [];
  const fix = 'See "Traces" in docs/observability.md, or set OTEL_SDK_DISABLED=true.';
  const settings = tracingSettings(telemetry, (text) => found.push(finding('tracing', 'warning', text, { fix })));
  if (!settings) return found;
  const to = settings.url.host;
  const says = `Traces go to ${to} (from OTEL_EXPORTER_OTLP_ENDPOINT)`;
  return [...found, finding('tracing', 'ok', says, { data: { to } })];
}
