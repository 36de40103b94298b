import type { OtelEnvironment } from '../../tracing/settings.ts';

const EXPORTER = 'OTEL_EXPORTER_OTLP_';
/** They hold keys. */
const SECRET = [`${EXPORTER}HEADERS`, `${EXPORTER}TRACES_HEADERS`];

/**
 * The environment's settings of tracing, by OpenTelemetry's names; undefined when tracing is off. Secrets are removed
 * from the environment, which Node's diagnostic reports contain.
 */
export function takeTelemetry(env: Record<string, string | undefined>): OtelEnvironment | undefined {
  const found = Object.fromEntries(Object.entries(env).filter(([name]) => name.startsWith('OTEL_')));
  for (const name of SECRET) delete env[name];
  const endpoint = (found[`${EXPORTER}TRACES_ENDPOINT`] ?? '').trim() || (found[`${EXPORTER}ENDPOINT`] ?? '').trim();
  const off = found.OTEL_SDK_DISABLED?.trim().toLowerCase() === 'true' || found.OTEL_TRACES_EXPORTER?.trim() === 'none';
  return endpoint !== '' && !off ? found : undefined;
}
