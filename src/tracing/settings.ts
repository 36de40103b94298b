import type { Attributes } from '@opentelemetry/api';
import { Secret } from '../lib/secrets/secret.ts';

/** OpenTelemetry's environment variables, by name. */
export type OtelEnvironment = Readonly<Record<string, string | undefined>>;

export interface TracingSettings {
  /** The collector's endpoint for traces. */
  url: URL;
  /** HTTP headers of exports. Most contain a key. */
  headers: Readonly<Record<string, Secret>>;
  /** Timeout of one batch including retries, in milliseconds. */
  timeoutMs: number;
  resource: Attributes;
  /** Maximum number of queued spans; more are dropped. */
  queueSize: number;
  /** Maximum number of spans per export. */
  batchSize: number;
  /** Maximum delay until a batch is exported, in milliseconds. */
  delayMs: number;
}

const EXPORTER = 'OTEL_EXPORTER_OTLP_';
const MAX_NUMBER = 2 ** 31 - 1;
const SAMPLERS = ['always_on', 'always_off', 'traceidratio'];

/**
 * Reads and validates OpenTelemetry's environment variables. An invalid value is reported and replaced by the default,
 * as the specification requires: the variables are often set for other programs. The SDK reads some of them itself,
 * with the same defaults, but would log the invalid value, which may be a key.
 * @param problem called with a description of each problem, never with a value.
 * @returns undefined if no export is possible.
 */
export function tracingSettings(env: OtelEnvironment, problem: (text: string) => void): TracingSettings | undefined {
  const variable = (name: string) => env[name]?.trim() || undefined;
  /** The variable for traces takes precedence over the one for all signals. */
  const exporter = (name: string) => variable(`${EXPORTER}TRACES_${name}`) ?? variable(`${EXPORTER}${name}`);
  const reject = (name: string, expected: string) => problem(`${name} is not understood: ${expected}`);
  const number = (name: string, text: string | undefined, fallback: number) => {
    if (text === undefined) return fallback;
    const value = Number(text);
    if (Number.isSafeInteger(value) && value > 0 && value <= MAX_NUMBER) return value;
    reject(name, `it must be a whole number above 0; ${fallback} is used`);
    return fallback;
  };
  const batch = (name: string, fallback: number) => number(`OTEL_BSP_${name}`, variable(`OTEL_BSP_${name}`), fallback);

  if (exporter('PROTOCOL') === 'grpc') {
    problem(`no traces are exported: ${EXPORTER}PROTOCOL is grpc, and rcpt-mcp exports over HTTP`);
    return undefined;
  }
  const url = endpoint(variable(`${EXPORTER}TRACES_ENDPOINT`), variable(`${EXPORTER}ENDPOINT`));
  if (!url) {
    problem(`no traces are exported: ${EXPORTER}ENDPOINT must be like http://127.0.0.1:4318, without a password`);
    return undefined;
  }
  // The SDK does not trim the name.
  const sampler = variable('OTEL_TRACES_SAMPLER') && env.OTEL_TRACES_SAMPLER?.replace(/^parentbased_/, '');
  if (sampler && !SAMPLERS.includes(sampler)) reject('OTEL_TRACES_SAMPLER', 'parentbased_always_on is used');
  const ratio = Number(variable('OTEL_TRACES_SAMPLER_ARG') ?? 1);
  if (sampler === 'traceidratio' && !(ratio >= 0 && ratio <= 1)) {
    reject('OTEL_TRACES_SAMPLER_ARG', 'it must be a number from 0 to 1; 1 is used');
  }
  const queueSize = batch('MAX_QUEUE_SIZE', 2_048);
  return {
    url,
    headers: headersOf(exporter('HEADERS'), () =>
      reject(`${EXPORTER}HEADERS`, 'it must be like name=value,name=value'),
    ),
    timeoutMs: number(`${EXPORTER}TIMEOUT`, exporter('TIMEOUT'), 10_000),
    resource: {
      'service.name': 'rcpt-mcp',
      ...resourceOf(variable('OTEL_RESOURCE_ATTRIBUTES'), () =>
        reject('OTEL_RESOURCE_ATTRIBUTES', 'it must be like name=value,name=value'),
      ),
      ...(variable('OTEL_SERVICE_NAME') ? { 'service.name': variable('OTEL_SERVICE_NAME') } : {}),
    },
    queueSize,
    batchSize: Math.min(queueSize, batch('MAX_EXPORT_BATCH_SIZE', 512)),
    delayMs: batch('SCHEDULE_DELAY', 5_000),
  };
}

/** Returns the endpoint for traces unchanged, or the endpoint for all signals with `/v1/traces` appended. */
function endpoint(traces: string | undefined, all: string | undefined): URL | undefined {
  const text = traces ?? all ?? '';
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return undefined;
  if (traces === undefined) url.pathname = `${url.pathname.replace(/\/+$/, '')}/v1/traces`;
  return url;
}

/** Parses `name=value,name=value` with percent-encoded values (W3C Baggage). Returns undefined if it is malformed. */
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

function headersOf(text: string | undefined, onInvalid: () => void): Record<string, Secret> {
  const found = pairs(text) ?? [];
  const right = found.filter(([name, value]) => /^[\w!#$%&'*+.^`|~-]+$/.test(name) && /^[\t\x20-\x7e]*$/.test(value));
  if (right.length < found.length || (text !== undefined && found.length === 0)) onInvalid();
  return Object.fromEntries(right.map(([name, value]) => [name.toLowerCase(), new Secret(value)]));
}

function resourceOf(text: string | undefined, onInvalid: () => void): Attributes {
  const found = pairs(text);
  if (!found) onInvalid();
  return Object.fromEntries(found ?? []);
}
