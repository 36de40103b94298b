import type { Attributes } from '@opentelemetry/api';
import { Secret } from '../lib/secret.ts';

/** OpenTelemetry's environment variables, by name. */
export type OtelEnvironment = Readonly<Record<string, string | undefined>>;

export interface TracingSettings {
  /** Where spans are posted. */
  url: URL;
  /** Sent with them: most hold a key. */
  headers: Readonly<Record<string, Secret>>;
  /** Time for one batch with its retries, in milliseconds. */
  timeoutMs: number;
  resource: Attributes;
  /** Maximum number of queued spans; more are dropped. */
  queueSize: number;
  /** Maximum number of spans in one post. */
  batchSize: number;
  /** How long a span waits for others, in milliseconds. */
  delayMs: number;
}

const EXPORTER = 'OTEL_EXPORTER_OTLP_';
const MAX_NUMBER = 2 ** 31 - 1;
const SAMPLERS = ['always_on', 'always_off', 'traceidratio'];

/**
 * Reads and checks OpenTelemetry's environment variables. A wrong value is reported and then replaced by the default, as
 * the specification demands: the variables are often meant for other programs. The SDK reads some of them itself, with
 * the same defaults, but would log the wrong value, which may be a key.
 * @param problem called with what is wrong, never with a value.
 * @returns undefined where nothing can be exported.
 */
export function tracingSettings(env: OtelEnvironment, problem: (text: string) => void): TracingSettings | undefined {
  const given = (name: string) => env[name]?.trim() || undefined;
  /** The variable for traces takes precedence over the one for all signals. */
  const exporter = (name: string) => given(`${EXPORTER}TRACES_${name}`) ?? given(`${EXPORTER}${name}`);
  const wrong = (name: string, right: string) => problem(`${name} is not understood: ${right}`);
  const number = (name: string, text: string | undefined, otherwise: number) => {
    if (text === undefined) return otherwise;
    const value = Number(text);
    if (Number.isSafeInteger(value) && value > 0 && value <= MAX_NUMBER) return value;
    wrong(name, `it must be a whole number above 0; ${otherwise} is used`);
    return otherwise;
  };
  const batch = (name: string, otherwise: number) => number(`OTEL_BSP_${name}`, given(`OTEL_BSP_${name}`), otherwise);

  if (exporter('PROTOCOL') === 'grpc') {
    problem(`no traces are exported: ${EXPORTER}PROTOCOL is grpc, and rcpt-mcp exports over HTTP`);
    return undefined;
  }
  const url = endpoint(given(`${EXPORTER}TRACES_ENDPOINT`), given(`${EXPORTER}ENDPOINT`));
  if (!url) {
    problem(`no traces are exported: ${EXPORTER}ENDPOINT must be like http://127.0.0.1:4318, without a password`);
    return undefined;
  }
  // The SDK does not trim the name.
  const sampler = given('OTEL_TRACES_SAMPLER') && env.OTEL_TRACES_SAMPLER?.replace(/^parentbased_/, '');
  if (sampler && !SAMPLERS.includes(sampler)) wrong('OTEL_TRACES_SAMPLER', 'parentbased_always_on is used');
  const ratio = Number(given('OTEL_TRACES_SAMPLER_ARG') ?? 1);
  if (sampler === 'traceidratio' && !(ratio >= 0 && ratio <= 1)) {
    wrong('OTEL_TRACES_SAMPLER_ARG', 'it must be a number from 0 to 1; 1 is used');
  }
  const queueSize = batch('MAX_QUEUE_SIZE', 2_048);
  return {
    url,
    headers: headersOf(exporter('HEADERS'), () => wrong(`${EXPORTER}HEADERS`, 'it must be like name=value,name=value')),
    timeoutMs: number(`${EXPORTER}TIMEOUT`, exporter('TIMEOUT'), 10_000),
    resource: {
      'service.name': 'rcpt-mcp',
      ...resourceOf(given('OTEL_RESOURCE_ATTRIBUTES'), () =>
        wrong('OTEL_RESOURCE_ATTRIBUTES', 'it must be like name=value,name=value'),
      ),
      ...(given('OTEL_SERVICE_NAME') ? { 'service.name': given('OTEL_SERVICE_NAME') } : {}),
    },
    queueSize,
    batchSize: Math.min(queueSize, batch('MAX_EXPORT_BATCH_SIZE', 512)),
    delayMs: batch('SCHEDULE_DELAY', 5_000),
  };
}

/** The endpoint for traces as it is, or the endpoint for all signals with `/v1/traces` appended. */
function endpoint(traces: string | undefined, all: string | undefined): URL | undefined {
  const text = traces ?? all ?? '';
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return undefined;
  if (traces === undefined) url.pathname = `${url.pathname.replace(/\/+$/, '')}/v1/traces`;
  return url;
}

/** `name=value,name=value` with percent-encoded values (W3C Baggage); undefined where the text is malformed. */
function pairs(text: string | undefined): [string, string][] | undefined {
  try {
    return (text ?? '').split(',').flatMap((member): [string, string][] => {
      if (member.trim() === '') return [];
      const at = member.indexOf('=');
      if (at < 1) throw new URIError();
      return [[member.slice(0, at).trim(), decodeURIComponent(member.slice(at + 1).trim())]];
    });
  } catch {
    return undefined;
  }
}

function headersOf(text: string | undefined, wrong: () => void): Record<string, Secret> {
  const found = pairs(text) ?? [];
  const right = found.filter(([name, value]) => /^[\w!#$%&'*+.^`|~-]+$/.test(name) && /^[\t\x20-\x7e]*$/.test(value));
  if (right.length < found.length || (text !== undefined && found.length === 0)) wrong();
  return Object.fromEntries(right.map(([name, value]) => [name.toLowerCase(), new Secret(value)]));
}

function resourceOf(text: string | undefined, wrong: () => void): Attributes {
  const found = pairs(text);
  if (!found) wrong();
  return Object.fromEntries(found ?? []);
}
