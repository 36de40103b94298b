import { randomUUID } from 'node:crypto';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider } from '@opentelemetry/sdk-trace-base';
import type { Logger } from '../lib/logger.ts';
import { createExporter } from './exporter.ts';
import { type Names, requestSpans } from './requests.ts';
import { type OtelEnvironment, tracingSettings } from './settings.ts';
import { createStartSpan } from './tracer.ts';
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

/**
 * Makes spans and exports them by OTLP; undefined where the configuration does not allow it. The provider is not
 * registered globally. The SDK itself reads from the environment what has no place in `TracingSettings`: sampler,
 * compression, certificates and span limits.
 */
export function openTracing({ environment, version, logger }: TracingOptions) {
  const settings = tracingSettings(environment, (text) => logger.warn(text));
  if (!settings) return undefined;
  const own = { 'service.version': version, 'service.instance.id': randomUUID(), ...settings.resource };
  const exporter = createExporter(settings, logger);
  const provider = new BasicTracerProvider({
    resource: defaultResource().merge(resourceFromAttributes(own)),
    spanProcessors: [exporter.processor],
  });
  const startSpan = createStartSpan(provider.getTracer('rcpt-mcp', version));
  let known: Names = { tools: [], prompts: [], resources: [] };
  return {
    requests: requestSpans(startSpan, () => known),
    api: upstreamSpans(startSpan),
    /** Sets the names that may stand in spans: until then there are none. */
    know(names: Names) {
      known = names;
    },
    close: exporter.close,
  };
}
