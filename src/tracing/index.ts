import { randomUUID } from 'node:crypto';
import type { Logger } from '../lib/logger.ts';
import { createExporter } from './exporter.ts';
import { type Names, requestSpans } from './requests.ts';
import { type OtelEnvironment, tracingSettings } from './settings.ts';
import { createTracer } from './tracer.ts';
import { upstreamSpans } from './upstream.ts';

export type { Names } from './requests.ts';
export { type OtelEnvironment, tracingSettings } from './settings.ts';

/** What the parts of the program report to. Each has an interface of its own that this fits. */
export type Tracing = NonNullable<ReturnType<typeof openTracing>>;

export interface TracingOptions {
  environment: OtelEnvironment;
  version: string;
  logger: Logger;
}

/** Makes spans and exports them by OTLP. One per process; undefined where its configuration allows for none. */
export function openTracing({ environment, version, logger }: TracingOptions) {
  const settings = tracingSettings(environment, (text) => logger.warn(text));
  if (!settings) return undefined;
  const resource = {
    'service.version': version,
    'service.instance.id': randomUUID(),
    ...settings.resource,
    'telemetry.sdk.language': 'nodejs',
    'telemetry.sdk.name': 'rcpt-mcp',
    'telemetry.sdk.version': version,
  };
  const exporter = createExporter({ settings, origin: { resource, scope: { name: 'rcpt-mcp', version } }, logger });
  const begin = createTracer(settings.sampler, exporter.add);
  let known: Names = { tools: [], prompts: [], resources: [] };
  return {
    requests: requestSpans(begin, () => known),
    api: upstreamSpans(begin),
    /** Says what may be named: until then no names are. */
    know(names: Names) {
      known = names;
    },
    close: exporter.close,
  };
}
