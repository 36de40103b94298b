import { randomUUID } from 'node:crypto';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider } from '@opentelemetry/sdk-trace-base';
import type { Logger } from '../lib/logging/logger.ts';
import { createExporter } from './exporter.ts';
import { type Names, requestSpans } from './requests.ts';
import { type OtelEnvironment, tracingSettings } from './settings.ts';
import { createStartSpan } from './tracer.ts';
import { upstreamSpans } from './upstream.ts';

interface TracingOptions {
  environment: OtelEnvironment;
  version: string;
  logger: Logger;
}

/**
 * Creates spans and exports them by OTLP. Returns undefined if the configuration does not allow an export. The provider
 * is not registered globally. The SDK itself reads the settings that `TracingSettings` lacks from the environment:
 * sampler, compression, certificates and span limits.
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
    /** Sets the names that spans may contain. Until then they contain none. */
    know(names: Names) {
      known = names;
    },
    close: exporter.close,
  };
}
