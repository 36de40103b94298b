import type { OtelEnvironment } from '../../tracing/settings.ts';

const EXPORTER = 'OTEL_EXPORTER_OTLP_';
/** Variables that can contain credentials. */
const SECRET = [`${EXPORTER}HEADERS`, `${EXPORTER}TRACES_HEADERS`];

/**
 * Reads OpenTelemetry's variables from the environment; undefined if tracing is not configured. Variables with
 * credentials are deleted from the environment, because Node's diagnostic reports contain it.
 */
export function takeTelemetry(env: Record<string, string | undefined>): OtelEnvironment | undefined {
  const found = Object.fromEntries(Object.entries(env).filter(([name]) => name.startsWith('OTEL_')));
  for (const name of SECRET) delete env[name];
  const endpoint = (found[`${EXPORTER}TRACES_ENDPOINT`] ?? '').trim() || (found[`${EXPORTER}ENDPOINT`] ?? '').trim();
  const isDisabled =
    found.OTEL_SDK_DISABLED?.trim().toLowerCase() === 'true' || found.OTEL_TRACES_EXPORTER?.trim() === 'none';
  return endpoint !== '' && !isDisabled ? found : undefined;
}

/**
 * Flushes and closes the span exporter. If the collector does not accept all spans in time, the process exits here:
 * retries of the exporter cannot be cancelled and would keep the process alive.
 */
export async function closeTracing(tracing: { close(): Promise<boolean> } | undefined): Promise<void> {
  if (!tracing || (await tracing.close())) return;
  const { flushStdout } = await import('../terminal/output.ts');
  await flushStdout();
  process.exit();
}
