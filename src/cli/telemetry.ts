import type { OtelEnvironment } from '../tracing/settings.ts';

const EXPORTER = 'OTEL_EXPORTER_OTLP_';
/** They hold keys. */
const SECRET = [`${EXPORTER}HEADERS`, `${EXPORTER}TRACES_HEADERS`];

/**
 * Takes what the environment says of tracing, by OpenTelemetry's own names; undefined when nobody wants traces. What
 * is secret in it is taken out: reports that Node writes of itself have all of the environment.
 */
export function takeTelemetry(env: Record<string, string | undefined>): OtelEnvironment | undefined {
  const found = Object.fromEntries(Object.entries(env).filter(([name]) => name.startsWith('OTEL_')));
  for (const name of SECRET) delete env[name];
  const endpoint = (found[`${EXPORTER}TRACES_ENDPOINT`] ?? '').trim() || (found[`${EXPORTER}ENDPOINT`] ?? '').trim();
  const off = found.OTEL_SDK_DISABLED?.trim().toLowerCase() === 'true' || found.OTEL_TRACES_EXPORTER?.trim() === 'none';
  return endpoint !== '' && !off ? found : undefined;
}
