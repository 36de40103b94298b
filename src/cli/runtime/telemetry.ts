import type { OtelEnvironment } from '../../tracing/settings.ts';

const EXPORTER = 'OTEL_EXPORTER_OTLP_';
/** They hold keys. */
const SECRET = [`${EXPORTER}HEADERS`, `${EXPORTER}TRACES_HEADERS`];

/**
 * Reads OpenTelemetry's variables from the environment; undefined when tracing is not configured. Secret ones are
 * deleted from it: diagnostic reports of Node contain the whole environment.
 */
export function takeTelemetry(env: Record<string, string | undefined>): OtelEnvironment | undefined {
  const found = Object.fromEntries(Object.entries(env).filter(([name]) => name.startsWith('OTEL_')));
  for (const name of SECRET) delete env[name];
  const endpoint = (found[`${EXPORTER}TRACES_ENDPOINT`] ?? '').trim() || (found[`${EXPORTER}ENDPOINT`] ?? '').trim();
  const off = found.OTEL_SDK_DISABLED?.trim().toLowerCase() === 'true' || found.OTEL_TRACES_EXPORTER?.trim() === 'none';
  return endpoint !== '' && !off ? found : undefined;
}

/**
 * Closes the export of spans. Where a collector does not take all of them in time, the process ends here: retries of the
 * exporter cannot be cancelled, and would keep it alive.
 * @param write writes to stdout, and settles when everything before it is written.
 */
export async function closeTracing(
  tracing: { close(): Promise<boolean> } | undefined,
  write: (text: string) => Promise<void>,
): Promise<void> {
  if (!tracing || (await tracing.close())) return;
  // The reader of stdout may be gone, which is not an error at the end.
  await write('').catch(() => {});
  process.exit();
}
